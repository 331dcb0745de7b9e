"""Many hands and grids at once: every form of input and output, every refusal, threads and interrupts."""

import ctypes
import math
import mmap
import os
import pickle
import re
import signal
import sys
import threading
import time
from array import array
from decimal import Decimal
from fractions import Fraction
from itertools import chain, count, repeat
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribscore import (
    Card,
    CribscoreError,
    Grid,
    Hand,
    InvalidCardError,
    InvalidGridError,
    InvalidHandError,
    _core,
    _work,
    check_hands,
    forecast_hands,
    hand_counts,
    keep_sums,
    score_counts,
    score_grid,
    score_grids,
    score_hand,
    score_hands,
    score_pegs,
)
from naive import row_lines, row_parts
from oracles import BOARDS, EVERY_BOARD, KNOWN_HANDS, TABLES, cells_of
from packing import cell_bytes
from processes import run_python
from strategies import NAMES, distinct, examples
from wording import exactly

COUNT = 37  # rows: more than a vector holds, and a rest


class CombinationKind:
    """Hands or grids: rows of card indexes, and what the naive scorer gives them."""

    def __init__(self, name, score, cards, error, wide, right):
        self.name = name
        self.score = score
        self.cards = cards  # without the starter
        self.error = error
        self.wide = wide  # the option for more than a total
        numbers = Random(name)
        self.rows = np.array([numbers.sample(range(52), cards + 1) for _ in range(COUNT)], np.uint8)
        answers = [right(row) for row in self.rows]
        self.totals = [total for _, total in answers]
        self.wide_scores = [scores for scores, _ in answers]

    def __repr__(self):
        return f"{self.name}s"

    def text(self, row):
        """The cards of a row as text, four in a line, without the starter."""
        names = [NAMES[index] for index in row[: self.cards]]
        return " / ".join(" ".join(names[start : start + 4]) for start in range(0, self.cards, 4))


def parts_and_total(row):
    parts = list(row_parts(row))
    return parts, sum(parts)


HANDS = CombinationKind("hand", score_hands, 4, InvalidHandError, "parts", parts_and_total)
GRIDS = CombinationKind("grid", score_grids, 16, InvalidGridError, "lines", row_lines)

both = pytest.mark.parametrize("kind", [HANDS, GRIDS], ids=repr)


def run_here(program):
    """Run a program on the core under test."""
    return run_python(program, "python" if _core.backend() == "python" else "c")


# Forms of input


def mapped(data):
    area = mmap.mmap(-1, max(len(data), 1))
    area[: len(data)] = data
    return area


def ctypes_array(rows):
    return (ctypes.c_uint8 * rows.size).from_buffer_copy(rows.tobytes())


def ctypes_rows(rows):
    return ((ctypes.c_uint8 * rows.shape[1]) * len(rows)).from_buffer_copy(rows.tobytes())


BUFFERS = {
    "bytes": lambda rows: rows.tobytes(),
    "bytearray": lambda rows: bytearray(rows.tobytes()),
    "array": lambda rows: array("B", rows.tobytes()),
    "mmap": lambda rows: mapped(rows.tobytes()),
    "memoryview": lambda rows: memoryview(rows.tobytes()),
    "memoryview of rows": lambda rows: memoryview(rows.tobytes()).cast("B", rows.shape),
    "signed bytes": lambda rows: array("b", rows.tobytes()),
    "memoryview of characters": lambda rows: memoryview(rows.tobytes()).cast("c"),
    "part of a memoryview": lambda rows: memoryview(b"\xff" * 7 + rows.tobytes() + b"\xff")[7:-1],
    "rows of a memoryview": lambda rows: memoryview(
        b"\xff" * rows.shape[1] + rows.tobytes() + b"\xff" * 2 * rows.shape[1]
    ).cast("B", (len(rows) + 3, rows.shape[1]))[1:-2],
    "ctypes": ctypes_array,
    "ctypes rows": ctypes_rows,
}


def in_deck(rows):
    """The first columns of shuffled decks: a view with gaps."""
    decks = np.full((len(rows), 52), 255, np.uint8)
    decks[:, : rows.shape[1]] = rows
    return decks[:, : rows.shape[1]]


def within(shape, key, rows):
    """Rows as a view of a larger array, of which all other bytes are no cards."""
    larger = np.full(shape, 255, np.uint8)
    larger[key] = rows
    return larger[key]


def read_only(rows):
    rows = rows.copy()
    rows.flags.writeable = False
    return rows


class Subclass(np.ndarray):
    pass


ARRAYS = {
    "rows": lambda rows: rows.copy(),
    "read-only": read_only,
    "flat": lambda rows: rows.ravel(),
    "Fortran order": np.asfortranarray,
    "the .T of columns": lambda rows: np.ascontiguousarray(rows.T).T,
    "read-only columns": lambda rows: read_only(rows.T).T,
    "some rows of columns": lambda rows: within((rows.shape[1], len(rows) + 8), np.s_[:, 3:-5], rows.T).T,
    "first columns of decks": in_deck,
    "last columns of decks": lambda rows: within((len(rows), 52), np.s_[:, -rows.shape[1] :], rows),
    "read-only decks": lambda rows: read_only(in_deck(rows)),
    "decks by card": lambda rows: within((52, len(rows)), np.s_[: rows.shape[1]], rows.T).T,
    "rows backwards": lambda rows: rows[::-1].copy()[::-1],
    "cards backwards": lambda rows: rows[:, ::-1].copy()[:, ::-1],
    "both backwards": lambda rows: rows[::-1, ::-1].copy()[::-1, ::-1],
    "columns backwards": lambda rows: np.asfortranarray(rows[::-1])[::-1],
    "every other row": lambda rows: within((2 * len(rows), rows.shape[1]), np.s_[::2], rows),
    "every third card": lambda rows: within((len(rows), 3 * rows.shape[1]), np.s_[:, 1::3], rows),
    "every third row and card backwards": lambda rows: within(
        (3 * len(rows), 3 * rows.shape[1]), np.s_[::-3, ::-3], rows
    ),
    "flat with gaps": lambda rows: within((2 * rows.size,), np.s_[::2], rows.ravel()),
    "flat backwards": lambda rows: rows.ravel()[::-1].copy()[::-1],
    "layer of three dimensions": lambda rows: within((len(rows), 3, rows.shape[1]), np.s_[:, 1], rows),
    "not aligned": lambda rows: np.frombuffer(b"\xff" + rows.tobytes(), np.uint8, offset=1).reshape(
        rows.shape
    ),
    "signed": lambda rows: rows.view(np.int8),
    "signed, with gaps": lambda rows: in_deck(rows).view(np.int8),
    "byte order given": lambda rows: rows.astype(np.dtype(">u1")),
    "a subclass": lambda rows: rows.view(Subclass),
    "a subclass with gaps": lambda rows: in_deck(rows).view(Subclass),
}

each_form = pytest.mark.parametrize("form", [*BUFFERS, *ARRAYS])


def as_form(form, rows):
    return (BUFFERS.get(form) or ARRAYS[form])(rows)


def check_result(result, expected, is_array):
    """Whether scores are a new ndarray or a new bytearray, of the right shape and the right numbers."""
    if is_array:
        assert type(result) is np.ndarray
        assert result.dtype == np.uint8
        assert result.tolist() == expected
        assert result.flags.c_contiguous
        assert result.flags.owndata
        assert result.flags.writeable
    else:
        assert type(result) is bytearray
        assert result == np.array(expected, np.uint8).tobytes()


@pytest.mark.slow_on_python
@both
@each_form
def test_rows_with_the_starter_last_are_scored_in_any_form(kind, form):
    rows = as_form(form, kind.rows)
    check_result(kind.score(rows), kind.totals, form in ARRAYS)
    check_result(kind.score(rows, **{kind.wide: True}), kind.wide_scores, form in ARRAYS)


@pytest.mark.slow_on_python
@both
@each_form
def test_rows_with_starters_apart_are_scored_in_any_form(kind, form):
    rows, starters = as_form(form, kind.rows[:, :-1]), as_form("bytes", kind.rows[:, -1:])
    check_result(kind.score(rows, starters), kind.totals, form in ARRAYS)
    check_result(kind.score(rows, starters, **{kind.wide: True}), kind.wide_scores, form in ARRAYS)


@pytest.mark.slow_on_python
@both
@pytest.mark.parametrize("rows", [1, 2])
@each_form
def test_one_row_and_two_are_scored_in_any_form(kind, form, rows):
    assert list(bytes(kind.score(as_form(form, kind.rows[:rows])))) == kind.totals[:rows]


@pytest.mark.slow_on_python
@both
@each_form
def test_the_input_is_left_as_it_was(kind, form):
    rows = as_form(form, kind.rows)
    kind.score(rows)
    assert np.array_equal(np.asarray(rows).ravel().view(np.uint8), kind.rows.ravel())


STARTERS = {
    "bytes": lambda starters: starters.tobytes(),
    "bytearray": lambda starters: bytearray(starters.tobytes()),
    "array": lambda starters: array("B", starters.tobytes()),
    "memoryview": lambda starters: memoryview(starters.tobytes()),
    "ctypes": ctypes_array,
    "ndarray": lambda starters: starters.copy(),
    "signed": lambda starters: starters.view(np.int8),
    "read-only": read_only,
    "column of decks": lambda starters: within((len(starters), 52), np.s_[:, 16], starters),
    "backwards": lambda starters: starters[::-1].copy()[::-1],
    "texts": lambda starters: [NAMES[index] for index in starters],
    "cards": lambda starters: tuple(Card(int(index)) for index in starters),
    "indexes": lambda starters: starters.tolist(),
    "NumPy's integers": lambda starters: list(starters.astype(np.int64)),
    "a generator": lambda starters: (Card(int(index)) for index in starters),
}
STARTER_ARRAYS = ("ndarray", "signed", "read-only", "column of decks", "backwards")


@pytest.mark.slow_on_python
@both
@pytest.mark.parametrize("form", STARTERS)
def test_starters_of_any_form_go_with_a_buffer_and_with_an_array_and_with_an_iterable(kind, form):
    starters, cards = kind.rows[:, -1], kind.rows[:, :-1]
    is_array = form in STARTER_ARRAYS
    check_result(kind.score(cards.tobytes(), STARTERS[form](starters)), kind.totals, is_array)
    check_result(kind.score(cards, STARTERS[form](starters)), kind.totals, True)
    check_result(kind.score(map(kind.text, cards), STARTERS[form](starters)), kind.totals, is_array)


@both
def test_the_cards_and_the_starters_may_be_views_of_the_same_decks(kind):
    decks = np.full((COUNT, 52), 255, np.uint8)
    decks[:, : kind.cards], decks[:, 51] = kind.rows[:, :-1], kind.rows[:, -1]
    assert kind.score(decks[:, : kind.cards], decks[:, 51]).tolist() == kind.totals


FIVE_OF_DIAMONDS = [
    "5D",
    "5♦",
    Card("5D"),
    17,
    np.uint8(17),
    np.int64(17),
    np.array(17),
    np.array(17, np.uint8),
]


@pytest.mark.parametrize("starter", FIVE_OF_DIAMONDS, ids=repr)
def test_one_card_of_any_form_is_the_starter_of_all(starter):
    hands = [[18, 16, 19, 41], [0, 4, 8, 12], [18, 16, 19, 40]]
    right = [sum(row_parts([*hand, 17])) for hand in hands]
    assert list(score_hands(bytes(chain(*hands)), starter)) == right
    assert list(score_hands(np.array(hands, np.uint8), starter)) == right
    assert list(score_hands(np.array(hands, np.uint8).T.copy().T, starter)) == right
    assert list(score_hands(hands, starter)) == right


def test_one_card_is_the_starter_of_all_grids():
    rows = [row for row in GRIDS.rows.tolist() if 17 not in row[:16]]
    assert len(rows) >= 10
    right = [row_lines([*row[:16], 17])[1] for row in rows]
    assert list(score_grids(np.array(rows, np.uint8)[:, :16], "5D")) == right
    assert list(score_grids([row[:16] for row in rows], "5D")) == right


@both
def test_many_rows_may_be_one_row_broadcast(kind):
    rows = np.broadcast_to(kind.rows[3], (100, kind.cards + 1))
    assert kind.score(rows).tolist() == [kind.totals[3]] * 100


def test_rows_may_overlap_each_other():
    pack = np.array(Random(5).sample(range(52), 52), np.uint8)
    windows = np.lib.stride_tricks.sliding_window_view(pack, 5)
    assert score_hands(windows).tolist() == [sum(row_parts(pack[start : start + 5])) for start in range(48)]


@both
def test_a_file_in_memory_is_scored(kind, tmp_path):
    path = tmp_path / "rows"
    path.write_bytes(b"\xff" * 11 + kind.rows.tobytes())
    rows = np.memmap(path, np.uint8, "r", offset=11, shape=kind.rows.shape)
    check_result(kind.score(rows), kind.totals, True)
    check_result(kind.score(rows[::-1]), kind.totals[::-1], True)
    check_result(kind.score(rows[:, :-1], rows[:, -1]), kind.totals, True)
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as area:
        check_result(kind.score(memoryview(area)[11:]), kind.totals, False)


@pytest.mark.parametrize("order", ["rows", "columns"])
def test_rows_and_cards_may_be_gigabytes_apart(order, tmp_path):
    path, step = tmp_path / "sparse", 2**31 + 1
    rows = HANDS.rows[:5]
    with path.open("wb") as file:
        for place, cards in enumerate(rows if order == "rows" else rows.T):
            file.seek(place * step)
            file.write(cards.tobytes())
    area = np.memmap(path, np.uint8, "r")
    strided = np.lib.stride_tricks.as_strided(area, (5, 5), (step, 1) if order == "rows" else (1, step))
    assert score_hands(strided).tolist() == HANDS.totals[:5]
    assert score_hands(strided[::-1]).tolist() == HANDS.totals[:5][::-1]
    path.unlink()


# Iterables


def pairs_of(kind, hand_form, starter_form=lambda index: NAMES[index]):
    return [(hand_form(kind, row), starter_form(row[-1])) for row in kind.rows]


ITEMS = {
    "text": lambda kind, row: kind.text(row),
    "values": lambda kind, row: (Hand if kind is HANDS else Grid)(kind.text(row)),
    "lists of texts": lambda kind, row: [NAMES[index] for index in row[:-1]],
    "lists of indexes": lambda kind, row: row[:-1].tolist(),
    "arrays": lambda kind, row: row[:-1],
}


@pytest.mark.slow_on_python
@both
@pytest.mark.parametrize("form", ITEMS)
def test_pairs_of_a_row_and_its_starter_are_scored_whatever_gives_them(kind, form):
    pairs = pairs_of(kind, ITEMS[form])
    for items in (pairs, tuple(pairs), iter(pairs), (pair for pair in pairs), map(list, pairs)):
        check_result(kind.score(items), kind.totals, False)
    check_result(kind.score(pairs, **{kind.wide: True}), kind.wide_scores, False)
    alone = (cards for cards, _ in pairs)
    check_result(kind.score(alone, kind.rows[:, -1].tobytes()), kind.totals, False)


ROWS = {
    "text": lambda row: " ".join(NAMES[index] for index in row),
    "text without blanks": lambda row: "".join(NAMES[index] for index in row),
    "texts": lambda row: [NAMES[index] for index in row],
    "indexes": lambda row: tuple(row.tolist()),
    "cards": lambda row: iter([Card(int(index)) for index in row]),
    "bytes": lambda row: row.tobytes(),
    "arrays": lambda row: row,
}


@both
@pytest.mark.parametrize("form", ROWS)
def test_rows_with_the_starter_last_are_scored_one_by_one_too(kind, form):
    check_result(kind.score(map(ROWS[form], kind.rows)), kind.totals, False)
    check_result(kind.score(map(ROWS[form], kind.rows), **{kind.wide: True}), kind.wide_scores, False)


class Table:
    """What NumPy sees as an array and Python, like a data frame, as its columns."""

    def __init__(self, rows):
        self.rows = rows

    def __array__(self, dtype=None, copy=None):
        return np.array(self.rows, dtype) if copy else np.asarray(self.rows, dtype)

    def __iter__(self):
        return iter(self.rows.T)

    def __len__(self):
        return len(self.rows.T)


@both
def test_what_numpy_sees_as_an_array_is_taken_as_that_and_not_by_its_columns(kind):
    rows, starters = kind.rows[:, :-1], kind.rows[:, -1]
    check_result(kind.score(Table(kind.rows)), kind.totals, True)
    check_result(kind.score(Table(np.asfortranarray(kind.rows))), kind.totals, True)
    check_result(kind.score(Table(kind.rows), **{kind.wide: True}), kind.wide_scores, True)
    check_result(kind.score(Table(rows), Table(starters)), kind.totals, True)
    check_result(kind.score(rows.tobytes(), Table(starters)), kind.totals, True)
    check_result(kind.score(Table(rows), starters.tolist()), kind.totals, True)
    check_result(kind.score(Table(kind.rows.astype(np.int64))), kind.totals, True)


def test_a_square_table_of_hands_is_taken_by_its_rows():
    rows = np.array([[18, 16, 19, 41], [6, 14, 30, 50], [1, 5, 9, 13], [2, 10, 21, 47]], np.uint8)
    right = [sum(row_parts([*row, 17])) for row in rows]
    assert score_hands(Table(rows), "5D").tolist() == right
    assert right != [sum(row_parts([*row, 17])) for row in rows.T]


TEXTS = {"texts": str, "objects": object, "texts of any length": np.dtypes.StringDType()}


@pytest.mark.slow_on_python
@both
@pytest.mark.parametrize("dtype", TEXTS)
@pytest.mark.parametrize("seen", [Table, lambda values: values], ids=["table", "array"])
def test_arrays_of_texts_are_read_one_by_one(kind, dtype, seen):
    def texts(values):
        return seen(np.array(values, TEXTS[dtype]))

    cells = [[NAMES[index] for index in row] for row in kind.rows]
    rows, starters = [kind.text(row) for row in kind.rows], [row[-1] for row in cells]
    check_result(kind.score(texts([" ".join(row) for row in cells])), kind.totals, True)
    check_result(kind.score(texts(cells)), kind.totals, True)
    check_result(kind.score(texts(rows), texts(starters)), kind.totals, True)
    check_result(kind.score(texts(list(zip(rows, starters, strict=True)))), kind.totals, True)
    check_result(kind.score(kind.rows[:, :-1].tobytes(), texts(starters)), kind.totals, True)
    check_result(kind.score(rows, texts(starters)), kind.totals, True)
    with pytest.raises(kind.error, match=rf"\A{kind.name} 1: .*'5X'"):
        kind.score(texts([cells[0], [*cells[1][:-1], "5X"]]))


def test_an_array_of_one_text_is_one_starter_and_no_hands():
    assert list(score_hands(["5H 5C 5S JD"], np.array("5D"))) == [29]
    with pytest.raises(TypeError, match=exactly("hands are a buffer or an iterable of hands, not one text")):
        score_hands(np.array("5H 5C 5S JD"), "5D")


def test_a_missing_text_in_an_array_is_told_by_its_number():
    with pytest.raises(TypeError, match=r"\Ahand 1: .*nan"):
        score_hands(np.array(["5H 5C 5S JD", np.nan], object), "5D")


def test_a_table_that_only_numpy_can_read_is_refused_without_numpy():
    code, printed, complaint = run_here("""
import sys
sys.modules["numpy"] = None
from cribscore import score_hands

class Table:
    def __array__(self):
        raise AssertionError
    def __iter__(self):
        return iter(["5H 5C 5S JD"])

score_hands(Table(), "5D")
""")
    assert (code, printed) == (1, "")
    assert complaint == "TypeError: a Table is read as an array by NumPy, which is not installed"


def test_scores_of_another_type_are_refused_without_numpy():
    code, printed, complaint = run_here("""
import sys
sys.modules["numpy"] = None
from cribscore import score_hands
score_hands(["5H 5C 5S JD | 5D"], dtype="int16")
""")
    why = "with a dtype the scores are a NumPy array, and NumPy is not installed"
    assert (code, printed, complaint) == (1, "", f"TypeError: {why}")


@pytest.mark.coreless
def test_a_table_is_no_place_for_the_scores():
    with pytest.raises(TypeError, match=exactly("out is a writable buffer of bytes, not Table")):
        score_hands(HANDS.rows, out=Table(zeros(COUNT)))
    signed = np.zeros(COUNT, np.int8)
    with pytest.raises(TypeError, match=r"\Aeach score in out is bytes \(uint8\), not int8; "):
        score_hands(HANDS.rows, out=signed)


@both
@pytest.mark.parametrize(
    "starter", [Card, int, lambda index: NAMES[index].lower()], ids=["card", "index", "text"]
)
def test_the_starter_of_a_pair_is_what_a_card_takes(kind, starter):
    assert list(kind.score(pairs_of(kind, ITEMS["text"], lambda index: starter(int(index))))) == kind.totals


@pytest.mark.parametrize("known", KNOWN_HANDS, ids=lambda known: known["mistake"])
def test_the_hands_that_other_programs_got_wrong_are_right(known):
    pair = known["hand"], known["starter"]
    parts = [known[name] for name in ("fifteens", "pairs", "runs", "flush", "nobs")]
    assert list(score_hands([pair], crib=known["crib"])) == [known["total"]]
    assert list(score_hands([pair], crib=known["crib"], parts=True)) == parts


def test_the_known_boards_are_right():
    full = [board for board in EVERY_BOARD if ".." not in cells_of(board) and board["starter"]]
    assert len(full) >= min(40, len(BOARDS))
    rows = b"".join(cell_bytes([*cells_of(board), board["starter"]]) for board in full)
    assert list(score_grids(rows)) == [board["total"] for board in full]
    lines = [points for board in full for points in [*board["rows"], *board["columns"]]]
    assert list(score_grids(rows, lines=True)) == lines


@both
def test_any_truth_value_is_an_option(kind):
    assert kind.score(kind.rows.tobytes(), **{kind.wide: 1}) == kind.score(
        kind.rows.tobytes(), **{kind.wide: True}
    )
    assert kind.score(kind.rows.tobytes(), **{kind.wide: ""}) == bytes(kind.totals)


def test_a_crib_needs_the_starter_for_its_flush():
    hands = [("2H 4H 8H KH", "9C"), ("2H 4H 8H KH", "9H")]
    assert list(score_hands(hands, crib=True, parts=True))[3::5] == [0, 5]
    assert list(score_hands(hands, parts=True))[3::5] == [4, 5]
    assert [*score_hands(hands)] == [6, 7]
    assert [*score_hands(hands, crib=True)] == [2, 7]


# No rows


EMPTY = {
    "bytes": lambda width: b"",
    "bytearray": lambda width: bytearray(),
    "array": lambda width: array("B"),
    "memoryview": lambda width: memoryview(b""),
    "no rows of a memoryview": lambda width: memoryview(bytes(width)).cast("B", (1, width))[1:],
    "list": lambda width: [],
    "generator": lambda width: iter(()),
}
EMPTY_ARRAYS = {
    "flat": lambda width: np.empty(0, np.uint8),
    "rows": lambda width: np.empty((0, width), np.uint8),
    "Fortran": lambda width: np.empty((0, width), np.uint8, order="F"),
    "columns": lambda width: np.empty((width, 0), np.uint8).T,
    "with gaps": lambda width: np.empty((0, 52), np.uint8)[:, :width],
    "backwards": lambda width: np.empty((0, width), np.uint8)[::-1, ::-1],
    "none of some": lambda width: np.full((9, 52), 255, np.uint8)[9:, :width],
}


@pytest.mark.coreless
@both
@pytest.mark.parametrize("threads", [1, 0, 4])
@pytest.mark.parametrize("form", [*EMPTY, *EMPTY_ARRAYS])
def test_no_rows_give_no_scores(kind, form, threads):
    if form in EMPTY:
        empty, starters = EMPTY[form], b""
        for result in (
            kind.score(empty(kind.cards + 1), threads=threads),
            kind.score(empty(kind.cards), starters, threads=threads),
            kind.score(empty(kind.cards), "5D", **{kind.wide: True}),
        ):
            check_result(result, [], False)
    else:
        empty = EMPTY_ARRAYS[form]
        wide = kind.score(empty(kind.cards + 1), **{kind.wide: True}, threads=threads)
        assert wide.shape == (0, len(kind.wide_scores[0]))
        assert kind.score(empty(kind.cards + 1)).shape == (0,)
        assert kind.score(empty(kind.cards), np.empty(0, np.uint8)).shape == (0,)


@pytest.mark.coreless
@both
def test_no_rows_fill_no_out(kind):
    out = bytearray()
    assert kind.score(b"", out=out) is out
    array_out = np.empty(0, np.uint8)
    assert kind.score(np.empty((0, kind.cards + 1), np.uint8), out=array_out) is array_out


# Shapes that do not fit


def zeros(*shape):
    return np.zeros(shape, np.uint8)


FIVE, FOUR = "rows of 5 cards, the starter last", "rows of 4 cards, with starters apart"
SEVENTEEN, SIXTEEN = "rows of 17 cards, the starter last", "rows of 16 cards, with starters apart"
COLUMNS, WITHOUT, WITH = (
    "are columns: give their .T",
    "hold no starter: give starters, or",
    "hold a starter already: give no starters, or",
)
MISSHAPEN = [
    (score_hands, (5, 7), None, f"hands of shape (5, 7) {COLUMNS}, {FIVE}"),
    (score_hands, (4, 7), 17, f"hands of shape (4, 7) {COLUMNS}, {FOUR}"),
    (score_hands, (5, 0), None, f"hands of shape (5, 0) {COLUMNS}, {FIVE}"),
    (score_hands, (7, 4), None, f"hands of shape (7, 4) {WITHOUT} {FIVE}"),
    (score_hands, (7, 5), 17, f"hands of shape (7, 5) {WITH} {FOUR}"),
    (score_hands, (7, 6), None, f"hands of shape (7, 6) are not {FIVE}"),
    (score_hands, (7, 52), None, f"hands of shape (7, 52) are not {FIVE}"),
    (score_hands, (7, 0), None, f"hands of shape (7, 0) are not {FIVE}"),
    (score_hands, (7, 3), 17, f"hands of shape (7, 3) are not {FOUR}"),
    (score_hands, (12,), None, "12 bytes cannot be divided into hands of 5 cards, the starter last"),
    (score_hands, (5,), 17, "5 bytes cannot be divided into hands of 4 cards, with starters apart"),
    (score_hands, (2, 3, 5), None, "hands have 1 or 2 dimensions, not 3"),
    (score_hands, (), None, "hands have 1 or 2 dimensions, not 0"),
    (score_grids, (17, 7), None, f"grids of shape (17, 7) {COLUMNS}, {SEVENTEEN}"),
    (score_grids, (16, 7), 17, f"grids of shape (16, 7) {COLUMNS}, {SIXTEEN}"),
    (score_grids, (7, 16), None, f"grids of shape (7, 16) {WITHOUT} {SEVENTEEN}"),
    (score_grids, (7, 17), 17, f"grids of shape (7, 17) {WITH} {SIXTEEN}"),
    (score_grids, (7, 5), None, f"grids of shape (7, 5) are not {SEVENTEEN}"),
    (score_grids, (20,), None, "20 bytes cannot be divided into grids of 17 cards, the starter last"),
    (score_grids, (7, 4, 4), 17, "grids have 1 or 2 dimensions, not 3"),
]


@pytest.mark.coreless
@pytest.mark.parametrize(("score", "shape", "starters", "message"), MISSHAPEN)
def test_a_shape_that_does_not_fit_is_refused_with_what_would(score, shape, starters, message):
    with pytest.raises(ValueError, match=exactly(message)):
        score(zeros(*shape), starters)


@pytest.mark.coreless
def test_a_buffer_of_rows_in_another_shape_is_refused_as_an_array_is():
    columns = memoryview(bytes(35)).cast("B", (5, 7))
    with pytest.raises(ValueError, match=exactly(MISSHAPEN[0][3])):
        score_hands(columns)


@both
def test_a_square_is_taken_as_rows(kind):
    square = kind.rows[: kind.cards + 1]
    assert kind.score(square).tolist() == kind.totals[: kind.cards + 1]


@pytest.mark.coreless
@both
@pytest.mark.parametrize("number", [0, 1, COUNT - 1, COUNT + 1])
def test_starters_of_another_number_are_refused(kind, number):
    message = f"starters are one card, or one for each of the {COUNT} rows, not {number}"
    for starters in (bytes(number), zeros(number), [0] * number, array("B", bytes(number))):
        for cards in (kind.rows[:, :-1], [kind.text(row) for row in kind.rows]):
            with pytest.raises(ValueError, match=exactly(message)):
                kind.score(cards, starters)


@pytest.mark.coreless
@both
@pytest.mark.parametrize("starters", [[0] * (COUNT + 2), [0] * (2 * COUNT), repeat("AC")])
def test_starters_without_end_are_refused_as_too_many_are(kind, starters):
    message = f"starters are one card, or one for each of the {COUNT} rows, not more than {COUNT}"
    for cards in (kind.rows[:, :-1], [kind.text(row) for row in kind.rows]):
        with pytest.raises(ValueError, match=exactly(message)):
            kind.score(cards, starters)


@pytest.mark.coreless
@both
def test_starters_in_two_dimensions_are_refused(kind):
    message = f"starters are one card, or one for each of the {COUNT} rows, not {COUNT} x 1"
    with pytest.raises(ValueError, match=exactly(message)):
        kind.score(kind.rows[:, :-1], kind.rows[:, -1:])


# Types that do not fit


NOT_WHOLE = "a card is a whole number, 0 to 51"
CUT = "numpy.asarray(values).astype(numpy.int64) cuts off fractions"
NO_NUMBERS = {
    "bool": "numpy.asarray(values).astype(numpy.uint8) makes 0 and 1 of them",
    "float16": CUT,
    "float32": CUT,
    "float64": CUT,
    "complex128": NOT_WHOLE,
    "S1": "numpy.asarray(values).astype(str) makes text of them",
    "S5": "numpy.asarray(values).astype(str) makes text of them",
    "V1": NOT_WHOLE,
    "datetime64[s]": NOT_WHOLE,
}


@pytest.mark.coreless
@both
@pytest.mark.parametrize("dtype", NO_NUMBERS)
def test_an_array_of_another_type_is_refused_with_the_cast_that_helps(kind, dtype):
    values = np.zeros((3, kind.cards + 1), dtype)
    message = f"each {kind.name} is whole numbers, such as uint8 or int64, not {dtype.replace('S', '|S')}"
    message = f"{message.replace('V', '|V')}; {NO_NUMBERS[dtype]}"
    with pytest.raises(TypeError, match=exactly(message)):
        kind.score(values)
    with pytest.raises(TypeError, match=exactly(message)):
        kind.score(values.T.copy().T)
    with pytest.raises(TypeError, match=exactly(message)):  # before the shape, which does not fit either
        kind.score(np.zeros(3, dtype))
    with pytest.raises(TypeError, match=exactly(message.replace(f"each {kind.name}", "each starter"))):
        kind.score(zeros(3, kind.cards), np.zeros(3, dtype))


@pytest.mark.coreless
@pytest.mark.parametrize("code", "fd")
def test_a_buffer_of_other_items_is_refused_with_the_cast_that_helps(code):
    message = (
        f"each hand is whole numbers, such as uint8 or int64, not items of format {code!r}; "
        "numpy.asarray(values).astype(numpy.int64) cuts off fractions"
    )
    with pytest.raises(TypeError, match=exactly(message)):
        score_hands(array(code, [0] * 10))


@pytest.mark.coreless
@both
@pytest.mark.parametrize(
    "values",
    [
        lambda rows: rows.astype(object),
        lambda rows: np.array([*rows.tolist(), None], object)[:-1],
        lambda rows: np.array([*rows, None], object)[:-1],
        lambda rows: rows.astype(float).astype(object),
        lambda rows: np.array([*rows.astype(float), None], object)[:-1],
        lambda rows: np.array([*(rows > 9), None], object)[:-1],
        lambda rows: np.array([*map(Fraction, rows.ravel().tolist())]),
        lambda rows: np.array([[*map(Decimal, row)] for row in rows.tolist()]),
        lambda rows: np.array([None, math.nan, [None, math.nan], [None, 1.5]], object),
    ],
    ids=[
        "numbers",
        "lists",
        "arrays",
        "floats",
        "arrays of floats",
        "booleans",
        "fractions",
        "decimals",
        "missing",
    ],
)
def test_objects_that_are_numbers_are_refused_with_the_cast_that_helps(kind, values):
    message = (
        f"each {kind.name} is whole numbers or text, not objects that are numbers; "
        "numpy.array(numpy.asarray(values).tolist(), numpy.int64) makes whole numbers of them"
    )
    for errors in ("raise", "mask"):
        with pytest.raises(TypeError, match=exactly(message)):
            kind.score(values(kind.rows), errors=errors)


def test_arrays_of_objects_that_are_not_numbers_are_read_one_by_one():
    hands = [None, math.nan, "5H 5C 5S JD 5D", Hand("2H 4H 8H KH")]
    assert list(score_hands(np.array(hands, object), errors="mask")) == [255, 255, 29, 255]
    cells = np.array([[None] * 12 + [Card("5C"), "5D", Card("5S"), "JH"]], object)
    assert list(score_grids(cells, ["5H"], partial=True)) == [score_grid([*cells[0]], "5H")]
    assert list(score_hands(np.array([[None] * 5] * 2, object), errors="mask")) == [255, 255]


@pytest.mark.coreless
@both
def test_a_masked_array_is_refused_even_if_nothing_is_masked(kind):
    masked, starters = np.ma.MaskedArray(kind.rows), np.ma.MaskedArray(kind.rows[:, -1])
    with pytest.raises(TypeError, match=exactly("an array may not be masked: the mask would be ignored")):
        kind.score(masked)
    with pytest.raises(TypeError, match=exactly("an array may not be masked: the mask would be ignored")):
        kind.score(kind.rows[:, :-1], starters)
    out = np.ma.MaskedArray(np.zeros(len(kind.rows), np.uint8))
    with pytest.raises(TypeError, match=exactly("an array may not be masked: the mask would be ignored")):
        kind.score(kind.rows, out=out)


@pytest.mark.coreless
@both
@pytest.mark.parametrize(
    "form",
    [
        lambda rows: memoryview(rows.tobytes())[::-1],
        lambda rows: memoryview(bytes(2 * rows.size))[::2],
        lambda rows: memoryview(np.asfortranarray(rows)),
        lambda rows: memoryview(in_deck(rows)),
    ],
    ids=["backwards", "every other byte", "Fortran order", "decks"],
)
def test_a_buffer_with_gaps_that_is_no_array_is_refused(kind, form):
    message = "a buffer with gaps or in another order is taken from a NumPy array only: copy it"
    with pytest.raises(TypeError, match=exactly(message)):
        kind.score(form(kind.rows))


@pytest.mark.coreless
@both
@pytest.mark.parametrize("thing", [None, 5, 5.0, True, object, len], ids=repr)
def test_what_is_neither_a_buffer_nor_an_iterable_is_refused(kind, thing):
    message = f"{kind.name}s are a buffer or an iterable of {kind.name}s, not {type(thing).__name__}"
    for starters in (None, "5D"):
        with pytest.raises(TypeError, match=exactly(message)):
            kind.score(thing, starters)


@pytest.mark.coreless
@both
@pytest.mark.parametrize("text", ["", "5H 5C 5S JD", "5H 5C 5S JD 5D"])
def test_one_text_is_not_taken_for_rows(kind, text):
    message = f"{kind.name}s are a buffer or an iterable of {kind.name}s, not one text"
    with pytest.raises(TypeError, match=exactly(message)):
        kind.score(text)
    with pytest.raises(TypeError, match=exactly(message)):
        kind.score(text, "5D")


@pytest.mark.coreless
@pytest.mark.parametrize("starter", [True, 17.0, np.float64(17), np.array(17.0), {"5D": 1}.get], ids=repr)
def test_a_starter_that_is_no_card_of_any_form_is_a_type_error(starter):
    with pytest.raises(TypeError, match=r"."):
        score_hands(bytes(4), starter)
    with pytest.raises(TypeError, match=r"."):
        score_hands(["5H 5C 5S JD"], starter)


@pytest.mark.coreless
@pytest.mark.parametrize(("starter", "why"), [("5X", "5X"), (52, "52"), (-1, "-1"), ("", "''")])
def test_a_starter_for_all_that_is_no_card_is_refused(starter, why):
    for hands in (bytes([18, 16, 19, 41]), ["5H 5C 5S JD"], zeros(0, 4), []):
        with pytest.raises(InvalidCardError, match=re.escape(why)):
            score_hands(hands, starter)


def test_a_starter_in_an_iterable_that_is_no_card_is_told_by_its_number():
    hands = np.array([[18, 16, 19, 41]] * 3, np.uint8)
    with pytest.raises(InvalidCardError, match=r"\Astarter 2: '1H' is not a card"):
        score_hands(hands, ["5D", "6D", "1H"])
    with pytest.raises(InvalidCardError, match=r"\Astarter 1: .*52"):
        score_hands(hands, (index for index in (17, 52, 99)))


@both
def test_options_are_named_and_rows_and_starters_may_be(kind):
    rows = kind.rows.tobytes()
    with pytest.raises(TypeError):
        kind.score(rows, None, True)
    with pytest.raises(TypeError):
        kind.score()
    cards, starters = kind.rows[:, :-1], kind.rows[:, -1]
    assert kind.score(**{f"{kind.name}s": cards, "starters": starters}).tolist() == kind.totals


# Bad rows


def with_byte(kind, row, place, byte):
    rows = kind.rows.copy()
    rows[row, place] = byte
    return rows


@pytest.mark.slow_on_python
@both
@each_form
def test_a_byte_that_is_no_card_is_told_in_any_form(kind, form):
    for row, place, byte in ((0, 0, 52), (7, 1, 255), (36, kind.cards, 64), (20, kind.cards - 1, 63)):
        rows = as_form(form, with_byte(kind, row, place, byte))
        signed = byte > 127 and form.startswith("signed")
        why = f"card index {byte - 256} is below 0" if signed else f"card index {byte} is above 51"
        with pytest.raises(kind.error, match=exactly(f"{kind.name} {row}: {why}")):
            kind.score(rows)


@pytest.mark.slow_on_python
@both
@each_form
def test_a_card_that_is_there_twice_is_told_in_any_form(kind, form):
    for row, one, other in ((7, 0, kind.cards), (0, 1, 2), (36, kind.cards, kind.cards - 1)):
        card = kind.rows[row, one]
        rows = as_form(form, with_byte(kind, row, other, card))
        with pytest.raises(kind.error, match=exactly(f"{kind.name} {row}: {NAMES[card]} appears twice")):
            kind.score(rows)


@both
@pytest.mark.parametrize("form", STARTERS)
def test_a_starter_that_is_in_the_row_is_told_in_any_form(kind, form):
    starters = kind.rows[:, -1].copy()
    starters[7] = kind.rows[7, 2]
    with pytest.raises(kind.error, match=exactly(f"{kind.name} 7: {NAMES[starters[7]]} appears twice")):
        kind.score(kind.rows[:, :-1], STARTERS[form](starters))


@both
@pytest.mark.parametrize("form", ["bytes", "array", "ctypes", "ndarray", "column of decks", "backwards"])
def test_a_starter_that_is_no_card_is_told_in_any_buffer(kind, form):
    starters = kind.rows[:, -1].copy()
    starters[7] = 52
    with pytest.raises(kind.error, match=exactly(f"{kind.name} 7: card index 52 is above 51")):
        kind.score(kind.rows[:, :-1], STARTERS[form](starters))


def test_the_messages_are_those_of_the_manual():
    hands = HANDS.rows.copy()
    hands[7, 3] = 52
    with pytest.raises(InvalidHandError, match=exactly("hand 7: card index 52 is above 51")):
        score_hands(hands)
    hands[7] = 18, 0, 18, 1, 2
    with pytest.raises(ValueError, match=exactly("hand 7: 5H appears twice")):
        score_hands(hands)
    grids = GRIDS.rows.copy()
    grids[7, 1:3] = grids[7, 0] = 18
    with pytest.raises(InvalidGridError, match=exactly("grid 7: 5H appears twice")):
        score_grids(grids)


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ([18, 18, 52, 0, 1], "5H appears twice"),
        ([52, 18, 18, 0, 1], "card index 52 is above 51"),
        ([255, 255, 255, 255, 255], "card index 255 is above 51"),
        ([0, 1, 2, 3, 255], "card index 255 is above 51"),
        ([0, 1, 2, 3, 0], "AC appears twice"),
        ([7, 7, 7, 7, 7], "2S appears twice"),
    ],
)
def test_the_first_thing_that_is_wrong_in_a_row_is_told(row, why):
    with pytest.raises(InvalidHandError, match=exactly(f"hand 0: {why}")):
        score_hands(bytes(row))


@both
def test_of_several_bad_rows_the_first_is_told(kind):
    rows = kind.rows.copy()
    for row in (36, 12, 30, 33):
        rows[row, row % kind.cards] = 60 + row
        with pytest.raises(
            kind.error, match=rf"\A{kind.name} {min(row, 36 if row == 36 else 12)}: card index"
        ):
            kind.score(rows)


FAULTS = {  # what is wrong with a hand or its starter, and the error, for "5H 5C 5S JD" with 9C
    "a text that is not cards": ("5H 5C 5S J5", "9C", InvalidHandError, "hand {}: 'J5' is not a card: "),
    "a hand with a card twice": ("5H 5C 5S 5H", "9C", InvalidHandError, "hand {}: 5H appears twice"),
    "a starter that is not a card": (
        "5H 5C 5S JD",
        "xx",
        InvalidCardError,
        "starter {}: 'xx' is not a card: ",
    ),
    "a starter of another type": ("5H 5C 5S JD", None, TypeError, "starter {}: .*NoneType"),
    "a starter in the hand": ("5H 5C 5S JD", "5C", InvalidHandError, "hand {}: 5C appears twice"),
}


@pytest.mark.parametrize("first", FAULTS)
@pytest.mark.parametrize("second", FAULTS)
def test_the_first_bad_row_is_told_where_starters_are_apart(first, second):
    rows = [("5H 5C 5S JD", "9C"), FAULTS[first][:2], ("5H 5C 5S JD", "9C"), FAULTS[second][:2]]
    hands, starters = [hand for hand, _ in rows], [starter for _, starter in rows]
    error, message = FAULTS[first][2:]
    forms = [lambda: hands, lambda: iter(hands), lambda: np.array(hands)]
    if not {first, second} & {"a text that is not cards"}:
        forms.append(lambda: np.array([[NAMES.index(card) for card in hand.split()] for hand in hands]))
    for form in forms:
        for each in (starters, iter(starters), np.array(starters, object)):
            with pytest.raises(error, match=rf"\A{message.format(1)}"):
                score_hands(form(), each)
        faults = check_hands(form(), starters)
        assert [row for row, _ in faults] == [1, 3]
        for (row, why), (*_, told) in zip(faults, (FAULTS[first], FAULTS[second]), strict=True):
            assert re.match(told.format(row).partition(": ")[2], why)


def test_the_hand_is_told_before_its_starter():
    indexes = np.array([[0, 0, 1, 2]], np.uint8)
    for hands, why in ((["5H 5H 5S JD"], "5H appears twice"), (indexes, "AC appears twice")):
        for starters in (["xx"], [99], [None], np.array([99])):
            assert check_hands(hands, starters) == [(0, why)]
            with pytest.raises(InvalidHandError, match=exactly(f"hand 0: {why}")):
                score_hands(hands, starters)
    assert check_hands([("5H 5H 5S JD", "xx"), [1, 1, 2, 3, 99]]) == [
        (0, "5H appears twice"),
        (1, "AD appears twice"),
    ]


@pytest.mark.parametrize("errors", ["raise", "mask"])
@pytest.mark.parametrize("count", [0, 2])
def test_starters_that_are_too_many_are_counted_but_not_read(count, errors):
    for hands in (["5H 5C 5S JD"] * count, bytes([18, 16, 19, 41]) * count):
        for starters in (["9C"] * count + ["xx"], ["9C"] * count + [None]):
            message = f"starters are one card, or one for each of the {count} rows, not {count + 1}"
            with pytest.raises(CribscoreError, match=exactly(message)):
                score_hands(hands, starters, errors=errors)


def test_starters_are_counted_where_a_hand_cannot_be_read():
    hands = ["5H 5C 5S JD", "5H 5C 5S JD", "bad"]
    for starters in (["9C"], iter(["9C"]), np.array([32])):
        message = "starters are one card, or one for each of more than 2 rows, not 1"
        with pytest.raises(CribscoreError, match=exactly(message)):
            score_hands(hands, starters)
    for starters in (["9C"] * 3, repeat("9C"), np.array([32] * 3), "9C"):
        with pytest.raises(InvalidHandError, match=r"\Ahand 2: 'b' is not a card"):
            score_hands(hands, starters)
    with pytest.raises(InvalidHandError, match=exactly("hand 0: JD appears twice")):
        score_hands(hands, np.array([41, 32, 32]))


@both
@pytest.mark.parametrize(
    ("first_cards", "why"),
    [
        (lambda cards: cards[:2], "a hand holds 4 cards, got 2|a grid is 4 rows or 16 cells, got 2"),
        (lambda cards: [*cards[:-1], "1H"], "'1H' is not a card"),
        (lambda cards: [*cards[:-1], cards[0]], r".. appears twice$"),
    ],
    ids=["too few", "no card", "twice"],
)
def test_a_bad_row_of_an_iterable_is_told_by_its_number(kind, first_cards, why):
    names = [NAMES[index] for index in kind.rows[0]]
    good, bad, starter = names[:-1], first_cards(names[:-1]), names[-1]
    with pytest.raises(kind.error, match=rf"\A{kind.name} 2: ({why})"):
        kind.score([(good, starter), (good, starter), (bad, starter), (good, starter)])
    with pytest.raises(kind.error, match=rf"\A{kind.name} 2: ({why})"):
        kind.score(iter([good, good, bad]), starter)


@both
def test_a_bad_starter_of_a_pair_is_told_by_its_number(kind):
    cards = kind.text(kind.rows[0])
    for starter, why in (("1H", "'1H' is not a card"), (52, "52")):
        with pytest.raises(kind.error, match=rf"\A{kind.name} 0: .*{why}"):
            kind.score([(cards, starter)])
    with pytest.raises(kind.error, match=exactly(f"{kind.name} 1: {cards[-2:]} appears twice")):
        kind.score([(cards, NAMES[kind.rows[0][-1]]), (cards, cards[-2:])])
    for starter in (None, 5.0, True):
        with pytest.raises(TypeError, match=rf"\A{kind.name} 0: "):
            kind.score([(cards, starter)])


@pytest.mark.coreless
@both
@pytest.mark.parametrize(
    ("item", "error", "what"),
    [
        (5, TypeError, "int"),
        (None, TypeError, "NoneType"),
        (len, TypeError, "builtin_function_or_method"),
        ("5H 5C 5S JD", ValueError, "4: 5H 5C 5S JD"),
        (["5H", "5C", "5S"], ValueError, "3: 5H 5C 5S"),
        ((), ValueError, "0"),
        (count(), ValueError, None),
        ("5H 5C 5S JX", ValueError, None),
        ([[0, 1, 2, 3, 4]], TypeError, None),
    ],
    ids=repr,
)
def test_an_item_that_is_neither_a_pair_nor_a_row_is_told_by_its_number(kind, item, error, what):
    wanted = f"give a ({kind.name}, starter) pair, {kind.cards + 1} cards, or the starters apart"
    message = exactly(f"{kind.name} 0: {wanted}, not {what}") if what else rf"\A{kind.name} 0: "
    with pytest.raises(kind.error if error is ValueError else error, match=message):
        kind.score([item])


def test_an_empty_cell_is_refused_in_a_batch():
    cells = [*(NAMES[index] for index in GRIDS.rows[0, :15]), None]
    with pytest.raises(
        InvalidGridError,
        match=exactly("grid 0: an empty cell; grids in batches are full, unless partial=True"),
    ):
        score_grids([(cells, "5D")])
    rows = GRIDS.rows.copy()
    rows[5, 3] = 255
    with pytest.raises(InvalidGridError, match=exactly("grid 5: card index 255 is above 51")):
        score_grids(rows)


def test_an_error_of_the_iterable_itself_comes_through():
    def items():
        yield "5H 5C 5S JD", "5D"
        raise RuntimeError("the file ends here")

    with pytest.raises(RuntimeError, match=exactly("the file ends here")):
        score_hands(items())


def test_rows_that_were_bad_but_are_no_longer_are_still_an_error(monkeypatch):
    monkeypatch.setattr(_core, "score_hands", lambda *_: 3)  # as if another thread had mended the third
    monkeypatch.setattr(_core, "score_whole", lambda *_: 3)
    for rows in (HANDS.rows, HANDS.rows.tobytes(), HANDS.rows[::-1]):
        with pytest.raises(InvalidHandError, match=exactly("hand 3: its bytes changed while it was scored")):
            score_hands(rows)


# Where the scores go


OUTS = {
    "bytearray": bytearray,
    "array": lambda size: array("B", bytes(size)),
    "memoryview": lambda size: memoryview(bytearray(size)),
    "mmap": lambda size: mmap.mmap(-1, size),
    "ctypes": lambda size: (ctypes.c_uint8 * size)(),
    "ndarray": zeros,
    "part of an ndarray": lambda size: zeros(2, size + 3)[1, 3:],
    "part of a bytearray": lambda size: memoryview(bytearray(size + 9))[4:-5],
}


@both
@pytest.mark.parametrize("form", OUTS)
def test_out_is_filled_and_returned(kind, form):
    for rows in (kind.rows, kind.rows.tobytes(), pairs_of(kind, ITEMS["text"])):
        out = OUTS[form](COUNT)
        assert kind.score(rows, out=out) is out
        assert list(bytes(out)) == kind.totals
    wide = OUTS[form](COUNT * len(kind.wide_scores[0]))
    assert kind.score(kind.rows, out=wide, **{kind.wide: True}) is wide
    assert list(bytes(wide)) == list(chain(*kind.wide_scores))


@both
def test_out_may_be_an_array_of_any_shape_with_the_right_bytes(kind):
    out = zeros(COUNT, len(kind.wide_scores[0]))
    assert kind.score(kind.rows, out=out, **{kind.wide: True}) is out
    assert out.tolist() == kind.wide_scores
    column = zeros(COUNT, 1)
    assert kind.score(kind.rows.tobytes(), out=column) is column
    assert column[:, 0].tolist() == kind.totals


@both
@pytest.mark.parametrize("form", ["bytes", "first columns of decks", "Fortran order"])
@pytest.mark.parametrize("bad", [None, 0, 20, COUNT - 1])
def test_nothing_is_written_beside_out(kind, form, bad):
    for wide, size in ((False, 1), (True, len(kind.wide_scores[0]))):
        area = bytearray(b"\xa5" * (200 + COUNT * size))
        out = memoryview(area)[100:-100]
        if bad is None:
            kind.score(as_form(form, kind.rows), out=out, **{kind.wide: wide})
        else:
            with pytest.raises(kind.error):
                kind.score(as_form(form, with_byte(kind, bad, 0, 99)), out=out, **{kind.wide: wide})
        assert area[:100] == area[-100:] == b"\xa5" * 100


@pytest.mark.coreless
@both
@pytest.mark.parametrize("size", [0, COUNT - 1, COUNT + 1, 5 * COUNT, 8 * COUNT])
def test_out_of_another_size_is_refused_and_left_alone(kind, size):
    message = f"out holds {size} bytes, and the scores are {COUNT}"
    out = bytearray(b"\xa5" * size)
    with pytest.raises(ValueError, match=exactly(message)):
        kind.score(kind.rows, out=out)
    assert out == b"\xa5" * size


@pytest.mark.coreless
@both
def test_out_for_totals_is_too_small_for_more(kind):
    size = COUNT * len(kind.wide_scores[0])
    with pytest.raises(ValueError, match=exactly(f"out holds {COUNT} bytes, and the scores are {size}")):
        kind.score(kind.rows, out=bytearray(COUNT), **{kind.wide: True})


@pytest.mark.coreless
@both
def test_out_that_cannot_be_written_is_refused(kind):
    for out in (bytes(COUNT), memoryview(bytes(COUNT)), read_only(zeros(COUNT))):
        with pytest.raises(TypeError, match=exactly("out is read-only")):
            kind.score(kind.rows, out=out)


@pytest.mark.coreless
@both
@pytest.mark.parametrize(
    "thing", [[0] * COUNT, 5, "text", True, object()], ids=lambda thing: type(thing).__name__
)
def test_out_that_is_no_buffer_is_refused(kind, thing):
    message = f"out is a writable buffer of bytes, not {type(thing).__name__}"
    with pytest.raises(TypeError, match=exactly(message)):
        kind.score(kind.rows, out=thing)


@pytest.mark.coreless
@both
def test_out_of_another_type_is_refused(kind):
    for out in (np.zeros(COUNT, "int8"), np.zeros(COUNT, "uint16"), array("i", [0] * COUNT)):
        with pytest.raises(TypeError, match=r"\Aeach score in out is bytes \(uint8\), not "):
            kind.score(kind.rows, out=out)


@pytest.mark.coreless
@both
def test_out_with_gaps_or_in_another_order_is_refused(kind):
    wide = len(kind.wide_scores[0])
    message = "out has gaps or is in another order: it must be contiguous"
    for out, option in (
        (zeros(2 * COUNT)[::2], False),
        (zeros(COUNT)[::-1], False),
        (zeros(COUNT, 7)[:, 0], False),
        (np.zeros((COUNT, wide), np.uint8, order="F"), True),
    ):
        with pytest.raises(ValueError, match=exactly(message)):
            kind.score(kind.rows, out=out, **{kind.wide: option})


OVERLAP = "out overlaps the cards, which would change while they are scored"


@both
def test_out_that_overlaps_the_input_is_refused(kind):
    size = kind.rows.size
    area = bytearray(kind.rows.tobytes() + bytes(2 * COUNT))
    view = memoryview(area)
    for start in (0, 1, size - COUNT, size - 1):
        with pytest.raises(ValueError, match=exactly(OVERLAP)):
            kind.score(view[:size], out=view[start : start + COUNT])
    assert area[:size] == kind.rows.tobytes()
    assert list(kind.score(view[:size], out=view[size : size + COUNT])) == kind.totals
    for start in (COUNT - 1, 1):
        with pytest.raises(ValueError, match=exactly(OVERLAP)):
            kind.score(view[COUNT : COUNT + size], out=view[start : start + COUNT])


@both
def test_out_may_touch_the_input(kind):
    area = np.concatenate([zeros(COUNT), kind.rows.ravel(), zeros(COUNT)])
    rows = area[COUNT:-COUNT]
    for out in (area[:COUNT], area[-COUNT:]):
        assert kind.score(rows, out=out).tolist() == kind.totals


@both
def test_out_that_overlaps_the_input_or_the_starters_is_refused_in_arrays(kind):
    columns = np.asfortranarray(kind.rows)
    starters = kind.rows[:, -1].copy()
    backwards = kind.rows[::-1].copy()[::-1]
    for rows, apart, out in (
        (columns, None, columns.T[0]),
        (columns, None, columns.T[kind.cards]),
        (kind.rows[:, :-1], starters, starters),
        (kind.rows[:, :-1].tobytes(), starters, starters),
        (backwards, None, backwards.base.ravel()[:COUNT]),
        (backwards, None, backwards.base.ravel()[-COUNT:]),
    ):
        before = np.copy(out)
        with pytest.raises(ValueError, match=exactly(OVERLAP)):
            kind.score(rows, apart, out=out)
        assert np.array_equal(out, before)


# NumPy is the caller's


NO_NUMPY = """
import sys
{before}
import cribscore
from array import array
rows = bytes([18, 16, 19, 41, 17])
results = [
    cribscore.score_hands(rows), cribscore.score_hands(bytearray(rows), parts=True)[:1],
    cribscore.score_hands(rows[:4], "5D"), cribscore.score_hands(array("B", rows), out=bytearray(1)),
    cribscore.score_hands([("5H 5C 5S JD", "5D")], threads=2), cribscore.score_hands(["5H 5C 5S JD"], ["5D"]),
    cribscore.score_grids(bytes(range(17)))[:0], cribscore.hand_counts and b"",
]
try:
    cribscore.score_hands(bytes(5))
except cribscore.InvalidHandError as error:
    print(error)
print([list(result) for result in results], {after})
"""
SCORES = "[[29], [16], [29], [29], [29], [29], [], []]"


def test_numpy_is_not_imported_for_a_caller_who_does_not_use_it():
    program = NO_NUMPY.format(before="", after="[name for name in sys.modules if name.startswith('numpy')]")
    assert run_here(program) == (0, f"hand 0: AC appears twice\n{SCORES} []", "")


def test_numpy_need_not_be_there():
    program = NO_NUMPY.format(before="sys.modules['numpy'] = None", after="sys.modules['numpy']")
    assert run_here(program) == (0, f"hand 0: AC appears twice\n{SCORES} None", "")


def test_a_buffer_is_scored_while_another_thread_is_half_way_through_importing_numpy():
    half = "import types; sys.modules['numpy'] = types.ModuleType('numpy')"
    program = NO_NUMPY.format(before=half, after="hasattr(sys.modules['numpy'], 'ndarray')")
    assert run_here(program) == (0, f"hand 0: AC appears twice\n{SCORES} False", "")


# Threads


@pytest.fixture
def small_shares(monkeypatch):
    """Let a few rows be worth a thread, and fewer a call of the core."""
    monkeypatch.setattr(_work, "THREAD_ROWS", 64)
    monkeypatch.setattr(_core, "rows_at_once", lambda _: 100)


THREADS = [0, 1, 2, 5, 2**70]


TIMES = 9


def many_rows(kind, times=TIMES):
    return np.tile(kind.rows, (times, 1))


@pytest.mark.slow_on_python
@both
@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.usefixtures("small_shares")
def test_the_scores_do_not_depend_on_threads(kind, threads):
    rows, right = many_rows(kind), kind.totals * TIMES
    assert list(kind.score(rows.tobytes(), threads=threads)) == right
    assert kind.score(in_deck(rows)[::-1], threads=threads).tolist() == right[::-1]
    wide = kind.score(rows[:, :-1], rows[:, -1], threads=threads, **{kind.wide: True})
    assert wide.tolist() == kind.wide_scores * TIMES


@pytest.mark.slow_on_python
@both
@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.usefixtures("small_shares")
def test_the_first_bad_row_does_not_depend_on_threads(kind, threads):
    rows = many_rows(kind)
    for row in (332, 256, 127, 64, 1):
        rows[row, row % kind.cards] = 52 + row % 200
        message = f"{kind.name} {row}: card index {52 + row % 200} is above 51"
        with pytest.raises(kind.error, match=exactly(message)):
            kind.score(rows, threads=threads)


@both
@pytest.mark.usefixtures("small_shares")
def test_nothing_is_written_beside_out_by_any_thread(kind):
    rows = many_rows(kind)[:-1]
    area = bytearray(b"\xa5" * (200 + len(rows)))
    kind.score(rows, out=memoryview(area)[100:-100], threads=3)
    assert area[:100] == area[-100:] == b"\xa5" * 100
    assert list(area[100:-100]) == (kind.totals * TIMES)[:-1]


def shares(monkeypatch, threads, rows):
    """The rows that each thread is given, by thread."""
    found = {}

    def score(_, begin, end, *__):
        # The thread itself: it is kept, where its number would be free for another as soon as it ends.
        found.setdefault(threading.current_thread(), []).append((begin, end))
        return end

    monkeypatch.setattr(_core, "score_hands", score)
    score_hands(np.broadcast_to(HANDS.rows[0], (rows, 5)), threads=threads)
    return sorted(found.values())


@pytest.mark.usefixtures("small_shares")
@pytest.mark.parametrize(
    ("threads", "rows", "busy"),
    [(1, 1000, 1), (2, 1000, 2), (3, 1000, 3), (4, 256, 4), (4, 257, 3), (7, 449, 4), (9, 130, 2)],
)
def test_each_thread_has_a_share_of_whole_sixty_fours_and_all_rows_are_scored_once(
    monkeypatch, threads, rows, busy
):
    given_out = shares(monkeypatch, threads, rows)
    assert len(given_out) == busy
    calls = [call for share in given_out for call in share]
    assert [begin for begin, _ in calls] == [0, *(end for _, end in calls[:-1])]
    assert calls[-1][1] == rows
    assert all(share[0][0] % 64 == 0 for share in given_out)
    assert all(end - begin <= 100 for begin, end in calls)


def test_a_small_batch_has_no_thread_of_its_own(monkeypatch):
    for threads in (8, 0):
        (mine,) = shares(monkeypatch, threads, 1000)
        assert [place for begin, end in mine for place in range(begin, end)] == list(range(1000))


@pytest.mark.usefixtures("small_shares")
def test_zero_threads_are_one_for_each_core(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 3, 5}, raising=False)
    assert len(shares(monkeypatch, 0, 1000)) == 3


@pytest.mark.coreless
@both
@pytest.mark.parametrize("rows", [0, 1, COUNT])
@pytest.mark.parametrize("threads", [1.5, 1.0, True, "2", None, [1]], ids=repr)
def test_threads_that_are_no_whole_number_are_refused(kind, threads, rows):
    with pytest.raises(TypeError, match=exactly(f"threads {threads!r} is not a whole number")):
        kind.score(kind.rows[:rows], threads=threads)


@pytest.mark.coreless
@both
@pytest.mark.parametrize("rows", [0, 1, COUNT])
@pytest.mark.parametrize("threads", [-1, -(2**70)])
def test_threads_below_zero_are_refused(kind, threads, rows):
    with pytest.raises(ValueError, match=exactly(f"threads {threads} is below 0")):
        kind.score(kind.rows[:rows], threads=threads)


@both
def test_threads_may_be_an_integer_of_numpy(kind):
    assert kind.score(kind.rows, threads=np.int64(2)).tolist() == kind.totals


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize("layout", ["rows", "columns", "decks"])
def test_millions_of_hands_score_the_same_by_any_number_of_threads(layout):
    rows = np.random.default_rng(1).permuted(np.tile(np.arange(52, dtype=np.uint8), (300_000, 1)), axis=1)
    hands = {"rows": rows[:, :5].copy(), "columns": np.asfortranarray(rows[:, :5]), "decks": rows[:, :5]}[
        layout
    ]
    right = score_hands(hands)
    sample = range(0, len(rows), 3001)
    assert [right[row] for row in sample] == [sum(row_parts(rows[row, :5])) for row in sample]
    for threads in (0, 2, 3):
        assert np.array_equal(score_hands(hands, threads=threads), right)
    hands[[299_999, 222_222, 200_001]] = 99
    for threads in (1, 0, 2, 3):
        with pytest.raises(InvalidHandError, match=exactly("hand 200001: card index 99 is above 51")):
            score_hands(hands, threads=threads)


@pytest.mark.native
def test_more_hands_than_one_call_of_the_core_takes_are_scored():
    rows = 2**24 + 77
    hands = np.tile(HANDS.rows.T, (1, rows // COUNT + 1))[:, :rows].T
    assert np.array_equal(score_hands(hands), np.resize(np.array(HANDS.totals, np.uint8), rows))
    hands[rows - 2, 1] = 52
    for threads in (1, 2):
        with pytest.raises(InvalidHandError, match=exactly(f"hand {rows - 2}: card index 52 is above 51")):
            score_hands(hands, threads=threads)


@pytest.mark.native
def test_other_threads_run_while_many_hands_are_scored():
    ticks, stop = count(), threading.Event()
    last = [0]

    def tick():
        while not stop.is_set():
            last[0] = next(ticks)
            time.sleep(0)  # gives the interpreter back by itself

    hands, out = np.broadcast_to(HANDS.rows[0], (10_000_000, 5)), bytearray(10_000_000)
    interval = sys.getswitchinterval()
    ticker = threading.Thread(target=tick)
    ticker.start()
    try:
        sys.setswitchinterval(1000)  # nobody is made to give it up
        for _ in range(50):
            before = last[0]
            score_hands(hands, out=out)
            if last[0] > before + 1:
                break
        assert last[0] > before + 1
    finally:
        sys.setswitchinterval(interval)
        stop.set()
        ticker.join()


# What goes wrong in a thread, and interrupts


@pytest.mark.usefixtures("small_shares")
@pytest.mark.parametrize("where", ["in the caller's thread", "in another"])
def test_an_error_while_a_share_is_scored_comes_to_the_caller(monkeypatch, where):
    caller = threading.get_ident()

    def score(_, __, end, *___):
        if (threading.get_ident() == caller) == (where == "in the caller's thread"):
            raise MemoryError("no room for a buffer")
        return end

    monkeypatch.setattr(_core, "score_hands", score)
    with pytest.raises(MemoryError, match=exactly("no room for a buffer")):
        score_hands(many_rows(HANDS), threads=3)


class Interrupted:
    """A core that is interrupted while it scores, and tells whether anything was written afterwards."""

    def __init__(self, when):
        self.when = when
        self.caller = threading.get_ident()
        self.calls = 0
        self.running = 0
        self.lock = threading.Lock()
        self.caller_done = threading.Event()

    def score(self, _, begin, end, *__):
        if threading.get_ident() == self.caller:
            if self.when == "it scores":
                raise KeyboardInterrupt
            if end == 640:  # its share
                self.caller_done.set()
            return end
        with self.lock:
            self.calls += 1
            self.running += 1
        if self.when == "it waits" and self.caller_done.wait(30) and begin == 640:
            time.sleep(0.1)  # until it waits
            signal.pthread_kill(self.caller, signal.SIGINT)
        time.sleep(0.2)
        with self.lock:
            self.running -= 1
        return end


@pytest.mark.slow_on_python
@pytest.mark.usefixtures("small_shares")
@pytest.mark.parametrize(
    "when",
    [
        "it scores",
        pytest.param(
            "it waits",
            marks=pytest.mark.skipif(
                not hasattr(signal, "pthread_kill"), reason="no signals to a thread that waits here"
            ),
        ),
    ],
)
def test_nothing_writes_to_out_any_more_when_an_interrupt_reaches_the_caller(monkeypatch, when):
    core = Interrupted(when)
    monkeypatch.setattr(_core, "score_hands", core.score)
    with pytest.raises(KeyboardInterrupt):
        score_hands(np.broadcast_to(HANDS.rows[0], (1280, 5)), threads=2)
    running, calls = core.running, core.calls
    time.sleep(0.4)
    assert running == 0
    assert core.calls == calls <= 2


@pytest.mark.usefixtures("small_shares")
def test_an_interrupt_is_answered_between_two_calls_of_the_core(monkeypatch):
    calls = []

    def score(_, begin, end, *__):
        calls.append(begin)
        if begin == 300:
            signal.raise_signal(signal.SIGINT)
        return end

    monkeypatch.setattr(_core, "score_hands", score)
    with pytest.raises(KeyboardInterrupt):
        score_hands(np.broadcast_to(HANDS.rows[0], (100_000, 5)))
    assert calls == [0, 100, 200, 300]


@pytest.mark.parametrize("rows", [COUNT, 1280])
@pytest.mark.usefixtures("small_shares")
def test_no_buffer_can_shrink_while_it_is_used(monkeypatch, rows):
    hands, starters, out = bytearray(4 * rows), bytearray(rows), bytearray(rows)
    shrunk = []

    def score(_, __, end, *___):  # as another thread may, just before the core takes the buffers
        for name, buffer in (("hands", hands), ("starters", starters), ("out", out)):
            try:
                buffer.clear()
            except BufferError:
                continue
            shrunk.append(name)
        return end

    monkeypatch.setattr(_core, "score_hands", score)
    score_hands(hands, starters, out=out, threads=2)
    assert shrunk == []


CLEARED = """
import cribscore

class Two:
    def __index__(self):
        try:
            {buffer}.clear()
        except BufferError:
            pass
        return 2

size = 1 << 20
hands, starters, out = bytearray([0, 4, 8, 12]) * size, bytearray([51]) * size, bytearray(size)
try:
    print(set(cribscore.score_hands(hands, starters, out=out, threads=Two())))
except (ValueError, BufferError):
    print("refused")
"""


@pytest.mark.native
@pytest.mark.parametrize("buffer", ["hands", "starters", "out"])
def test_a_buffer_that_an_argument_clears_is_held_or_refused(buffer):
    right = sum(row_parts([0, 4, 8, 12, 51]))
    code, printed, complaint = run_here(CLEARED.format(buffer=buffer))
    assert (code, complaint) == (0, "")
    assert printed in ("refused", f"{{{right}}}")


# Another thread writes to the input


@pytest.mark.native
@pytest.mark.slow
@pytest.mark.parametrize("kernel", _core.kernels())
@pytest.mark.parametrize("layout", ["rows", "columns", "decks"])
@both
def test_a_thread_that_scribbles_over_the_input_makes_no_crash_and_no_impossible_score(kind, kernel, layout):
    before, rows = _core.backend(), many_rows(kind, 3000)
    shapes = {"rows": rows.copy, "columns": lambda: np.asfortranarray(rows), "decks": lambda: in_deck(rows)}
    cards, stop = shapes[layout](), threading.Event()

    def scribble():
        numbers = np.random.default_rng(8)
        while not stop.is_set():
            row = int(numbers.integers(len(rows) - 600))
            cards[row : row + 600] = kind.rows[(row * 7 + 1) % COUNT]  # other cards, all valid
            if row % 8 == 0:
                cards[row, row % kind.cards] = row % 256
                cards[row] = kind.rows[row % COUNT]

    scribbler = threading.Thread(target=scribble)
    scribbler.start()
    complaints, seen = set(), set()
    try:
        _core.select(f"c:{kernel}")
        ends = time.monotonic() + 0.2
        while time.monotonic() < ends:
            try:
                scores = kind.score(cards, **({} if kind is HANDS else {"lines": True}))
            except kind.error as error:
                complaints.add(str(error))
            else:
                seen.update(np.unique(scores).tolist())
    finally:
        stop.set()
        scribbler.join()
        _core.select(f"c:{before}")
    assert complaints or seen
    assert seen <= {total for total, hands in enumerate(TABLES["hand"]) if hands}
    why = r"card index \d+ is above 51|.. appears twice|its bytes changed while it was scored"
    assert [text for text in complaints if not re.fullmatch(rf"{kind.name} \d+: ({why})", text)] == []


# Counts


@pytest.mark.slow_on_python
@pytest.mark.parametrize(("crib", "table"), [(False, "hand"), (True, "crib")], ids=["hand", "crib"])
def test_all_hands_are_counted_as_the_tables_do(crib, table):
    counts = hand_counts(crib=crib)
    assert type(counts) is list
    assert counts == TABLES[table]
    assert len(counts) == 30


# Properties


def batches(cards, most):
    """Some rows of different cards, as names."""
    return st.lists(distinct(cards), min_size=1, max_size=most)


FORMS = st.sampled_from(sorted({*BUFFERS, *ARRAYS}))


def to_rows(names):
    return np.array([[NAMES.index(name) for name in row] for row in names], np.uint8)


@given(names=batches(5, 70), form=FORMS, crib=st.booleans(), threads=st.integers(0, 3))
@examples(150)
def test_a_batch_of_hands_scores_as_a_loop_of_score_hand(names, form, crib, threads):
    one_by_one = [score_hand(hand[:4], hand[4], crib=crib) for hand in names]
    rows = to_rows(names)
    scores = score_hands(as_form(form, rows), crib=crib, threads=threads)
    assert list(scores) == one_by_one
    parts = score_hands(as_form(form, rows), crib=crib, parts=True)
    assert bytes(parts) == b"".join(bytes(score.parts) for score in one_by_one)
    assert list(score_hands([(hand[:4], hand[4]) for hand in names], crib=crib)) == one_by_one


@given(names=batches(17, 8), form=FORMS)
@examples(100)
def test_a_batch_of_grids_scores_as_a_loop_of_score_grid(names, form):
    one_by_one = [score_grid(grid[:16], grid[16]) for grid in names]
    rows = to_rows(names)
    assert list(score_grids(as_form(form, rows))) == one_by_one
    lines = [[*score.rows, *score.columns] for score in one_by_one]
    assert bytes(score_grids(as_form(form, rows), lines=True)) == bytes(chain(*lines))
    assert list(score_grids([(grid[:16], grid[16]) for grid in names])) == one_by_one


@given(
    rows=st.lists(
        st.lists(st.one_of(st.integers(0, 51), st.integers(0, 255)), min_size=5, max_size=5), max_size=70
    )
)
@examples(300)
def test_any_bytes_are_scored_or_the_first_bad_row_is_told(rows):
    bad = [number for number, row in enumerate(rows) if max(row) > 51 or len(set(row)) < 5]
    data = bytes(chain(*rows))
    if bad:
        with pytest.raises(InvalidHandError, match=rf"\Ahand {bad[0]}: "):
            score_hands(data)
    else:
        assert list(score_hands(data)) == [sum(row_parts(row)) for row in rows]


@given(names=distinct(17), twins=st.permutations(range(17)), row=st.integers(0, 40))
@examples(50)
def test_a_card_in_any_two_cells_of_any_grid_is_told(names, twins, row):
    rows = np.resize(GRIDS.rows, (41, 17))
    rows[row] = to_rows([names])[0]
    rows[row, twins[0]] = rows[row, twins[1]]
    message = f"grid {row}: {names[twins[1]]} appears twice"
    with pytest.raises(InvalidGridError, match=exactly(message)):
        score_grids(rows)


@pytest.mark.parametrize(
    "call",
    [
        lambda: score_hands(bytes([0, 1, 2, 3, 4, 0, 1, 2, 3, 3])),
        lambda: score_hands(["5H 5C 5S JD 5D", "5H 5C 5S JD JD"]),
        lambda: score_hands(["5H 5C 5S JD"] * 2, ["5D", "XX"]),
        lambda: score_grids([*[bytes(range(17))], bytes(17)]),
        lambda: score_counts(bytes([0, 1, 2, 3, 4, 0, 1, 2, 3, 52])),
        lambda: forecast_hands(["5H 5C 5S JD", "5H 5C 5S"]),
        lambda: keep_sums(bytes([*range(6), *bytes(6)])),
        lambda: score_pegs(["7H 8C", "KH QH JH 2C"]),
    ],
)
def test_an_error_of_a_batch_knows_its_row_and_keeps_it_when_it_is_pickled(call, core):
    with pytest.raises(CribscoreError, match=r"\A\w+ 1: ") as error:
        call()
    assert error.value.row == pickle.loads(pickle.dumps(error.value)).row == 1
    assert CribscoreError("of no row").row is None
