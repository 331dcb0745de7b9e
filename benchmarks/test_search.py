"""Time the best placement of random deals, and the proof of the largest total."""

import pytest

from cribscore import best_grid, deal, prove_maximum, score_grid

DEALS = {"known starter": 500, "any starter": 100}
ROUNDS = 5


def spread(seconds):
    """Return the median, the time that 95 % stay within, and the longest."""
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
    best = [None] * len(cards)

    def place_all():
        for number, (*placed, last) in enumerate(cards):
            found = best_grid(placed, last) if starter == "known starter" else best_grid([*placed, last])
            took[number] = min(took[number], found.seconds)
            best[number] = found

    benchmark.pedantic(place_all, rounds=ROUNDS, warmup_rounds=1)
    for dealt, found in zip(cards, best, strict=True):
        assert found.optimal
        assert {*found.grid, found.starter} == {*dealt}
        assert score_grid(found.grid, found.starter) == found.score == found.bound
    benchmark.extra_info.update(deals=len(cards), seconds=spread(took), correct=True)


@pytest.mark.benchmark(group="search")
def test_largest_total(benchmark):
    proof = benchmark.pedantic(prove_maximum, rounds=4 * ROUNDS, warmup_rounds=1)
    assert (proof.total, len(proof.boards), proof.second) == (172, 6, 170)
    benchmark.extra_info["correct"] = True
