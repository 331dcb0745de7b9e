"""Every kind of array, with bad rows anywhere, against rows that the naive scorer scores one at a time."""

import ctypes
import os
import sys
from array import array
from collections import deque
from itertools import repeat
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import arrow_made
from arrow_made import Column, Producer, Rows, Streamer
from cribscore import (
    CribscoreError,
    Grid,
    InvalidCardError,
    InvalidGridError,
    InvalidHandError,
    _core,
    _work,
    check_grids,
    check_hands,
    decode_cards,
    forecast_hands,
    keep_sums,
    score_counts,
    score_grid,
    score_grids,
    score_hand,
    score_hands,
)
from naive import grid_lines, hand_parts, parse
from processes import run_python
from strategies import NAMES, examples
from wording import exactly

# What is right, from the rules


def card_of(index):
    return None if index == 255 else parse(NAMES[index])


def why_bad(row, partial):
    """What is wrong with a row, from left to right; None if nothing is."""
    for place, index in enumerate(row):
        if index is None:
            return "null is not a card"
        if index == 255 and partial and (len(row) == 17 or place == 4):
            continue
        if index < 0:
            return f"card index {index} is below 0"
        if index > 51:
            return f"card index {index} is above 51"
        if index in row[:place]:
            return f"{NAMES[index]} appears twice"
    return None


def parts_of(row, crib):
    return list(hand_parts([card_of(index) for index in row[:4]], card_of(row[4]), crib))


def lines_of(row):
    rows, columns, heels = grid_lines([card_of(index) for index in row[:16]], card_of(row[16]))
    return [sum(parts) for parts in rows + columns], heels


class Sort:
    """Hands or grids."""

    def __init__(self, name, cards, score, check, error, wide):
        self.name, self.cards, self.score, self.check = name, cards, score, check
        self.error, self.wide = error, wide

    def __repr__(self):
        return f"{self.name}s"

    def right(self, row, crib=False):
        """The total of a row, and its parts or lines."""
        if self is HANDS:
            parts = parts_of(row, crib)
            return sum(parts), parts
        lines, heels = lines_of(row)
        return sum(lines) + heels, lines


HANDS = Sort("hand", 4, score_hands, check_hands, InvalidHandError, "parts")
GRIDS = Sort("grid", 16, score_grids, check_grids, InvalidGridError, "lines")
both = pytest.mark.parametrize("sort", [HANDS, GRIDS], ids=repr)

# Kinds of arrays, from rows of numbers; None is a null


def columns_of(rows, width):
    return [[row[place] for row in rows] for place in range(width)]


def flat_of(rows):
    return [index for row in rows for index in row]


def listed(rows, width, form="C", offset=0, valid=None):
    """A list of one length after `offset` other rows, with as many numbers before those of its child."""
    child = Column([99] * (offset * width) + flat_of(rows), form, offset)
    return Rows(f"+w:{width}", [child], valid or [True] * len(rows), offset)


def struct(rows, width, form="C", offset=0, valid=None):
    """A struct of columns, each with an offset of its own, after `offset` other rows."""
    columns = [
        Column([99] * offset + column, form, place) for place, column in enumerate(columns_of(rows, width))
    ]
    return Rows("+s", columns, valid or [True] * len(rows), offset)


def chunks(rows, width, make, **options):
    """The rows in pieces of uneven length, one of them empty."""
    cuts = [0, len(rows) // 3, len(rows) // 3, len(rows) // 2, len(rows)]
    return Streamer([make(rows[cuts[i] : cuts[i + 1]], width, **options) for i in range(4)])


def of_dtype(dtype, change=lambda rows: rows):
    return lambda rows, width: change(np.array(rows, object).reshape(-1, width).astype(dtype))


def spread(rows):
    """The rows as every second of larger rows, of which all other numbers are not cards."""
    larger = np.full((2 * len(rows), 3 * rows.shape[1]), 99, rows.dtype)
    larger[::2, ::3] = rows
    return larger[::2, ::3]


class Tensor:
    """What offers `__dlpack__`, and nothing else."""

    def __init__(self, rows):
        self.rows = rows

    def __dlpack__(self, **options):
        return self.rows.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.rows.__dlpack_device__()


WIDE, WIDER = range(-(2**15), 2**15), range(-(2**63), 2**63)
BYTES, SIGNED, UNSIGNED = range(256), range(-128, 128), range(2**16)
KINDS = {  # how it is made, the numbers that it holds, and whether it holds nulls
    "bytes": (lambda rows, width: bytes(flat_of(rows)), BYTES, False),
    "uint8": (of_dtype("u1"), BYTES, False),
    "uint8 columns": (of_dtype("u1", np.asfortranarray), BYTES, False),
    "int8": (of_dtype("i1"), SIGNED, False),
    "int8 columns": (of_dtype("i1", np.asfortranarray), SIGNED, False),
    "int8 flat with gaps": (of_dtype("i1", lambda rows: np.repeat(rows.ravel(), 2)[::2]), SIGNED, False),
    "array of b": (lambda rows, width: array("b", flat_of(rows)), SIGNED, False),
    "uint16": (of_dtype("u2"), UNSIGNED, False),
    "int16": (of_dtype("i2"), WIDE, False),
    "int32": (of_dtype("i4"), WIDE, False),
    "uint32": (of_dtype("u4"), UNSIGNED, False),
    "int64": (of_dtype("i8"), WIDER, False),
    "uint64": (of_dtype("u8"), range(2**64), False),
    "big-endian int16": (of_dtype(">i2"), WIDE, False),
    "big-endian int64": (of_dtype(">i8"), WIDER, False),
    "little-endian int32": (of_dtype("<i4"), WIDE, False),
    "int64 columns": (of_dtype("i8", np.asfortranarray), WIDER, False),
    "int64 flat": (of_dtype("i8", np.ravel), WIDER, False),
    "int16 with gaps": (of_dtype("i2", spread), WIDE, False),
    "big-endian int32 with gaps": (of_dtype(">i4", spread), WIDE, False),
    "int64 backwards": (of_dtype("i8", lambda rows: rows[::-1, ::-1].copy()[::-1, ::-1]), WIDER, False),
    "int32 flat backwards": (of_dtype("i4", lambda rows: rows.ravel()[::-1].copy()[::-1]), WIDE, False),
    "int64 not aligned": (
        of_dtype("i8", lambda rows: np.frombuffer(b"?" + rows.tobytes(), "i8", offset=1).reshape(rows.shape)),
        WIDER,
        False,
    ),
    "array of h": (lambda rows, width: array("h", flat_of(rows)), WIDE, False),
    "array of Q": (lambda rows, width: array("Q", flat_of(rows)), range(2**64), False),
    "memoryview of big-endian rows": (of_dtype(">i4", memoryview), WIDE, False),
    "DLPack": (of_dtype("i8", Tensor), WIDER, False),
    "lists": (lambda rows, width: Producer(listed(rows, width)), BYTES, True),
    "lists with an offset": (lambda rows, width: Producer(listed(rows, width, offset=3)), BYTES, True),
    "lists of int8": (lambda rows, width: Producer(listed(rows, width, "c", 2)), SIGNED, True),
    "columns of int8": (lambda rows, width: Producer(struct(rows, width, "c", 2)), SIGNED, True),
    "numbers of int8": (lambda rows, width: Producer(Column(flat_of(rows), "c", 3)), SIGNED, True),
    "lists of int64": (lambda rows, width: Producer(listed(rows, width, "l", 5)), WIDER, True),
    "columns": (lambda rows, width: Producer(struct(rows, width)), BYTES, True),
    "columns of int16 with an offset": (
        lambda rows, width: Producer(struct(rows, width, "s", 11)),
        WIDE,
        True,
    ),
    "numbers": (lambda rows, width: Producer(Column(flat_of(rows), "C", 3)), BYTES, True),
    "numbers of uint32": (lambda rows, width: Producer(Column(flat_of(rows), "I", 3)), UNSIGNED, True),
    "chunks of lists": (lambda rows, width: chunks(rows, width, listed), BYTES, True),
    "chunks of lists of int32": (lambda rows, width: chunks(rows, width, listed, form="i"), WIDE, True),
    "chunks of columns": (lambda rows, width: chunks(rows, width, struct, offset=2), BYTES, True),
    "chunks of numbers": (
        lambda rows, width: Streamer([Column(flat_of(rows)[:7]), Column([]), Column(flat_of(rows)[7:])]),
        BYTES,
        True,
    ),
    "a column of lists": (
        lambda rows, width: Producer(
            Rows("+s", [listed([[99] * width] * 2 + rows, width, offset=1)], [True] * len(rows), 2)
        ),
        BYTES,
        True,
    ),
}


def as_pandas(dtype):
    def make(rows, width):
        import pandas as pd

        return pd.DataFrame(
            dict(enumerate(columns_of(rows, width))), dtype=dtype(), index=range(5, 5 + len(rows))
        )

    return make


def pandas_array(dtype):
    def make(rows, width):
        import pandas as pd

        return pd.array(flat_of(rows), dtype())

    return make


def arrow_dtype():
    import pandas as pd
    import pyarrow as pa

    return pd.ArrowDtype(pa.int32())


def as_polars(dtype, change=lambda frame, width: frame):
    def make(rows, width):
        import polars as pl

        names = [f"card {place}" for place in range(width)]
        frame = pl.DataFrame(rows, dict.fromkeys(names, getattr(pl, dtype)), orient="row")
        return change(frame, width)

    return make


def as_polars_lists(frame, width):
    import polars as pl

    (dtype,) = set(frame.dtypes)
    return frame.select(
        pl.concat_list(pl.all()).list.to_array(width).cast(pl.Array(dtype, width))
    ).to_series()


def as_pyarrow(dtype, change=lambda table, rows, width: table):
    def make(rows, width):
        import pyarrow as pa

        kind = getattr(pa, dtype)()
        arrays = [pa.array(column, kind) for column in columns_of(rows, width)]
        return change(pa.table(arrays, [str(place) for place in range(width)]), rows, width)

    return make


def as_pyarrow_lists(_, rows, width):
    import pyarrow as pa

    lists = pa.FixedSizeListArray.from_arrays(pa.array(flat_of(rows), pa.uint8()), width)
    return pa.chunked_array([lists[:2], lists[2:2], lists[2:]])


def tensors(_, rows, width):
    import pyarrow as pa

    lists = pa.FixedSizeListArray.from_arrays(pa.array(flat_of(rows), pa.uint8()), width)
    return pa.ExtensionArray.from_storage(pa.fixed_shape_tensor(pa.uint8(), [width]), lists)


LIBRARIES = {
    "pandas": {
        "pandas uint8": (as_pandas(lambda: "uint8"), BYTES, False),
        "pandas int64": (as_pandas(lambda: "int64"), WIDER, False),
        "pandas UInt8": (as_pandas(lambda: "UInt8"), BYTES, True),
        "pandas Int64": (as_pandas(lambda: "Int64"), WIDER, True),
        "pandas array": (pandas_array(lambda: "UInt8"), BYTES, True),
        "pandas sparse": (as_pandas(lambda: "Sparse[uint8]"), BYTES, False),
        "pandas mixed": (
            lambda rows, width: as_pandas(lambda: "Int32")(rows, width).astype({0: "int64", 1: "Int64"}),
            WIDE,
            False,
        ),
        "part of a pandas frame": (
            lambda rows, width: as_pandas(lambda: "int64")(rows * 2, width)[: len(rows)],
            WIDER,
            False,
        ),
    },
    "pyarrow": {
        "pandas array of Arrow": (pandas_array(arrow_dtype), WIDE, True),
        "pandas Arrow": (as_pandas(arrow_dtype), WIDE, True),
        "pyarrow table": (as_pyarrow("uint8"), BYTES, True),
        "pyarrow table of int64": (as_pyarrow("int64"), WIDER, True),
        "part of a pyarrow table": (
            as_pyarrow(
                "int16",
                lambda table, rows, width: type(table).from_batches([*table.to_batches()] * 2)[
                    len(rows) // 2 :
                ][-len(rows) :],
            ),
            WIDE,
            True,
        ),
        "pyarrow batch": (as_pyarrow("int32", lambda table, rows, width: table.to_batches()[0]), WIDE, True),
        "pyarrow lists": (as_pyarrow("uint8", as_pyarrow_lists), BYTES, True),
        "pyarrow tensors": (as_pyarrow("uint8", tensors), BYTES, False),
    },
    "polars": {
        "polars frame": (as_polars("UInt8"), BYTES, True),
        "polars frame of Int64": (as_polars("Int64"), WIDER, True),
        "polars lists": (as_polars("UInt8", as_polars_lists), BYTES, True),
        "polars lists of Int16": (as_polars("Int16", as_polars_lists), WIDE, True),
        "part of polars lists": (
            as_polars(
                "UInt8", lambda frame, width: as_polars_lists(frame.vstack(frame), width)[: len(frame)]
            ),
            BYTES,
            True,
        ),
    },
}
for kinds in LIBRARIES.values():
    KINDS.update(kinds)

each_kind = pytest.mark.parametrize(
    "kind",
    [
        pytest.param(
            kind, marks=[pytest.mark.needs(library) for library, kinds in LIBRARIES.items() if kind in kinds]
        )
        for kind in KINDS
    ],
)


@st.composite
def batches(draw, width, numbers, nulls):
    """Rows of different cards, of which the first, one in the middle or the last may be bad or partial."""
    count = draw(st.sampled_from([1, 2, 5, 31, 32, 33, 64, 70]) if width == 5 else st.sampled_from([1, 2, 5]))
    cards = Random(draw(st.integers(0, 2**32)))
    rows = [cards.sample(range(52), width) for _ in range(count)]
    missing = 255 in numbers
    wrong = [
        52,
        *(number for number in (254, 256, 300, 256 + 17, -1, -300, 2**31, 2**40 + 3) if number in numbers),
    ]
    wrong += [numbers[0], numbers[-1]] + [None] * (2 * nulls)
    wrong = [number for number in wrong if number not in range(52)]
    for row in draw(st.sets(st.sampled_from([0, count // 2, count - 1]))):
        place = draw(st.integers(0, width - 1))
        rows[row][place] = draw(st.sampled_from([*wrong, *[255] * (2 * missing), rows[row][place - 1]]))
    if missing and draw(st.booleans()):
        rows[draw(st.integers(0, count - 1))][-1] = 255
    return rows


def check_all(sort, given_rows, rows, partial, cribs):
    """Score an array in every way, and compare with the rows one at a time."""
    reasons = [why_bad(row, partial) for row in rows]
    bad = [(number, reason) for number, reason in enumerate(reasons) if reason is not None]
    rights = [
        (255, [255] * (5 if sort is HANDS else 8)) if reason else sort.right(row, crib)
        for row, reason, crib in zip(rows, reasons, cribs, strict=True)
    ]
    totals, wide = [total for total, _ in rights], [parts for _, parts in rights]
    options = {"partial": partial}
    if sort is HANDS:
        options["crib"] = np.array(cribs) if len(set(cribs)) > 1 else cribs[0]
    masked = sort.score(given_rows(), errors="mask", **options)
    assert list(bytes(masked)) == totals
    parts = sort.score(given_rows(), errors="mask", **options, **{sort.wide: True})
    assert bytes(parts) == bytes(flat_of(wide))
    assert sort.check(given_rows(), partial=partial) == bad
    assert sort.check(given_rows(), partial=partial, limit=1) == bad[:1]
    if sort is HANDS:
        counts = score_counts(given_rows(), errors="mask", **options)
        assert counts == [totals.count(points) for points in range(30)]
    if bad:
        message = f"{sort.name} {bad[0][0]}: {bad[0][1]}"
        with pytest.raises(sort.error, match=exactly(message)):
            sort.score(given_rows(), **options)
        if sort is HANDS:
            with pytest.raises(sort.error, match=exactly(message)):
                score_counts(given_rows(), **options)
    else:
        assert list(bytes(sort.score(given_rows(), **options))) == totals
        out = bytearray(len(rows))
        assert sort.score(given_rows(), out=out, **options) is out
        assert list(out) == totals


@pytest.mark.slow_on_python
@each_kind
@pytest.mark.parametrize("sort", [HANDS, pytest.param(GRIDS, marks=pytest.mark.slow)], ids=repr)
@given(data=st.data())
@examples(50)
def test_an_array_of_any_kind_scores_as_its_rows_do_one_at_a_time(sort, kind, data):
    make, numbers, nulls = KINDS[kind]
    rows = data.draw(batches(sort.cards + 1, numbers, nulls))
    cribs = data.draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows)))
    check_all(sort, lambda: make(rows, sort.cards + 1), rows, data.draw(st.booleans()), cribs)


@pytest.mark.slow_on_python
@both
@each_kind
def test_starters_apart_may_be_of_any_kind(sort, kind):
    make, numbers, _ = KINDS[kind]
    cards = Random(kind)
    rows = [cards.sample(range(52), sort.cards + 1) for _ in range(40)]
    hands, starters = [row[:-1] for row in rows], [row[-1] for row in rows]
    right = [sort.right(row)[0] for row in rows]
    given = make(hands, sort.cards)
    assert list(bytes(sort.score(given, bytes(starters)))) == right
    for dtype in ("i8", ">u2", "u1", "i1"):
        assert list(bytes(sort.score(make(hands, sort.cards), np.array(starters, dtype)))) == right
    starters[7] = numbers[-1]
    reason = f"card index {numbers[-1]} is above 51"
    dtype = "u8" if numbers[-1] >= 2**63 else "i8"
    with pytest.raises(sort.error, match=exactly(f"{sort.name} 7: {reason}")):
        sort.score(make(hands, sort.cards), np.array(starters, dtype))
    assert sort.check(make(hands, sort.cards), np.array(starters, dtype)) == [(7, reason)]


def test_starters_of_another_number_are_refused_also_where_numpy_does_not_see_them():
    rows = bytes([18, 16, 19, 41, 6, 14, 30, 50])
    made = [Producer(Column([17, 9, 3])), Producer(listed([[17], [9]], 1)), Streamer([Column([17], "l")])]
    for starters, shape in zip(made, ("3", "2 x 1", "1"), strict=True):
        message = f"starters are one card, or one for each of the 2 rows, not {shape}"
        with pytest.raises(CribscoreError, match=exactly(message)):
            score_hands(rows, starters)
        with pytest.raises(CribscoreError, match=exactly(message)):
            check_hands([rows[:4], rows[4:]], starters)


def test_a_byte_below_zero_is_not_a_missing_card():
    rows = np.array([[18, 16, 19, 41, 17], [18, 16, 19, 41, -1]], np.int8)
    message = exactly("hand 1: card index -1 is below 0")
    for form in (rows, rows.T.copy().T, memoryview(rows), array("b", rows.tobytes())):
        with pytest.raises(InvalidHandError, match=message):
            score_hands(form, partial=True)
        with pytest.raises(InvalidHandError, match=message):
            score_hands(form)
    with pytest.raises(InvalidHandError, match=message):
        score_hands(rows[:, :4], rows[:, 4], partial=True)
    with pytest.raises(InvalidCardError, match=exactly("row 1: card index -1 is below 0")):
        decode_cards(rows)


@pytest.mark.slow_on_python
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("kind", ["int64", "int16 with gaps", "chunks of columns", "chunks of lists"])
def test_blocks_and_threads_do_not_change_the_scores(monkeypatch, kind, threads):
    import cribscore._arrays

    monkeypatch.setattr(cribscore._arrays, "_LEAST_BLOCK", 10)
    monkeypatch.setattr(cribscore._arrays, "_MOST_BLOCK", 40)
    monkeypatch.setattr(_work, "THREAD_ROWS", 64)
    monkeypatch.setattr(_core, "rows_at_once", lambda _: 100)
    cards = Random(kind)
    rows = [cards.sample(range(52), 5) for _ in range(500)]
    rows[77][2] = rows[399][0] = 77
    flags = [bool(cards.getrandbits(1)) for _ in rows]
    given = KINDS[kind][0](rows, 5)
    right = [
        255 if why_bad(row, False) else HANDS.right(row, crib)[0]
        for row, crib in zip(rows, flags, strict=True)
    ]
    assert list(score_hands(given, crib=flags, errors="mask", threads=threads)) == right
    counts = score_counts(given, crib=flags, errors="mask", threads=threads)
    assert counts == [right.count(points) for points in range(30)]
    assert check_hands(given) == [(row, "card index 77 is above 51") for row in (77, 399)]
    with pytest.raises(InvalidHandError, match=exactly("hand 77: card index 77 is above 51")):
        score_hands(given, threads=threads)


@pytest.mark.native
def test_a_large_array_of_wide_numbers_is_scored_in_blocks():
    rows = np.random.default_rng(4).permuted(np.tile(np.arange(52, dtype="i8"), (70_000, 1)), axis=1)[:, :5]
    right = score_hands(rows.astype(np.uint8))
    for form in (rows, rows.copy(), np.asfortranarray(rows), rows.astype(">i2")):
        assert np.array_equal(score_hands(form), right)
        assert np.array_equal(score_hands(form, threads=2), right)
    assert score_counts(rows, threads=2) == np.bincount(right, minlength=30).tolist()


# Arrow gets back what it lent


@pytest.fixture
def lent():
    """What has been given back since the test began, by name."""
    arrow_made.RELEASED.clear()
    yield arrow_made.RELEASED
    assert not arrow_made.GIVEN, "something was not given back"


@pytest.mark.parametrize(
    "make",
    [
        lambda rows: Producer(listed(rows, 5)),
        lambda rows: Producer(struct(rows, 5, "l")),
        lambda rows: chunks(rows, 5, listed),
    ],
    ids=["lists", "columns", "chunks"],
)
def test_what_arrow_lends_is_given_back_once_also_after_an_error(make, lent):
    rows = [Random(row).sample(range(52), 5) for row in range(20)]
    score_hands(make(rows))
    stream = isinstance(make(rows), Streamer)
    once = sorted(["Array"] * (4 if stream else 1) + ["Schema"] + ["Stream"] * stream)
    assert sorted(lent) == once
    rows[13][3] = 77
    for call in (
        score_hands,
        lambda given: score_hands(given, "5D"),
        lambda given: score_hands(given, out=b""),
    ):
        lent.clear()
        with pytest.raises((ValueError, TypeError)):
            call(make(rows))
        assert sorted(lent) == once


def test_a_stream_that_breaks_off_says_why_and_gives_back_what_it_gave(lent):
    rows = [Random(row).sample(range(52), 5) for row in range(20)]
    stream = Streamer([listed(rows, 5)], b"the disk is full")
    with pytest.raises(CribscoreError, match=exactly("the Arrow stream ends with error 5: the disk is full")):
        score_hands(stream)
    assert sorted(lent) == ["Array", "Schema", "Stream"]


def test_rows_that_are_null_are_told():
    rows = [Random(row).sample(range(52), 5) for row in range(9)]
    valid = [row not in (2, 8) for row in range(9)]
    right = [HANDS.right(row)[0] if there else 255 for row, there in zip(rows, valid, strict=True)]
    for made in (
        listed(rows, 5, "C", 3, valid),
        listed(rows, 5, "i", 0, valid),
        struct(rows, 5, "C", 9, valid),
    ):
        assert list(score_hands(Producer(made), errors="mask")) == right
        assert check_hands(Producer(made)) == [(2, "null is not a card"), (8, "null is not a card")]
    unknown = Rows("+w:5", [Column(flat_of(rows), "C", 0, unknown=True)], [True] * 9)
    assert list(score_hands(Producer(unknown))) == [HANDS.right(row)[0] for row in rows]


ANY_LENGTH = (
    "lists of any length are not read as rows: cast them to whole numbers in lists of one length, such as "
    "polars.Array(polars.UInt8, 5) or pyarrow.list_(pyarrow.uint8(), 5)"
)


def test_lists_of_any_length_are_refused_with_the_cast_that_helps(lent):
    for form in ("+l", "+L", "+vl"):
        with pytest.raises(TypeError, match=exactly(ANY_LENGTH)):
            score_hands(Producer(Rows(form, [Column([1, 2])], [True])))


def test_lists_of_other_numbers_are_refused_with_the_cast_that_helps(lent):
    message = ANY_LENGTH.replace("any length", "booleans or fractions")
    for form in ("+w:5", "+l"):
        for item in ("b", "e", "f", "g", "d:4,0"):
            with pytest.raises(TypeError, match=exactly(message)):
                score_hands(Producer(Rows(form, [Rows(item, [], [True])], [True])), errors="mask")


def test_arrow_arrays_of_other_types_are_refused(lent):
    why = "a Producer is read if it holds whole numbers in lists of one length or in columns"
    for made in (Rows("u", [], [True]), Rows("+w:5", [Rows("u", [], [True])], [True]), Rows("n", [], [])):
        with pytest.raises(TypeError, match=exactly(why)):
            score_hands(Producer(made))


@pytest.mark.needs("polars")
def test_lists_of_polars_are_refused_with_the_cast_that_helps():
    import polars as pl

    lists = pl.Series([[18, 16, 19, 41, 17]])
    with pytest.raises(TypeError, match=exactly(ANY_LENGTH)):
        score_hands(lists)
    assert score_hands(lists.cast(pl.Array(pl.UInt8, 5))).tolist() == [29]


@pytest.mark.needs("pandas")
def test_pandas_text_is_read_and_fractions_are_refused_with_the_cast_that_helps():
    import pandas as pd

    texts = pd.DataFrame({"hand": ["5H 5C 5S JD", "2H 4H 8H KH"], "starter": ["5D", "9C"]})
    assert list(score_hands(texts)) == [29, 6]
    assert list(score_hands(texts["hand"], texts["starter"])) == [29, 6]
    why = r"^each hand is whole numbers, .*, not float64; .*astype\(numpy\.int64\) cuts off fractions$"
    with pytest.raises(TypeError, match=why):
        score_hands(pd.DataFrame([[18.0, 16.0, 19.0, 41.0, 17.0]]))


def test_arrow_is_read_without_numpy():
    program = f"""
import sys
sys.path.insert(0, {os.path.dirname(arrow_made.__file__)!r})
sys.modules["numpy"] = None
from arrow_made import Column, Producer, Rows, Streamer
from cribscore import check_hands, score_hands
rows = [18, 16, 19, 41, 17, 6, 14, 30, 50, 300]
made = Rows("+w:5", [Column(rows, "s")], [True, True])
print(list(score_hands(Producer(made), errors="mask")), check_hands(Streamer([made, made])))
"""
    code, printed, complaint = run_python(program, "python" if _core.backend() == "python" else "c")
    assert (code, complaint) == (0, "")
    assert printed == "[29, 255] [(1, 'card index 300 is above 51'), (3, 'card index 300 is above 51')]"


# Options


def test_cribs_may_be_given_for_each_hand():
    rows = [[*Random(row).sample(range(0, 52, 4), 4), 49] for row in range(70)]
    flags = [row % 3 == 0 for row in range(70)]
    right = [HANDS.right(row, crib)[0] for row, crib in zip(rows, flags, strict=True)]
    assert right != [HANDS.right(row)[0] for row in rows]
    data, spread_flags = bytes(flat_of(rows)), np.zeros(140, bool)
    spread_flags[::2] = flags
    forms = [flags, tuple(flags), np.array(flags), spread_flags[::2], list(np.array(flags))]
    forms += [deque(flags), dict(enumerate(flags)).values(), (ctypes.c_bool * 70)(*flags)]
    for crib in forms:
        assert list(score_hands(data, crib=crib)) == right
        assert list(score_hands(np.array(rows, "i4"), crib=crib)) == right
        assert list(score_hands([[NAMES[index] for index in row] for row in rows], crib=crib)) == right
    assert list(score_hands(data, crib=(flag for flag in flags))) == right
    for one in (np.True_, np.array(True), ctypes.c_bool(True)):
        assert list(score_hands(data, crib=one)) == list(score_hands(data, crib=True))
    for one in (np.False_, np.array(False), ctypes.c_bool(False)):
        assert list(score_hands(data, crib=one)) == list(score_hands(data))


@pytest.mark.parametrize(
    "crib", [True, np.True_, np.array(True), False, np.False_, np.array(False)], ids=repr
)
def test_a_truth_value_of_numpy_says_whether_all_hands_are_cribs(crib):
    flush_of_four = ["2H 4H 8H KH | 9C"]  # four points, but not in a crib
    assert list(score_hands(flush_of_four, crib=crib)) == [2 if crib else 6]


@pytest.mark.parametrize(
    ("crib", "error", "why"),
    [
        ([True], ValueError, "crib is a truth value, or one for each of the 2 rows, not 1"),
        (np.eye(2, 1) > 0, ValueError, "crib is a truth value, or one for each of the 2 rows, not 2 x 1"),
        ([True, 1], TypeError, "crib is a truth value, or an array or a list of booleans"),
        (deque([True]), ValueError, "crib is a truth value, or one for each of the 2 rows, not 1"),
        (repeat(True), ValueError, "crib is a truth value, or one for each of the 2 rows, not more than 2"),
        (range(2), TypeError, "crib is a truth value, or an array or a list of booleans"),
        *(
            (one, TypeError, f"crib is a truth value, or an array or a list of booleans, not {kind}")
            for one, kind in (
                ("False", "str"),
                (b"\0\1", "bytes"),
                (bytearray(2), "bytearray"),
                (0.0, "float"),
                (1, "int"),
                (None, "NoneType"),
            )
        ),
        (
            np.array([1, 0]),
            TypeError,
            "crib is a truth value or an array of booleans, not int64; "
            "numpy.asarray(values).astype(bool) converts",
        ),
    ],
)
def test_what_does_not_say_which_hands_are_cribs_is_refused(crib, error, why):
    with pytest.raises(error, match=exactly(why)):
        score_hands(bytes(range(10)), crib=crib)


@both
def test_a_partial_row_scores_as_it_does_alone(sort):
    cards = Random(3)
    rows = [cards.sample(range(52), sort.cards + 1) for _ in range(60)]
    for row in rows:
        for place in range(17 if sort is GRIDS else 0):
            if cards.random() < 0.3:
                row[place] = 255
        if cards.random() < 0.5:
            row[-1] = 255
    texts = [[None if index == 255 else NAMES[index] for index in row] for row in rows]
    if sort is HANDS:
        alone = [score_hand(row[:-1], row[-1], crib=True) for row in texts]
        options = {"crib": True}
    else:
        alone, options = [score_grid(row[:-1], row[-1]) for row in texts], {}
    for form in (bytes(flat_of(rows)), np.array(rows), np.asfortranarray(np.array(rows, "u1")), texts, rows):
        assert list(sort.score(form, partial=True, **options)) == alone
    pairs = [(row[:-1], row[-1]) for row in texts]
    assert list(sort.score(pairs, partial=True, **options)) == alone
    hands, starters = [row[:-1] for row in texts], [row[-1] for row in texts]
    assert list(sort.score(hands, starters, partial=True, **options)) == alone


def test_partial_rows_may_be_text():
    begun = "5C 5D 5S JH / .. .. .. .. / .. .. .. .. / .. .. .. .."
    assert list(score_grids([begun, Grid(begun), (begun, None), (begun, "5H")], partial=True)) == [
        *[score_grid(begun)] * 3,
        score_grid(begun, "5H"),
    ]
    assert list(score_hands(["5H 5C 5S JD", "5H 5C 5S JD | 5D"], partial=True)) == [14, 29]
    with pytest.raises(InvalidHandError, match=r"^hand 0: a hand holds 4 cards, got 3"):
        score_hands(["5H 5C 5S"], partial=True)
    with pytest.raises(InvalidGridError, match=r"^grid 0: "):
        score_grids(["5H 5X"], partial=True)


def test_cells_of_any_form_may_be_missing():
    cells = [255, 5, *[255] * 14]
    right = [score_grid([None, 5, *[None] * 14], 42)]
    square = np.array(cells).reshape(4, 4)
    for form in (cells, bytes(cells), np.array(cells), iter(cells), square, list(square), square.tolist()):
        assert list(score_grids([(form, 42)], partial=True)) == right
    for form in (bytes(cells), np.array(cells, "u1"), deque(cells), square.tolist()):
        assert list(score_grids([form], starters=[42], partial=True)) == right


def test_a_hand_needs_its_four_cards():
    message = exactly("hand 0: card index 255 is above 51")
    for place in range(4):
        row = [18, 16, 19, 41, 17]
        row[place] = 255
        with pytest.raises(InvalidHandError, match=message):
            score_hands(bytes(row), partial=True)


def test_a_cell_may_be_empty_before_a_card_that_is_there_twice():
    with pytest.raises(InvalidGridError, match=exactly("grid 0: 2D appears twice")):
        score_grids(bytes([255, 5, 255, 5] + [255] * 13), partial=True)


@both
def test_bad_items_are_masked_too(sort):
    cards = Random(4)
    rows = [[NAMES[index] for index in cards.sample(range(52), sort.cards + 1)] for _ in range(9)]
    right = [sort.right([NAMES.index(name) for name in row])[0] for row in rows]
    items = [(row[:-1], row[-1]) for row in rows]
    items[0], items[4], items[8] = None, (rows[4][:-1], "1H"), (rows[8][:3], "AC")
    expected = [255 if row in (0, 4, 8) else total for row, total in enumerate(right)]
    assert list(sort.score(items, errors="mask")) == expected
    assert [row for row, _ in sort.check(items)] == [0, 4, 8]
    for number, why in sort.check(items):
        with pytest.raises((sort.error, TypeError), match=exactly(f"{sort.name} 0: {why}")):
            sort.score([items[number]])
    starters = [row[-1] for row in rows]
    starters[2] = "1H"
    assert [row for row, _ in sort.check([row[:-1] for row in rows], starters)] == [2]
    masked = sort.score([row[:-1] for row in rows], starters, errors="mask")
    assert [row for row, total in enumerate(masked) if total == 255] == [2]
    with pytest.raises(InvalidCardError):
        sort.score([row[:-1] for row in rows], starters)


def test_a_row_that_cannot_be_read_is_masked_where_an_empty_grid_is_not():
    empty = [None] * 16
    assert list(score_grids([(empty, None), ("5X", None)], errors="mask", partial=True)) == [0, 255]
    assert [row for row, _ in check_grids([(empty, None), ("5X", None)], partial=True)] == [1]


@pytest.mark.coreless
def test_other_words_for_errors_are_refused():
    for call in (score_hands, score_grids, score_counts):
        with pytest.raises(CribscoreError, match=exactly("errors 'skip' is not 'raise' or 'mask'")):
            call(b"", errors="skip")


@both
@pytest.mark.parametrize("dtype", ["int16", ">i4", np.int64, float, "uint8", np.dtype("float16")])
def test_scores_may_be_of_another_type(sort, dtype):
    rows = [Random(row).sample(range(52), sort.cards + 1) for row in range(9)]
    rows[5][0] = rows[5][1]
    right = [255 if row == 5 else sort.right(cards)[0] for row, cards in enumerate(rows)]
    for given_rows in (
        np.array(rows),
        bytes(flat_of(rows)),
        [[NAMES[index] for index in row] for row in rows],
    ):
        scores = sort.score(given_rows, errors="mask", dtype=dtype)
        assert (scores.dtype, scores.tolist()) == (np.dtype(dtype), right)
        wide = sort.score(given_rows, errors="mask", dtype=dtype, **{sort.wide: True})
        assert (wide.dtype, wide.shape) == (np.dtype(dtype), (9, 5 if sort is HANDS else 8))


@pytest.mark.coreless
@pytest.mark.parametrize("dtype", ["int8", bool, object, "S1", "datetime64[s]", complex])
def test_a_type_that_does_not_hold_every_score_is_refused(dtype):
    why = f"dtype {np.dtype(dtype)} does not hold every score: it is not a number from 0 to 255"
    with pytest.raises(TypeError, match=exactly(why)):
        score_hands(b"", dtype=dtype)
    with pytest.raises(TypeError, match=exactly("give dtype or out, not both: out has a type of its own")):
        score_hands(b"", dtype="int16", out=bytearray())


def test_the_limit_of_a_check_is_a_number_of_rows():
    bad = bytes([0, 0, 1, 2, 3] * 1500)
    assert len(check_hands(bad)) == 1000
    assert len(check_hands(bad, limit=None)) == 1500
    assert check_hands(bad, limit=2) == [(0, "AC appears twice"), (1, "AC appears twice")]
    assert check_hands(bad, limit=0) == []
    with pytest.raises(CribscoreError, match=r"^limit -1 is not 0 to "):
        check_hands(bad, limit=-1)


def test_no_hands_have_no_counts_and_no_faults():
    for nothing in (b"", [], np.empty((0, 5), "i8"), Producer(listed([], 5)), Producer(struct([], 5, "l"))):
        assert score_counts(nothing) == [0] * 30
        assert check_hands(nothing) == []
        assert len(score_hands(nothing)) == 0


def test_frames_of_another_width_are_refused():
    message = "hands of shape (2, 4) hold no starter: give starters, or rows of 5 cards, the starter last"
    for made in (struct([[1, 2, 3, 4]] * 2, 4), listed([[1, 2, 3, 4]] * 2, 4)):
        with pytest.raises(CribscoreError, match=exactly(message)):
            score_hands(Producer(made))
    with pytest.raises(CribscoreError, match=r"^7 numbers cannot be divided into hands of 5 cards"):
        score_hands(Producer(Column([1] * 7)))


def test_forecasts_and_keeps_read_frames():
    hands = [Random(row).sample(range(52), 4) for row in range(9)]
    deals = [Random(row).sample(range(52), 6) for row in range(9)]
    assert np.array_equal(
        forecast_hands(Producer(struct(hands, 4, "l"))), forecast_hands(np.array(hands, "u1"))
    )
    for made in (Producer(listed(deals, 6)), chunks(deals, 6, listed)):
        assert np.array_equal(keep_sums(made), keep_sums(np.array(deals, "u1")))
    with pytest.raises(InvalidHandError, match=exactly("hand 1: null is not a card")):
        forecast_hands(Producer(listed(hands, 4, "C", 0, [row != 1 for row in range(9)])))


# The short way


class During:
    """A core that does something between the call and the scoring, as another thread may."""

    def __init__(self, action):
        score_hands(np.zeros((0, 5), np.uint8))  # the first array of a program does not go the short way
        self.action, self.core, self.calls = action, _core.score_whole, 0

    def __call__(self, *args):
        self.calls += 1
        self.action()
        return self.core(*args)


def test_starters_apart_with_gaps_between_them_are_read():
    hands, starters = np.array([[18, 16, 19, 41]] * 2, np.uint8), np.array([17, 99, 44, 99], np.uint8)
    assert score_hands(hands, starters[::2]).tolist() == [29, 20]  # 5D or QC turned


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # NumPy advises against setting a shape
@pytest.mark.parametrize("reshaped", ["hands", "out"])
def test_the_short_way_scores_the_memory_that_it_finds(monkeypatch, reshaped):
    rows = [Random(row).sample(range(52), 5) for row in range(20)]
    arrays = {"hands": np.array(rows, np.uint8), "out": np.zeros(20, np.uint8)}

    def reshape():
        arrays[reshaped].shape = (4, arrays[reshaped].size // 4)

    during = During(reshape)
    monkeypatch.setattr(_core, "score_whole", during)
    if reshaped == "hands":  # the shape that it has when the core looks
        with pytest.raises(CribscoreError, match=r"shape \(4, 25\)"):
            score_hands(arrays["hands"], out=arrays["out"])
    else:
        score_hands(arrays["hands"], out=arrays["out"])
        assert arrays["out"].ravel().tolist() == [HANDS.right(row)[0] for row in rows]
    assert during.calls == 1


@pytest.mark.parametrize("resized", ["hands", "starters", "out"])
def test_the_short_way_keeps_the_array_below_a_view_from_being_resized(monkeypatch, resized):
    owners = {
        "hands": np.array([[18, 16, 19, 41]] * 20, np.uint8),
        "starters": np.full(20, 17, np.uint8),
        "out": np.zeros(20, np.uint8),
    }

    def resize():
        with pytest.raises(ValueError, match="cannot resize"):
            owners[resized].resize((1 << 20,), refcheck=False)

    during = During(resize)
    monkeypatch.setattr(_core, "score_whole", during)
    scores = score_hands(owners["hands"][5:], owners["starters"][1:-4], out=owners["out"][2:-3])
    assert scores.tolist() == [29] * 15
    assert during.calls == 1
    owners[resized].resize((1 << 20,), refcheck=False)  # and it is free again


@pytest.mark.parametrize("resized", ["hands", "starters", "out"])
def test_the_short_way_refuses_memory_of_another_size(monkeypatch, resized):
    arrays = {
        "hands": np.array([[18, 16, 19, 41]] * 20, np.uint8),
        "starters": np.full(20, 17, np.uint8),
        "out": np.zeros(20, np.uint8),
    }
    during = During(lambda: arrays[resized].resize((0,), refcheck=False))
    monkeypatch.setattr(_core, "score_whole", during)
    with pytest.raises(CribscoreError):
        score_hands(arrays["hands"], arrays["starters"], out=arrays["out"])
    assert during.calls == 1


@pytest.mark.parametrize("emptied", ["hands", "starters"])
def test_a_bad_row_that_is_gone_before_it_is_told_is_looked_at_anew(monkeypatch, emptied):
    buffers = {"hands": bytearray([18, 16, 19, 41] * 20), "starters": bytearray([17] * 20)}

    def empty(*_):
        buffers[emptied].clear()
        return 3

    monkeypatch.setattr(_core, "score_whole", empty)
    with pytest.raises(CribscoreError, match=r"starters are one card, or one for each of the (0|20) rows"):
        score_hands(buffers["hands"], buffers["starters"])


def test_the_core_refuses_buffers_that_do_not_fit_and_writes_nothing():
    rows = np.array([Random(row).sample(range(52), 5) for row in range(20)], np.uint8)
    out = np.full(20, 77, np.uint8)
    read_only = out.copy()
    read_only.flags.writeable = False
    memory = np.zeros(120, np.uint8)
    memory[:100] = rows.ravel()
    fours, starters = rows[:, :4].copy(), rows[:, 4].copy()
    beside = np.full(40, 77, np.uint8)
    beside[:20] = starters
    for read, scores in (
        ((fours, starters[:19]), out),
        ((fours, starters.reshape(20, 1)), out),
        ((fours, rows[:, 4]), out),
        ((fours, starters.astype(np.int8)), out),
        ((fours, object()), out),
        ((rows, starters), out),
        ((fours, beside[:20]), beside[19:39]),
        (rows, out[:19]),
        (rows, np.full(21, 77, np.uint8)),
        (rows, read_only),
        (rows, np.full(40, 77, np.uint8)[::2]),
        (rows, np.full(20, 77, np.int8)),
        (rows, b"M" * 20),
        (rows, object()),
        (object(), out),
        (rows.astype(np.int8), out),
        (rows.astype(np.int64), out),
        (rows[:, ::-1], out),
        (rows[:, :4], out[:16]),
        (rows.reshape(25, 4), out),
        (rows.reshape(1, 20, 5), out),
        (memory[:100], memory[90:110]),
        (memory[20:120], memory[1:21]),
    ):
        cards, apart = read if isinstance(read, tuple) else (read, None)
        try:
            assert _core.score_whole(cards, apart, 4, 0, scores) == -1
        except TypeError:  # the Python core may say more
            assert _core.backend() == "python"
    assert set(out) == set(beside[20:]) == {77}
    assert memory[:100].tolist() == rows.ravel().tolist()
    assert _core.score_whole(rows, None, 4, 0, out) == 20


@pytest.mark.native
def test_the_short_way_holds_nothing_afterwards():
    hands, out = bytearray([18, 16, 19, 41, 17] * 9), bytearray(9)
    array_in, array_out = np.array(hands, np.uint8), np.zeros(9, np.uint8)
    counts = [sys.getrefcount(thing) for thing in (hands, out, array_in, array_out)]
    for _ in range(50):
        score_hands(hands, out=out)
        score_hands(array_in.reshape(9, 5).copy(), out=array_out)
        score_hands(array_in, out=array_out)
        with pytest.raises(InvalidHandError):
            score_hands(bytes(45), out=out)
    assert [sys.getrefcount(thing) for thing in (hands, out, array_in, array_out)] == counts
    hands.clear()
    out.clear()
    array_in.resize((1 << 20,), refcheck=False)
    array_out.resize((1 << 20,), refcheck=False)
