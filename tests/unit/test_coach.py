"""The coach: luck and skill of each move, mistakes, and reasons in words."""

import json
import pickle
from dataclasses import replace
from functools import cache
from itertools import permutations
from random import Random

import pytest

from cribscore import DECK, Card, CribscoreError, best_grid, deal
from cribscore.squares import (
    OPEN,
    PRESETS,
    SHUFFLE,
    STANDARD,
    Game,
    IllegalMoveError,
    Move,
    Player,
    Rules,
    analyse,
    greedy_move,
    reason,
)
from documents import validator
from naive import JACK, hand_parts, parse
from wording import exactly, needs_the_c_core

HIDDEN = [name for name, rules in PRESETS.items() if not (rules.open or rules.shuffle)]
UNIT = 4096  # of a point: what the values are whole numbers of


@cache
def line_points(cards, starter):
    """The points of the cards of a line, by the naive scorer."""
    return sum(hand_parts([parse(str(card)) for card in cards if card], parse(str(starter)), False))


def total(cells, starter):
    """The points of a grid, by the naive scorer."""
    lines = [*(cells[4 * row : 4 * row + 4] for row in range(4)), *(cells[column::4] for column in range(4))]
    heels = 2 * (starter.rank == JACK)
    return heels + sum(line_points(tuple(line), starter) for line in lines)


def play(game, moves, seed=0, wild=0.4):
    """Make moves, some of them at random."""
    random = Random(seed)
    for _ in range(moves):
        if game.over:
            break
        legal = game.legal_moves()
        game.play(random.choice(legal) if random.random() < wild else greedy_move(game))
    return game


def checked(analysis, game):
    """An analysis whose sum is the final score."""
    parts = [analysis.start, *(part for one in analysis.moves for part in (one.luck, one.skill))]
    assert all((UNIT * part).is_integer() for part in parts)
    assert sum(parts) + analysis.starter_luck == analysis.result
    assert analysis.start + analysis.luck + analysis.skill == analysis.result
    if game.over:
        assert analysis.result == game.score.total
    return analysis


# ---------------------------------------------------------------- luck and skill


@pytest.mark.native
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_start_luck_and_skill_add_up_to_the_final_score_exactly(rules):
    for seed in range(3):
        game = play(Game(rules, seed=seed), 100, seed)
        before = game.to_dict()
        analysis = checked(analyse(game, level=0), game)
        assert game.to_dict() == before
        assert [one.move for one in analysis.moves] == [*game.history]
        assert analysis.best == best_grid(game.grid.cards, game.starter).score


@pytest.mark.native
@pytest.mark.parametrize("rules", [Rules(adjacency=False), Rules(adjacency=False, reserves=1, win_at=70)])
def test_the_sum_is_right_under_rules_of_ones_own(rules):
    checked(analyse(play(Game(rules, seed=3), 100)), play(Game(rules, seed=3), 100))


@pytest.mark.slow_on_python
def test_both_cores_find_the_same_luck_and_skill(core):
    game = play(Game(seed=4), 16)
    analysis = checked(analyse(game, level=0), game)
    found = [(UNIT * one.luck, UNIT * one.skill) for one in analysis.moves]
    # The first card has the same value in all corners, so the first move is as good as its mirror images.
    mirrored = Game(seed=4)
    for move in game.history:
        mirrored.place(move.cell[0], 3 - move.cell[1])
    assert [(UNIT * one.luck, UNIT * one.skill) for one in analyse(mirrored, level=0).moves] == found
    assert (analysis.best is None) == (core == "python")


def floor_mean(points):
    """The mean in the units of the values, rounded down as they are."""
    return sum(points) * UNIT // len(points) / UNIT


@pytest.mark.native
@pytest.mark.parametrize("seed", range(2))
def test_the_last_card_and_the_starter_are_valued_by_all_that_could_have_come(seed):
    game = play(Game(seed=seed), 16, seed)
    cells, last, starter = list(game.grid), game.history[-1].cell, game.starter
    place = 4 * last[0] + last[1]
    card = cells[place]

    def with_card(one):
        """What the grid is worth with a card in the last cell, over the starters."""
        full = [*cells[:place], one, *cells[place + 1 :]]
        return floor_mean([total(full, other) for other in DECK if other not in full])

    cards = [one for one in DECK if one is card or one not in cells]
    before = sum(int(UNIT * with_card(one)) for one in cards) // len(cards) / UNIT
    analysis = analyse(game, level=0)
    assert analysis.moves[-1].luck == with_card(card) - before
    assert analysis.moves[-1].skill == 0
    assert analysis.starter_luck == total(cells, starter) - with_card(card)


@pytest.mark.native
def test_a_pile_that_fills_the_grid_makes_the_card_that_is_face_up_the_starter():
    game = play(Game("one-reserve", seed=5), 4)
    game.play("r1")
    while len(game.grid.cards) < 15:
        game.play(next(move for move in game.legal_moves() if move.kind.value == "place"))
    face_up, (kept,) = game.card, game.reserves[0]
    (to_grid,) = [move for move in game.legal_moves() if move.kind.value == "from_reserve"]
    game.play(to_grid)
    assert game.over
    analysis = checked(analyse(game), game)
    assert (analysis.starter, analysis.starter_luck) == (face_up, 0)
    place = 4 * to_grid.cell[0] + to_grid.cell[1]
    cells = list(game.grid)
    cells[place] = face_up
    others = [card for card in DECK if card not in [*cells, kept]]
    kept_back = floor_mean([total(cells, one) for one in others])
    made = analysis.moves[-1]
    assert made.card is kept
    if made.better and made.better.kind.value == "place":
        assert made.loss == pytest.approx(kept_back - game.score.total, abs=2 / UNIT)
    assert made.win_after == (game.score.total >= 61)


@pytest.mark.native
@pytest.mark.parametrize("seed", range(2))
def test_a_mistake_in_the_last_cells_costs_what_all_cards_and_starters_say(seed):
    game = play(Game(seed=seed), 14, seed)
    cells, card = list(game.grid), game.card
    worth = {}
    for move in game.legal_moves():
        place = 4 * move.cell[0] + move.cell[1]
        with_card = [*cells[:place], card, *cells[place + 1 :]]
        left = [one for one in DECK if one not in with_card]
        (empty,) = [number for number, one in enumerate(with_card) if one is None]
        totals = []
        for one in left:
            with_card[empty] = one
            totals += [total(with_card, starter) for starter in left if starter is not one]
        worth[move] = sum(totals) / len(totals)
    best = max(worth, key=worth.get)
    for move, points in worth.items():
        made = analyse(game.after(move), level=1).moves[-1]
        assert made.error == 0
        assert made.loss == pytest.approx(worth[best] - points, abs=2 / UNIT)
        assert made.better == (best if move != best else None)


# ---------------------------------------------------------------- mistakes


@pytest.mark.native
@pytest.mark.parametrize("rules", [PRESETS[name] for name in HIDDEN], ids=HIDDEN)
def test_what_is_called_a_mistake_lost_more_than_two_standard_errors(rules):
    game = play(Game(rules, seed=6), 100)
    analysis = checked(analyse(game), game)
    assert analysis.mistakes
    for one in analysis.moves:
        assert (one.better is not None) == (one.loss > 2 * one.error)
        assert one.better != one.move
        assert one.loss >= 0
        assert all(0 <= win <= 1 for win in (one.win_before, one.win_after))
        if one.loss == 0:
            assert one.win_before == one.win_after
    losses = [one.loss for one in analysis.mistakes]
    assert losses == sorted(losses, reverse=True)
    assert {id(one) for one in analysis.mistakes} == {id(one) for one in analysis.moves if one.better}


@pytest.mark.native
def test_the_worst_move_is_tried_with_the_same_cards_as_the_best():
    tried = 0
    for seed in range(6):
        game = play(Game(seed=seed), 3, wild=0)
        advice = Player(2).advise(game)
        worst = advice[-1]
        tried += worst.found == "rollouts"  # what the player did not look at closely, the coach does
        made = analyse(game.after(worst.move)).moves[-1]
        assert made.error > 0
        assert made.better == advice[0].move
        assert made.loss == pytest.approx(worst.loss, abs=1.5)
    assert tried < 6


@pytest.mark.native
def test_the_moves_of_a_level_are_no_mistakes_to_that_level():
    game = Game(seed=8)
    player = Player(2)
    while not game.over:
        game.play(player.choose(game))
    assert analyse(game).mistakes == ()
    assert not any(one.loss for one in analyse(game).moves)


@pytest.mark.native
def test_levels_0_and_1_name_mistakes_only_where_they_are_exact():
    game = play(Game(seed=9), 16, wild=1)
    for level, exact in ((0, 1), (1, 3)):
        analysis = analyse(game, level=level)
        assert not any(one.better for one in analysis.moves[: 16 - exact])
    assert any(one.better for one in analyse(game).moves[:13])


@pytest.mark.native
def test_a_table_of_ones_own_and_a_seed_are_used():
    game = play(Game(seed=1), 6)
    assert analyse(game, seed=1) == analyse(game, seed=1)
    assert analyse(game, seed=1).moves != analyse(game, seed=2).moves
    with pytest.raises(OSError, match="nowhere"):
        analyse(game, table="nowhere")


# ---------------------------------------------------------------- no peeping


@pytest.mark.native
@pytest.mark.parametrize("rules", [PRESETS[name] for name in HIDDEN], ids=HIDDEN)
def test_the_analysis_of_a_move_does_not_depend_on_cards_that_came_later(rules):
    moves = 7
    game = play(Game(rules, seed=11), moves, wild=0.2)
    seen = len({*game.grid.cards, *(card for pile in game.reserves for card in pile), game.card})
    played = analyse(game)
    for seed in range(3):
        other = game.reshuffled(seed)
        assert analyse(other) == played
        end = analyse(play(other, 100, seed))
        assert end.moves[:moves] == played.moves
        assert end.start == played.start
    assert seen <= moves + 1


@pytest.mark.native
def test_a_game_that_goes_on_is_analysed_up_to_its_last_move():
    game = Game(seed=12)
    begun = analyse(game)
    assert (begun.moves, begun.luck, begun.over, begun.best) == ((), 0, False, None)
    assert begun.start == begun.result
    play(game, 5)
    analysis = checked(analyse(game), game)
    assert (len(analysis.moves), analysis.starter, analysis.starter_luck) == (5, None, 0)
    game.play(greedy_move(game))
    game.undo()
    assert analyse(game) == analysis


# ---------------------------------------------------------------- all cards seen


@pytest.mark.native
def test_an_open_game_is_analysed_by_what_can_still_be_reached():
    game = Game(OPEN, seed=2)
    while len(game.grid.cards) < 13:
        game.play(Player().choose(game))
    waiting = [game.card, *game.upcoming]
    empty = [place for place, card in enumerate(game.grid) if card is None]

    def reach(move):
        """The largest total with a card in a cell."""
        totals = []
        for order in permutations(waiting):
            cells = list(game.grid)
            for place, card in zip(empty, order, strict=True):
                cells[place] = card
            if move is None or cells[4 * move.cell[0] + move.cell[1]] is move.card:
                totals.append(total(cells, game.starter))
        return max(totals)

    for move in game.legal_moves():
        analysis = checked(analyse(game.after(move)), game)
        assert analysis.start == analysis.best == best_grid(deal(2)[:16], deal(2)[16]).score
        made = analysis.moves[-1]
        assert (made.luck, made.skill, made.loss) == (0, reach(move) - reach(None), reach(None) - reach(move))
        assert (made.better is None) == (reach(move) == reach(None))
        if made.better:
            assert reach(made.better) == reach(None)
        assert made.win_after == (reach(move) >= 61)


@pytest.mark.native
def test_a_shuffle_costs_only_when_it_ends():
    game = Game(SHUFFLE, seed=1)
    game.play("a1 d4")
    game.finish()
    *cards, starter = deal(1)
    best = best_grid(cards, starter).score.total
    swap, finish = checked(analyse(game), game).moves
    assert (swap.skill, swap.better, swap.card) == (0, None, None)
    assert finish.skill == game.score.total - best == -finish.loss
    assert finish.better.kind.value == "swap"


@pytest.mark.native
@pytest.mark.slow
def test_the_last_swap_that_the_rules_allow_settles_what_a_shuffle_makes():
    game = Game(SHUFFLE, seed=1)
    for _ in range(10_000):
        game.play("a1 b1")
    game.finish()
    *_, before, swap, finish = checked(analyse(game), game).moves
    assert (before.loss, finish.loss, finish.better) == (0, 0, None)
    assert swap.skill == -swap.loss == game.score.total - best_grid(deal(1)[:16], deal(1)[16]).score
    assert swap.better


# ---------------------------------------------------------------- how it looks


@pytest.mark.native
def test_it_prints_a_line_for_each_move():
    game = play(Game("one-reserve", seed=6), 100)
    analysis = analyse(game)
    lines = str(analysis).splitlines()
    assert len(lines) == len(analysis.moves) + 4
    assert lines[-1] == (
        f"{analysis.start:.1f} points expected at the start, {game.score.total} made;"
        f" the best grid of these cards has {analysis.best}"
    )
    for number, (line, one) in enumerate(zip(lines[1:], analysis.moves, strict=False), 1):
        assert line.startswith(f"{number:>2} {one.card} {one.move} ")
        assert (f"{one.better} by {one.loss:.2f}" in line) if one.better else line.endswith("%")
    symbols = f"{analysis:u}"
    assert f"{analysis.moves[0].card:u}" in symbols
    assert not any(f"{card} " in symbols for card in DECK)
    assert f"{analysis:u}".splitlines()[-1] == lines[-1]
    begun = analyse(play(Game(seed=6), 3))
    assert str(begun).endswith(
        f"{begun.start:.1f} points expected at the start, {begun.result:.1f} after the last move"
    )


@pytest.mark.native
def test_a_notebook_shows_a_row_for_each_move():
    analysis = analyse(play(Game(seed=6), 16))
    html = analysis.to_html()
    assert html == analysis._repr_html_()
    assert html.count("<tr>") == len(analysis.moves) + 3
    assert f"the best grid of these cards has {analysis.best}" in html


@pytest.mark.native
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_json_is_what_the_schema_describes(rules):
    for moves in (2, 100):
        analysis = analyse(play(Game(rules, seed=13), moves))
        document = {"schema": "cribscore.analysis/1", **analysis.to_dict()}
        read = json.loads(json.dumps(document))
        assert read == document
        validator("analysis").validate(read)
        validator().validate(read)
        assert read["start"] + read["luck"] + read["skill"] == read["result"]
        assert [one["move"] for one in read["moves"]] == [str(one.move) for one in analysis.moves]
        assert pickle.loads(pickle.dumps(analysis)) == analysis


# ---------------------------------------------------------------- refusals


def test_only_a_game_is_analysed_and_by_a_level_that_there_is():
    with pytest.raises(TypeError, match=r"^a Game is analysed, not str: 'game'$"):
        analyse("game")
    with pytest.raises(CribscoreError, match=exactly("level 4 is not 0 to 3")):
        analyse(Game(seed=1), level=4)


def test_what_needs_the_c_core_says_so(core):
    if core != "python":
        assert analyse(play(Game(seed=1), 1)).moves
        return
    for what, game in (
        ("a player of level 2", play(Game(seed=1), 1)),
        ("best_grid", Game(OPEN, seed=1)),
    ):
        with pytest.raises(RuntimeError, match=exactly(needs_the_c_core(what))):
            analyse(game)


# ---------------------------------------------------------------- a position that is typed in


def test_a_position_is_advised_on_as_the_game_is(core):
    level = 0 if core == "python" else 2
    for name in HIDDEN:
        game = play(Game(name, seed=3), 11)
        advice = Player(level).advise(game)
        assert Player(level).advise_board(game.grid, game.card, game.reserves, rules=name) == advice


def test_a_position_with_a_card_twice_or_without_room_is_refused():
    board = "5H .. .. .. / .. .. .. .. / .. .. .. .. / .. .. .. .."
    player = Player(0)
    with pytest.raises(CribscoreError, match=r"^5H appears twice$"):
        player.advise_board(board, "5H")
    with pytest.raises(CribscoreError, match=exactly("there is no reserve 1: these rules have none")):
        player.advise_board(board, "6H", ["7H"])
    with pytest.raises(CribscoreError, match=r"^the grid is full$"):
        player.advise_board(deal(1)[:16], deal(1)[16])
    with pytest.raises(CribscoreError, match="the cards come one at a time"):
        player.advise_board(board, "6H", rules="open")


# ---------------------------------------------------------------- reasons in words


def words_for(board, card, move, rules=STANDARD):
    """The reason for a move in a game that came to this board, its cells filled in an order that is legal."""
    cells = [cell if cell != ".." else None for cell in board.replace("/", " ").split()]
    deck = [cell for cell in cells if cell] + [card]
    game = Game(replace(rules, adjacency=False), deck=[*deck, *(one for one in DECK if str(one) not in deck)])
    for place, cell in enumerate(cells):
        if cell:
            game.place(*divmod(place, 4))
    return reason(game, Move.parse(move))


EMPTY = " / .. .. .. .. / .. .. .. .. / .. .. .. .."


@pytest.mark.parametrize(
    ("row", "card", "move", "words"),
    [
        ("5H .. .. ..", "JD", "b1", "row 1 makes a fifteen"),
        ("5H 5D .. ..", "JD", "c1", "row 1 makes two fifteens"),
        ("5H .. .. ..", "6H", "b1", "row 1 may become a run of three or a flush"),
        ("5H .. .. ..", "7D", "b1", "row 1 may become a run of three"),
        ("5H .. .. ..", "8D", "b1", "it makes nothing yet"),
        ("5H .. .. ..", "2H", "b1", "row 1 may become a flush"),
        ("KH .. .. ..", "AH", "b1", "row 1 may become a flush"),
        ("9H .. .. ..", "9D", "b1", "row 1 makes a pair and may become a pair royal"),
        ("7H 8D .. ..", "9D", "c1", "row 1 makes a run of three and may become a double run of three"),
        ("2H 4H 6H ..", "8H", "d1", "row 1 makes a four-card flush"),
        ("2H 4H 6H ..", "8D", "d1", "it makes nothing yet"),
        ("2H 2D 2S ..", "2C", "d1", "row 1 makes a double pair royal"),
        ("2H 4H 6H ..", "8D", "a2", "it makes nothing yet"),
    ],
)
def test_the_reason_is_what_the_line_makes_and_may_become(row, card, move, words):
    assert words_for(row + EMPTY, card, move) == words


def test_a_line_cannot_become_what_no_card_is_left_for():
    three_sixes = "5H .. .. .. / .. .. 6H .. / .. .. .. 6D / .. .. .. 6C"
    assert words_for(three_sixes, "7D", "b1") == "row 1 may become a run of three"
    no_sixes = "5H .. .. .. / .. .. 6H 6S / .. .. .. 6D / .. .. .. 6C"
    assert words_for(no_sixes, "7D", "b1") == "it makes nothing yet"


def expected_words(line, placed, unseen):
    """Whether a card makes a fifteen or a run in a line, and if a run, a pair royal or a flush may be."""
    cards = [parse(str(card)) for card in line]
    card = parse(str(placed))
    rest = [one for one in cards if one != card]

    def points(part, *cards):
        return hand_parts(cards, None, False)[part]

    fifteens, _, runs = (points(part, *cards) - points(part, *rest) for part in (0, 1, 2))
    more = [parse(str(one)) for one in unseen] if 1 < len(cards) < 4 else []
    longer = any(points(2, *cards, one) > max(points(2, *cards), points(2, *rest, one)) for one in more)
    alike = sum(one[0] == card[0] for one in cards)
    royal = alike >= 2 and any(one[0] == card[0] for one in more)
    same = len({one[1] for one in cards}) == 1
    flush = bool(more) and same and sum(one[1] == card[1] for one in more) >= 4 - len(cards)
    return fifteens > 0, runs > 0, longer, royal, flush


@pytest.mark.native
@pytest.mark.parametrize("seed", range(4))
def test_the_words_are_those_that_the_naive_scorer_agrees_with(seed):
    game = Game(Rules(adjacency=False), seed=seed)
    while not game.over:
        moves = game.legal_moves()
        for move in moves[:: 1 + len(moves) // 4]:
            grid = game.grid.replace(*move.cell, game.card)
            unseen = [card for card in DECK if card not in grid]
            said = {}
            for part in reason(game, move).split("; "):
                name = part.partition(" makes " if " makes " in part else " may become ")[0]
                said[name] = part.partition("may become ")[::2]
            for name, line in (
                (f"row {move.cell[0] + 1}", grid.rows[move.cell[0]]),
                (f"column {'abcd'[move.cell[1]]}", grid.columns[move.cell[1]]),
            ):
                made, may = said.get(name, ("", ""))
                cards = [card for card in line if card]
                assert (
                    "fifteen" in made,
                    " run" in made,
                    "run" in may,
                    "royal" in may,
                    "flush" in may,
                ) == expected_words(cards, game.card, unseen), (name, cards, game.card)
        game.play(moves[seed * 5 % len(moves)])


def test_a_reason_names_what_happens_to_a_card_that_is_not_placed():
    assert reason(Game("one-reserve", seed=1), Move.to_reserve(0)) == "QD is kept for later"
    assert reason(Game("waste", seed=1), Move.to_reserve(0)) == "QD is thrown away"
    assert reason(Game("shuffle", seed=1), Move.parse("a1 b1")) == "QD and 9S change places"
    assert reason(Game("shuffle", seed=1), Move.finish()) == "the swaps end"
    game = Game("one-reserve", seed=1)
    game.play("r1")
    game.play("b2")
    game.play("c2")
    assert game.grid.rows[1][1:3] == (Card("9S"), Card("JH"))
    assert reason(game, Move.parse("r1 d2")) == "row 2 may become a run of four"


def deck_of(first):
    return [*first.split(), *(one for one in DECK if str(one) not in first.split())]


@pytest.mark.parametrize(
    ("rules", "deck", "before", "move", "run"),
    [
        # With 5H and 6S, the 7H and 4H make a run; in the open game only the 7H is among the cards.
        ("open", "7H 6S 5H KC KD QH JS TC TD 9C 9D 2C 2D AC AD QC 2S", "6S b2", "5H c2", True),
        ("open", "KC 6S 5H 7H KD QH JS TC TD 9C 9D 2C 2D AC AD QC 2S", "6S b2", "5H c2", True),
        ("open", "KC 6S 5H 8H KD QH JS TC TD 9C 9D 2C 2D AC AD QC 2S", "6S b2", "5H c2", False),
        # All other fours and sevens are placed: the seven that lies face up, or in the reserve, is left.
        ("one-reserve", "6S 7S 7C 7D 4S 4C 4D 4H 5H 7H", "b2 a1 b1 d1 a3 b3 d3 a4 r1", "r1 c2", True),
        ("one-reserve", "6S 7S 7C 7D 4S 4C 4D 4H 7H 5H", "b2 a1 b1 d1 a3 b3 d3 a4 r1", "c2", True),
        ("waste", "6S 7S 7C 7D 4S 4C 4D 4H 7H 5H", "b2 a1 b1 d1 a3 b3 d3 a4 r1", "c2", False),
    ],
)
def test_a_line_may_become_what_a_card_makes_that_can_still_come(rules, deck, before, move, run):
    rules = replace(PRESETS[rules], adjacency=False)
    game = Game(rules, deck=deck.split() if rules.open else deck_of(deck))
    for one in [before] if rules.open else before.split():
        game.play(one)
    assert reason(game, move) == ("row 2 may become a run of three" if run else "it makes nothing yet")


@pytest.mark.parametrize(
    ("move", "error"),
    [("r1 c2", "there is no reserve 1: these rules have none"), ("b2 c3", "a placed card cannot be moved")],
)
def test_a_move_that_is_not_legal_has_no_reason(move, error):
    game = Game(seed=1)
    game.play("b2")
    for given in (move, Move.parse(move)):
        with pytest.raises(IllegalMoveError, match=exactly(error)):
            reason(game, given)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_a_reason_does_not_depend_on_hidden_cards(rules):
    game = play(Game(rules, seed=1), 6)
    for move in game.legal_moves()[:20]:
        said = reason(game, move)
        assert said
        if not (rules.open or rules.shuffle):
            assert reason(game.reshuffled(3), move) == said
