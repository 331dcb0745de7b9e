"""Cards in text to card indexes and back, against two-letter names written out here."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribscore import (
    DECK,
    CribscoreError,
    InvalidCardError,
    _core,
    _reference_text,
    decode_cards,
    encode_cards,
)
from cribscore._wire import CardRows
from strategies import NAMES, examples
from wording import exactly

INDEXES = st.lists(st.integers(0, 51), max_size=70)


def text_of(indexes):
    return " ".join(NAMES[index] for index in indexes)


def check_array(found, right):
    assert type(found) is np.ndarray
    assert found.dtype == np.uint8
    assert found.flags.writeable
    assert found.tolist() == right


@given(indexes=INDEXES)
def test_one_text_of_any_number_of_cards_gives_their_indexes(indexes):
    check_array(encode_cards(text_of(indexes)), indexes)
    check_array(encode_cards("".join(NAMES[index].lower() for index in indexes)), indexes)
    check_array(encode_cards(",".join(f"{DECK[index]:u}" for index in indexes)), indexes)
    check_array(encode_cards(" ".join(f"{DECK[index]:n}" for index in indexes)), indexes)


@given(
    rows=st.integers(1, 60).flatmap(lambda k: st.lists(st.lists(st.integers(0, 51), min_size=k, max_size=k)))
)
def test_rows_of_text_give_rows_of_indexes_and_these_the_text(rows):
    texts = [text_of(row) for row in rows]
    found = encode_cards(texts)
    check_array(found, rows)
    assert found.shape == (len(rows), len(rows[0]) if rows else 0)
    assert decode_cards(found) == texts


@examples(100)
@given(indexes=INDEXES)
def test_indexes_give_the_text_of_one_row(indexes):
    for row in (bytes(indexes), bytearray(indexes), np.array(indexes, np.uint8)):
        assert decode_cards(row) == text_of(indexes)


@pytest.mark.parametrize(
    "form", [list, tuple, iter, lambda rows: (row for row in rows), lambda rows: map(iter, rows)]
)
@pytest.mark.parametrize("cell", [int, NAMES.__getitem__, DECK.__getitem__, lambda index: f"{DECK[index]:n}"])
def test_rows_may_be_any_iterables_of_cards(form, cell):
    rows = [[18, 16, 19], [0, 51, 0], [7, 7, 7]]
    check_array(encode_cards(form([[cell(index) for index in row] for row in rows])), rows)


@pytest.mark.parametrize("dtype", [str, object, np.dtypes.StringDType()])
def test_arrays_of_text_are_rows(dtype):
    texts = np.array(["5H 5C 5S", "ac ks 10d"], dtype)
    check_array(encode_cards(texts), [[18, 16, 19], [0, 51, 37]])
    check_array(encode_cards(texts[::-1]), [[0, 51, 37], [18, 16, 19]])
    check_array(encode_cards(np.array([["5H", "5C"], ["AC", "KS"]], dtype)), [[18, 16], [0, 51]])
    check_array(encode_cards(np.array("5H 5C", dtype)), [18, 16])


def test_nothing_gives_no_cards():
    assert encode_cards([]).shape == (0, 0)
    assert encode_cards(iter(())).shape == (0, 0)
    assert encode_cards("").shape == encode_cards(" \n").shape == (0,)
    assert decode_cards(b"") == ""
    assert decode_cards(np.empty((0, 5), np.uint8)) == []
    assert decode_cards(np.empty((3, 0), np.uint8)) == [""] * 3


@pytest.mark.parametrize(
    "layout", [np.ascontiguousarray, np.asfortranarray, lambda rows: np.repeat(rows, 3, 1)[:, ::3]]
)
@pytest.mark.parametrize("backwards", [False, True])
def test_arrays_of_any_layout_give_text(layout, backwards):
    rows = layout(np.array([[18, 16, 19], [0, 51, 37]], np.uint8))
    texts = ["5H 5C 5S", "AC KS TD"]
    assert decode_cards(rows[::-1] if backwards else rows) == (texts[::-1] if backwards else texts)
    assert [decode_cards(row) for row in rows] == texts
    assert decode_cards(memoryview(np.ascontiguousarray(rows))) == texts


ROW_5X = "'5X' is not a card: suit 'X' is not one of C D H S"


@pytest.mark.parametrize(
    ("texts", "error", "message"),
    [
        ("5H 5X", InvalidCardError, ROW_5X),
        (["5H 5C", "5H 5X"], InvalidCardError, f"row 1: {ROW_5X}"),
        (["5X 5C", "5H"], InvalidCardError, f"row 0: {ROW_5X}"),
        (["5H 5C", "5H", "5X"], CribscoreError, "row 1: it holds 1 card, and row 0 holds 2"),
        (["5H", "5C", "5H 5C 5S"], CribscoreError, "row 2: it holds 3 cards, and row 0 holds 1"),
        (["5H 5C", ""], CribscoreError, "row 1: it holds 0 cards, and row 0 holds 2"),
        (["", "5H"], CribscoreError, "row 0: it holds no cards"),
        ([[0, 1], [0, 1, 2]], CribscoreError, "row 1: it holds 3 cards, and row 0 holds 2"),
        ([[0, 1], [0, 52]], InvalidCardError, "row 1: card index 52 is above 51"),
        ([[0, 1], [0, 255]], InvalidCardError, "row 1: card index 255 is above 51"),
        ([[0, 1], [0, -1]], InvalidCardError, "row 1: card index -1 is below 0"),
        (
            [[0] * 60, [0] * 60],
            CribscoreError,
            "row 0: cards given one by one are 52 at most, got more than 52",
        ),
        (["5H | 5C"], InvalidCardError, "row 0: '|' cannot stand between the cards of '5H | 5C'"),
        ("5H 5C " * 50 + "5X", InvalidCardError, ROW_5X),
        (
            "..",
            InvalidCardError,
            "'..' is not a card: it stands for an empty cell, which only a grid has",
        ),
    ],
    ids=repr,
)
def test_what_is_not_rows_of_cards_is_refused_by_its_row(texts, error, message):
    with pytest.raises(error, match=exactly(message)) as refusal:
        encode_cards(texts)
    assert type(refusal.value) is error


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (5, "texts are one text or an iterable of texts, not int"),
        (b"5H 5C", "encode_cards takes text, not bytes"),
        (np.zeros(3, np.uint8), "encode_cards takes text, not uint8"),
        ([18, 16], "row 0: cards are given as text or one by one, not int: 18"),
        (["5H", None], "row 1: cards are given as text or one by one, not NoneType: None"),
    ],
    ids=repr,
)
def test_what_is_not_text_is_a_type_error(texts, message):
    with pytest.raises(TypeError, match=exactly(message)):
        encode_cards(texts)


@pytest.mark.parametrize("value", [True, 1.0, None], ids=repr)
def test_an_item_of_another_type_is_a_type_error_that_names_its_row(value):
    with pytest.raises(TypeError, match=r"\Arow 1: a card is made from a card, an index or text, not "):
        encode_cards([[0, 1], [0, value]])


@pytest.mark.parametrize(
    ("cards", "error", "message"),
    [
        (bytes([18, 52, 60]), InvalidCardError, "card index 52 is above 51"),
        (
            np.array([[0, 1], [2, 255], [52, 3]], np.uint8),
            InvalidCardError,
            "row 1: card index 255 is above 51",
        ),
        (np.zeros((2, 2, 2), np.uint8), CribscoreError, "rows have 1 or 2 dimensions, not 3"),
        (np.array(5), CribscoreError, "rows have 1 or 2 dimensions, not 0"),
        ([18, 16], TypeError, "cards are a buffer or an array of card indexes, not list"),
        ("5H", TypeError, "cards are a buffer or an array of card indexes, not str"),
        (np.array(["5H"]), TypeError, "cards are a buffer or an array of card indexes, not ndarray"),
    ],
    ids=repr,
)
def test_what_is_not_indexes_is_refused(cards, error, message):
    with pytest.raises(error, match=exactly(message)):
        decode_cards(cards)


def test_the_two_cores_write_and_check_and_unpack_the_same():
    numbers = Random(1)
    cards = bytes(numbers.choices([*range(52), 52, 255], [*[9] * 52, 1, 1], k=600))
    for width, count in ((1, 600), (4, 150), (5, 120), (17, 35)):
        rows = CardRows(cards, 0, width, 1, width)
        texts, twins = bytearray(3 * width * count), bytearray(3 * width * count)
        begin, checked = 0, 0
        while begin < count:
            good = _core.write_rows(rows, begin, count, texts)
            assert _reference_text.write_rows(rows, begin, count, twins) == good
            assert texts[: 3 * width * good] == twins[: 3 * width * good]
            begin = good + 1
        while checked < count:
            good = _core.check_rows(cards, width, checked, count)
            assert _reference_text.check_rows(cards, width, checked, count) == good
            checked = good + 1
    keys = np.array([numbers.randrange(2**31) for _ in range(50)], np.uint32)
    for width in (1, 4, 5):
        fields, twins = bytearray(50 * width), bytearray(50 * width)
        _core.unpack_keys(keys, width, fields)
        _reference_text.unpack_keys(keys, width, twins)
        assert fields == twins
        assert fields[:width] == bytes(int(keys[0]) >> 6 * place & 63 for place in range(width))


@pytest.mark.native
def test_buffers_that_are_too_small_are_refused_by_the_c_core():
    for call in (
        lambda: _core.read_rows(b"5H", 0, 2, 1, bytearray(1)),
        lambda: _core.write_rows(CardRows(bytes(2), 0, 2, 1, 2), 0, 1, bytearray(5)),
        lambda: _core.check_rows(bytes(5), 2, 0, 3),
        lambda: _core.unpack_keys(np.zeros(2, np.uint32), 4, bytearray(7)),
        lambda: _core.random_deals(1, 0, 5, 0, 2, bytearray(9)),
    ):
        with pytest.raises(ValueError, match=exactly("the buffer is too small")):
            call()
