"""Time rows of text and objects beside the same rows read one by one, and random deals beside NumPy."""

import numpy as np
import pytest

from cribscore import DECK, Hand, _items, decode_cards, encode_cards, random_grids, random_hands, score_hands

ROWS = 5_000
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


@pytest.mark.benchmark(group="items")
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("container", ["list", "generator"])
def test_rows_beside_the_same_one_by_one(time_beside, batch, monkeypatch, form, container):
    rows, expected = batch("rows", ROWS)
    items = [FORMS[form](row) for row in rows.tolist()]

    def score():
        return score_hands(items if container == "list" else (item for item in items))

    def one_by_one():
        with monkeypatch.context() as patch:
            patch.setattr(_items, "_block", lambda *_: None)
            score_hands(items)

    assert score() == expected.tobytes()
    time_beside(score, one_by_one, rounds=20, rows=ROWS, form=form, container=container)


@pytest.mark.benchmark(group="items")
@pytest.mark.parametrize("form", ["one text", "list"])
def test_encode(time_beside, batch, form):
    rows, _ = batch("rows", 100_000)
    texts = decode_cards(rows)
    given = texts if form == "list" else " ".join(texts)
    assert np.array_equal(encode_cards(given).reshape(-1, 5), rows)
    time_beside(lambda: encode_cards(given), rows.copy, rows=len(rows), form=form)


@pytest.mark.benchmark(group="items")
def test_decode(time_beside, batch):
    rows, _ = batch("rows", 100_000)
    assert np.array_equal(encode_cards(decode_cards(rows)), rows)
    time_beside(lambda: decode_cards(rows), rows.copy, rows=len(rows))


@pytest.mark.benchmark(group="random")
def test_random_hands_beside_scoring_them(time_beside):
    hands = random_hands(DEALT, 1)
    out, scores = np.empty_like(hands), np.empty(DEALT, np.uint8)
    assert np.array_equal(random_hands(DEALT, 1, out=out), hands)
    time_beside(lambda: random_hands(DEALT, 1, out=out), lambda: score_hands(hands, out=scores), rows=DEALT)


@pytest.mark.benchmark(group="random")
@pytest.mark.parametrize(("deal", "cards"), [(random_hands, 5), (random_grids, 17)], ids=["hands", "grids"])
def test_random_rows_beside_shuffled_decks(time_beside, deal, cards):
    count = 100_000
    decks = np.tile(np.arange(52, dtype=np.uint8), (count, 1))
    generator = np.random.default_rng(1)
    assert (np.diff(np.sort(deal(count, 1))) > 0).all()
    time_beside(
        lambda: deal(count, 1), lambda: generator.permuted(decks, axis=1)[:, :cards], rounds=20, rows=count
    )
