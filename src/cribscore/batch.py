"""Many hands and many grids at once, from buffers and arrays of card indexes."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from math import prod
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, TypeVar, overload

from . import _core, _wire
from ._buffers import (
    Held,
    Kind,
    card_rows_of_buffer,
    checked_out,
    holds_objects,
    rows_of_buffer,
    seen_as_array,
    starters_in,
)
from ._items import item_rows
from ._work import run, thread_count
from .cards import DECK, Card, CardLike, CardsLike, Hand, cards_of, counted, first_repeated, indexes_of
from .errors import CribscoreError, InvalidGridError, InvalidHandError
from .grids import Grid, GridLike

if TYPE_CHECKING:
    from array import array

    from numpy import uint8, uint16
    from numpy.typing import NDArray
    from typing_extensions import Buffer

__all__ = ["forecast_hands", "hand_counts", "keep_sums", "score_grids", "score_hands"]


class SupportsArray(Protocol):
    """What NumPy sees as an array: an array, a data frame, a series, a tensor."""

    def __array__(self) -> Any: ...


RowOfCards: TypeAlias = "CardsLike | tuple[GridLike, CardLike]"
"""One hand or grid: its cards, or a pair of the cards and the starter."""
Out = TypeVar("Out", bound="Buffer | SupportsArray")


def _bytes_of_grid(grid: Any) -> bytes:
    grid = Grid(grid)
    if not grid.full:
        raise InvalidGridError("an empty cell; grids in batches are full")
    return bytes(grid)


def _bytes_of_deal(deal: Any) -> bytes:
    cards = cards_of(deal)
    if len(cards) != 6:
        raise InvalidHandError(f"a deal holds 6 cards for two players, got {counted(cards)}")
    if (twice := first_repeated(cards)) is not None:
        raise InvalidHandError(f"{twice} appears twice")
    return indexes_of(cards)


DEALS: Final = Kind("deal", 6, InvalidHandError, _bytes_of_deal)
_HANDS: Final = Kind("hand", 4, InvalidHandError, lambda hand: bytes(Hand(hand)))
_GRIDS: Final = Kind("grid", 16, InvalidGridError, _bytes_of_grid, _wire.TEXT_GRID)


@overload
def score_hands(
    hands: SupportsArray,
    starters: Buffer | SupportsArray | Iterable[CardLike] | CardLike | None = None,
    *,
    crib: bool = False,
    parts: bool = False,
    out: None = None,
    threads: int = 1,
) -> NDArray[uint8]: ...
@overload
def score_hands(
    hands: Buffer | Iterable[RowOfCards],
    starters: Buffer | SupportsArray | Iterable[CardLike] | CardLike | None = None,
    *,
    crib: bool = False,
    parts: bool = False,
    out: None = None,
    threads: int = 1,
) -> bytearray: ...
@overload
def score_hands(
    hands: Buffer | SupportsArray | Iterable[RowOfCards],
    starters: Buffer | SupportsArray | Iterable[CardLike] | CardLike | None = None,
    *,
    crib: bool = False,
    parts: bool = False,
    out: Out,
    threads: int = 1,
) -> Out: ...
def score_hands(
    hands: Any,
    starters: Any = None,
    *,
    crib: bool = False,
    parts: bool = False,
    out: Any = None,
    threads: int = 1,
) -> Any:
    """Score many hands, as many as two billion a second and more.

    >>> hands = bytes([18, 16, 19, 41, 17, 6, 14, 30, 50, 32])  # five indexes each, the starter last
    >>> list(score_hands(hands))
    [29, 6]
    >>> list(score_hands([("5H 5C 5S JD", "5D"), ("2H 4H 8H KH", "9C")]))
    [29, 6]
    >>> list(score_hands(["5H 5C 5S JD 5D", "2H 4H 8H KH 9C"]))
    [29, 6]
    >>> list(score_hands(["2H 4H 8H KH"], starters="9C", parts=True))
    [2, 0, 0, 4, 0]
    >>> score_hands(bytes([18, 16, 19, 41, 18]))
    Traceback (most recent call last):
    ...
    cribscore.InvalidHandError: hand 0: 5H appears twice

    Args:
        hands: A buffer of card indexes (bytes, bytearray, memoryview, array, mmap, NumPy uint8 array, ...):
            rows of five, the starter last, of shape (n, 5) or flat; or rows of four, with `starters`. A
            Fortran-ordered array, or the `.T` of one of shape (5, n), is the fastest. Or an iterable of
            (hand, starter) pairs of what `Hand` and `Card` take, or of five cards each, the starter last;
            with `starters`, of hands. What NumPy can see as an array (a data frame, a series, a tensor) is
            taken as that array, and an array of texts or objects as an iterable of its rows.
        starters: For rows of four: one card for all, or a buffer of n indexes (an iterable of n cards when
            `hands` is an iterable).
        crib: Whether the hands are cribs.
        parts: Whether to return five points a hand instead of the total: fifteens, pairs, runs, flush and
            nobs.
        out: A writable buffer for the scores, of just the right size and apart from the input.
        threads: How many threads share the work; 0 is one for each core. A small batch uses fewer.

    Returns:
        The scores, one byte each: `out` if it was given; a NumPy array of shape (n,) or (n, 5) if an array
        went in; else a bytearray of n or 5n bytes.

    Raises:
        InvalidHandError: A row holds a byte that is not a card, or a card twice. The message names the first
            such row, counted from 0; the content of `out` is then undefined.
        InvalidCardError: A starter given apart from the hands is not a card.
        CribscoreError: The shapes do not fit each other, or `threads` is below 0.
        TypeError: An argument is of another type, or an array has another element type.
    """
    wanted = (_wire.AS_CRIB if crib else 0) | (_wire.PARTS if parts else 0)
    return _score(_HANDS, hands, starters, wanted, 5 if parts else 1, out, threads)


@overload
def score_grids(
    grids: SupportsArray,
    starters: Buffer | SupportsArray | Iterable[CardLike] | CardLike | None = None,
    *,
    lines: bool = False,
    out: None = None,
    threads: int = 1,
) -> NDArray[uint8]: ...
@overload
def score_grids(
    grids: Buffer | Iterable[RowOfCards],
    starters: Buffer | SupportsArray | Iterable[CardLike] | CardLike | None = None,
    *,
    lines: bool = False,
    out: None = None,
    threads: int = 1,
) -> bytearray: ...
@overload
def score_grids(
    grids: Buffer | SupportsArray | Iterable[RowOfCards],
    starters: Buffer | SupportsArray | Iterable[CardLike] | CardLike | None = None,
    *,
    lines: bool = False,
    out: Out,
    threads: int = 1,
) -> Out: ...
def score_grids(
    grids: Any, starters: Any = None, *, lines: bool = False, out: Any = None, threads: int = 1
) -> Any:
    """Score many full grids.

    >>> grid = "5C 5D 5S JH / 4C 4D 6S 6H / 6C 6D 4S 4H / TC TD TS TH"
    >>> list(score_grids([(grid, "5H")]))
    [172]
    >>> list(score_grids([grid], starters="5H", lines=True))
    [29, 24, 24, 20, 20, 20, 20, 15]

    Args:
        grids: As the hands of `score_hands`: rows of 17 indexes (sixteen cells row by row, then the starter),
            or of 16 with `starters`; or an iterable of (grid, starter) pairs, or of 17 cards each.
        starters: As for `score_hands`.
        lines: Whether to return eight line scores a grid (rows, then columns; without heels) instead of the
            total.
        out: As for `score_hands`.
        threads: As for `score_hands`.

    Returns:
        As `score_hands`: n totals (with heels), or n times eight line scores.

    Raises:
        InvalidGridError: A row holds a byte that is not a card, a card twice or an empty cell.
        InvalidCardError: A starter given apart from the grids is not a card.
        CribscoreError: The shapes do not fit each other, or `threads` is below 0.
        TypeError: An argument is of another type.
    """
    return _score(_GRIDS, grids, starters, _wire.LINES if lines else 0, 8 if lines else 1, out, threads)


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
    return _core.hand_counts(bool(crib))


@overload
def forecast_hands(
    hands: SupportsArray,
    *,
    dead: SupportsArray | CardsLike | None = None,
    crib: bool = False,
    out: None = None,
    threads: int = 1,
) -> NDArray[uint8]: ...
@overload
def forecast_hands(
    hands: Buffer | Iterable[CardsLike],
    *,
    dead: SupportsArray | CardsLike | None = None,
    crib: bool = False,
    out: None = None,
    threads: int = 1,
) -> bytearray: ...
@overload
def forecast_hands(
    hands: Buffer | SupportsArray | Iterable[CardsLike],
    *,
    dead: SupportsArray | CardsLike | None = None,
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
        crib: Whether the hands are cribs.
        out: A writable buffer for the counts, of just the right size and apart from the input.
        threads: How many threads share the work; 0 is one for each core. A small batch uses fewer.

    Returns:
        Thirty counts for each hand, one byte each: `out` if it was given; a NumPy array of shape (n, 30) if
        an array went in; else a bytearray of 30n bytes.

    Raises:
        InvalidHandError: A row holds a byte that is not a card, or a card twice, the dead cards included. The
            message names the first such row, counted from 0; the content of `out` is then undefined.
        CribscoreError: The shapes do not fit each other, or `threads` is below 0.
        TypeError: An argument is of another type, or an array has another element type.
    """
    threads = thread_count(threads)
    held = Held()
    try:
        rows, count = card_rows(_HANDS, seen_as_array(hands), held)
        gone = _dead_rows(seen_as_array(dead), count, held)
        counts, out = results(held, out, (count, 30), "B", [rows.cards, gone.cards])
        crib = bool(crib)
        good = run_long(
            lambda begin, end: _core.forecast_hands(rows, gone, crib, begin, end, counts), count, threads
        )
        if good < count:
            raise InvalidHandError(f"hand {good}: {why_bad_cards(rows.row(good), gone.row(good))}")
    finally:
        held.release()
    return out


@overload
def keep_sums(deals: SupportsArray, *, out: None = None, threads: int = 1) -> NDArray[uint16]: ...
@overload
def keep_sums(deals: Buffer | Iterable[CardsLike], *, out: None = None, threads: int = 1) -> array[int]: ...
@overload
def keep_sums(deals: Buffer | SupportsArray | Iterable[CardsLike], *, out: Out, threads: int = 1) -> Out: ...
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
        rows, count = card_rows(DEALS, seen_as_array(deals), held)
        sums, out = results(held, out, (count, 15), "H", [rows.cards])
        good = run_long(lambda begin, end: _core.keep_sums(rows, begin, end, sums), count, threads)
        if good < count:
            raise InvalidHandError(f"deal {good}: {why_bad_cards(rows.row(good))}")
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
    view = held.view(cards)
    if view is not None and not holds_objects(view):
        return card_rows_of_buffer(kind.name, view, kind.cards)
    found = item_rows(kind, cards if view is None else view.tolist())
    return _wire.CardRows(found, 0, kind.cards, 1, kind.cards), len(found) // kind.cards


def _dead_rows(dead: Any, count: int, held: Held) -> _wire.CardRows:
    """The dead cards of each hand: an array with a row for each, or some cards for all."""
    view = None if dead is None else held.view(dead)
    if view is not None and not holds_objects(view) and view.ndim == 2:
        rows, found = card_rows_of_buffer("row of dead card", view, view.shape[1])
        if found != count:
            raise CribscoreError(f"dead cards are the same for all hands, or {count} rows, not {found}")
        if rows.width:
            return rows
        dead = ()
    cards = indexes_of(dead_cards(() if dead is None else dead))
    return _wire.CardRows(cards, 0, 0, 1, len(cards))


def dead_cards(dead: CardsLike) -> tuple[Card, ...]:
    """Return cards that cannot be the starter, of which there may be none."""
    cards = () if isinstance(dead, str) and not dead.strip() else tuple(cards_of(dead))
    if (twice := first_repeated(cards)) is not None:
        raise InvalidHandError(f"{twice} appears twice")
    return cards


def results(held: Held, out: Any, shape: tuple[int, ...], item: str, read: Iterable[Any]) -> tuple[Any, Any]:
    """What the core writes to, and what the caller gets."""
    size = prod(shape)
    if out is not None:
        return checked_out(read, out, size * (1 if item == "B" else 2), held, item), out
    if held.array:
        numpy = sys.modules["numpy"]
        out = numpy.empty(shape, numpy.uint8 if item == "B" else numpy.uint16)
    elif item == "B":
        out = bytearray(size)
    else:
        from array import array

        out = array(item, bytes(2 * size))
    return out, out


def why_bad_cards(hand: bytes, dead: Iterable[int] = ()) -> str:
    """Say what is wrong with a row."""
    dead = [index for index in dead if index != _wire.NO_CARD]
    for place, index in enumerate([*hand, *dead]):
        if index >= len(DECK):
            return f"card index {index} is above {len(DECK) - 1}"
        if place >= len(hand) and index in hand:
            return f"{DECK[index]} is dead and in the hand"
        if index in [*hand, *dead][:place]:
            return f"{DECK[index]} appears twice"
    return "its bytes changed while it was scored"


# ---------------------------------------------------------------- one batch


def _score(kind: Kind, cards: Any, starters: Any, wanted: int, wide: int, out: Any, threads: int) -> Any:
    if type(threads) is not int or threads != 1:
        threads = thread_count(threads)
    cards, starters = seen_as_array(cards), seen_as_array(starters)
    held = Held()
    try:
        view = held.view(cards)
        if view is None:
            rows, count = _rows_of_items(kind, cards, starters, held)
        elif holds_objects(view):
            rows, count = _rows_of_items(kind, view.tolist(), starters, held)
        else:
            rows, count = rows_of_buffer(kind, view, starters, held)
        scores: Any
        if out is not None:
            read = [rows.cards] if rows.starters is rows.cards else [rows.cards, rows.starters]
            scores = checked_out(read, out, count * wide, held)
        elif held.array:
            numpy = sys.modules["numpy"]
            scores = out = numpy.empty(count if wide == 1 else (count, wide), numpy.uint8)
        else:
            scores = out = bytearray(count * wide)
        core = getattr(_core, kind.score)
        good = 0
        if count:
            good = run(lambda begin, end: core(rows, begin, end, wanted, scores), count, kind.cards, threads)
        if good < count:
            raise kind.error(f"{kind.name} {good}: {_why_bad(kind, rows, good)}")
    finally:
        held.release()
    return out


def _why_bad(kind: Kind, rows: _wire.Rows, row: int) -> str:
    _, first, row_step, card_step, _, first_starter, starter_step = rows
    with memoryview(rows.cards) as shaped, shaped.cast("B") as cards:
        indexes = [cards[first + row * row_step + place * card_step] for place in range(kind.cards)]
    with memoryview(rows.starters) as shaped, shaped.cast("B") as starters:
        indexes.append(starters[first_starter + row * starter_step])
    for place, index in enumerate(indexes):
        if index >= len(DECK):
            return f"card index {index} is above {len(DECK) - 1}"
        if index in indexes[:place]:
            return f"{DECK[index]} appears twice"
    return "its bytes changed while it was scored"


# ---------------------------------------------------------------- rows as objects


def _rows_of_items(kind: Kind, items: Iterable[Any], starters: Any, held: Held) -> tuple[_wire.Rows, int]:
    """The rows of hands or grids that come one by one, brought into bytes."""
    if starters is None:
        width = kind.cards + 1
        found = item_rows(kind, items, starter=True, read=lambda item: _row_and_starter(kind, item))
        return _wire.Rows(found, 0, width, 1, found, kind.cards, width), len(found) // width
    found = item_rows(kind, items)
    count = len(found) // kind.cards
    return _wire.Rows(found, 0, kind.cards, 1, *starters_in(starters, count, held)), count


def _row_and_starter(kind: Kind, item: Any) -> bytes:
    row, starter = _pair(kind, item)
    index = Card(starter).index
    return bytes((*kind.bytes_of(row), index))


def _pair(kind: Kind, item: Any) -> tuple[Any, Any]:
    """The cards of an item and its starter: a pair of the two, or all cards, the starter last."""
    if isinstance(item, (tuple, list)) and len(item) == 2:
        return item[0], item[1]
    wanted = f"give a ({kind.name}, starter) pair, {kind.cards + 1} cards, or the starters apart"
    if not isinstance(item, Iterable):
        raise TypeError(f"{wanted}, not {type(item).__name__}")
    cards = cards_of(item, starter_sign=True)
    if len(cards) != kind.cards + 1:
        raise kind.error(f"{wanted}, not {counted(cards)}")
    return cards[:-1], cards[-1]
