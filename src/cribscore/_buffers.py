"""Where hands or grids lie in a caller's buffer, and how its memory is held while the core reads it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from math import prod
from typing import TYPE_CHECKING, Any, Final
from weakref import ref

from . import _core, _wire
from ._items import cards_in
from .cards import Card, indexes_of
from .errors import CribscoreError, InvalidCardError

if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray

_MOST_OWNERS: Final = 100  # of one buffer; a chain of views is never so long


class Kind:
    """What a row is: a hand, a grid or a deal."""

    __slots__ = ("bytes_of", "cards", "error", "form", "name", "score")

    def __init__(
        self,
        name: str,
        cards: int,
        error: type[CribscoreError],
        bytes_of: Callable[[Any], bytes | bytearray],
        form: int | None = 0,
    ) -> None:
        self.name = name
        self.cards = cards  # in a row, without the starter
        self.error = error
        self.bytes_of = bytes_of  # reads a hand or a grid into bytes
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
        self._views: list[memoryview] = []
        self.array = False  # whether an array is among them

    def view(self, values: Any) -> Any:
        """Hold a buffer, and return a view of it with its shape and strides; None for what is not a buffer.

        The view is a plain array or a memoryview. It stays as it is whatever another thread does to `values`.
        """
        ndarray = _ndarray()
        if ndarray is not None and isinstance(values, ndarray):
            if hasattr(values, "mask"):  # of numpy.ma
                raise TypeError("an array may not be masked: the mask would be ignored")
            self.array = True
            self._hold_owners(values, ndarray)
            return ndarray.view(values, ndarray)
        try:
            view = self.hold(memoryview(values))
        except TypeError:
            return None
        self._hold_owners(view.obj, ndarray)
        return view

    def hold(self, view: memoryview) -> memoryview:
        """Hold a view until `release`."""
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
        for view in self._views:
            view.release()


def _ndarray() -> Any:
    """Return NumPy's class of arrays if the program has imported NumPy."""
    return getattr(sys.modules.get("numpy"), "ndarray", None)  # another thread may be importing it just now


def _is_buffer(values: Any) -> bool:
    ndarray = _ndarray()
    if ndarray is not None and isinstance(values, ndarray):
        return True
    try:
        memoryview(values).release()
    except TypeError:
        return False
    return True


def seen_as_array(values: Any) -> Any:
    """The array that NumPy sees in a data frame, a series or a tensor; other values as they are.

    To go through the items of such a thing would not do: those of a data frame are its columns.
    """
    if hasattr(type(values), "__array__") and not _is_buffer(values):
        try:
            import numpy
        except ImportError:
            name = type(values).__name__
            raise TypeError(f"a {name} is read as an array by NumPy, which is not installed") from None
        return numpy.asarray(values)
    return values


def holds_objects(view: Any) -> bool:
    """Whether an array is of texts or Python objects, to be read one by one."""
    return hasattr(view, "dtype") and view.dtype.kind in "OUT"


def rows_of_buffer(kind: Kind, view: Any, starters: Any, held: Held) -> tuple[_wire.Rows, int]:
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
        buffer, first = flat(view)
    if count <= 1:
        row_step = 0  # it may be any number, and an address so far away overflows
    if starters is None:
        return _wire.Rows(
            buffer, first, row_step, card_step, buffer, first + kind.cards * card_step, row_step
        ), count
    return _wire.Rows(buffer, first, row_step, card_step, *starters_in(starters, count, held)), count


def card_rows_of_buffer(
    name: str, view: Any, width: int | None, items: str = "cards"
) -> tuple[_wire.CardRows, int]:
    """Where the rows of a buffer lie that hold `width` cards each and no starter, and how many they are.

    Without `width` the buffer has two dimensions, which say it. `items` are what a row is said to hold.
    """
    _check_bytes(name, view)
    if view.ndim == 2:
        count, found = view.shape
        if width not in (None, found):
            turned = f" are columns: give their .T, rows of {width} {items}" if count == width else ""
            raise CribscoreError(
                f"{name}s of shape ({count}, {found}){turned or f' are not rows of {width} {items}'}"
            )
        row_step, card_step = view.strides
    elif view.ndim == 1 and width is not None:
        found = width
        count, rest = divmod(len(view), width)
        if rest:
            raise CribscoreError(f"{len(view)} bytes cannot be divided into {name}s of {width} {items}")
        (card_step,) = view.strides
        row_step = width * card_step
    else:
        dimensions = "2 dimensions" if width is None else "1 or 2 dimensions"
        raise CribscoreError(f"{name}s have {dimensions}, not {view.ndim}")
    return _wire.CardRows(*flat(view), row_step, card_step, found), count


_SCORE_FORMATS: Final = frozenset(("B", "c", *(order + "B" for order in "@=<>!")))
# Cards may also be signed bytes: a byte below 0 there is not a card here either.
_CARD_FORMATS: Final = _SCORE_FORMATS | {"b"}


def _check_bytes(name: str, view: Any, formats: frozenset[str] = _CARD_FORMATS) -> None:
    dtype = getattr(view, "dtype", None)
    if (view.format if dtype is None else dtype.char) in formats:
        return
    kind = dtype or f"items of format {view.format!r}"
    whole = (view.format[-1:] in "bBhHiIlLqQnN") if dtype is None else dtype.kind in "iu"
    advice = (
        "to convert with a check: numpy.array(numpy.asarray(values).tolist(), numpy.uint8)"
        if whole
        else "a card is a whole number, 0 to 51"
    )
    raise TypeError(f"each {name} is bytes (uint8), not {kind}; {advice}")


def check_bools(view: Any) -> None:
    """Raise TypeError if a view is not of bytes or of truth values."""
    dtype = getattr(view, "dtype", None)
    if (view.format if dtype is None else dtype.char) != "?":
        _check_bytes("dealer", view)


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


def flat(view: Any) -> tuple[Any, int]:
    """Return a C-contiguous buffer over all bytes of a view, and where in it the view's first byte is."""
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


def starters_in(starters: Any, count: int, held: Held) -> tuple[Any, int, int]:
    """The buffer of the starters, the first one's place and the step from one to the next."""
    view = held.view(starters)
    if holds_objects(view):
        starters, view = starters.tolist(), None
    if view is None and isinstance(starters, Iterable) and not isinstance(starters, str):
        quick = None
        if isinstance(starters, (list, tuple)) and len(starters) == count:
            quick = cards_in(starters)
        if quick is None or _core.check_rows(quick, 1, 0, count) < count:
            quick = bytes(_starter_indexes(islice(starters, count + 2)))
        view = memoryview(quick)
        if len(view) == count + 2:  # there may be no end of them
            raise CribscoreError(_why_starters(count, f"more than {count}"))
    if view is None or view.ndim == 0:
        return indexes_of([Card(starters)]), 0, 0
    _check_bytes("starter", view)
    if view.ndim != 1 or len(view) != count:
        raise CribscoreError(_why_starters(count, " x ".join(map(str, view.shape))))
    (step,) = view.strides if count > 1 else (0,)
    return *flat(view), step


def _why_starters(count: int, given: str) -> str:
    return f"starters are one card, or one for each of the {count} rows, not {given}"


def _starter_indexes(starters: Iterable[Any]) -> Iterator[int]:
    for number, card in enumerate(starters):
        try:
            yield Card(card).index
        except ValueError as error:
            raise InvalidCardError(f"starter {number}: {error}") from None


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
        _check_bytes(f"{what} in out", shaped, _SCORE_FORMATS)
    view = held.hold(memoryview(shaped))
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


def array_of(shape: tuple[int, ...], rows: bytearray | None = None) -> NDArray[uint8]:
    """Return an array over the bytes of rows, or over new ones; the bytes where NumPy is not installed."""
    try:
        import numpy
    except ImportError:
        return bytearray(prod(shape)) if rows is None else rows  # type: ignore[return-value]
    return numpy.ndarray(shape, numpy.uint8, rows)
