"""Time the best placement of random deals, and the proof of the largest total."""

import pytest

from cribscore import best_grid, deal, prove_maximum, score_grid

DEALS = {"known starter": 500, "any starter": 100}
ROUNDS = 5

# The slowest deals known, now or in earlier versions, found by hill climbing: cards, starter, fixed cells.
SLOW = {
    "known starter, few ranks": ("9D 6C 7C 7S 7H TD TS 7D TC TH AS 2S 6S 9S 6H 6D", "8C", None),
    "known starter": ("6D 8H 8D 7D 7S JD 6H QD QH TD 7H 8C TS JH 7C 2D", "JS", None),
    "any starter": ("AD 6D 6S 8D 2C 8H TC QS 7H KS QC JC 3D AH TH KC 7S", None, None),
    "any starter, few ranks, fixed cells": (
        "9H 7S 8D 7H 8C 6H 8S 9S 4D 8H 7C TH 6S TS 6D",
        None,
        ".. .. .. 6C / .. .. .. .. / .. TC .. .. / .. .. .. ..",
    ),
    "any starter, fixed cells": (
        "AC AD 8H 7C 2D AS 5C KD 8S QS JD AH 9H 9C 7D",
        None,
        ".. .. .. .. / .. .. .. .. / .. .. .. .. / .. 3H 9D ..",
    ),
}


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
@pytest.mark.parametrize("deal", SLOW)
def test_slow_deal(benchmark, deal):
    cards, starter, fixed = SLOW[deal]
    best = benchmark.pedantic(
        best_grid, (cards, starter), {"fixed": fixed}, rounds=4 * ROUNDS, warmup_rounds=1
    )
    assert best.optimal
    assert score_grid(best.grid, best.starter) == best.score == best.bound
    benchmark.extra_info["correct"] = True


@pytest.mark.benchmark(group="search")
def test_largest_total(benchmark):
    proof = benchmark.pedantic(prove_maximum, rounds=4 * ROUNDS, warmup_rounds=1)
    assert (proof.total, len(proof.boards), proof.second) == (172, 6, 170)
    benchmark.extra_info["correct"] = True
