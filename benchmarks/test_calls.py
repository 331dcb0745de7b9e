"""Time calls for one hand or grid from Python beside the cheapest possible calls, and the import."""

import subprocess
import sys

import pytest

from cribscore import Hand, _reference, score_grid, score_hand

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


@pytest.mark.benchmark(group="calls")
def test_score_grid_of_ready_objects(benchmark, deals, use):
    compiled = [score_grid(grid, starter) for grid, starter in deals.grids]
    use("python")
    assert compiled == [score_grid(grid, starter) for grid, starter in deals.grids]
    use("c")

    def one_round():
        for grid, starter in deals.grids:
            score_grid(grid, starter)

    time_each(benchmark, one_round, len(deals.grids))


@pytest.mark.benchmark(group="calls")
def test_score_hand_with_the_python_core(benchmark, deals, use):
    compiled = {deal: score_hand(*deal).parts for deal in deals.ready}
    use("python")
    for deal, parts in compiled.items():
        assert score_hand(*deal).parts == parts

    def one_round():
        for hand, starter in deals.ready[:50]:
            score_hand(hand, starter)

    time_each(benchmark, one_round, 50)


@pytest.mark.benchmark(group="import")
@pytest.mark.parametrize("statement", ["pass", "import cribscore"])
def test_process(benchmark, statement):
    def run(program):
        subprocess.run([sys.executable, "-I", "-c", program], check=True)

    if statement == "import cribscore":
        run("import cribscore, sys; assert 'numpy' not in sys.modules")
    benchmark.pedantic(run, args=(statement,), rounds=40, warmup_rounds=3)
