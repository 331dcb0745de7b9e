"""Many hands and many grids at once, from buffers and arrays of card indexes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, TypeVar, overload
from weakref import ref

from . import _core, _wire
from ._messages import integer, shown
from .cards import DECK, Card, CardLike, CardsLike, Hand, cards_of, counted, indexes_of
from .errors import CribscoreError, InvalidCardError, InvalidGridError, InvalidHandError
from .grids import Grid, GridLike

if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray
    from typing_extensions import Buffer

__all__ = ["hand_counts", "score_grids", "score_hands"]


class SupportsArray(Protocol):
    """What NumPy sees as an array: an array, a data frame, a series, a tensor."""

    def __array__(self) -> Any: ...


RowOfCards: TypeAlias = "CardsLike | tuple[GridLike, CardLike]"
"""One hand or grid: its cards, or a pair of the cards and the starter."""
Out = TypeVar("Out", bound="Buffer | SupportsArray")

_AT_ONCE: Final = (
    1 << 24
)  # rows in one call of the core: some ten milliseconds, after which Ctrl-C is answered
_THREAD_ROWS: Final = 1 << 17  # rows that are worth a thread of their own
_LANES: Final = 64  # rows by whose multiples work is split


class _Kind:
    """What a row is: a hand or a grid."""

    __slots__ = ("bytes_of", "cards", "error", "name", "score")

    def __init__(
        self, name: str, cards: int, error: type[ValueError], bytes_of: Callable[[Any], bytes]
    ) -> None:
        self.name = name
        self.cards = cards  # in a row, without the starter
        self.error = error
        self.bytes_of = bytes_of  # reads a hand or a grid into bytes
        self.score = f"score_{name}s"  # in the core


def _bytes_of_grid(grid: Any) -> bytes:
    grid = Grid(grid)
    if not grid.full:
        raise InvalidGridError("an empty cell; grids in batches are full")
    return bytes(grid)


_HANDS: Final = _Kind("hand", 4, InvalidHandError, lambda hand: bytes(Hand(hand)))
_GRIDS: Final = _Kind("grid", 16, InvalidGridError, _bytes_of_grid)


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


# ---------------------------------------------------------------- one batch


def _score(kind: _Kind, cards: Any, starters: Any, wanted: int, results: int, out: Any, threads: int) -> Any:
    scores: Any
    if type(threads) is not int or threads != 1:
        threads = _thread_count(threads)
    cards, starters = _seen_as_array(cards), _seen_as_array(starters)
    held: _Held = []
    view = _view(cards, held)
    if view is None:
        rows, count = _rows_of_items(kind, cards, starters, held)
    elif _holds_objects(view):
        rows, count = _rows_of_items(kind, view.tolist(), starters, held)
    else:
        rows, count = _rows_of_buffer(kind, view, starters, held)
    if out is not None:
        scores = _check_out(rows, out, count * results, held)
    elif held:  # an array went in
        numpy = sys.modules["numpy"]
        scores = out = numpy.empty(count if results == 1 else (count, results), numpy.uint8)
    else:
        scores = out = bytearray(count * results)
    good = _run(kind, rows, count, wanted, scores, threads) if count else 0
    if good < count:
        raise kind.error(f"{kind.name} {good}: {_why_bad(kind, rows, good)}")
    return out


def _run(kind: _Kind, rows: _wire.Rows, count: int, wanted: int, scores: Any, threads: int) -> int:
    """Score all rows; return the number of the first bad one, or `count`."""
    score: Callable[[_wire.Rows, int, int, int, Any], int] = getattr(_core, kind.score)
    threads = min(threads, count // _THREAD_ROWS)
    if threads <= 1 and count <= _AT_ONCE:
        return score(rows, 0, count, wanted, scores)
    share = -(-count // max(threads, 1) // _LANES) * _LANES
    begins = range(0, count, share)
    goods = [count] * len(begins)
    errors: list[BaseException] = []
    stopped = False

    def run_share(number: int) -> None:
        begin, last = begins[number], min(begins[number] + share, count)
        while begin < last and not stopped:
            end = min(begin + _AT_ONCE, last)
            good = score(rows, begin, end, wanted, scores)
            if good < end:
                goods[number] = good
                return
            begin = end

    def run_in_thread(number: int, finished: Event) -> None:
        try:
            run_share(number)
        except BaseException as error:  # for the caller to raise
            errors.append(error)
        finally:
            finished.set()

    running: list[Event] = []  # not the threads: to join one again after Ctrl-C may not wait for it
    try:
        for number in range(1, len(begins)):
            finished = Event()
            Thread(target=run_in_thread, args=(number, finished)).start()
            running.append(finished)
        run_share(0)
        for finished in running:
            finished.wait()
    finally:
        stopped = True  # after Ctrl-C nothing goes on writing to the caller's buffer
        for finished in running:
            finished.wait()
    if errors:
        raise errors[0]
    return min(goods)


def _thread_count(threads: int) -> int:
    try:
        number = integer(threads)
    except TypeError:
        raise TypeError(f"threads {shown(threads)} is not a whole number") from None
    if number < 0:
        raise CribscoreError(f"threads {shown(number)} is below 0")
    return (
        number
        or len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else ())
        or os.cpu_count()
        or 1
    )


def _why_bad(kind: _Kind, rows: _wire.Rows, row: int) -> str:
    cards, first, row_step, card_step, starters, first_starter, starter_step = rows
    cards, starters = memoryview(cards).cast("B"), memoryview(starters).cast("B")
    indexes = [cards[first + row * row_step + place * card_step] for place in range(kind.cards)]
    indexes.append(starters[first_starter + row * starter_step])
    for place, index in enumerate(indexes):
        if index >= len(DECK):
            return f"card index {index} is above {len(DECK) - 1}"
        if index in indexes[:place]:
            return f"{DECK[index]} appears twice"
    return "its bytes changed while it was scored"


# ---------------------------------------------------------------- rows in buffers


_Held: TypeAlias = list[Any]
"""What is to be kept until the core is done, so that no memory is taken away from under it."""


def _view(values: Any, held: _Held) -> Any:
    """Return a view of a buffer with its shape and strides: an array or a memoryview; else None.

    The view stays as it is whatever another thread does to the array, and while there is a memoryview,
    nothing can make the buffer shorter: they are used in the place of what was given.
    """
    ndarray = getattr(
        sys.modules.get("numpy"), "ndarray", None
    )  # another thread may be importing it just now
    if ndarray is not None and isinstance(values, ndarray):
        owner = values
        while isinstance(owner.base, ndarray):
            owner = owner.base
        # NumPy does not resize an array that has a weak reference, not even with refcheck=False.
        held.append(ref(owner))
        return ndarray.view(values)
    try:
        return memoryview(values)
    except TypeError:
        return None


def _seen_as_array(values: Any) -> Any:
    """The array that NumPy sees in a data frame, a series or a tensor; other values as they are.

    To go through the items of such a thing would not do: those of a data frame are its columns.
    """
    if hasattr(type(values), "__array__") and _view(values, []) is None:
        try:
            import numpy
        except ImportError:
            name = type(values).__name__
            raise TypeError(f"a {name} is read as an array by NumPy, which is not installed") from None
        return numpy.asarray(values)
    return values


def _holds_objects(view: Any) -> bool:
    """Whether an array is of texts or Python objects, to be read one by one."""
    return hasattr(view, "dtype") and view.dtype.kind in "OUT"


def _rows_of_buffer(kind: _Kind, view: Any, starters: Any, held: _Held) -> tuple[_wire.Rows, int]:
    """Where the rows of a buffer lie, and how many they are."""
    _check_bytes(kind.name, view)
    width = kind.cards if starters is not None else kind.cards + 1
    if view.ndim == 2:
        count, cards_a_row = view.shape
        if cards_a_row != width:
            raise CribscoreError(_why_misshaped(kind, count, cards_a_row, starters))
        row_step, card_step = view.strides
    elif view.ndim == 1:
        count, rest = divmod(len(view), width)
        if rest:
            raise CribscoreError(
                f"{len(view)} bytes cannot be divided into {kind.name}s of {_width(kind, starters)}"
            )
        (card_step,) = view.strides
        row_step = width * card_step
    else:
        raise CribscoreError(f"{kind.name}s have 1 or 2 dimensions, not {view.ndim}")
    if row_step == width and card_step == 1:
        buffer, first = view, 0
    else:
        buffer, first = _flat(view)
    if starters is None:
        return _wire.Rows(
            buffer, first, row_step, card_step, buffer, first + kind.cards * card_step, row_step
        ), count
    return _wire.Rows(buffer, first, row_step, card_step, *_starters(starters, count, held)), count


_SCORE_FORMATS: Final = frozenset(("B", "c", *(order + "B" for order in "@=<>!")))
# Cards may also be signed bytes: a byte below 0 there is not a card here either.
_CARD_FORMATS: Final = _SCORE_FORMATS | {"b"}


def _check_bytes(name: str, view: Any, formats: frozenset[str] = _CARD_FORMATS) -> None:
    dtype = getattr(view, "dtype", None)
    if (view.format if dtype is None else dtype.char) not in formats:
        kind = dtype or f"items of format {view.format!r}"
        raise TypeError(
            f"each {name} is bytes (uint8), not {kind}; to convert with a check: "
            "numpy.array(numpy.asarray(values).tolist(), numpy.uint8)"
        )
    if hasattr(view, "mask"):  # of numpy.ma
        raise TypeError(f"a {name} may not be masked: the mask would be ignored")


def _width(kind: _Kind, starters: Any) -> str:
    if starters is None:
        return f"{kind.cards + 1} cards, the starter last"
    return f"{kind.cards} cards, with starters apart"


def _why_misshaped(kind: _Kind, count: int, cards_a_row: int, starters: Any) -> str:
    shape = f"{kind.name}s of shape ({count}, {cards_a_row})"
    width = _width(kind, starters)
    if count == kind.cards + (starters is None):
        return f"{shape} are columns: give their .T, rows of {width}"
    if starters is None and cards_a_row == kind.cards:
        return f"{shape} hold no starter: give starters, or rows of {width}"
    if starters is not None and cards_a_row == kind.cards + 1:
        return f"{shape} hold a starter already: give no starters, or rows of {width}"
    return f"{shape} are not rows of {width}"


def _flat(view: Any) -> tuple[Any, int]:
    """A C-contiguous buffer over all that a view's bytes lie in, and where in it the view's first byte is."""
    if isinstance(view, memoryview):
        if view.c_contiguous:
            return view, 0
        raise TypeError("a buffer with gaps or in another order is taken from a NumPy array only: copy it")
    if view.flags.forc:  # as every array without a byte is
        return view.T if view.flags.fnc else view, 0
    # The stretch of memory from the lowest byte to the highest: it belongs to what the array is a view of.
    reach = [(size - 1) * step for size, step in zip(view.shape, view.strides, strict=True)]
    lowest = view[tuple(slice(None, None, -1 if way < 0 else 1) for way in reach)]
    as_strided = sys.modules["numpy"].lib.stride_tricks.as_strided
    return as_strided(lowest, (1 + sum(map(abs, reach)),), (1,), writeable=False), -sum(
        way for way in reach if way < 0
    )


def _starters(starters: Any, count: int, held: _Held) -> tuple[Any, int, int]:
    """The buffer of the starters, the first one's place and the step from one to the next."""
    view = _view(starters, held)
    if _holds_objects(view):
        starters, view = starters.tolist(), None
    if view is None and isinstance(starters, Iterable) and not isinstance(starters, str):
        view = memoryview(bytes(_starter_indexes(islice(starters, count + 2))))
        if len(view) == count + 2:  # there may be no end of them
            raise CribscoreError(_why_starters(count, f"more than {count}"))
    if view is None or view.ndim == 0:
        return indexes_of([Card(starters)]), 0, 0
    _check_bytes("starter", view)
    if view.ndim != 1 or len(view) != count:
        raise CribscoreError(_why_starters(count, " x ".join(map(str, view.shape))))
    (step,) = view.strides
    return *_flat(view), step


def _why_starters(count: int, given: str) -> str:
    return f"starters are one card, or one for each of the {count} rows, not {given}"


def _starter_indexes(starters: Iterable[Any]) -> Iterator[int]:
    for number, card in enumerate(starters):
        try:
            yield Card(card).index
        except ValueError as error:
            raise InvalidCardError(f"starter {number}: {error}") from None


def _check_out(rows: _wire.Rows, out: Any, size: int, held: _Held) -> memoryview:
    """The view through which the scores are written."""
    shaped = _view(out, held)
    if shaped is None:
        raise TypeError(f"out is a writable buffer of bytes, not {type(out).__name__}")
    _check_bytes("score in out", shaped, _SCORE_FORMATS)
    view = memoryview(shaped)
    if view.readonly:
        raise TypeError("out is read-only")
    if not view.c_contiguous:
        raise CribscoreError("out has gaps or is in another order: it must be contiguous")
    if view.nbytes != size:
        raise CribscoreError(f"out holds {view.nbytes} bytes, and the scores are {size}")
    apart = rows.starters is not rows.cards
    if _core.overlap(view, rows.cards) or (apart and _core.overlap(view, rows.starters)):
        raise CribscoreError("out overlaps the cards, which would change while they are scored")
    return view


# ---------------------------------------------------------------- rows as objects


def _rows_of_items(kind: _Kind, items: Iterable[Any], starters: Any, held: _Held) -> tuple[_wire.Rows, int]:
    """The rows of hands or grids that come one by one, brought into bytes."""
    if isinstance(items, str):
        raise TypeError(f"{kind.name}s are a buffer or an iterable of {kind.name}s, not one text")
    try:
        iterator = iter(items)
    except TypeError:
        raise TypeError(
            f"{kind.name}s are a buffer or an iterable of {kind.name}s, not {type(items).__name__}"
        ) from None
    cards, found = bytearray(), bytearray()
    for number, item in enumerate(iterator):
        try:
            if starters is None:
                row, starter = _pair(kind, item)
                found.append(Card(starter).index)
            else:
                row = item
            cards += kind.bytes_of(row)
        except (ValueError, TypeError) as error:
            wrap = kind.error if isinstance(error, ValueError) else TypeError
            raise wrap(f"{kind.name} {number}: {error}") from None
    count = len(cards) // kind.cards
    if starters is None:
        return _wire.Rows(cards, 0, kind.cards, 1, found, 0, 1), count
    return _wire.Rows(cards, 0, kind.cards, 1, *_starters(starters, count, held)), count


def _pair(kind: _Kind, item: Any) -> tuple[Any, Any]:
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
