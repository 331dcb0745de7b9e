"""Many hands and many grids at once, from buffers and arrays of card indexes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from math import prod
from typing import TYPE_CHECKING, Any, Final, Literal, NoReturn, Protocol, TypeAlias, TypeVar, overload
from weakref import ref

from . import _core, _wire
from ._arrays import FORMS, Source, holds_objects, numpy_or_none
from ._buffers import (
    CHANGED,
    Held,
    Kind,
    card_rows_of_buffer,
    card_source,
    checked_out,
    cribs_in,
    dtype_of,
    starters_in,
    why_bad,
    why_no_card,
)
from ._items import Spoiled, item_rows
from ._messages import flag, items_of, shown, whole
from ._notation import EMPTY
from ._work import run, thread_count
from .cards import (
    DECK,
    Card,
    CardLike,
    CardsLike,
    Hand,
    cards_of,
    counted,
    dead_cards,
    first_repeated,
    indexes_of,
)
from .errors import CribscoreError, InvalidGridError, InvalidHandError, of_row
from .grids import Grid, GridLike

if TYPE_CHECKING:
    from array import array

    from numpy import dtype as np_dtype
    from numpy import uint8, uint16
    from numpy.typing import NDArray
    from typing_extensions import Buffer

__all__ = [
    "check_grids",
    "check_hands",
    "forecast_hands",
    "hand_counts",
    "keep_sums",
    "score_counts",
    "score_grids",
    "score_hands",
]


class SupportsArray(Protocol):
    """What NumPy sees as an array: an array, a data frame, a series, a tensor."""

    def __array__(self) -> Any: ...


class SupportsArrowArray(Protocol):
    """What Arrow's C data interface gives an array of: an array, a record batch."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ...


class SupportsArrowStream(Protocol):
    """What Arrow's C stream interface gives arrays of: a chunked array, a table, a data frame."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...


class SupportsDLPack(Protocol):
    """What NumPy reads as an array by DLPack: a tensor."""

    def __dlpack__(self) -> Any: ...


Array: TypeAlias = "SupportsArray | SupportsArrowArray | SupportsArrowStream | SupportsDLPack"
"""What is read as an array. The scores of it are a NumPy array."""
RowOfCards: TypeAlias = "CardsLike | tuple[GridLike, CardLike | None]"
"""One hand or grid: its cards, or a pair of the cards and the starter."""
StartersLike: TypeAlias = "Buffer | Array | Iterable[CardLike | None] | CardLike | None"
"""The starters of many hands or grids: one for all, or one for each."""
Errors: TypeAlias = Literal["raise", "mask"]
"""What becomes of a bad row: an error, or 255 as its scores."""
Out = TypeVar("Out", bound="Buffer | SupportsArray")


def _bytes_of_hand(hand: Any, _: bool) -> bytes:
    return bytes(Hand(hand))


def _bytes_of_grid(grid: Any, partial: bool) -> bytes:
    if partial and _is_of_items(grid):
        grid = _without_missing(grid)
        if len(grid) == 4:
            grid = [_without_missing(row) if _is_of_items(row) else row for row in grid]
    grid = Grid(grid)
    if not (partial or grid.full):
        raise InvalidGridError("an empty cell; grids in batches are full, unless partial=True")
    return bytes(grid)


def _bytes_of_deal(deal: Any, _: bool) -> bytes:
    cards = cards_of(deal)
    if len(cards) != 6:
        raise InvalidHandError(f"a deal holds 6 cards for two players, got {counted(cards)}")
    if (twice := first_repeated(cards)) is not None:
        raise InvalidHandError(f"{twice} appears twice")
    return indexes_of(cards)


DEALS: Final = Kind("deal", 6, InvalidHandError, _bytes_of_deal)
_HANDS: Final = Kind("hand", 4, InvalidHandError, _bytes_of_hand)
_GRIDS: Final = Kind("grid", 16, InvalidGridError, _bytes_of_grid, _wire.TEXT_GRID)


@overload
def score_hands(
    hands: Array,
    starters: StartersLike = None,
    *,
    crib: bool | Array | Iterable[bool] = False,
    parts: bool = False,
    partial: bool = False,
    errors: Errors = "raise",
    dtype: None = None,
    out: None = None,
    threads: int = 1,
) -> NDArray[uint8]: ...
@overload
def score_hands(
    hands: Buffer | Iterable[RowOfCards],
    starters: StartersLike = None,
    *,
    crib: bool | Array | Iterable[bool] = False,
    parts: bool = False,
    partial: bool = False,
    errors: Errors = "raise",
    dtype: None = None,
    out: None = None,
    threads: int = 1,
) -> bytearray: ...
@overload
def score_hands(
    hands: Buffer | Array | Iterable[RowOfCards],
    starters: StartersLike = None,
    *,
    crib: bool | Array | Iterable[bool] = False,
    parts: bool = False,
    partial: bool = False,
    errors: Errors = "raise",
    dtype: type[Any] | str | np_dtype[Any],
    out: None = None,
    threads: int = 1,
) -> NDArray[Any]: ...
@overload
def score_hands(
    hands: Buffer | Array | Iterable[RowOfCards],
    starters: StartersLike = None,
    *,
    crib: bool | Array | Iterable[bool] = False,
    parts: bool = False,
    partial: bool = False,
    errors: Errors = "raise",
    dtype: None = None,
    out: Out,
    threads: int = 1,
) -> Out: ...
def score_hands(
    hands: Any,
    starters: Any = None,
    *,
    crib: Any = False,
    parts: bool = False,
    partial: bool = False,
    errors: Errors = "raise",
    dtype: Any = None,
    out: Any = None,
    threads: int = 1,
) -> Any:
    """Score many hands, as many as two billion a second and more.

    >>> hands = bytes([18, 16, 19, 41, 17, 6, 14, 30, 50, 32])  # five indexes each, the starter last
    >>> list(score_hands(hands))
    [29, 6]
    >>> list(score_hands([("5H 5C 5S JD", "5D"), ("2H 4H 8H KH", "9C")]))
    [29, 6]
    >>> list(score_hands(["5H 5C 5S JD 5D", "2H 4H 8H KH 9C"], crib=[False, True]))
    [29, 2]
    >>> list(score_hands(["2H 4H 8H KH"], starters="9C", parts=True))
    [2, 0, 0, 4, 0]
    >>> list(score_hands([("5H 5C 5S JD", None)], partial=True))  # the starter is not turned yet
    [14]
    >>> score_hands(bytes([18, 16, 19, 41, 18]))
    Traceback (most recent call last):
    ...
    cribscore.InvalidHandError: hand 0: 5H appears twice
    >>> list(score_hands(bytes([18, 16, 19, 41, 18, 6, 14, 30, 50, 32]), errors="mask"))
    [255, 6]

    Args:
        hands: An array of card indexes: rows of five, the starter last, of shape (n, 5) or flat; or rows of
            four, with `starters`. Any buffer is one (bytes, bytearray, memoryview, array, mmap, a NumPy
            array), and so is what NumPy or Arrow can see as one (a data frame or a table of five columns, an
            Arrow array or a series of lists of one length, a tensor). The numbers are whole and of any width;
            bytes are the fastest, and of these a Fortran-ordered array, or the `.T` of one of shape (5, n).
            Or an iterable of (hand, starter) pairs of what `Hand` and `Card` take, or of five cards each, the
            starter last; with `starters`, of hands. An array of texts or objects is such an iterable.
        starters: For rows of four: one card for all, or an array of n indexes (an iterable of n cards when
            `hands` is an iterable).
        crib: Whether the hands are cribs; or an array or an iterable of n booleans.
        parts: Whether to return five points a hand instead of the total: fifteens, pairs, runs, flush and
            nobs.
        partial: Whether a starter may be missing: 255 in an array, None in an iterable. The hand is then
            scored as `score_hand` scores one without a starter.
        errors: "raise" raises an error for the first bad row; "mask" gives each bad row 255 as its scores.
        dtype: A NumPy type for the scores, such as "int16". They are bytes (uint8) by default: the difference
            of two of these is never below 0, and wraps around.
        out: A writable buffer of bytes for the scores, of just the right size and apart from the input.
        threads: How many threads share the work; 0 is one for each core. A small batch uses fewer.

    Returns:
        The scores, one byte each: `out` if it was given; a NumPy array of shape (n,) or (n, 5) if an array
        went in, or with a `dtype`; else a bytearray of n or 5n bytes.

    Raises:
        InvalidHandError: A row holds a number that is not a card, or a card twice. The message names the
            first such row, counted from 0; the content of `out` is then undefined.
        InvalidCardError: A starter given apart from the hands is not a card: one for all, or one of an
            iterable. In an array it makes its row a bad one, an InvalidHandError.
        CribscoreError: The shapes do not fit each other, or an argument is outside its range.
        TypeError: An argument is of another type, or an array has another element type.
    """
    wanted, wide = (_wire.PARTS, 5) if parts else (0, 1)
    if (
        dtype is None
        and (crib is False or crib is True)
        and not partial
        and errors == "raise"
        and threads == 1
        and type(threads) is int
    ):
        scores = _score_whole(_HANDS, hands, starters, wanted | crib, wide, out)
        if scores is not None:
            return scores
    return _score(_HANDS, hands, starters, wanted, wide, crib, partial, errors, dtype, out, threads)


@overload
def score_grids(
    grids: Array,
    starters: StartersLike = None,
    *,
    lines: bool = False,
    partial: bool = False,
    errors: Errors = "raise",
    dtype: None = None,
    out: None = None,
    threads: int = 1,
) -> NDArray[uint8]: ...
@overload
def score_grids(
    grids: Buffer | Iterable[RowOfCards],
    starters: StartersLike = None,
    *,
    lines: bool = False,
    partial: bool = False,
    errors: Errors = "raise",
    dtype: None = None,
    out: None = None,
    threads: int = 1,
) -> bytearray: ...
@overload
def score_grids(
    grids: Buffer | Array | Iterable[RowOfCards],
    starters: StartersLike = None,
    *,
    lines: bool = False,
    partial: bool = False,
    errors: Errors = "raise",
    dtype: type[Any] | str | np_dtype[Any],
    out: None = None,
    threads: int = 1,
) -> NDArray[Any]: ...
@overload
def score_grids(
    grids: Buffer | Array | Iterable[RowOfCards],
    starters: StartersLike = None,
    *,
    lines: bool = False,
    partial: bool = False,
    errors: Errors = "raise",
    dtype: None = None,
    out: Out,
    threads: int = 1,
) -> Out: ...
def score_grids(
    grids: Any,
    starters: Any = None,
    *,
    lines: bool = False,
    partial: bool = False,
    errors: Errors = "raise",
    dtype: Any = None,
    out: Any = None,
    threads: int = 1,
) -> Any:
    """Score many grids.

    >>> grid = "5C 5D 5S JH / 4C 4D 6S 6H / 6C 6D 4S 4H / TC TD TS TH"
    >>> list(score_grids([(grid, "5H")]))
    [172]
    >>> list(score_grids([grid], starters="5H", lines=True))
    [29, 24, 24, 20, 20, 20, 20, 15]
    >>> begun = "5C 5D 5S JH / .. .. .. .. / .. .. .. .. / .. .. .. .."
    >>> list(score_grids([(begun, "5H"), (begun, None)], partial=True))
    [38, 14]

    Args:
        grids: As the hands of `score_hands`: rows of 17 indexes (sixteen cells row by row, then the starter),
            or of 16 with `starters`; or an iterable of (grid, starter) pairs, or of 17 cards each.
        starters: As for `score_hands`.
        lines: Whether to return eight line scores a grid (rows, then columns; without heels) instead of the
            total.
        partial: Whether cells may be empty and the starter may be missing: 255 in an array. The grid is then
            scored as `score_grid` scores a grid in progress.
        errors: As for `score_hands`.
        dtype: As for `score_hands`.
        out: As for `score_hands`.
        threads: As for `score_hands`.

    Returns:
        As `score_hands`: n totals (with heels), or n times eight line scores.

    Raises:
        InvalidGridError: A row holds a number that is not a card, a card twice or, without `partial`, an
            empty cell.
        InvalidCardError: A starter given apart from the grids is not a card; as for `score_hands`.
        CribscoreError: The shapes do not fit each other, or an argument is outside its range.
        TypeError: An argument is of another type.
    """
    wanted, wide = (_wire.LINES, 8) if lines else (0, 1)
    if dtype is None and not partial and errors == "raise" and threads == 1 and type(threads) is int:
        scores = _score_whole(_GRIDS, grids, starters, wanted, wide, out)
        if scores is not None:
            return scores
    return _score(_GRIDS, grids, starters, wanted, wide, False, partial, errors, dtype, out, threads)


def score_counts(
    hands: Buffer | Array | Iterable[RowOfCards],
    starters: StartersLike = None,
    *,
    crib: bool | Array | Iterable[bool] = False,
    partial: bool = False,
    errors: Errors = "raise",
    threads: int = 1,
) -> list[int]:
    """Count how many of many hands score 0, 1, ... 29, without an array of the scores.

    >>> counts = score_counts(["5H 5C 5S JD 5D", "2H 4H 8H KH 9C", "2H 4H 8H KH 9S"])
    >>> counts[29], counts[6], sum(counts)
    (1, 2, 3)

    Args:
        hands: As for `score_hands`.
        starters: As for `score_hands`.
        crib: As for `score_hands`.
        partial: As for `score_hands`.
        errors: "raise" raises an error for the first bad row; "mask" leaves bad rows out of the counts.
        threads: As for `score_hands`.

    Returns:
        Thirty counts; the score is the place in the list.

    Raises:
        InvalidHandError: As for `score_hands`.
        InvalidCardError: As for `score_hands`.
        CribscoreError: As for `score_hands`.
        TypeError: As for `score_hands`.
    """
    threads, masked = thread_count(threads), _is_masked(errors)
    held = Held()
    counted: list[list[int]] = [[0] * 30]
    try:
        batch = _Batch(_HANDS, hands, starters, held, crib, bool(partial), masked)

        def count(rows: _wire.Rows, begin: int, end: int) -> int:
            good, counts = _core.count_scores(rows, begin, end, batch.wanted)
            counted.append(counts)
            return good

        batch.run(count, threads)
    finally:
        held.release()
    return [sum(counts) for counts in zip(*counted, strict=True)]


def check_hands(
    hands: Buffer | Array | Iterable[RowOfCards],
    starters: StartersLike = None,
    *,
    partial: bool = False,
    limit: int | None = 1000,
) -> list[tuple[int, str]]:
    """Find all bad rows of many hands, with their reasons.

    >>> check_hands(bytes([18, 16, 19, 41, 18, 6, 14, 30, 50, 32, 6, 14, 30, 99, 32]))
    [(0, '5H appears twice'), (2, 'card index 99 is above 51')]
    >>> check_hands(["5H 5C 5S JD 5D", "5H 5C 5S J"])
    [(1, "'J' is not a card: it needs a rank and a suit")]

    Args:
        hands: As for `score_hands`.
        starters: As for `score_hands`.
        partial: As for `score_hands`.
        limit: How many bad rows are told at most, the first ones; None for all.

    Returns:
        For each bad row its number, counted from 0, and the first thing that is wrong in it.

    Raises:
        CribscoreError: The shapes do not fit each other, or `limit` is below 0.
        TypeError: An argument is of another type, or an array has another element type.
    """
    return _check(_HANDS, hands, starters, partial, limit)


def check_grids(
    grids: Buffer | Array | Iterable[RowOfCards],
    starters: StartersLike = None,
    *,
    partial: bool = False,
    limit: int | None = 1000,
) -> list[tuple[int, str]]:
    """Find all bad rows of many grids, with their reasons.

    >>> check_grids(bytes([*range(17), *range(16), 15]))
    [(1, '4S appears twice')]

    Args:
        grids: As for `score_grids`.
        starters: As for `score_grids`.
        partial: As for `score_grids`.
        limit: As for `check_hands`.

    Returns:
        As `check_hands`.

    Raises:
        CribscoreError: As for `check_hands`.
        TypeError: As for `check_hands`.
    """
    return _check(_GRIDS, grids, starters, partial, limit)


def hand_counts(*, crib: bool = False) -> list[int]:
    """Count how many of the 12,994,800 choices of a hand and a starter score 0, 1, ... 29.

    >>> counts = hand_counts()
    >>> counts[29], counts[19], sum(counts)
    (4, 0, 12994800)

    Nothing is looked up: all of them are scored.

    Args:
        crib: Whether to score them as cribs.

    Returns:
        Thirty counts; the score is the place in the list.
    """
    return _core.hand_counts(flag("crib", crib))


@overload
def forecast_hands(
    hands: Array,
    *,
    dead: Array | CardsLike | None = None,
    crib: bool = False,
    out: None = None,
    threads: int = 1,
) -> NDArray[uint8]: ...
@overload
def forecast_hands(
    hands: Buffer | Iterable[CardsLike],
    *,
    dead: Array | CardsLike | None = None,
    crib: bool = False,
    out: None = None,
    threads: int = 1,
) -> bytearray: ...
@overload
def forecast_hands(
    hands: Buffer | Array | Iterable[CardsLike],
    *,
    dead: Array | CardsLike | None = None,
    crib: bool = False,
    out: Out,
    threads: int = 1,
) -> Out: ...
def forecast_hands(
    hands: Any, *, dead: Any = None, crib: bool = False, out: Any = None, threads: int = 1
) -> Any:
    """Count the points of many hands over the starters that are left: the counts of `forecast`, many at once.

    >>> counts = forecast_hands(["5H 5C 5S JD", "4C 5D 6H 6S"])
    >>> len(counts), counts[29], counts[14]
    (60, 1, 24)
    >>> sum(forecast_hands(["4C 5D 6H 6S"], dead="9C TD"))
    46

    Args:
        hands: A buffer of card indexes, rows of four, of shape (n, 4) or flat; or an iterable of what `Hand`
            takes; see `score_hands`.
        dead: Cards that cannot be the starter. What `forecast` takes, for all hands alike; or an array of
            shape (n, k) with a row for each hand, in which 255 is not a card.
        crib: Whether the hands are cribs: True or False, the same for all.
        out: A writable buffer for the counts, of just the right size and apart from the input.
        threads: How many threads share the work; 0 is one for each core. A small batch uses fewer.

    Returns:
        Thirty counts for each hand, one byte each: `out` if it was given; a NumPy array of shape (n, 30) if
        an array went in; else a bytearray of 30n bytes.

    Raises:
        InvalidHandError: A row holds a byte that is not a card, or a card twice, the dead cards included, or
            no starter is left for it. The message names the first such row, counted from 0; the content of
            `out` is then undefined.
        CribscoreError: The shapes do not fit each other, or `threads` is below 0.
        TypeError: An argument is of another type, or an array has another element type.
    """
    threads, crib = thread_count(threads), flag("crib", crib)
    held = Held()
    try:
        rows, count = card_rows(_HANDS, hands, held)
        gone = _dead_rows(dead, count, held)
        counts, out = results(held, out, (count, 30), "B", [*rows.buffers, *gone.buffers])
        good = run_long(
            lambda begin, end: _core.forecast_hands(rows, gone, crib, begin, end, counts), count, threads
        )
        left = len(DECK) - _HANDS.cards
        if gone.width >= left:  # else a starter is left of each
            for number in range(good):
                if gone.width - gone.row(number).count(_wire.NO_CARD) == left:
                    why = f"no starter is left: {_HANDS.cards} cards and {left} dead"
                    raise of_row(InvalidHandError, "hand", number, why)
        if good < count:
            why = why_bad_cards(rows.numbers(good), gone.numbers(good))
            raise of_row(InvalidHandError, "hand", good, why)
    finally:
        held.release()
    return out


@overload
def keep_sums(deals: Array, *, out: None = None, threads: int = 1) -> NDArray[uint16]: ...
@overload
def keep_sums(deals: Buffer | Iterable[CardsLike], *, out: None = None, threads: int = 1) -> array[int]: ...
@overload
def keep_sums(deals: Buffer | Array | Iterable[CardsLike], *, out: Out, threads: int = 1) -> Out: ...
def keep_sums(deals: Any, *, out: Any = None, threads: int = 1) -> Any:
    """Sum up, for many deals of six cards, the points of each four that can be kept over the 46 starters.

    >>> sums = keep_sums(["4C 5D 6H 6S 9C TD"])
    >>> max(sums), sums[14]  # 9C and TD are thrown, the last two of the six
    (708, 708)
    >>> from fractions import Fraction
    >>> Fraction(sums[14], 46)  # their mean
    Fraction(354, 23)

    Args:
        deals: A buffer of card indexes, rows of six, of shape (n, 6) or flat; or an iterable of six cards
            each; see `score_hands`.
        out: A writable buffer of 15n items of uint16, apart from the input.
        threads: How many threads share the work; 0 is one for each core. A small batch uses fewer.

    Returns:
        Fifteen sums for each deal, in the order of `itertools.combinations(range(6), 2)`: the two positions
        of the cards that are thrown. `out` if it was given; a NumPy array of uint16 of shape (n, 15) if an
        array went in; else an `array.array` of 15n items.

    Raises:
        InvalidHandError: A row holds a byte that is not a card, or a card twice. The message names the first
            such row, counted from 0; the content of `out` is then undefined.
        CribscoreError: The shapes do not fit each other, or `threads` is below 0.
        TypeError: An argument is of another type, or an array has another element type.
    """
    threads = thread_count(threads)
    held = Held()
    try:
        rows, count = card_rows(DEALS, deals, held)
        sums, out = results(held, out, (count, 15), "H", rows.buffers)
        good = run_long(lambda begin, end: _core.keep_sums(rows, begin, end, sums), count, threads)
        if good < count:
            raise of_row(InvalidHandError, "deal", good, why_bad_cards(rows.numbers(good)))
    finally:
        held.release()
    return out


# ---------------------------------------------------------------- four cards over many starters

_LONG: Final = 64  # a row takes as long as so many cards of a hand that is scored once


def run_long(score: Any, count: int, threads: int) -> int:
    """Score many rows that take long; return the number of the first bad row, or `count`."""
    return run(score, count, _LONG, threads) if count else 0


def card_rows(kind: Kind, cards: Any, held: Held) -> tuple[_wire.CardRows, int]:
    """Return the rows of hands or deals without starters, in a buffer or one by one."""
    view = held.read(cards)
    if view is not None and not holds_objects(kind.name, view):
        return card_rows_of_buffer(kind.name, view, kind.cards)
    found = item_rows(kind, cards if view is None else view.tolist())
    return _wire.CardRows(found, 0, kind.cards, 1, kind.cards), len(found) // kind.cards


def _dead_rows(dead: Any, count: int, held: Held) -> _wire.CardRows:
    """The dead cards of each hand: an array with a row for each, or some cards for all."""
    view = None if dead is None else held.read(dead)
    if view is not None and not holds_objects("dead card", view) and view.ndim == 2:
        rows, found = card_rows_of_buffer("row of dead card", view, view.shape[1])
        if found != count:
            raise CribscoreError(f"dead cards are the same for all hands, or {count} rows, not {found}")
        if rows.width:
            return rows
        dead = ()
    cards = indexes_of(dead_cards(() if dead is None else dead))
    return _wire.CardRows(cards, 0, 0, 1, len(cards))


def results(
    held: Held, out: Any, shape: tuple[int, ...], item: str, read: Iterable[Any], *, as_array: bool = False
) -> tuple[Any, Any]:
    """What the core writes to, and what the caller gets."""
    if out is not None:
        return checked_out(read, out, prod(shape) * (1 if item == "B" else 2), held, item), out
    numpy = numpy_or_none() if held.array or as_array else None
    if numpy is not None:
        out = numpy.empty(shape, numpy.uint8 if item == "B" else numpy.uint16)
    elif item == "B":
        out = bytearray(prod(shape))
    else:
        from array import array

        out = array(item, bytes(2 * prod(shape)))
    return out, out


def why_bad_cards(hand: Sequence[int | None], dead: Sequence[int | None] = ()) -> str:
    """Say what is wrong with a row."""
    cards = [*hand, *(index for index in dead if index != _wire.NO_CARD)]
    for place, index in enumerate(cards):
        if (why := why_no_card(index)) is not None:
            return why
        if index in cards[:place]:
            dead_too = place >= len(hand) and index in hand
            return f"{DECK[index or 0]} {'is dead and in the hand' if dead_too else 'appears twice'}"
    return CHANGED


# ---------------------------------------------------------------- one batch


class _Batch:
    """The rows of one call: where their cards and starters lie, and which of them are cribs."""

    __slots__ = ("cards", "count", "crib", "cribs", "kind", "partial", "spoiled", "starters")

    cards: Source
    starters: _wire.CardRows | None  # if they are not in the rows of cards

    def __init__(
        self,
        kind: Kind,
        cards: Any,
        starters: Any,
        held: Held,
        crib: Any,
        partial: bool,
        masked: bool,
    ) -> None:
        self.kind = kind
        self.partial = partial
        self.spoiled = Spoiled(masked)
        view = held.read(cards)
        if view is None or holds_objects(kind.name, view):
            items = cards if view is None else view.tolist()
            found, self.starters = _rows_of_items(kind, items, starters, held, partial, self.spoiled)
            self.cards, self.count = found, len(found.cards) // found.width
        else:
            self.cards, self.count = card_source(kind, view, starters)
            self.starters = (
                None
                if starters is None
                else starters_in(starters, self.count, held, self.spoiled, partial=partial)
            )
        if self.spoiled.errors and not masked:
            self._refuse()
        self.crib, self.cribs = cribs_in(crib, self.count, held)

    @property
    def buffers(self) -> list[Any]:
        """The buffers that are read."""
        starters = () if self.starters is None else self.starters.buffers
        return [*self.cards.buffers, *starters, *self.cribs[:1]]

    @property
    def wanted(self) -> int:
        """What the core is asked for, as flags."""
        mask = _wire.MASK if self.spoiled.every else 0
        return mask | (_wire.PARTIAL if self.partial else 0) | (_wire.AS_CRIB if self.crib else 0)

    def rows(self, cards: _wire.CardRows) -> _wire.Rows:
        """Where the rows lie, if their cards lie there."""
        buffer, first, row_step, card_step, _, _ = cards
        if self.starters is None:
            starter = buffer, first + self.kind.cards * card_step, row_step
        else:
            starter = self.starters[:3]
        return _wire.Rows(buffer, first, row_step, card_step, *starter, *self.cribs)

    def run(self, work: Callable[[_wire.Rows, int, int], int], threads: int) -> None:
        """Let a core work on all rows; raise an error for the first bad row unless bad rows are masked.

        Args:
            work: Works on rows from a number up to another; returns the number of the first bad one, or the
                second number.
            threads: How many threads share the work.
        """
        if not self.count:
            return
        if isinstance(self.cards, _wire.CardRows):
            rows = self.rows(self.cards)
            good = run(lambda begin, end: work(rows, begin, end), self.count, self.kind.cards, threads)
        else:
            good = run(
                lambda begin, end: self._run_blocks(work, begin, end), self.count, self.kind.cards, threads
            )
        if good < self.count:
            raise of_row(self.kind.error, self.kind.name, good, self.why_bad(good))

    def _run_blocks(self, work: Callable[[_wire.Rows, int, int], int], begin: int, end: int) -> int:
        for cards, stop in self.cards.blocks(begin, end):
            good = work(self.rows(cards), begin, stop)
            if good < stop:
                return good
            begin = stop
        return end

    def _refuse(self) -> NoReturn:
        """Raise the error for the first bad row, where one could not be read."""
        self.count = number = min(self.spoiled.errors)  # the rows before it were read
        self.crib, self.cribs = False, ()
        if self.starters is not None:  # else they were checked too
            core, wanted, scores = getattr(_core, self.kind.score), self.wanted, bytearray(number)
            self.run(lambda rows, begin, end: core(rows, begin, end, wanted, scores), 1)
        wrap, name, why = self._spoiled_by(number)
        raise of_row(wrap, name, number, why)

    def _spoiled_by(self, number: int) -> tuple[type[Exception], str, str]:
        """What is wrong with a row that could not be read: its own cards come before its starter."""
        found = self.spoiled.errors[number]
        if found[1] != self.kind.name:
            why = why_bad(self.cards.numbers(number), self.may_be_missing)
            if why is not CHANGED:
                return self.kind.error, self.kind.name, why
        return found

    def why_bad(self, number: int) -> str:
        """Why a row is bad."""
        if number in self.spoiled.errors:
            return self._spoiled_by(number)[2]
        cards = list(self.cards.numbers(number))
        if self.starters is not None:
            cards += self.starters.numbers(number)
        return why_bad(cards, self.may_be_missing)

    def may_be_missing(self, place: int) -> bool:
        """Whether there need not be a card at a place of a row: a cell of a grid, or the starter."""
        return self.partial and (self.kind is _GRIDS or place == self.kind.cards)


def _score(
    kind: Kind,
    cards: Any,
    starters: Any,
    wanted: int,
    wide: int,
    crib: Any,
    partial: Any,
    errors: Any,
    dtype: Any,
    out: Any,
    threads: Any,
) -> Any:
    threads, masked, item = thread_count(threads), _is_masked(errors), dtype_of(dtype, out)
    held = Held()
    try:
        batch = _Batch(kind, cards, starters, held, crib, bool(partial), masked)
        wanted |= batch.wanted
        shape = (batch.count,) if wide == 1 else (batch.count, wide)
        read = () if out is None else batch.buffers
        scores, out = results(held, out, shape, "B", read, as_array=item is not None)
        core = getattr(_core, kind.score)
        batch.run(lambda rows, begin, end: core(rows, begin, end, wanted, scores), threads)
        if batch.spoiled.errors:
            _mask(scores, wide, batch.spoiled)
    finally:
        held.release()
    return out if item is None else out.astype(item, copy=False)


def _is_masked(errors: str) -> bool:
    if errors not in ("raise", "mask"):
        raise CribscoreError(f"errors {shown(errors)} is not 'raise' or 'mask'")
    return errors == "mask"


def _mask(scores: Any, wide: int, spoiled: Spoiled) -> None:
    """Write the scores of rows that could not be read."""
    with memoryview(scores) as shaped, shaped.cast("B") as data:
        for row in spoiled.errors:
            data[row * wide : (row + 1) * wide] = bytes([_wire.NO_CARD]) * wide


def _score_whole(kind: Kind, cards: Any, starters: Any, wanted: int, wide: int, out: Any) -> Any:
    """Score rows without gaps in a NumPy array, in bytes or a view of bytes; return None for anything else.

    This is the short way for small batches: the core itself looks at the buffers when it takes them, so
    nothing that another thread does to them matters. The starters are in the rows, or in a buffer of the same
    type. Whatever is amiss makes it return None, and `_score` tells why.
    """
    width = kind.cards
    if starters is None:
        width += 1
    elif type(starters) is not type(cards):
        return None
    form = FORMS.get(type(cards))
    if form is not None:
        if cards.base is not None and (_kept := _base_of_whole(cards)) is None:
            return None
        if (
            starters is not None
            and starters.base is not None
            and (_kept_too := _base_of_whole(starters)) is None
        ):
            return None
        count = cards.nbytes // width
    elif isinstance(cards, (bytes, bytearray)):
        count = len(cards) // width
    elif type(cards) is memoryview and starters is None:
        try:
            if type(cards.obj) not in (bytes, bytearray):
                return None
            count = cards.nbytes // width
        except ValueError:  # it has been released
            return None
    else:
        return None
    if not 0 < count <= _SMALL:
        return None
    if out is None:
        if form is None:
            out = bytearray(count * wide)
        else:
            empty, uint8 = form
            out = empty(count if wide == 1 else (count, wide), uint8)
    elif type(out) in FORMS:
        if out.base is not None and (_kept_out := _base_of_whole(out)) is None:
            return None
    elif not isinstance(out, bytearray):
        return None
    good = _core.score_whole(cards, starters, kind.cards, wanted, out)
    if good == count:
        return out
    if good < 0:
        return None
    try:
        row = _row_of_whole(cards, good, width)
        if starters is not None:
            row += _row_of_whole(starters, good, 1)
    except (IndexError, NotImplementedError):  # another thread has given them another size or shape since
        return None
    raise of_row(kind.error, kind.name, good, why_bad(row))


def _row_of_whole(buffer: Any, number: int, width: int) -> list[int]:
    with memoryview(buffer) as view:
        places = range(width)
        return [view[number, place] if view.ndim == 2 else view[number * width + place] for place in places]


def _base_of_whole(view: Any) -> Any:
    """A weak reference to the array that a view without gaps is of; None for a view of anything else.

    NumPy does not resize an array that has a weak reference.
    """
    base = view.base
    return ref(base) if type(base) in FORMS and base.base is None and view.flags.forc else None


_SMALL: Final = 1 << 16  # rows of a batch that takes no longer than a few milliseconds


def _check(kind: Kind, cards: Any, starters: Any, partial: Any, limit: int | None) -> list[tuple[int, str]]:
    """The bad rows of a batch, with their reasons."""
    most = sys.maxsize if limit is None else whole("limit", limit, sys.maxsize)
    held = Held()
    bad: list[int] = []
    try:
        batch = _Batch(kind, cards, starters, held, False, bool(partial), True)
        core, wanted = getattr(_core, kind.score), batch.wanted
        size = min(_SMALL, _core.rows_at_once(kind.cards))

        def look(rows: _wire.Rows, begin: int, end: int) -> int:
            for start in range(begin, end, size):
                if len(bad) >= most:
                    break
                stop = min(start + size, end)
                scores = bytearray(stop - start)
                core(rows.from_row(start), 0, stop - start, wanted, scores)
                place = scores.find(_wire.NO_CARD)
                while place >= 0 and len(bad) < most:
                    bad.append(start + place)
                    place = scores.find(_wire.NO_CARD, place + 1)
            return end

        batch.run(look, 1)
        return [(row, batch.why_bad(row)) for row in sorted({*bad, *batch.spoiled.errors})[:most]]
    finally:
        held.release()


# ---------------------------------------------------------------- rows as objects


def _rows_of_items(
    kind: Kind, items: Iterable[Any], starters: Any, held: Held, partial: bool, spoiled: Spoiled
) -> tuple[_wire.CardRows, _wire.CardRows | None]:
    """The rows of hands or grids that come one by one, brought into bytes, and the starters that lie apart.

    Bad rows are put into `spoiled`, and 255s stand in their places; or the first one ends the reading.
    """
    if starters is None:
        width = kind.cards + 1
        found = item_rows(
            kind,
            items,
            starter=True,
            read=lambda item: _row_and_starter(kind, item, partial),
            spoiled=spoiled,
        )
        return _wire.CardRows(found, 0, width, 1, width), None
    found = item_rows(kind, items, read=lambda item: kind.bytes_of(item, partial), spoiled=spoiled)
    rows = _wire.CardRows(found, 0, kind.cards, 1, kind.cards)
    count = len(found) // kind.cards
    return rows, starters_in(starters, count, held, spoiled, partial=partial)


def _row_and_starter(kind: Kind, item: Any, partial: bool) -> bytes:
    row, starter = _pair(kind, item, partial)
    cards = kind.bytes_of(row, partial)
    index = _wire.NO_CARD if partial and _is_missing(starter) else Card(starter).index
    if index != _wire.NO_CARD and index in cards:
        raise kind.error(f"{DECK[index]} appears twice")
    return bytes((*cards, index))


def _pair(kind: Kind, item: Any, partial: bool) -> tuple[Any, Any]:
    """The cards of an item and its starter: a pair of the two, or all cards, the starter last."""
    if isinstance(item, (tuple, list)) and len(item) == 2:
        return item[0], item[1]
    wanted = f"give a ({kind.name}, starter) pair, {kind.cards + 1} cards, or the starters apart"
    if not isinstance(item, Iterable):
        raise TypeError(f"{wanted}, not {type(item).__name__}")
    if partial:
        return _partial_pair(kind, item)
    is_text = isinstance(item, str)
    cards: list[Any] = cards_of(item, starter_sign=True) if is_text else items_of(item, "cards")
    if len(cards) != kind.cards + 1:
        raise kind.error(f"{wanted}, not {counted(cards_of(cards))}")
    return cards[:-1], cards[-1]


def _partial_pair(kind: Kind, item: Iterable[Any]) -> tuple[Any, Any]:
    """The cards of an item and its starter, where there need not be all of them."""
    cells: Any = item
    try:
        cells = cards_of(item, starter_sign=True) if isinstance(item, str) else items_of(item, "cards")
    except CribscoreError:  # a grid in text with empty cells
        return item, None
    return (cells[:-1], cells[-1]) if len(cells) == kind.cards + 1 else (cells, None)


def _is_of_items(grid: Any) -> bool:
    return isinstance(grid, Iterable) and not isinstance(grid, (str, Grid))


def _without_missing(cells: Iterable[Any]) -> list[Any]:
    """The cells or rows of a partial grid, with None for what is not there."""
    return [
        None if _is_missing(cell) else cell
        for cell in items_of(cells, "a grid is made from text, 4 rows or 16 cells")
    ]


def _is_missing(card: Any) -> bool:
    """Whether a card of a partial row is not there."""
    if isinstance(card, str):
        return card.strip() == EMPTY
    if card is None:
        return True
    is_index = (
        hasattr(type(card), "__index__") and not isinstance(card, Card) and not getattr(card, "ndim", 0)
    )
    return is_index and bool(card == _wire.NO_CARD)
