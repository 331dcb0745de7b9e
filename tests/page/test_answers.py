"""What the page's own functions answer, held against the library: each is called in Chromium."""

import io
import json
from dataclasses import asdict
from random import Random
from statistics import median
from time import perf_counter

import pytest

from cribscore import (
    DECK,
    Card,
    CribscoreError,
    Grid,
    best_grid,
    deal,
    discards,
    explain_grid,
    explain_hand,
    read_board,
    score_grid,
    score_grids,
    write_board,
)
from cribscore.squares import PRESETS, Game, Move, Player, outlook
from oracles import EVERY_BOARD, KNOWN_HANDS, PARTS, RECORD_172, load

pytestmark = [pytest.mark.browser, pytest.mark.native, pytest.mark.needs("playwright")]

NONE = 255


def indexes(cards):
    return [NONE if card is None else card.index for card in cards]


# ---------------------------------------------------------------- deals


def test_two_hundred_deals_are_those_of_the_library(ask):
    random = Random(1)
    seeds = [0, 1, 2**53, 2**53 + 1, 2**63, 2**64 - 1, *(random.getrandbits(64) for _ in range(194))]
    found = ask("seeds => seeds.map(seed => cribscore.deal(BigInt(seed), 52))", list(map(str, seeds)))
    assert found == [indexes(deal(seed, 52)) for seed in seeds]


# ---------------------------------------------------------------- counts

EXPLAIN = """asked => asked.map(([hand, starter, crib]) => {
  const found = cribscore.explain(hand, starter, crib);
  const plain = one => [one.kind, one.cards, one.points];
  return [
    found.total, found.parts, found.items.map(plain),
    found.groups.map(one => [cribscore.nameOf(one), ...plain(one)]),
    cribscore.spoken(found).map(line => [line.said, line.cards, line.points]),
  ];
})"""


def explained(hand, starter, crib):
    found = explain_hand(hand, starter, crib=crib)
    words = [line.split("  ")[0] for line in str(found).splitlines()]
    groups = [[one.name, str(one.kind), indexes(one.cards), one.points] for one in found.groups]
    said = (
        [[word, *group[2:]] for word, group in zip(words, groups, strict=True)]
        if groups
        else [[*words, [], 0]]
    )
    items = [[str(one.kind), indexes(one.cards), one.points] for one in found.items]
    return [int(found.score), list(found.score.parts), items, groups, said]


def test_twenty_thousand_explanations_are_those_of_the_library(ask):
    random = Random(2)
    asked = []
    while len(asked) < 20_000:
        # Half of them from few ranks and suits, where most combinations are.
        deck = DECK if len(asked) % 2 else random.sample(DECK[:24], 12) + random.sample(DECK[36:], 4)
        *hand, starter = random.sample(deck, 5)
        asked.append((hand, None if len(asked) % 7 == 0 else starter, len(asked) % 3 == 0))
    for start in range(0, len(asked), 4000):
        part = asked[start : start + 4000]
        sent = [[indexes(hand), indexes([starter])[0], crib] for hand, starter, crib in part]
        for case, found in zip(part, ask(EXPLAIN, sent), strict=True):
            assert found == explained(*case), case


def test_hands_that_other_programs_got_wrong_have_the_points_of_the_rules(ask):
    sent = [
        [
            indexes(map(Card, case["hand"].split())),
            indexes([case["starter"] and Card(case["starter"])])[0],
            case["crib"],
        ]
        for case in KNOWN_HANDS
    ]
    for case, (total, parts, *_) in zip(KNOWN_HANDS, ask(EXPLAIN, sent), strict=True):
        assert parts == [case[part] for part in PARTS], case
        assert total == case["total"]


# ---------------------------------------------------------------- boards

SCORE = "boards => boards.map(([cells, starter]) => cribscore.scoreGrid(cells, starter))"


def test_the_boards_of_the_files_have_their_points(ask):
    sent = [
        [indexes(Grid(board["grid"])), indexes([board["starter"] and Card(board["starter"])])[0]]
        for board in EVERY_BOARD
    ]
    for board, found in zip(EVERY_BOARD, ask(SCORE, sent), strict=True):
        assert found == {
            "lines": [*board["rows"], *board["columns"]],
            "heels": board["heels"],
            "total": board["total"],
        }


BEST = """async asked => {
  const found = [];
  const empty = Array(16).fill(255);
  for (const [starter, cards] of asked) found.push(await cribscore.bestGrid(empty, starter, cards));
  return found;
}"""


def test_three_hundred_best_placements_are_those_of_the_library(ask):
    known = load("open_deals.json")["deals"]
    asked = [(deal(seed)[:16], deal(seed)[16]) for seed in range(290)]
    asked += [(deal(seed), None) for seed in range(10)]
    found = ask(BEST, [[indexes([starter])[0], indexes(cards)] for cards, starter in asked])
    for (cards, starter), best in zip(asked, found, strict=True):
        ours = best_grid(cards, starter)
        assert (best["total"], best["bound"]) == (ours.score, ours.bound)
        assert (best["cells"], best["starter"]) == (indexes(ours.grid), ours.starter.index)
    sent = [
        [Card(one["starter"]).index, [Card(card).index for card in one["cards"].split()]] for one in known
    ]
    assert [best["total"] for best in ask(BEST, sent)] == [one["best"] for one in known]


def test_a_search_can_be_stopped_and_says_how_far_it_is(ask):
    stopped = """async cards => {
      const control = new AbortController();
      const seen = [];
      const progress = found => { seen.push([found.total, found.bound]); control.abort(); };
      const options = { signal: control.signal, progress };
      const found = await cribscore.bestGrid(Array(16).fill(255), 255, cards, options);
      return [seen, found.total, found.bound];
    }"""
    longest = max(range(40), key=lambda seed: best_grid(deal(seed)).nodes)
    seen, total, bound = ask(stopped, indexes(deal(longest)))
    assert len(seen) == 1
    assert 0 < total < bound


# ---------------------------------------------------------------- the discard


def test_discards_are_those_of_the_library(ask):
    random = Random(3)
    asked = [
        (sorted(random.sample(DECK, 6)), dealer, thrower)
        for _ in range(25)
        for dealer in (True, False)
        for thrower in ("policy", "random")
    ]
    found = ask(
        "asked => asked.map(one => cribscore.discards(...one))",
        [[indexes(cards), dealer, thrower] for cards, dealer, thrower in asked],
    )
    for (cards, dealer, thrower), throws in zip(asked, found, strict=True):
        ours = discards(cards, dealer=dealer, thrower=thrower)
        assert throws == [
            {
                "thrown": indexes(one.thrown),
                "kept": indexes(one.kept),
                "hand": float(one.hand.mean),
                "crib": float(one.crib),
                "value": float(one.value),
            }
            for one in ours
        ]


# ---------------------------------------------------------------- texts, and why they are refused

BAD = [
    *(
        "",
        " ",
        "1H",
        "XH",
        "H5",
        "14S",
        "5X",
        "5 H",
        "5H 5H",
        "5H 5C 5S",
        "5H5C5SJD5D",
        "5H 5C 5S JD QH KH",
        "10",
        "J",
        "hearts",
    ),
    *(
        "5H, 5C,, 5S JD",
        "5H,5C,5S,JD,",
        ",5H 5C 5S JD",
        "5H;5C;5S;JD",
        "5H 5C 5S JD |",
        "5H 5C 5S JD | 5D 6D",
        "5H|5C 5S JD",
    ),
    *(
        "5H 5C 5S JD + 5D",
        "5H 5C 5S : JD",
        "Jack of Clubs 5H 5C 5S",
        "Jack of Cups",
        "Knave of Hearts",
        "jack_of_hearts 5H 5C 5S",
    ),
    *(
        "..",
        "--",
        "....",
        "__ 5H",
        "5H .. 5C 5S",
        "АН 5H 5C 5S",
        "5Н 5C 5S JD",
        "K\u212a 5H",
        "5♥ 5♣️ 5♠︎ J♦",
        "5❤️5♧5♤J♢",
    ),
    *(
        "5H 5C 5S J'D",
        "5H 5C 5S \"'",
        "5H\\5C",
        "5H\t5C\n5S\rJD",
        "5H\x005C",
        "\x1b[31m5H",
        "5H\u200b5C",
        "🂡 5H 5C 5S",
        "5H" * 60,
        "x" * 100,
        "x y " * 40,
    ),
    *(
        "10H 0C tS jd",
        "AHH",
        "A♠♠",
        "♠A 5H 5C 5S",
        "5H5",
        "5H 5C 5S JDx",
        "5of hearts",
        "5 of hearts 5C 5S JD",
        "5-of-hearts5C5SJD",
    ),
    *(
        "Ace of Spadesx",
        "Ace-of Spades",
        "of",
        "A of B of C",
        "T of\u00a0Hearts",
        "5H\u3000 5C 5S JD",
        "\ufeff5H 5C 5S JD",
        "ſ5",
        "5ſ",
    ),
]


def outcome(read, *arguments, **options):
    """What a call returns, as the page has it, or what it says."""
    try:
        return read(*arguments, **options)
    except (CribscoreError, TypeError) as error:
        return str(error)


def library_hand(hand, starter):
    found = explain_hand(hand, starter)
    return {"hand": indexes(found.cards), "starter": indexes([found.starter])[0]}


def library_board(text):
    grid, starter = read_board(io.StringIO(text))
    return {"cells": indexes(grid), "starter": indexes([starter])[0]}


READ = """([name, asked]) => asked.map(one => {
  try { return cribscore[name](...one); } catch (refusal) { return refusal.message; }
})"""


def damaged(texts, count, seed):
    """Texts with a few letters changed, left out or put in."""
    random = Random(seed)
    letters = "AaKkQJT10523456789cdhsCDHS♣♦♥♠  ,;|+:./\n#x'\"\\-_ofHearts\u212aНё😀\u00a0\u200b*"
    for _ in range(count):
        text = list(random.choice(texts))
        for _ in range(random.randrange(1, 4)):
            place = random.randrange(len(text) + 1)
            text[place : place + random.randrange(2)] = random.choice(["", *letters])
        yield "".join(text)


def test_hands_are_read_and_refused_in_the_words_of_the_library(ask):
    good = ["5H 5C 5S JD", "5H,5C,5S,JD|5D", "10♥ J♦ q♠ ac + 2c", "Jack of Hearts 5C 5S 5D", "5H5C5SJD:TD"]
    asked = [(text, starter) for text in [*BAD, *good] for starter in (None, "5D", "JD", "1H", "", "5D 6D")]
    asked += [
        (text, random) for text, random in zip(damaged(good, 2500, 4), [None, "5D"] * 1250, strict=True)
    ]
    for case, found in zip(asked, ask(READ, ["readHandAndStarter", asked]), strict=True):
        assert found == outcome(library_hand, *case), case


def test_six_cards_are_read_and_refused_in_the_words_of_the_library(ask):
    good = ["5H 5C 5S JD QH KH", "AC2D7H9SJCQD", "10♥ J♦ q♠ ac 2c, 3h"]
    asked = [*BAD, *good, *damaged(good, 1000, 5)]
    for text, found in zip(asked, ask(READ, ["readDeal", [[text] for text in asked]]), strict=True):
        assert found == outcome(lambda text: indexes(discards(text, dealer=True).cards), text), text


def boards():
    """One board in every notation that the library reads."""
    grid, starter = " / ".join(RECORD_172["grid"]), RECORD_172["starter"]
    written = io.StringIO()
    write_board(written, grid, starter)
    game = Game("two-reserves", seed=5)
    for move in ("b2", "r1", "r2", "c2", "r1 b3"):
        game.play(move)
    return [
        written.getvalue(),
        f"{grid} / {starter}",
        grid.replace(" / ", "\n"),
        f"{grid.replace('/', chr(10))}\n..\n",
        f"# the record\n\n{grid.replace(' / ', ' # a row' + chr(10))}\n{starter} # turned\n",
        "5C5D5SJH\n4C,4D,6S,6H\n6C;6D;4S;4H\n10♣ 10♦ 10♠ 10♥\nFive of Hearts",
        "5C .. -- __\n. . . .\n........\nTC TD TS TH",
        f"{explain_grid(grid, starter)}",
        str(game),
        f"{game:u}",
        json.dumps({"grid": [row.split() for row in RECORD_172["grid"]], "starter": starter}),
        json.dumps({"grid": RECORD_172["grid"], "starter": None, "more": 1}),
        json.dumps({"grid": [None, "AC", 5, *[None] * 13]}),
        json.dumps(score_grid(grid, starter).to_dict() | {"grid": grid.split(" / "), "starter": "5h"}),
    ]


BAD_BOARDS = [
    *("", "\n", "5H", "5C 5D 5S JH\n4C 4D 6S\n", "5C 5D 5S JH 5H / 4C 4D 6S 6H / 6C 6D 4S 4H / TC TD TS TH"),
    *(
        "5C 5D 5S JH\n4C 4D 6S 6H\n6C 6D 4S 4H\nTC TD TS TH\n5H\n6H",
        "5C 5C 5S JH / / ",
        "5C 5D 5S JH\n5C 4D 6S 6H\n",
    ),
    *(
        "5C 5D 5S JH\n4C 4D 6S 6H\n6C 6D 4S 4H\nTC TD TS TH\n5C",
        "5C 5D 5S JH\n4C 4D 6S 6H\n6C 6D 4S 4H\nTC TD TS TH\nXX",
    ),
    *(
        "{}",
        '{"grid": 5}',
        '{"grid": "5H"}',
        '{"grid": []}',
        '{"grid": [1, 2, 3, 4]}',
        '{"grid": [[1], [2], [3], [4]]}',
    ),
    *('{"grid": ["5H 5C", "", "", ""]}', '{"grid": [52, -1]}', json.dumps({"grid": [52] + [None] * 15})),
    *(
        json.dumps({"grid": [-1] + [None] * 15}),
        json.dumps({"grid": [True] + [None] * 15}),
        json.dumps({"grid": [[]] * 16}),
    ),
    *(
        json.dumps({"grid": ["5H", "5H"] + [None] * 14}),
        json.dumps({"grid": ["5H"] + [None] * 15, "starter": "5H"}),
    ),
    *(
        json.dumps({"grid": [None] * 16, "starter": 1.5}),
        json.dumps({"grid": {"a": [1, 2, 3, 4, 5, 6, 7, 8]}}),
    ),
    *(
        json.dumps({"grid": [list(range(20)), 1, 2, 3]}),
        json.dumps({"grid": None}),
        json.dumps({"grid": [None] * 60}),
    ),
    "x" * 70_000,
]


def test_boards_are_read_and_refused_in_the_words_of_the_library(ask):
    good = boards()
    twice = [f"{board}\n{board}" for board in good if not board.startswith("{")]
    asked = [*good, *twice, *BAD_BOARDS, *BAD, *damaged(good[:7], 1500, 6)]
    found = ask(READ, ["readBoard", [[text] for text in asked]])
    assert [text for text, one in zip(good, found, strict=False) if not isinstance(one, dict)] == []
    for text, one in zip(asked, found, strict=True):
        assert one == outcome(library_board, text), text


def test_what_is_not_json_is_refused_with_the_beginning_of_the_words_of_the_library(ask):
    asked = ["{", '{"grid": [1, 2,]}', "{grid: 5}", '{"grid": ["5H]}']
    for text, found in zip(asked, ask(READ, ["readBoard", [[text] for text in asked]]), strict=True):
        beginning = "<board>: it is not JSON: "
        assert found.startswith(beginning)
        assert outcome(library_board, text).startswith(beginning)


@pytest.mark.parametrize("language", ["es", "ru"])
def test_refusals_are_said_in_the_other_languages(ask, language):
    asked = [[text, None] for text in BAD]
    english = ask(READ, ["readHandAndStarter", asked])
    ask("code => cribscore.setLanguage(code)", language)
    try:
        other = ask(READ, ["readHandAndStarter", asked])
    finally:
        ask("() => cribscore.setLanguage('en')")
    for one, said in zip(english, other, strict=True):
        assert (said == one) == isinstance(one, dict)


# ---------------------------------------------------------------- the game


def test_the_rules_are_the_presets_of_the_library(ask):
    assert ask("() => cribscore.PRESETS") == {name: asdict(rules) for name, rules in PRESETS.items()}


REPLAY = """([preset, seed, moves]) => {
  const game = new cribscore.Game(preset, BigInt(seed));
  const seen = () => {
    const { cells, waiting, reserves, starter, over } = game.now;
    const legal = game.legalMoves().map(cribscore.moveText);
    return { legal, cells, waiting, reserves, starter, over, won: game.won, total: game.score.total };
  };
  const found = [seen()];
  for (const text of moves) {
    let said = null;
    try {
      if (text === "undo") game.undo();
      else if (text === "redo") game.redo();
      else game.play(cribscore.readMove(text));
    } catch (refusal) {
      said = refusal.message;
    }
    found.push([said, seen()]);
  }
  const again = cribscore.Game.restore(JSON.parse(JSON.stringify(game.save())));
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  return [found, same(again.now, game.now), same(again.save(), game.save())];
}"""


def seen(game):
    return {
        "legal": list(map(str, game.legal_moves())),
        "cells": indexes(game.grid),
        "waiting": indexes([card for card in (game.card, *game.upcoming) if card is not None]),
        "reserves": [indexes(pile) for pile in game.reserves],
        "starter": indexes([game.starter])[0],
        "over": game.over,
        "won": game.won,
        "total": int(game.score),
    }


def random_game(preset, seed):
    """Moves, most of them legal, with what the game is after each and what it says of those that are not."""
    random = Random(f"{preset} {seed}")
    game = Game(preset, seed=seed)
    moves, found = [], [seen(game)]
    strange = [
        "e5",
        "",
        "b2 b2",
        "r1",
        "r2",
        "r1 b2",
        "r2 c3",
        "a1 d4",
        "finish",
        "5H a1",
        "undo",
        "redo",
        "B3",
        "10h c1",
        "finish now",
    ]
    while not game.over or random.random() < 0.8:
        legal = game.legal_moves()
        text = str(random.choice(legal)) if legal and random.random() < 0.7 else random.choice(strange)
        if game.rules.shuffle and text == "finish" and len(moves) < 30:
            continue
        said = None
        try:
            {"undo": game.undo, "redo": game.redo}.get(text, lambda text=text: game.play(text))()
        except CribscoreError as error:
            said = str(error)
        moves.append(text)
        found.append([said, seen(game)])
    return moves, found


@pytest.mark.parametrize("preset", PRESETS)
def test_random_games_go_as_in_the_library(ask, preset):
    for seed in range(12):
        moves, ours = random_game(preset, seed)
        found, same_position, same_history = ask(REPLAY, [preset, str(seed), moves])
        assert found == ours
        assert same_position
        assert same_history


def test_deals_and_rules_that_are_not_there_are_refused_in_the_words_of_the_library(ask):
    seeds = ["-1", str(2**64), "9" * 50, "-" + "9" * 60]
    for text, found in zip(seeds, ask(READ, ["readSeed", [[text] for text in seeds]]), strict=True):
        assert found == outcome(deal, int(text))
    for text in ("abc", "1.5", "", "0x10"):
        assert ask(READ, ["readSeed", [[text]]]) == [outcome(deal, text)]
    for name in ("nonsense", "", "toString", "__proto__"):
        assert ask(READ, ["readRules", [[name]]]) == [outcome(Game, name, seed=1)]


# ---------------------------------------------------------------- hints

ADVISED = """async ([preset, seed, moves]) => {
  const game = new cribscore.Game(preset, BigInt(seed));
  for (const text of moves) game.play(cribscore.readMove(text));
  const { kind, moves: advised } = await cribscore.advise(game);
  return [kind, advised.map(({ move, value }) => [cribscore.moveText(move), value])];
}"""


def test_the_mean_of_playouts_is_that_of_all_ways_to_fill_the_board(ask):
    cards = deal(8)
    game = Game(seed=8)
    for number in range(14):
        game.play(str(Move.place(*divmod(number, 4))))
    unseen = [card for card in DECK if card not in cards[:15]]
    kind, advised = ask(ADVISED, ["standard", "8", list(map(str, game.history))])
    assert kind == "mean"
    for text, value in advised:
        grid = game.after(text).grid
        last = next(place for place in ((3, 2), (3, 3)) if grid[place] is None)
        every = [
            int(score_grid(grid.replace(*last, one), other))
            for one in unseen
            for other in unseen
            if one is not other
        ]
        assert value == pytest.approx(sum(every) / len(every), abs=1)


@pytest.mark.parametrize("preset", ["open", "shuffle"])
def test_hints_lead_to_the_best_total_where_all_cards_are_seen(ask, preset):
    for seed in range(3):
        cards = deal(seed)
        game = Game(preset, seed=seed)
        best = int(best_grid(cards[:16], cards[16]).score)
        while not game.over:
            kind, advised = ask(ADVISED, [preset, str(seed), list(map(str, game.history))])
            assert kind == "most"
            game.play(advised[0][0] if advised else "finish")
            assert not advised or advised[0][1] == best
        assert int(game.score) == best


@pytest.mark.parametrize("preset", ["one-reserve", "two-reserves", "waste"])
def test_hints_are_all_the_legal_moves_where_cards_are_hidden(ask, preset):
    game = Game(preset, seed=4)
    for move in ("b2", "r1", "c3", "r1"):
        game.play(move)
    _, advised = ask(ADVISED, [preset, "4", list(map(str, game.history))])
    assert sorted(text for text, _ in advised) == sorted(map(str, game.legal_moves()))
    values = [value for _, value in advised]
    assert values == sorted(values, reverse=True)


# ---------------------------------------------------------------- the player and the coach


def played_at_random(preset, seed, moves=99):
    """A game in which each move is random."""
    random, game = Random(seed), Game(preset, seed=seed)
    while not game.over and len(game.history) < moves:
        game.play(random.choice(game.legal_moves()))
    return game


@pytest.mark.parametrize("preset", ["standard", "waste"])
@pytest.mark.parametrize("moves", [0, 3, 6, 9, 12, 13, 14, 15])
def test_hints_of_the_player_are_those_of_the_library(ask_player, preset, moves):
    game = played_at_random(preset, 20 + moves, moves)
    kind, advised = ask_player(ADVISED, [preset, str(20 + moves), list(map(str, game.history))])
    assert kind == "score"
    assert advised == [[str(one.move), one.score] for one in Player(level=2).advise(game)]


COACHED = """async ([preset, seed, moves]) => {
  const game = new cribscore.Game(preset, BigInt(seed));
  for (const text of moves) game.play(cribscore.readMove(text));
  const { mistakes, looked } = await cribscore.findMistakes(game);
  const texts = mistakes.map(({ card, move, better, loss, error }) =>
    [card, cribscore.moveText(move), cribscore.moveText(better), loss, error]);
  return [cribscore.divide(game), texts, looked];
}"""


@pytest.mark.parametrize(("preset", "seed"), [("standard", 1), ("standard", 2), ("waste", 3)])
def test_luck_and_skill_are_what_the_library_expects_and_add_up_to_the_score(ask_player, preset, seed):
    game = played_at_random(preset, seed)
    parts, mistakes, looked = ask_player(COACHED, [preset, str(seed), list(map(str, game.history))])
    assert looked == len(game.history)
    again, luck, skill = Game(preset, seed=seed), 0, 0
    ahead = outlook(again.grid, again.reserves, rules=preset)
    assert parts["start"] == pytest.approx(ahead.mean, abs=1e-3)
    found = {(card, move): better for card, move, better, *_ in mistakes}
    assert [loss for *_, loss, _ in mistakes] == sorted((loss for *_, loss, _ in mistakes), reverse=True)
    for move in game.history:
        with_card, made = ahead.by_card[again.card], (again.card.index, str(move))
        luck += with_card - ahead.mean
        best, *others = Player(level=2).advise(again)
        if move == best.move:
            assert made not in found
        elif best.found == "rollouts" and any(one.move == move and one.found == "one card" for one in others):
            assert found[made] == str(best.move)  # far behind, and so a mistake
        again.play(move)
        ahead = outlook(again.grid, again.reserves, rules=preset)
        skill += ahead.mean - with_card
    assert parts["luck"] == pytest.approx(luck, abs=0.01)
    assert parts["skill"] == pytest.approx(skill, abs=0.01)
    assert parts["starter"] == pytest.approx(ahead.by_card[game.starter] - ahead.mean, abs=1e-3)
    assert parts.pop("result") == sum(parts.values()) == game.score.total
    assert all(loss > 2 * error for *_, loss, error in mistakes)


def test_a_game_as_the_player_plays_it_has_no_mistakes(ask_player):
    player, game = Player(level=2), Game(seed=6)
    while not game.over:
        game.play(player.choose(game))
    _, mistakes, looked = ask_player(COACHED, ["standard", "6", list(map(str, game.history))])
    assert (mistakes, looked) == ([], 16)


# ---------------------------------------------------------------- how fast it is


def test_scores_in_the_browser_are_those_of_the_library_and_this_is_how_fast(ask, open_page):
    page = open_page()
    ready = int(page.evaluate("document.documentElement.dataset.ready"))
    random = Random(9)
    rows = b"".join(bytes(card.index for card in random.sample(DECK, 17)) for _ in range(4096))
    timed = """rows => {
      const began = performance.now();
      rows = new Uint8Array(rows);
    let totals, times = 0;
      while (performance.now() < began + 500) { totals = cribscore.scoreGrids(rows); times++; }
      return [[...totals], 4096 * times / (performance.now() - began) * 1000];
    }"""
    totals, here = ask(timed, list(rows))
    assert totals == list(score_grids(rows))
    began, times = perf_counter(), 0
    while perf_counter() < began + 0.5:
        score_grids(rows)
        times += 1
    native = 4096 * times / (perf_counter() - began)
    asked = [[deal(seed)[16].index, indexes(deal(seed)[:16])] for seed in range(100)]
    waited = [1000 * best["seconds"] for best in ask(BEST, asked)]
    ours = [1000 * best_grid(deal(seed)[:16], deal(seed)[16]).seconds for seed in range(100)]
    print(
        f"\npage ready in {ready} ms; best placement {median(waited):.1f} ms (longest {max(waited):.0f}), "
        f"natively {median(ours):.1f}; {here / 1e6:.1f} M grids a second, natively {native / 1e6:.0f}"
    )
