"""Players: the value of a position on both cores, what each level plays, advice, and many games."""

import json
import pickle
import signal
import struct
import subprocess
import sys
import time
from contextlib import suppress
from itertools import permutations
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribscore import DECK, CribscoreError, _core, _steps, best_grid, deal, score_grid
from cribscore._wire import NEVER, POINT, WIN
from cribscore.squares import (
    ONE_RESERVE,
    OPEN,
    PRESETS,
    SHUFFLE,
    STANDARD,
    WASTE,
    Advice,
    Game,
    IllegalMoveError,
    Player,
    Rules,
    greedy_move,
    outlook,
    play_games,
    players,
)
from cribscore.squares.players import position_of
from cribscore.squares.tables import Table, standard_table
from processes import posix
from samples import PROTOCOLS
from strategies import examples
from wording import exactly, needs_the_c_core

HIDDEN = [name for name, rules in PRESETS.items() if not (rules.open or rules.shuffle)]
FREE = Rules(adjacency=False)


@st.composite
def positions(draw):
    """A position with a card face up, and its rules."""
    rules = draw(st.sampled_from([*(PRESETS[name] for name in HIDDEN), FREE, Rules(win_at=75)]))
    cards = iter(draw(st.permutations(DECK)))
    filled = draw(st.sets(st.integers(0, 15), max_size=15))
    grid = [next(cards) if cell in filled else None for cell in range(16)]
    piles = [[next(cards) for _ in range(draw(st.integers(0, 5)))] for _ in range(rules.piles)]
    return rules, grid, piles, next(cards)


def random_weights(seed):
    return Random(seed).randbytes(1_800_008)


@pytest.fixture
def cores():
    """Run a function on the C core and on the Python core."""
    used = _core.backend()

    def both(ask):
        answers = []
        for choice in ("c", "python"):
            _core.select(choice)
            answers.append(ask())
        return answers

    yield both
    _core.select("python" if used == "python" else f"c:{used}")


def midgame(rules=STANDARD, seed=1, moves=6):
    """A game that the greedy player has begun."""
    game = Game(rules, seed=seed)
    for number in range(moves):
        piles = [move for move in game.legal_moves() if move.kind.value == "to_reserve"]
        game.play(piles[0] if piles and number % 3 == 1 else greedy_move(game))
    return game


# ---------------------------------------------------------------- the value of a position


@pytest.mark.native
@examples(40)
@given(positions(), st.integers(0, 3))
def test_the_value_that_c_keeps_up_to_date_is_that_of_the_sum_as_it_is_defined(position, seed):
    weights, place = random_weights(seed), position_of(*position)
    used = _core.backend()
    found = []
    for choice in ("c", "python"):
        _core.select(choice)
        found.append(_core.weigh(_core.read_values(weights), place))
    _core.select(f"c:{used}")
    assert found[0] == found[1]


@pytest.mark.native
@pytest.mark.parametrize("rules", [PRESETS[name] for name in HIDDEN], ids=HIDDEN)
def test_both_cores_expect_the_same_of_each_card(rules, cores):
    game = midgame(rules, moves=14)
    place, table = position_of(rules, game.grid, game.reserves), standard_table(rules)
    compiled, plain = cores(lambda: _core.outlook(table.values(), place))
    assert compiled == plain
    assert {DECK[card] for card in range(52) if compiled[card] == NEVER} == {
        *game.grid.cards,
        *(card for pile in game.reserves for card in pile),
    }


@pytest.mark.parametrize("number", range(4))
def test_the_outlook_of_a_full_grid_is_its_score_with_each_starter(number):
    cards = deal(number, 52)
    ahead = outlook(cards[:16])
    assert ahead.by_card == {starter: score_grid(cards[:16], starter) for starter in sorted(cards[16:])}
    assert ahead.mean == pytest.approx(sum(ahead.by_card.values()) / 36)


@pytest.mark.native
def test_luck_and_skill_add_up_to_the_final_score():
    game = Game(seed=3)
    ahead = outlook(game.grid)
    total = ahead.mean
    while not game.over:
        card = game.card
        luck = ahead.by_card[card] - ahead.mean
        game.play(greedy_move(game))
        after = outlook(game.grid)
        total += luck + (after.mean - ahead.by_card[card])
        ahead = after
    total += ahead.by_card[game.starter] - ahead.mean
    assert total == pytest.approx(game.score.total)


def test_an_outlook_refuses_what_is_not_a_position():
    empty = [None] * 16
    with pytest.raises(CribscoreError, match=r"^5H appears twice$"):
        outlook(["5H", *empty[1:]], ["5H"], rules=ONE_RESERVE)
    for reserves, rules, why in (
        (["5H"], STANDARD, "there is no reserve 1: these rules have none"),
        (["5H", "6H"], ONE_RESERVE, "there is no reserve 2: these rules have 1"),
        (["5H 6H 7H 8H 9H TH"], WASTE, "reserve 1 holds at most 5 cards, got 6: 5H 6H 7H 8H 9H TH"),
    ):
        with pytest.raises(CribscoreError, match=exactly(why)):
            outlook(empty, reserves, rules=rules)
    what = "reserves are given pile by pile, each its cards"
    for reserves, said in (("5H 6C", "in one text: '5H 6C'"), (None, "NoneType: None"), (5, "int: 5")):
        with pytest.raises(TypeError, match=exactly(f"{what}, not {said}")):
            outlook(empty, reserves, rules=ONE_RESERVE)
    for rules in (OPEN, SHUFFLE):
        with pytest.raises(CribscoreError, match="the cards come one at a time"):
            outlook(empty, rules=rules)


@examples(200)
@given(
    st.binary(min_size=31, max_size=31)
    | st.lists(st.integers(0, 60) | st.just(255), min_size=31, max_size=31)
)
def test_no_bytes_make_the_core_fail_otherwise_than_by_an_error(position):
    values, position = standard_table(ONE_RESERVE).values(), bytes(position)
    for ask in (_core.weigh, _core.outlook):
        with suppress(ValueError):
            ask(values, position)


def changed(position, **bytes_at):
    """A position with other bytes: cells, first (pile), second (pile), card, adjacency, reserves."""
    places = {"cells": 0, "first": 16, "second": 21, "card": 26, "adjacency": 27, "reserves": 28}
    found = bytearray(position)
    for name, content in bytes_at.items():
        found[places[name] : places[name] + len(content)] = content
    return bytes(found)


NOTHING = position_of(ONE_RESERVE)
FULL_GRID = {"cells": bytes(range(16))}


@pytest.mark.parametrize(
    ("name", "position"),
    [
        ("outlook", changed(NOTHING, card=b"\0")),
        ("weigh", NOTHING),
        ("weigh", changed(NOTHING, card=b"\x33", **FULL_GRID)),
        *(
            (name, changed(NOTHING, card=card, **wrong))
            for name, card in (("outlook", b"\xff"), ("weigh", b"\x33"))
            for wrong in (
                {"cells": b"\x34"},
                {"cells": b"\x07\x07"},
                {"first": b"\xff\x07"},
                {"second": b"\x07"},
                {"reserves": b"\x03"},
            )
        ),
    ],
)
def test_what_is_not_a_position_is_refused_by_both_cores(name, position):
    with pytest.raises(ValueError, match=exactly("not a position")):
        getattr(_core, name)(standard_table(ONE_RESERVE).values(), position)


@pytest.mark.native
def test_the_door_refuses_a_search_or_games_that_cannot_start():
    values, position = standard_table(STANDARD).values(), position_of(STANDARD)
    turned = changed(position, card=b"\0")
    for level, wrong in ((1, position), (4, turned), (1, changed(turned, **FULL_GRID))):
        with pytest.raises(ValueError, match=exactly("not a position")):
            _steps.advise(values, wrong, level, False, 0)
    with pytest.raises(ValueError, match=exactly("not a move")):
        _steps.advise(values, turned, 1, False, 0, (255, 16))  # there is no pile
    for level, wrong in ((4, position), (0, changed(position, reserves=b"\x03"))):
        with pytest.raises(ValueError, match=exactly("no such rules or level")):
            _steps.games(values, wrong, level, 1, memoryview(bytearray(1)), lambda: False)


# ---------------------------------------------------------------- the levels


def brute_force(game, move, win_at):
    """The expected score and the chance to win with one more cell to fill after the move."""
    grid = game.after(move).grid
    rest = [card for card in DECK if card not in grid and card is not game.card]
    (cell,) = [divmod(place, 4) for place, card in enumerate(grid) if card is None]
    totals = [
        score_grid(full, starter).total
        for card in rest
        for full in [grid.replace(*cell, card)]
        for starter in rest
        if starter is not card
    ]
    return sum(totals) / len(totals), sum(total >= win_at for total in totals) / len(totals)


@pytest.mark.native
@pytest.mark.parametrize("aim", ["points", "win"])
@pytest.mark.parametrize("seed", range(3))
def test_with_two_cells_left_the_advice_is_what_all_cards_and_starters_give(seed, aim):
    game = midgame(Rules(win_at=45), seed, moves=14)
    advice = Player(1, aim=aim).advise(game)
    assert len(advice) == 2
    for one in advice:
        score, win = brute_force(game, one.move, 45)
        assert one.score == pytest.approx(score, abs=2 / POINT)
        assert one.win == pytest.approx(win, abs=2 / WIN)
        assert (one.found, one.error, one.loss_error) == ("exact", 0, 0)
    key = (lambda one: one.win) if aim == "win" else (lambda one: one.score)
    assert advice[0] == max(advice, key=key)


@pytest.mark.native
@pytest.mark.parametrize("level", range(4))
@pytest.mark.parametrize("rules", [*(PRESETS[name] for name in HIDDEN), FREE], ids=[*HIDDEN, "free"])
def test_a_player_does_not_look_at_hidden_cards(rules, level):
    game = midgame(rules, moves=11 if level == 3 else 5)
    player = Player(level)
    advice = player.advise(game)
    for seed in range(3):
        assert player.advise(game.reshuffled(seed)) == advice
    assert player.choose(game) == advice[0].move
    assert {one.move for one in advice} == {*game.legal_moves()}


def test_a_player_of_level_0_finishes_a_game_of_each_kind(core):
    for name in HIDDEN:
        game = midgame(PRESETS[name], moves=11 if core == "python" else 0)
        while not game.over:
            game.play(Player(0).choose(game))
        assert game.grid.full


@pytest.mark.native
def test_the_random_cards_follow_from_the_seed():
    game = midgame(moves=4)
    first = Player(2, seed=5).advise(game)
    assert first == Player(2, seed=5).advise(game)
    assert first[0].error > 0
    assert Player(2, seed=6).advise(game) != first


@pytest.mark.native
@pytest.mark.parametrize("level", range(1, 4))
def test_advice_is_in_order_and_its_errors_belong_to_random_cards(level):
    advice = Player(level).advise(midgame(moves=8))
    losses = [one.loss for one in advice]
    assert losses == sorted(losses)
    assert losses[0] == 0 == advice[0].loss_error
    for one in advice:
        assert (one.error > 0) == (one.found == "rollouts")
        assert (one.loss_error > 0) == (one.found == "rollouts" and one is not advice[0])
        assert 0 <= one.win <= 1
    assert json.loads(json.dumps(advice[0].to_dict()))["move"] == str(advice[0].move)


@pytest.mark.native
@pytest.mark.parametrize(("weight", "moves", "sign"), [(2**15 - 1, 0, -1), (-(2**15), 11, 1)])
def test_games_change_the_value_of_a_nonsensical_table_by_256_points_and_no_more(weight, moves, sign):
    weights = struct.pack("<h", weight) * (len(standard_table(STANDARD).weights) // 2)
    table, game = Table(STANDARD, 1, 0, 1, weights), midgame(moves=moves)
    before = {one.move: one.score for one in Player(1, table=table).advise(game)}
    best = next(one for one in Player(3, table=table).advise(game) if one.found == "rollouts")
    # The table is wrong by a thousand points. A game counts as 256, and level 3 takes two thirds of the mean.
    assert abs(before[best.move]) > 1000
    assert best.score - before[best.move] == pytest.approx(sign * 256 * 2 / 3, abs=0.001)
    assert best.error == 0  # all games counted the same


@pytest.mark.native
def test_a_symmetric_first_card_has_the_same_value_in_each_corner():
    advice = {str(one.move): one for one in Player(2).advise(Game(seed=4))}
    for cells in ("a1 d1 a4 d4", "b2 c2 b3 c3", "b1 c1 a2 a3 d2 d3 b4 c4"):
        assert len({advice[cell].score for cell in cells.split()}) == 1


@pytest.mark.native
def test_the_aim_to_win_wins_where_points_do_not_matter():
    wins = {}
    for aim in ("points", "win"):
        player, wins[aim] = Player(1, aim=aim), 0
        for seed in range(12):
            game = midgame(Rules(win_at=58), seed, moves=13)
            best = player.advise(game)[0]
            wins[aim] += best.win
    assert wins["win"] > wins["points"]


def test_level_0_with_the_aim_to_win_takes_a_sure_win_before_more_points():
    game = midgame(Rules(reserves=1, win_at=45), seed=2, moves=13)
    while len(game.history) < 19:
        game.play(greedy_move(game))
    points, win = (Player(0, aim=aim).advise(game) for aim in ("points", "win"))
    full = game.after(win[0].move).grid
    seen = {*full.cards, *(card for pile in game.reserves for card in pile)}
    assert all(score_grid(full, starter).total >= 45 for starter in DECK if starter not in seen)
    assert win[0].win == 1 > points[0].win
    assert win[0].score < points[0].score
    assert win[0].loss == 0 > win[1].loss
    assert {one.move for one in win} == {*game.legal_moves()}


@pytest.mark.parametrize("aim", ["Points", None, 1, np.array(["points", "win"])])
def test_an_aim_is_points_or_win(aim):
    with pytest.raises(CribscoreError, match=r"^aim .* is not 'points' or 'win'$"):
        Player(aim=aim)


@pytest.mark.native
def test_an_outlook_takes_the_path_of_a_table(tmp_path):
    table = standard_table(STANDARD)
    table.write(tmp_path / "own.table")
    empty = [None] * 16
    for own in (table, tmp_path / "own.table", str(tmp_path / "own.table")):
        assert outlook(empty, table=own) == outlook(empty)
    for function in (lambda own: outlook(empty, table=own), lambda own: Player(table=own)):
        with pytest.raises(TypeError, match=exactly("table is a table or its path, not int: 5")):
            function(5)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_player_survives_pickling(protocol):
    player = Player(1, seed=7, aim="win")
    again = pickle.loads(pickle.dumps(player, protocol))
    assert again.__reduce__()[1] == player.__reduce__()[1] == (1, 7, None, "win")


def test_only_a_game_has_a_greedy_move():
    with pytest.raises(TypeError, match=exactly("a player plays a Game, not NoneType: None")):
        greedy_move(None)


@pytest.mark.parametrize("level", [-1, 4])
def test_a_level_is_0_to_3(level):
    for make in (Player, lambda level: play_games(1, level=level)):
        with pytest.raises(CribscoreError, match=exactly(f"level {level} is not 0 to 3")):
            make(level)


def test_a_game_that_is_over_takes_no_advice():
    game = Game(SHUFFLE, seed=1)
    game.finish()
    for ask in (Player().advise, Player().choose):
        with pytest.raises(IllegalMoveError, match=r"^the game is over$"):
            ask(game)
        with pytest.raises(TypeError, match=r"^a player plays a Game, not str"):
            ask("game")


# ---------------------------------------------------------------- all cards seen


@pytest.mark.native
@pytest.mark.parametrize("rules", [OPEN, Rules(open=True, adjacency=False), SHUFFLE])
def test_where_all_cards_are_seen_the_player_reaches_the_best_grid(rules):
    for seed in range(3):
        game = Game(rules, seed=seed)
        while not game.over:
            game.play(Player().choose(game))
        *cards, starter = deal(seed)
        assert game.score.total == best_grid(cards, starter).score
        assert len(game.history) <= 16


@pytest.mark.native
def test_advice_in_an_open_game_says_what_each_move_can_still_reach():
    game = Game(OPEN, seed=2)
    for _ in range(12):
        game.play(greedy_move(game))
    advice = Player().advise(game)
    waiting = [game.card, *game.upcoming]
    empty = [place for place, card in enumerate(game.grid) if card is None]
    for one in advice:
        cell = 4 * one.move.cell[0] + one.move.cell[1]
        totals = []
        for order in permutations(waiting):
            cells = list(game.grid)
            for place, card in zip(empty, order, strict=True):
                cells[place] = card
            if cells[cell] is one.move.card:
                totals.append(score_grid(cells, game.starter).total)
        assert one.score == max(totals)
        assert one.win == (one.score >= 61)


@pytest.mark.native
def test_advice_in_a_shuffle_is_to_swap_towards_the_best_grid_and_not_to_finish():
    game = Game(SHUFFLE, seed=1)
    *cards, starter = deal(1)
    best = best_grid(cards, starter).score.total
    *swaps, finish = Player().advise(game)
    assert {one.move.kind.value for one in swaps} == {"swap"}
    assert len(swaps) == 16 * 15 / 2
    assert {(one.score, one.win) for one in swaps} == {(best, float(best >= 61))}
    assert finish.move.kind.value == "finish"
    assert (finish.score, finish.loss) == (game.score.total, best - game.score.total)


# ---------------------------------------------------------------- many games


@pytest.mark.native
@pytest.mark.parametrize(("level", "games"), [(0, 20), (1, 3), (2, 1)])
@pytest.mark.parametrize("rules", [*(PRESETS[name] for name in HIDDEN), FREE], ids=[*HIDDEN, "free"])
def test_the_games_of_a_batch_are_those_that_the_player_plays(rules, level, games):
    check_replay(rules, level, games, seed=2**64 - games)


@pytest.mark.native
@pytest.mark.slow
@pytest.mark.parametrize("level", range(4))
def test_a_hundred_games_of_each_level_replayed_in_python_have_the_same_scores(level):
    check_replay(STANDARD, level, 100, seed=77)


def check_replay(rules, level, games, seed):
    player = Player(level)
    for number, score in enumerate(bytes(play_games(games, rules=rules, level=level, seed=seed))):
        game = Game(rules, seed=seed + number)
        while not game.over:
            game.play(player.choose(game))
        assert score == game.score.total


@pytest.mark.native
def test_threads_play_the_same_games():
    for rules in ("standard", "open"):
        alone = list(play_games(50, rules=rules, level=0, seed=9))
        assert list(play_games(50, rules=rules, level=0, seed=9, threads=3)) == alone
        assert list(play_games(2, rules=rules, level=0, seed=9, threads=0)) == alone[:2]
        assert list(play_games(0, rules=rules)) == []
        numbers = [np.int64(number) for number in (50, 0, 9)]
        assert list(play_games(numbers[0], rules=rules, level=numbers[1], seed=numbers[2])) == alone


@pytest.mark.native
def test_scores_are_a_bytearray_without_numpy_and_an_array_with_it():
    program = (
        "import sys; from cribscore.squares import play_games; scores = play_games(3, level=0, seed=1);"
        "print(type(scores).__name__, 'numpy' in sys.modules); import numpy;"
        "array = play_games(3, level=0, seed=1); print(array.dtype, list(array) == list(scores))"
    )
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert printed.stdout.split() == ["bytearray", "False", "uint8", "True"]


@pytest.mark.native
def test_two_thousand_games_of_level_0_have_the_mean_that_is_claimed():
    scores = bytes(play_games(2000, level=0, seed=500_000))
    mean = sum(scores) / len(scores)
    assert abs(mean - 60.4) < 3 * 0.24  # docs/background/player.md; the error of a raw mean
    assert 0.42 < sum(score >= 61 for score in scores) / len(scores) < 0.53


@pytest.mark.native
@pytest.mark.slow
@pytest.mark.parametrize("rules", HIDDEN)
def test_level_0_makes_eight_points_more_than_the_greedy_player(rules):
    greedy = []
    for seed in range(100):
        game = Game(rules, seed=seed)
        while not game.over:
            game.play(greedy_move(game))
        greedy.append(game.score.total)
    scores = bytes(play_games(1000, rules=rules, level=0))
    assert sum(scores) / 1000 > sum(greedy) / 100 + 8


@pytest.mark.native
@posix
@pytest.mark.timing
@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_ends_many_games_at_once(threads):
    program = (
        "import time\nfrom cribscore.squares import play_games\nprint('ready', flush=True)\n"
        f"try:\n    play_games(10**6, level=3, threads={threads})\n"
        "except KeyboardInterrupt:\n    print(time.monotonic(), flush=True)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        ended = float(process.communicate(timeout=60)[0])
    assert ended - began < 0.5  # 0.05 on a machine with nothing else to do


@pytest.mark.parametrize("rules", [STANDARD, OPEN])
def test_no_game_is_played_once_another_thread_has_stopped_the_work(rules):
    play = players._play_open if rules.open else players._play_hidden
    scores = bytearray(3)
    play(rules, 0, 1, memoryview(scores), lambda: True)
    assert scores == bytes(3)


def test_levels_above_0_need_the_c_core(core):
    if core != "python":
        assert Player(1).advise(midgame(moves=12))
        return
    game = midgame(moves=12)
    for what, ask in (
        ("a player of level 1", lambda: Player(1).choose(game)),
        ("play_games", lambda: play_games(1, level=2)),
        ("best_grid", lambda: Player(0).choose(Game(OPEN, seed=1))),
    ):
        with pytest.raises(RuntimeError, match=exactly(needs_the_c_core(what))):
            ask()


def test_advice_is_a_tuple_with_the_words_of_the_page():
    assert Advice._fields == ("move", "score", "win", "error", "loss", "loss_error", "found")
