"""Where hands or grids lie in a caller's buffer, and how its memory is held while the core reads it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from math import prod
from typing import TYPE_CHECKING, Any, Final, TypeVar
from weakref import ref

from . import _core, _wire
from ._arrays import (
    Frame,
    Numbers,
    Source,
    flat,
    holds_objects,
    item_of,
    ndarray_class,
    numpy_or_none,
    seen_as_array,
    whole,
)
from ._items import Spoiled, cards_in
from ._messages import truth
from .cards import DECK, Card, indexes_of
from .errors import CribscoreError, InvalidCardError

if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray

Releasable = TypeVar("Releasable")

_MOST_OWNERS: Final = 100  # of one buffer; a chain of views is never so long
_NO_BUFFERS: Final = frozenset((list, tuple, str, type(None)))


class Kind:
    """What a row is: a hand, a grid or a deal."""

    __slots__ = ("bytes_of", "cards", "error", "form", "name", "score")

    def __init__(
        self,
        name: str,
        cards: int,
        error: type[CribscoreError],
        bytes_of: Callable[[Any, bool], bytes | bytearray],
        form: int | None = 0,
    ) -> None:
        self.name = name
        self.cards = cards  # in a row, without the starter
        self.error = error
        self.bytes_of = bytes_of  # reads a hand or a grid into bytes; says whether cards may be missing
        self.form = form  # how it is written in text: flags of _wire; None for rows that are not cards
        self.score = f"score_{name}s"  # in the core


class Held:
    """The buffers that one call uses. Their memory stays where it is until `release`.

    NumPy does not export the buffer that an array is made over: its owner may close or resize it while the
    array is read. So every owner on the way down from an array is held: an array by a weak reference (NumPy
    does not resize an array that has one, not even with refcheck=False), anything else by a memoryview of it.
    """

    __slots__ = ("_arrays", "_views", "array")

    def __init__(self) -> None:
        self._arrays: list[Any] = []
        self._views: list[Any] = []
        self.array = False  # whether an array is among them

    def read(self, values: Any) -> Any:
        """Hold an array, a buffer or what holds an array; return its `view` or its `Frame`, or None."""
        if type(values) in _NO_BUFFERS:
            return None
        values = seen_as_array(values, self)
        return values if isinstance(values, Frame) else self.view(values)

    def view(self, values: Any) -> Any:
        """Hold a buffer, and return a view of it with its shape and strides; None for what is not a buffer.

        The view is a plain array or a memoryview. It stays as it is whatever another thread does to `values`.
        """
        ndarray = ndarray_class()
        if ndarray is not None and isinstance(values, ndarray):
            if type(values) is not ndarray and hasattr(values, "mask"):  # of numpy.ma
                raise TypeError("an array may not be masked: the mask would be ignored")
            self.array = True
            self._hold_owners(values, ndarray)
            return ndarray.view(values, ndarray)
        try:
            view = self.hold(memoryview(values))
        except TypeError:
            return None
        except ValueError as error:
            raise CribscoreError(f"the memory of the buffer has been released: {error}") from None
        self._hold_owners(view.obj, ndarray)
        return view

    def hold(self, view: Releasable) -> Releasable:
        """Hold a view, or anything else to be released, until `release`."""
        self._views.append(view)
        return view

    def _hold_owners(self, owner: Any, ndarray: Any) -> None:
        for _ in range(_MOST_OWNERS):
            if owner is None:
                return
            if ndarray is not None and isinstance(owner, ndarray):
                self._arrays.append(ref(owner))
                owner = ndarray.base.__get__(owner)
            else:
                try:
                    self.hold(memoryview(owner))
                    owner = owner.obj if isinstance(owner, memoryview) else None
                except TypeError:  # not a buffer itself, such as what as_strided puts between two arrays
                    owner = getattr(owner, "base", None)
                except ValueError as error:
                    raise CribscoreError(f"the memory of the array has been released: {error}") from None

    def release(self) -> None:
        """Let go of every buffer, so that nothing of it is left in the frames of a traceback."""
        for view in reversed(self._views):
            view.release()


def card_source(kind: Kind, view: Any, starters: Any) -> tuple[Source, int]:
    """Where the rows of an array of hands or grids lie, and how many; the starters too if not apart."""
    width = kind.cards if starters is not None else kind.cards + 1
    if view.ndim == 2:
        count, cards_a_row = view.shape
        if cards_a_row != width:
            raise _misfit(kind.name, view, _why_misshaped(kind, count, cards_a_row, starters))
    elif view.ndim == 1:
        count, rest = divmod(len(view), width)
        if rest:
            why = f"{_items(view)} cannot be divided into {kind.name}s of {_width(kind, starters)}"
            raise _misfit(kind.name, view, why)
    else:
        raise _misfit(kind.name, view, f"{kind.name}s have 1 or 2 dimensions, not {view.ndim}")
    return _source(kind.name, view, count, width), count


def card_rows_of_buffer(
    name: str, view: Any, width: int | None, items: str = "cards"
) -> tuple[_wire.CardRows, int]:
    """Where the rows of a buffer lie that hold `width` cards each and no starter, and how many they are.

    Without `width` the buffer has two dimensions, which say it. `items` are what a row is said to hold.
    """
    if view.ndim == 2:
        count, found = view.shape
        if width not in (None, found):
            turned = f" are columns: give their .T, rows of {width} {items}" if count == width else ""
            why = f"{name}s of shape ({count}, {found}){turned or f' are not rows of {width} {items}'}"
            raise _misfit(name, view, why)
    elif view.ndim == 1 and width is not None:
        found = width
        count, rest = divmod(len(view), width)
        if rest:
            raise _misfit(name, view, f"{_items(view)} cannot be divided into {name}s of {width} {items}")
    else:
        dimensions = "2 dimensions" if width is None else "1 or 2 dimensions"
        raise _misfit(name, view, f"{name}s have {dimensions}, not {view.ndim}")
    return whole(_source(name, view, count, found), count), count


def _misfit(name: str, view: Any, why: str) -> CribscoreError:
    """The error for an array of a shape that does not fit; raise TypeError if its items do not fit either."""
    if not isinstance(view, Frame):
        item_of(name, view)
    return CribscoreError(why)


def _items(view: Any) -> str:
    return f"{len(view)} {'bytes' if getattr(view, 'itemsize', 0) == 1 else 'numbers'}"


def _source(name: str, view: Any, count: int, width: int) -> Source:
    """Where rows of `width` numbers each lie in an array."""
    if isinstance(view, Frame):
        return view.rows(width)
    item = item_of(name, view)
    card_step = view.strides[-1]
    row_step = view.strides[0] if view.ndim == 2 else width * card_step
    buffer, first = (view, 0) if (row_step, card_step) == (width, 1) else flat(view)
    if count <= 1:
        row_step = 0  # it may be any number, and an address so far away overflows
    if item[0] == 1 and not item[2]:
        return _wire.CardRows(buffer, first, row_step, card_step, width)
    columns = [_wire.Column(buffer, first + place * card_step, row_step, *item) for place in range(width)]
    by_row = row_step == width * card_step or count <= 1
    return Numbers(columns, (), _wire.Column(buffer, first, card_step, *item) if by_row else None)


_SCORE_FORMATS: Final = frozenset(("B", "c", *(order + "B" for order in "@=<>!")))


def _check_bytes(what: str, view: Any) -> None:
    dtype = getattr(view, "dtype", None)
    if (view.format if dtype is None else dtype.char) not in _SCORE_FORMATS:
        given = dtype or f"items of format {view.format!r}"
        most = 255 if what == "score" else len(DECK) - 1
        raise TypeError(
            f"each {what} in out is bytes (uint8), not {given}; a {what} is a whole number, 0 to {most}"
        )


def _width(kind: Kind, starters: Any) -> str:
    if starters is None:
        return f"{kind.cards + 1} cards, the starter last"
    return f"{kind.cards} cards, with starters apart"


def _why_misshaped(kind: Kind, count: int, cards_a_row: int, starters: Any) -> str:
    shape = f"{kind.name}s of shape ({count}, {cards_a_row})"
    width = _width(kind, starters)
    if count == kind.cards + (starters is None):
        return f"{shape} are columns: give their .T, rows of {width}"
    if starters is None and cards_a_row == kind.cards:
        return f"{shape} hold no starter: give starters, or rows of {width}"
    if starters is not None and cards_a_row == kind.cards + 1:
        return f"{shape} hold a starter already: give no starters, or rows of {width}"
    return f"{shape} are not rows of {width}"


def cribs_in(crib: Any, count: int, held: Held) -> tuple[bool, tuple[Any, ...]]:
    """Whether all rows are cribs; or where it is said of each: the buffer, the first place and the step."""
    if (one := truth(crib)) is not None:
        return one, ()
    view: Any = None if isinstance(crib, (bytes, bytearray)) else held.read(crib)
    if view is None:
        view = _flags(crib, count)
    else:
        dtype = "whole numbers" if isinstance(view, Frame) else getattr(view, "dtype", None) or view.format
        if str(dtype).lstrip("@=<>!") not in ("bool", "?"):
            raise TypeError(
                f"crib is a truth value or an array of booleans, not {dtype}; "
                "numpy.asarray(values).astype(bool) converts"
            )
        if view.ndim == 0:
            return any(view.tobytes()), ()
    if view.ndim != 1 or len(view) != count:
        raise CribscoreError(_why_cribs(count, " x ".join(map(str, view.shape))))
    return False, (*flat(view), view.strides[0] if count > 1 else 0)


def _flags(crib: Any, count: int) -> memoryview:
    """The truth values of a list or another iterable; of one that is too long, enough to see that."""
    if not isinstance(crib, Iterable) or isinstance(crib, (str, bytes, bytearray)):
        given = f", not {type(crib).__name__}"
        raise TypeError(f"crib is a truth value, or an array or a list of booleans{given}")
    endless = not isinstance(crib, (list, tuple))  # perhaps
    flags: Any = list(islice(crib, count + 1)) if endless else crib
    if not {*map(type, flags)} <= {bool} and None in (flags := [*map(truth, flags)]):
        raise TypeError("crib is a truth value, or an array or a list of booleans")
    if endless and len(flags) > count:
        raise CribscoreError(_why_cribs(count, f"more than {count}"))
    return memoryview(bytes(map(bool, flags)))


def _why_cribs(count: int, given: str) -> str:
    return f"crib is a truth value, or one for each of the {count} rows, not {given}"


def dtype_of(dtype: Any, out: Any) -> Any:
    """Return the type of the scores that NumPy knows by this name; None for bytes as they are."""
    if dtype is None:
        return None
    if out is not None:
        raise TypeError("give dtype or out, not both: out has a type of its own")
    numpy = numpy_or_none()
    if numpy is None:
        raise TypeError("with a dtype the scores are a NumPy array, and NumPy is not installed")
    found = numpy.dtype(dtype)
    if found.kind not in "iuf" or not numpy.can_cast(numpy.uint8, found):
        raise TypeError(f"dtype {found} does not hold every score: it is not a number from 0 to 255")
    return found


def starters_in(
    starters: Any, count: int, held: Held, spoiled: Spoiled, *, partial: bool = False
) -> _wire.CardRows:
    """Where the starters lie that are given apart from the hands.

    Args:
        starters: One card, or one for each row.
        count: How many rows there are, or were read before one that is in `spoiled` ended the reading.
        held: Where their memory is held.
        spoiled: Where the rows are put whose starter is not a card. If the first ends the reading, the
            starters before it are returned.
        partial: Whether None is a starter that is not turned.
    """
    ended = not spoiled.every and count in spoiled.errors  # there are more rows, it is not known how many
    view = held.read(starters)
    if holds_objects("starter", view):
        starters, view = view.tolist(), None
    if view is None and isinstance(starters, Iterable) and not isinstance(starters, str):
        found = None
        if isinstance(starters, (list, tuple)) and len(starters) == count:
            found = cards_in(starters)
        if found is None or _core.check_rows(found, 1, 0, count) < count:
            most = count if ended else count + 2
            found = bytes(_starter_indexes(islice(starters, most), count, partial, spoiled))
        if len(found) in spoiled.errors and not spoiled.every:
            return _wire.CardRows(found, 0, 1, 1, 1)
        if len(found) == count + 2:  # there may be no end of them
            raise CribscoreError(_why_starters(count, ended, f"more than {count}"))
        view = memoryview(found)
    if view is None or view.ndim == 0:
        return _wire.CardRows(indexes_of([Card(starters)]), 0, 0, 1, 1)
    if view.ndim != 1 or (len(view) < count if ended else len(view) != count):
        raise _misfit("starter", view, _why_starters(count, ended, " x ".join(map(str, view.shape))))
    return whole(_source("starter", view, count, 1), count)


def _why_starters(count: int, ended: bool, given: str) -> str:
    rows = f"more than {count} rows" if ended else f"the {count} rows"
    return f"starters are one card, or one for each of {rows}, not {given}"


def _starter_indexes(starters: Iterable[Any], count: int, partial: bool, spoiled: Spoiled) -> Iterator[int]:
    for number, card in enumerate(starters):
        if (card is None and partial) or number >= count:  # those too many are only counted
            yield _wire.NO_CARD
            continue
        try:
            index = Card(card).index
        except (ValueError, TypeError) as error:
            wrap = InvalidCardError if isinstance(error, ValueError) else TypeError
            spoiled.add(wrap, "starter", number, error)
            if not spoiled.every:
                return
            index = _wire.STRUCK
        yield index


def why_bad(cards: Sequence[int | None], missing: Callable[[int], bool] = lambda _: False) -> str:
    """Why a row is bad, from its numbers.

    Args:
        cards: The numbers as they were given, None for a null.
        missing: Whether there need not be a card at a place.
    """
    for place, index in enumerate(cards):
        if index == _wire.NO_CARD and missing(place):
            continue
        if (why := why_no_card(index)) is not None:
            return why
        if index is not None and index in cards[:place]:
            return f"{DECK[index]} appears twice"
    return CHANGED


CHANGED: Final = "its bytes changed while it was scored"


def why_no_card(index: int | None) -> str | None:
    """Why a number, or None for a null, is not the index of a card; None if it is one."""
    if index is None:
        return "null is not a card"
    if index < 0:
        return f"card index {index} is below 0"
    return f"card index {index} is above {len(DECK) - 1}" if index >= len(DECK) else None


def array_of(shape: tuple[int, ...], rows: bytearray | None = None) -> NDArray[uint8]:
    """Return an array over the bytes of rows, or over new ones; the bytes where NumPy is not installed."""
    if prod(shape) > sys.maxsize:
        raise MemoryError(f"no memory holds an array of shape {shape}")
    try:
        import numpy
    except ImportError:
        return bytearray(prod(shape)) if rows is None else rows  # type: ignore[return-value]
    return numpy.ndarray(shape, numpy.uint8, rows)


def checked_out(
    read: Iterable[Any], out: Any, size: int, held: Held, item: str = "B", what: str = "score"
) -> memoryview:
    """The view through which results are written: `size` bytes, apart from the inputs.

    Args:
        read: The buffers that are read.
        out: What the caller gave.
        size: How many bytes are written.
        held: Where the view is held.
        item: "B" for bytes, or "H" for results of two bytes.
        what: What is written.
    """
    shaped = held.view(out)
    if shaped is None:
        raise TypeError(
            f"out is a writable buffer of {'bytes' if item == 'B' else 'uint16'}, not {type(out).__name__}"
        )
    if item == "B":
        _check_bytes(what, shaped)
    try:
        view = held.hold(memoryview(shaped))
    except ValueError:  # of NumPy, such as dates
        raise TypeError(f"each sum in out is uint16, not {shaped.dtype}") from None
    if item != "B" and view.format.lstrip("@=") != item:  # "<H" and ">H" are in an order of their own
        raise TypeError(f"each sum in out is uint16, not of format {view.format!r}")
    if view.readonly:
        raise TypeError("out is read-only")
    if not view.c_contiguous:
        raise CribscoreError("out has gaps or is in another order: it must be contiguous")
    if view.nbytes != size:
        raise CribscoreError(f"out holds {view.nbytes} bytes, and the {what}s are {size}")
    if any(_core.overlap(view, cards) for cards in read):
        raise CribscoreError("out overlaps the cards, which would change while they are scored")
    return view
