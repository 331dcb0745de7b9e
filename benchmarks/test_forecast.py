"""Time forecasts and keeps of many deals beside a scalar loop that scores as many hands."""

from itertools import combinations
from time import perf_counter

import numpy as np
import pytest

from cribscore import Card, Hand, forecast, forecast_hands, keep_sums

PAIRS = [*combinations(range(6), 2)]
STARTERS = 46  # that are left after six cards
HANDS = len(PAIRS) * STARTERS  # which the scalar loop scores for one deal
DEALS = 70_000
FEWER = 7_000  # deals, whose distributions take more room
SHARE = 100_000  # hands that the scalar loop scores in one round
ROUNDS = 60


@pytest.fixture(scope="module")
def six_cards():
    """Different deals, many more than a branch predictor learns."""
    deck = np.tile(np.arange(52, dtype=np.uint8), (DEALS, 1))
    return np.ascontiguousarray(np.random.default_rng(6).permuted(deck, axis=1)[:, :6])


@pytest.fixture(scope="module")
def right_sums(six_cards, yard):
    """The sums of all keeps by the scalar loop, which does not mind a starter that is in the hand."""
    found = np.empty(DEALS, np.uint8)
    scores = yard.ffi.from_buffer("uint8_t[]", found, require_writable=True)
    sums = np.zeros((DEALS, len(PAIRS)), np.uint16)
    rows = np.empty((DEALS, 5), np.uint8)
    for throw, pair in enumerate(PAIRS):
        rows[:, :4] = np.delete(six_cards, pair, axis=1)
        for starter in range(52):
            rows[:, 4] = starter
            yard.lib.yard_score(yard.ffi.from_buffer("uint8_t[]", rows), DEALS, scores)
            sums[:, throw] += found * (six_cards != starter).all(axis=1)
    return sums


def scalar_loop(yard, batch):
    """Return a call that scores different hands one after the other, in turns."""
    rows, _ = batch("rows", 1_000_000)
    out = np.zeros(SHARE, np.uint8)
    scores = yard.ffi.from_buffer("uint8_t[]", out, require_writable=True)
    turns = [yard.ffi.from_buffer("uint8_t[]", rows[at : at + SHARE]) for at in range(0, len(rows), SHARE)]
    turn = iter(range(1 << 62))

    def call():
        yard.lib.yard_score(turns[next(turn) % len(turns)], SHARE, scores)

    return call


def beside_the_scalar_loop(benchmark, call, loop, deals_a_round):
    """Time a call and, between its rounds, the scalar loop; other work on the machine disturbs both alike."""
    best = float("inf")

    def time_loop():
        nonlocal best
        begin = perf_counter()
        loop()
        best = min(best, perf_counter() - begin)

    benchmark.extra_info.update(deals=deals_a_round, correct=True)
    benchmark.pedantic(call, setup=time_loop, rounds=ROUNDS, warmup_rounds=1)
    if benchmark.enabled:
        a_deal = benchmark.stats.stats.min / deals_a_round
        benchmark.extra_info["scalar_hand"] = best / SHARE
        benchmark.extra_info["times_the_scalar_loop"] = round(HANDS * best / SHARE / a_deal, 1)


@pytest.mark.benchmark(group="keeps")
def test_the_sums_of_fifteen_keeps(benchmark, six_cards, right_sums, yard, batch):
    out = np.zeros((len(six_cards), len(PAIRS)), np.uint16)
    assert np.array_equal(keep_sums(six_cards, out=out), right_sums)
    beside_the_scalar_loop(
        benchmark, lambda: keep_sums(six_cards, out=out), scalar_loop(yard, batch), len(six_cards)
    )


@pytest.mark.benchmark(group="keeps")
def test_the_distributions_of_fifteen_keeps(benchmark, six_cards, right_sums, yard, batch):
    deals = six_cards[:FEWER]
    kept = np.stack([np.delete(deals, pair, axis=1) for pair in PAIRS], axis=1).reshape(-1, 4)
    thrown = np.stack([deals[:, pair] for pair in PAIRS], axis=1).reshape(-1, 2)
    out = np.zeros((len(kept), 30), np.uint8)
    counts = forecast_hands(kept, dead=thrown, out=out)
    assert np.array_equal((counts @ np.arange(30)).reshape(FEWER, -1), right_sums[:FEWER])
    beside_the_scalar_loop(
        benchmark, lambda: forecast_hands(kept, dead=thrown, out=out), scalar_loop(yard, batch), FEWER
    )


@pytest.mark.benchmark(group="calls")
def test_forecast_of_ready_objects(benchmark, six_cards):
    ready = [(Hand(row[:4]), tuple(map(Card, row[4:]))) for row in six_cards[:1000].tolist()]
    assert all(forecast(hand, dead).starters == STARTERS for hand, dead in ready)

    def one_round():
        for hand, dead in ready:
            forecast(hand, dead)

    benchmark.extra_info["calls"] = len(ready)
    benchmark.pedantic(one_round, rounds=30, warmup_rounds=2)
