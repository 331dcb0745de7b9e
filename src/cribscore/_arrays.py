"""What an array is: where its whole numbers lie, of any width, and how they become bytes."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from . import _core
from ._wire import CardRows, Column, Valid, is_valid
from .cards import Card

if TYPE_CHECKING:
    from ._buffers import Held

# Rows that are brought into bytes at once: few enough for the level 2 cache, enough for a call of the core.
_BLOCK_BYTES: Final = 1 << 21
_LEAST_BLOCK, _MOST_BLOCK = 1 << 11, 1 << 16


class Numbers:
    """Rows of whole numbers in columns, which are brought into bytes block by block.

    A number that is not a byte becomes `STRUCK`, and so does a null: the core takes neither for a card.
    """

    __slots__ = ("columns", "nulls", "run", "width")

    def __init__(
        self, columns: Sequence[Column], nulls: Sequence[Valid] = (), run: Column | None = None
    ) -> None:
        self.columns = columns
        self.width = len(columns)
        self.nulls = nulls  # of whole rows
        self.run = run  # all numbers as one column, if they lie side by side row by row

    @property
    def buffers(self) -> list[Any]:
        """The buffers that are read."""
        return [column.buffer for column in self.columns]

    def blocks(self, begin: int, end: int) -> Iterator[tuple[CardRows, int]]:
        """Yield where the rows from `begin` lie as bytes, and up to which row; then go on there, to `end`."""
        apart = max([1, *(abs(column.step) for column in self.columns)])
        size, width = min(max(_BLOCK_BYTES // apart, _LEAST_BLOCK), _MOST_BLOCK, end - begin), self.width
        block = bytearray(size * width)
        row_step, card_step = (1, size) if self.run is None else (width, 1)
        for start in range(begin, end, size or 1):
            count = min(size, end - start)
            if self.run is None:
                for place, column in enumerate(self.columns):
                    _write(column, start, count, block, place * size)
            else:
                _write(self.run, start * width, count * width, block, 0)
            for valid in self.nulls:
                _core.strike(valid, start, count, block, 0, row_step)  # the first card of each row
            yield CardRows(block, -start * row_step, row_step, card_step, width), start + count

    def numbers(self, number: int) -> Sequence[int | None]:
        """Return the numbers of one row as they were given, None for a null."""
        if not all(is_valid(valid, number) for valid in self.nulls):
            return [None] * self.width
        return [column.number(number) for column in self.columns]


def _write(column: Column, begin: int, count: int, to: bytearray, start: int) -> None:
    _core.narrow(column, begin, count, to, start)
    if column.valid is not None:
        _core.strike(column.valid, begin, count, to, start, 1)


class Chunks:
    """Rows in several pieces of memory, one piece after the other."""

    __slots__ = ("sources", "starts", "width")

    def __init__(self, sources: Sequence[CardRows | Numbers], counts: Sequence[int]) -> None:
        self.sources = sources
        self.width = sources[0].width
        self.starts = [0]  # the numbers of the first rows
        for count in counts:
            self.starts.append(self.starts[-1] + count)

    @property
    def buffers(self) -> list[Any]:
        """The buffers that are read."""
        return [buffer for source in self.sources for buffer in source.buffers]

    def blocks(self, begin: int, end: int) -> Iterator[tuple[CardRows, int]]:
        """Yield where the rows from `begin` lie as bytes, and up to which row; then go on there, to `end`."""
        number = bisect_right(self.starts, begin) - 1
        while begin < end:
            first, last = self.starts[number], min(end, self.starts[number + 1])
            for rows, stop in (
                self.sources[number].blocks(begin - first, last - first) if begin < last else ()
            ):
                yield rows._replace(first=rows.first - first * rows.row_step), first + stop
            begin, number = last, number + 1

    def numbers(self, number: int) -> Sequence[int | None]:
        """Return the numbers of one row as they were given, None for a null."""
        chunk = bisect_right(self.starts, number) - 1
        return self.sources[chunk].numbers(number - self.starts[chunk])


Source: TypeAlias = CardRows | Numbers | Chunks


def whole(source: Source, count: int) -> CardRows:
    """Return where all rows of a source lie as bytes; they are copied if they are not bytes already."""
    if isinstance(source, CardRows):
        return source
    size = max(count, 1)
    copied = bytearray(size * source.width)
    begin = 0
    for rows, stop in source.blocks(0, count):
        for place in range(source.width):
            column = bytes_column(rows.cards, rows.first + place * rows.card_step, rows.row_step)
            _core.narrow(column, begin, stop - begin, copied, place * size + begin)
        begin = stop
    return CardRows(copied, 0, 1, size, source.width, source)


def bytes_column(buffer: Any, first: int, step: int) -> Column:
    """A column of bytes."""
    return Column(buffer, first, step, 1, False, False)


class Frame:
    """An array that is not NumPy's: its shape, and the pieces of memory that it lies in.

    Each piece is the number of its rows and what they are: `Numbers`, or `CardRows` where they are bytes. If
    the shape has one dimension, a row is one number.
    """

    __slots__ = ("pieces", "shape")

    ndim = property(lambda self: len(self.shape))

    def __init__(self, pieces: Sequence[tuple[int, CardRows | Numbers]], width: int | None) -> None:
        self.pieces = pieces
        count = sum(rows for rows, _ in pieces)
        self.shape = (count,) if width is None else (count, width)

    def __len__(self) -> int:
        return self.shape[0]

    def rows(self, width: int) -> Source:
        """Return the rows of `width` numbers each."""
        pieces = [(count, source) for count, source in self.pieces if count]
        if not pieces:
            return CardRows(b"", 0, width, 1, width)
        counts, sources = zip(*pieces, strict=True)
        source: Source = sources[0] if len(sources) == 1 else Chunks(sources, counts)
        if source.width == width:
            return source
        flat = whole(source, len(self))
        given = None if isinstance(source, CardRows) else _Reshaped(source, width)
        return CardRows(flat.cards, flat.first, width * flat.row_step, flat.row_step, width, given)


class _Reshaped:
    """Rows of several numbers each, made of rows of one."""

    __slots__ = ("buffers", "source", "width")

    def __init__(self, source: Source, width: int) -> None:
        self.source = source
        self.buffers = source.buffers
        self.width = width

    def numbers(self, number: int) -> Sequence[int | None]:
        """Return the numbers of one row as they were given, None for a null."""
        return [self.source.numbers(number * self.width + place)[0] for place in range(self.width)]


# ---------------------------------------------------------------- the memory of arrays


FORMS: Final[dict[type, tuple[Callable[..., Any], Any]]] = {}
"""NumPy's class of arrays, once it has been seen, with what makes one: `empty`, and the type of bytes."""


def ndarray_class() -> Any:
    """Return NumPy's class of arrays if the program has imported NumPy."""
    for known in FORMS:
        return known
    numpy: Any = sys.modules.get("numpy")
    found = getattr(numpy, "ndarray", None)  # another thread may be importing it just now
    if found is not None and hasattr(numpy, "dtype") and hasattr(numpy, "empty"):
        FORMS[found] = numpy.empty, numpy.dtype("B")
    return found


def numpy_or_none() -> Any:
    """Return NumPy, or None if it is not installed."""
    try:
        import numpy
    except ImportError:
        return None
    return numpy


def is_buffer(values: Any) -> bool:
    """Whether a value is a NumPy array or offers its memory as a buffer."""
    ndarray = ndarray_class()
    if ndarray is not None and isinstance(values, ndarray):
        return True
    try:
        memoryview(values).release()
    except TypeError:
        return False
    except ValueError:  # its memory has been released: `Held.view` says so
        return True
    return True


def flat(view: Any) -> tuple[Any, int]:
    """A C-contiguous buffer over all that a view's bytes lie in, and where in it the view's first byte is."""
    if isinstance(view, memoryview):
        if not view.c_contiguous:
            raise TypeError(
                "a buffer with gaps or in another order is taken from a NumPy array only: copy it"
            )
        return (view if view.format in _CAST else view.tobytes()), 0
    if view.flags.forc:  # as every array without a byte is
        data = view.T if view.flags.fnc else view
        return (data if data.itemsize == 1 else data.reshape(-1).view("B")), 0
    # The stretch of memory from the lowest byte to the highest: it belongs to what the array is a view of.
    reach = [(size - 1) * step for size, step in zip(view.shape, view.strides, strict=True)]
    lowest = view
    if min(reach) < 0:
        lowest = view[tuple(slice(None, None, -1 if way < 0 else 1) for way in reach)]
    as_strided = sys.modules["numpy"].lib.stride_tricks.as_strided
    if view.itemsize > 1:
        lowest = as_strided(lowest, (1,), (view.itemsize,), writeable=False).view("B")
    size = view.itemsize + sum(map(abs, reach))
    return as_strided(lowest, (size,), (1,), writeable=False), -sum(way for way in reach if way < 0)


_CAST: Final = frozenset("@" + code for code in "bBchHiIlLqQnN?") | frozenset("bBchHiIlLqQnN?")  # to bytes


def column_of(name: str, view: Any) -> Column:
    """Where the numbers of an array of one dimension lie."""
    size, big, signed = item_of(name, view)
    return Column(*flat(view), view.strides[0], size, big, signed)


# ---------------------------------------------------------------- which items are whole numbers


Item: TypeAlias = tuple[int, bool, bool]
"""A whole number in memory: its bytes, whether the highest come first, and whether it may be below 0."""


def item_of(name: str, view: Any) -> Item:
    """What the items of an array or a memoryview are; raise TypeError if they are not whole numbers."""
    if isinstance(view, memoryview):
        order, code = view.format[:-1], view.format[-1:]
        if (order in _ORDERS and code in "bBhHiIlLqQnN") or view.format == "c":
            big = order in (">", "!") or (order != "<" and _BIG)
            return view.itemsize, big, code in "bhilqn"
        kind = "f" if code in "efd" else code
        given = f"items of format {view.format!r}"
    else:
        dtype = view.dtype
        kind = dtype.kind
        if kind in "iu":
            order = dtype.byteorder
            return dtype.itemsize, order == ">" or (order == "=" and _BIG), kind == "i"
        given = str(dtype)
    raise TypeError(
        f"each {name} is whole numbers, such as uint8 or int64, not {given}; "
        + _CASTS.get(kind, "a card is a whole number, 0 to 51")
    )


_ORDERS: Final = ("", "@", "=", "<", ">", "!")
_BIG: Final = sys.byteorder == "big"
_CASTS: Final = {
    "f": "numpy.asarray(values).astype(numpy.int64) cuts off fractions",
    "b": "numpy.asarray(values).astype(numpy.uint8) makes 0 and 1 of them",
    "?": "numpy.asarray(values).astype(numpy.uint8) makes 0 and 1 of them",
    "S": "numpy.asarray(values).astype(str) makes text of them",
}


def holds_objects(name: str, view: Any) -> bool:
    """Whether an array is of texts or Python objects, to be read one by one; raise TypeError for numbers."""
    kind = view.dtype.kind if hasattr(view, "dtype") else ""
    if kind == "O" and _are_numbers(view.flat):
        raise TypeError(
            f"each {name} is whole numbers or text, not objects that are numbers; "
            "numpy.array(numpy.asarray(values).tolist(), numpy.int64) makes whole numbers of them"
        )
    return kind in "OUT" and kind != ""


def _are_numbers(values: Iterable[Any]) -> bool:
    """Whether the first value that is not missing is a number, in rows too."""
    return next((found for value in values if (found := _is_number(value)) is not None), False)


def _is_number(value: Any) -> bool | None:
    """Whether a value is a number, or a row that begins with one; None for what is missing, or such a row."""
    from numbers import Number  # NumPy has it already, and only its arrays come here

    kind = type(value)
    is_array = hasattr(kind, "__array__") and hasattr(kind, "__len__") and getattr(value, "shape", True)
    if is_array or isinstance(value, (list, tuple)):
        return next((found for one in value if (found := _is_number(one)) is not None), None)
    if value is None or kind.__name__ == "NAType":  # of pandas
        return None
    if isinstance(value, Number):
        return None if str(value) in ("nan", "NaN") else True
    if kind.__name__ in ("bool", "bool_"):  # of NumPy
        return True
    return hasattr(kind, "__index__") and not isinstance(value, Card)


# ---------------------------------------------------------------- what is seen as an array


def seen_as_array(values: Any, held: Held) -> Any:
    """The array that a value holds, such as a data frame, a series, a tensor or an Arrow array; or the value.

    To go through the items of such a value would be slow, and those of a data frame are its columns.
    """
    kind = type(values)
    if kind in _PLAIN or kind in FORMS or is_buffer(values):
        return values
    pandas = kind.__module__.partition(".")[0] == "pandas"
    arrow = "__arrow_c_array__" if hasattr(kind, "__arrow_c_array__") else "__arrow_c_stream__"
    if hasattr(kind, arrow) and not pandas:
        from . import _arrow  # only what comes from Arrow needs it

        frame = _arrow.frame(getattr(values, arrow), held)
        if frame is not None:
            return frame
    if hasattr(kind, "__array__"):
        numpy = _numpy(kind)
        frame = _pandas_frame(values, held) if pandas else None
        return numpy.asarray(values) if frame is None else frame
    if hasattr(kind, "__dlpack__"):
        return _numpy(kind).from_dlpack(values)
    if hasattr(kind, arrow):
        raise TypeError(
            f"a {kind.__name__} is read if it holds whole numbers in lists of one length or in columns"
        )
    return values


_PLAIN: Final = frozenset((bytes, bytearray, memoryview))


def _numpy(kind: type) -> Any:
    numpy = numpy_or_none()
    if numpy is None:
        raise TypeError(f"a {kind.__name__} is read as an array by NumPy, which is not installed")
    return numpy


def _pandas_frame(values: Any, held: Held) -> Frame | None:
    """The columns of a data frame or series of pandas, if they are whole numbers but not a NumPy array."""
    dtypes = list(values.dtypes) if values.ndim == 2 else [values.dtype]
    if not all(getattr(dtype, "kind", "") in ("i", "u") for dtype in dtypes):
        return None
    if not all(hasattr(dtype, "byteorder") or hasattr(dtype, "numpy_dtype") for dtype in dtypes):
        return None  # sparse: NumPy makes a whole array of it
    if all(dtype == dtypes[0] and hasattr(dtype, "byteorder") for dtype in dtypes):
        return None  # NumPy sees it at once
    series = [values.iloc[:, place] for place in range(len(dtypes))] if values.ndim == 2 else [values]
    columns = [_pandas_column(one, held) for one in series]
    return Frame([(len(values), Numbers(columns))], len(columns) if values.ndim == 2 else None)


def _pandas_column(series: Any, held: Held) -> Column:
    if hasattr(series.dtype, "byteorder"):  # NumPy's
        return column_of("card", held.view(series.to_numpy()))
    valid = None
    numpy = _numpy(type(series))
    missing = numpy.asarray(series.isna(), bool)
    if missing.any():
        bits = numpy.packbits(~missing, bitorder="little")
        valid, series = Valid(bits.tobytes(), 0, 1), series.fillna(0)
    column = column_of("card", held.view(series.to_numpy(series.dtype.numpy_dtype)))
    column.valid = valid
    return column
