"""Time rows of text and objects beside the same rows read one by one, and random deals beside NumPy."""

from time import perf_counter

import numpy as np
import pytest

from cribscore import DECK, Hand, _items, decode_cards, encode_cards, random_grids, random_hands, score_hands

ROWS = 5_000
ROUNDS = 20
DEALT = 1_000_000


def named(row, style=""):
    return [format(DECK[index], style) for index in row]


FORMS = {
    "texts": lambda row: " ".join(named(row)),
    "texts with symbols": lambda row: " ".join(named(row, "u")),
    "pairs of texts": lambda row: (" ".join(named(row[:4])), named(row)[4]),
    "pairs of objects": lambda row: (Hand(row[:4]), DECK[row[4]]),
    "lists of indexes": list,
    "lists of texts": named,
}


def time_beside(benchmark, call, other, rows, **extra):
    """Time a call and, in each round, another one beside it, so that other work disturbs both alike."""
    best = float("inf")

    def time_other():
        nonlocal best
        begin = perf_counter()
        other()
        best = min(best, perf_counter() - begin)

    benchmark.pedantic(call, setup=time_other, rounds=ROUNDS, warmup_rounds=1)
    if benchmark.enabled:
        least = benchmark.stats.stats.min
        extra.update(nanoseconds_a_row=least / rows * 1e9, beside_seconds=best, ratio=best / least)
    benchmark.extra_info.update(correct=True, rows=rows, **extra)


@pytest.mark.benchmark(group="items")
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("container", ["list", "generator"])
def test_rows_beside_the_same_one_by_one(benchmark, batch, monkeypatch, form, container):
    rows, expected = batch("rows", ROWS)
    items = [FORMS[form](row) for row in rows.tolist()]

    def score():
        return score_hands(items if container == "list" else (item for item in items))

    def one_by_one():
        with monkeypatch.context() as patch:
            patch.setattr(_items, "_block", lambda *_: None)
            score_hands(items)

    assert score() == expected.tobytes()
    time_beside(benchmark, score, one_by_one, ROWS, form=form, container=container)


@pytest.mark.benchmark(group="items")
@pytest.mark.parametrize("form", ["one text", "list"])
def test_encode(benchmark, batch, form):
    rows, _ = batch("rows", 100_000)
    texts = decode_cards(rows)
    given = texts if form == "list" else " ".join(texts)
    assert np.array_equal(encode_cards(given).reshape(-1, 5), rows)
    time_beside(benchmark, lambda: encode_cards(given), rows.copy, len(rows), form=form)


@pytest.mark.benchmark(group="items")
def test_decode(benchmark, batch):
    rows, _ = batch("rows", 100_000)
    assert np.array_equal(encode_cards(decode_cards(rows)), rows)
    time_beside(benchmark, lambda: decode_cards(rows), rows.copy, len(rows))


@pytest.mark.benchmark(group="random")
def test_random_hands_beside_scoring_them(benchmark):
    hands = random_hands(DEALT, 1)
    out, scores = np.empty_like(hands), np.empty(DEALT, np.uint8)
    assert np.array_equal(random_hands(DEALT, 1, out=out), hands)
    time_beside(
        benchmark, lambda: random_hands(DEALT, 1, out=out), lambda: score_hands(hands, out=scores), DEALT
    )


@pytest.mark.benchmark(group="random")
@pytest.mark.parametrize(("deal", "cards"), [(random_hands, 5), (random_grids, 17)], ids=["hands", "grids"])
def test_random_rows_beside_shuffled_decks(benchmark, deal, cards):
    count = 100_000
    decks = np.tile(np.arange(52, dtype=np.uint8), (count, 1))
    generator = np.random.default_rng(1)
    assert (np.diff(np.sort(deal(count, 1))) > 0).all()
    time_beside(
        benchmark, lambda: deal(count, 1), lambda: generator.permuted(decks, axis=1)[:, :cards], count
    )
