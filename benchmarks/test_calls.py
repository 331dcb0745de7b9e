"""Time calls for one hand or grid from Python beside the cheapest possible calls, and the import."""

import random
import subprocess
import sys

import pytest

from cribscore import (
    DECK,
    Grid,
    Hand,
    _core,
    _reference,
    _reference_random,
    deal,
    explain_grid,
    explain_hand,
    read_board,
    score_grid,
    score_hand,
)
from cribscore.squares import Game

ROUNDS = 200  # short rounds: other work on the machine disturbs only some of them


def time_each(benchmark, one_round, calls):
    """Time a function that makes `calls` calls in a loop. The report subtracts the cost of the loop."""
    benchmark.extra_info["calls"] = calls
    benchmark.pedantic(one_round, rounds=ROUNDS, warmup_rounds=2)


def expect(deals, score):
    """Assert that each deal has the score of the reference, part by part."""
    for hand, starter in deals.ready:
        parts = _reference.hand_points(bytes([*hand, starter]), False)[:5]
        assert score((hand, starter)).parts == parts


@pytest.mark.benchmark(group="calls")
def test_empty_loop(benchmark, deals):
    def one_round():
        for _hand, _starter in deals.ready:
            pass

    time_each(benchmark, one_round, len(deals.ready))


@pytest.mark.benchmark(group="calls")
def test_trivial_cffi_call(benchmark, deals, yard):
    trivial = yard.lib.yard_trivial

    def one_round():
        for _hand, _starter in deals.ready:
            trivial(1)

    time_each(benchmark, one_round, len(deals.ready))


@pytest.mark.benchmark(group="calls")
def test_python_look_up(benchmark, deals):
    table = list(range(52))

    def look_up(hand, starter=None, *, crib=False):
        return table[starter.index]

    def one_round():
        for hand, starter in deals.ready:
            look_up(hand, starter)

    time_each(benchmark, one_round, len(deals.ready))


@pytest.mark.benchmark(group="calls")
def test_score_hand_of_ready_objects(benchmark, deals):
    expect(deals, lambda deal: score_hand(*deal))

    def one_round():
        for hand, starter in deals.ready:
            score_hand(hand, starter)

    time_each(benchmark, one_round, len(deals.ready))


@pytest.mark.benchmark(group="calls")
def test_construct_and_score(benchmark, deals):
    expect(deals, lambda deal: score_hand(Hand([*deal[0]]), deal[1]))

    def one_round():
        for cards, starter in deals.cards:
            score_hand(Hand(cards), starter)

    time_each(benchmark, one_round, len(deals.cards))


@pytest.mark.benchmark(group="calls")
def test_score_hand_of_text(benchmark, deals):
    expect(deals, lambda deal: score_hand(str(deal[0]), str(deal[1])))

    def one_round():
        for hand, starter in deals.text:
            score_hand(hand, starter)

    time_each(benchmark, one_round, len(deals.text))


def lines_of(deals):
    return [[line.parts for line in (*score.rows, *score.columns)] for score in scores_of(deals)]


def scores_of(deals):
    return [score_grid(grid, starter) for grid, starter in deals]


@pytest.mark.benchmark(group="calls")
def test_score_grid_of_ready_objects(benchmark, deals, use):
    compiled = scores_of(deals.grids), lines_of(deals.grids)
    use("python")
    assert compiled == (scores_of(deals.grids), lines_of(deals.grids))
    use("c")

    def one_round():
        for grid, starter in deals.grids:
            score_grid(grid, starter)

    time_each(benchmark, one_round, len(deals.grids))


@pytest.mark.benchmark(group="calls")
def test_score_hand_with_the_python_core(benchmark, deals, use):
    compiled = {ready: score_hand(*ready).parts for ready in deals.ready}
    use("python")
    for ready, parts in compiled.items():
        assert score_hand(*ready).parts == parts

    def one_round():
        for hand, starter in deals.ready[:50]:
            score_hand(hand, starter)

    time_each(benchmark, one_round, 50)


# Other calls, each with what it is given a thousand times and what must be true of each answer.

KEPT = _core.native()[1]  # the library itself: its calls keep the interpreter lock
CALLS = {
    "trivial call that keeps the lock": (
        lambda deals: [(0,)] * 1000,
        KEPT.crib_pack_hand,
        lambda answer, zero: answer == KEPT.CRIB_INVALID,
    ),
    "score_hand, list of cards": (
        lambda deals: deals.cards,
        score_hand,
        lambda score, four, starter: score is score_hand(Hand(four), starter),
    ),
    "score_grid, twelve cards": (
        lambda deals: [(Grid([*list(grid)[:12], *[None] * 4]), starter) for grid, starter in deals.grids],
        score_grid,
        lambda score, grid, starter: score == sum(score.rows) + sum(score.columns) + score.heels,
    ),
    "score_grid and its rows": (
        lambda deals: deals.grids,
        lambda grid, starter: score_grid(grid, starter).rows,
        lambda rows, grid, starter: [*rows] == [score_hand(row, starter) for row in grid.rows],
    ),
    "Grid.replace": (
        lambda deals: deals.grids,
        lambda grid, starter: grid.replace(1, 2, starter),
        lambda grid, _, starter: grid[1, 2] is starter,
    ),
    "Grid.full": (
        lambda deals: deals.grids,
        lambda grid, starter: grid.full,
        lambda full, *_: full,
    ),
    "hash of a hand": (
        lambda deals: deals.ready,
        lambda hand, starter: hash(hand),
        lambda number, hand, starter: number == hash(Hand([*hand][::-1])),
    ),
    "hands that are equal": (
        lambda deals: [(hand, Hand([*hand])) for hand, _ in deals.ready],
        lambda hand, other: hand == other,
        lambda equal, *_: equal,
    ),
    "str of a hand": (
        lambda deals: deals.ready,
        lambda hand, starter: str(hand),
        lambda text, hand, starter: Hand(text) == hand,
    ),
    "Grid of text": (
        lambda deals: [(str(grid),) for grid, _ in deals.grids],
        Grid,
        lambda grid, text: str(grid) == text,
    ),
    "read_board": (
        lambda deals: [(f"{grid}\n{starter}\n",) for grid, starter in deals.grids],
        read_board,
        lambda board, text: f"{board[0]}\n{board[1]}\n" == text,
    ),
    "explain_hand": (
        lambda deals: deals.ready[:200],
        explain_hand,
        lambda explanation, hand, starter: explanation.score is score_hand(hand, starter),
    ),
    "explain_grid": (
        lambda deals: deals.grids[:50],
        explain_grid,
        lambda explanation, grid, starter: explanation.score == score_grid(grid, starter),
    ),
    "deal": (
        lambda deals: [(seed,) for seed in range(200)],
        deal,
        lambda cards, seed: [card.index for card in cards] == _reference_random.deal_cards(seed, 17),
    ),
}


@pytest.mark.benchmark(group="calls")
@pytest.mark.parametrize("name", CALLS)
def test_call(benchmark, deals, name):
    given, call, right = CALLS[name]
    items = given(deals)
    assert all(right(call(*item), *item) for item in items)

    def one_round():
        for item in items:
            call(*item)

    time_each(benchmark, one_round, len(items))


# Squares


@pytest.fixture(scope="module")
def games():
    """Games in progress, after zero to fifteen random moves."""
    numbers, begun = random.Random(1), []
    for seed in range(64):
        game = Game(seed=seed)
        for _ in range(seed % 16):
            game.play(numbers.choice(game.legal_moves()))
        begun.append(game)
    return begun


@pytest.mark.benchmark(group="calls")
@pytest.mark.parametrize("what", ["legal_moves", "after", "score"])
def test_game(benchmark, games, what):
    moves = [(game, game.legal_moves()[0]) for game in games]
    assert all(game.after(move).grid[move.cell] is game.card for game, move in moves)

    def one_round():
        if what == "legal_moves":
            for game, _move in moves:
                game.legal_moves()
        elif what == "after":
            for game, move in moves:
                game.after(move)
        else:
            for game, _move in moves:
                game.score  # noqa: B018

    time_each(benchmark, one_round, len(moves))


@pytest.mark.benchmark(group="calls")
def test_random_playout(benchmark):
    def play(seed):
        game, numbers = Game(seed=seed), random.Random(seed)
        while not game.over:
            game.play(numbers.choice(game.legal_moves()))
        return game

    for seed in range(20):
        game = play(seed)
        assert {*game.grid} == {*deal(seed)[:16]} <= {*DECK}
        assert game.score == score_grid(game.grid, game.starter)

    def one_round():
        for seed in range(20):
            play(seed)

    time_each(benchmark, one_round, 20)


@pytest.mark.benchmark(group="import")
@pytest.mark.parametrize("statement", ["pass", "import cribscore"])
def test_process(benchmark, statement):
    def run(program):
        subprocess.run([sys.executable, "-I", "-c", program], check=True)

    if statement == "import cribscore":
        run("import cribscore, sys; assert 'numpy' not in sys.modules")
    benchmark.pedantic(run, args=(statement,), rounds=40, warmup_rounds=3)
