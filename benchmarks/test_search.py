"""The best placement of random deals and the proof of the largest total, as long as each takes."""

import pytest

from cribscore import best_grid, deal, prove_maximum, score_grid

DEALS = {"known starter": 500, "any starter": 100}
ROUNDS = 5


def spread(seconds):
    """The median, what 95 % stay within, and the longest."""
    ordered = sorted(seconds)
    return {
        "median": ordered[len(ordered) // 2],
        "95 %": ordered[len(ordered) * 95 // 100],
        "longest": ordered[-1],
    }


@pytest.mark.benchmark(group="search")
@pytest.mark.parametrize("starter", DEALS)
def test_best_placement(benchmark, starter):
    cards = [deal(seed) for seed in range(DEALS[starter])]
    took = [float("inf")] * len(cards)
    solutions = [None] * len(cards)

    def place_all():
        for number, (*placed, last) in enumerate(cards):
            solution = best_grid(placed, last) if starter == "known starter" else best_grid([*placed, last])
            took[number] = min(took[number], solution.seconds)
            solutions[number] = solution

    benchmark.pedantic(place_all, rounds=ROUNDS, warmup_rounds=1)
    for dealt, solution in zip(cards, solutions, strict=True):
        assert solution.optimal
        assert {*solution.grid, solution.starter} == {*dealt}
        assert score_grid(solution.grid, solution.starter) == solution.score == solution.bound
    benchmark.extra_info.update(deals=len(cards), seconds=spread(took), correct=True)


@pytest.mark.benchmark(group="search")
def test_largest_total(benchmark):
    proof = benchmark.pedantic(prove_maximum, rounds=4 * ROUNDS, warmup_rounds=1)
    assert (proof.total, len(proof.boards), proof.second) == (172, 6, 170)
    benchmark.extra_info["correct"] = True
