"""Time the cribs of a deal beside the enumeration of the other's hands, and throws beside keeps."""

import subprocess
from pathlib import Path
from time import perf_counter

import numpy as np
import pytest

from cribscore import _core, best_discard, best_throws, discards, keep_sums, policy
from cribscore.cards import cards_of

PROGRAM = Path(__file__).parents[1] / "tests" / "programs" / "every_other_hand.c"
CSRC = Path(__file__).parents[1] / "csrc"
DEALS = 50_000
ROUNDS = 60  # short ones, of which other work on the machine disturbs only some


@pytest.fixture(scope="module")
def six_cards():
    deck = np.tile(np.arange(52, dtype=np.uint8), (DEALS, 1))
    return np.ascontiguousarray(np.random.default_rng(6).permuted(deck, axis=1)[:, :6])


@pytest.fixture(scope="module")
def enumeration(tmp_path_factory):
    """Return a call that enumerates the other's hands of a deal: the sums, and the seconds."""
    binary = tmp_path_factory.mktemp("enumeration") / "every_other_hand"
    sources = [PROGRAM, *sorted(CSRC.glob("crib_*.c"))]
    subprocess.run(
        ["cc", "-O3", "-std=c11", '-DCRIB_VERSION="x"', f"-I{CSRC}", *sources, "-o", binary], check=True
    )

    def call(cards):
        begin = perf_counter()
        ran = subprocess.run(
            [binary], input=policy.shipped()[:18395] + cards, capture_output=True, check=True
        )
        return [int(line) for line in ran.stdout.split()], perf_counter() - begin

    return call


@pytest.mark.benchmark(group="cribs")
def test_the_cribs_of_fifteen_throws(benchmark, six_cards, enumeration):
    rows = [row.tobytes() for row in six_cards[:20]]
    seconds = []
    for row in rows[:3]:
        sums, took = enumeration(row)
        assert _core.crib_sums(policy.shipped(), 0, row, 0) == [24 * total for total in sums]
        seconds.append(took)

    def one_round():
        for row in rows:
            _core.crib_sums(policy.shipped(), 0, row, 0)

    benchmark.extra_info.update(calls=len(rows), correct=True)
    benchmark.pedantic(one_round, rounds=ROUNDS, warmup_rounds=1)
    if benchmark.enabled:
        a_deal = benchmark.stats.stats.min / len(rows)
        benchmark.extra_info["microseconds"] = round(1e6 * a_deal, 1)
        benchmark.extra_info["times_the_enumeration"] = round(min(seconds) / a_deal)


@pytest.mark.benchmark(group="cribs")
def test_best_throws_beside_the_keeps(benchmark, six_cards):
    out, sums = np.zeros((DEALS, 2), np.uint8), np.zeros((DEALS, 15), np.uint16)
    best_throws(six_cards, dealer=True, out=out)
    for row, throw in zip(six_cards[:50].tolist(), out.tolist(), strict=False):
        assert [card.index for card in best_discard(row, dealer=True).thrown] == throw
    best_keeps = float("inf")

    def time_keeps():
        nonlocal best_keeps
        begin = perf_counter()
        keep_sums(six_cards, out=sums)
        best_keeps = min(best_keeps, perf_counter() - begin)

    benchmark.extra_info.update(deals=DEALS, correct=True)
    benchmark.pedantic(
        lambda: best_throws(six_cards, dealer=True, out=out), setup=time_keeps, rounds=ROUNDS, warmup_rounds=1
    )
    if benchmark.enabled:
        benchmark.extra_info["keeps"] = best_keeps
        benchmark.extra_info["times_the_keeps"] = round(benchmark.stats.stats.min / best_keeps, 2)


@pytest.mark.benchmark(group="calls")
def test_discards_of_ready_cards(benchmark, six_cards):
    ready = [cards_of(row) for row in six_cards[:10].tolist()]
    assert all(len(discards(cards, dealer=True)) == 15 for cards in ready)

    def one_round():
        for cards in ready:
            discards(cards, dealer=True)

    benchmark.extra_info["calls"] = len(ready)
    benchmark.pedantic(one_round, rounds=5 * ROUNDS, warmup_rounds=1)
