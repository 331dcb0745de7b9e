"""Arrow arrays, read in place by the Arrow C data interface and ctypes alone, without pyarrow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from ctypes import (
    CFUNCTYPE,
    POINTER,
    PYFUNCTYPE,
    Structure,
    byref,
    c_char_p,
    c_int,
    c_int64,
    c_ssize_t,
    c_void_p,
    py_object,
    pythonapi,
)
from sys import byteorder
from typing import Any, Final

from ._arrays import Frame, Numbers
from ._wire import CardRows, Column, Valid
from .errors import CribscoreError


class _Schema(Structure):
    pass


class _Array(Structure):
    pass


class _Stream(Structure):
    pass


def _release_of(structure: type[Structure]) -> Any:
    return CFUNCTYPE(None, POINTER(structure))


_Schema._fields_ = (
    ("format", c_char_p),
    ("name", c_char_p),
    ("metadata", c_void_p),
    ("flags", c_int64),
    ("n_children", c_int64),
    ("children", POINTER(POINTER(_Schema))),
    ("dictionary", c_void_p),
    ("release", _release_of(_Schema)),
    ("private_data", c_void_p),
)
_Array._fields_ = (
    ("length", c_int64),
    ("null_count", c_int64),
    ("offset", c_int64),
    ("n_buffers", c_int64),
    ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)),
    ("children", POINTER(POINTER(_Array))),
    ("dictionary", c_void_p),
    ("release", _release_of(_Array)),
    ("private_data", c_void_p),
)
_Stream._fields_ = (
    ("get_schema", CFUNCTYPE(c_int, POINTER(_Stream), POINTER(_Schema))),
    ("get_next", CFUNCTYPE(c_int, POINTER(_Stream), POINTER(_Array))),
    ("get_last_error", CFUNCTYPE(c_char_p, POINTER(_Stream))),
    ("release", _release_of(_Stream)),
    ("private_data", c_void_p),
)

# Functions of our own: argument types set on those of pythonapi would be everyone's.
_pointer = PYFUNCTYPE(c_void_p, py_object, c_char_p)(("PyCapsule_GetPointer", pythonapi))
_memory = PYFUNCTYPE(py_object, c_void_p, c_ssize_t, c_int)(("PyMemoryView_FromMemory", pythonapi))
_READ: Final = 0x100  # PyBUF_READ

_SIZES: Final = dict(zip("cCsSiIlL", (1, 1, 2, 2, 4, 4, 8, 8), strict=True))  # of integers, by their formats
_OTHER_NUMBERS: Final = ("b", "e", "f", "g")  # booleans and floats; decimals are "d:" and their precision
_LISTS: Final = ("+l", "+L", "+vl", "+vL")  # of any length


class Imported:
    """What was taken from Arrow for one call: `release` gives it back, also after an error."""

    __slots__ = ("_capsules", "_taken")

    def __init__(self) -> None:
        self._capsules: Any = None  # each releases what is in it when it goes
        self._taken: list[Any] = []  # schemas and arrays of a stream, which are ours to release

    def array(self, capsules: Any) -> tuple[_Schema, list[_Array]]:
        """Read what `__arrow_c_array__` gave."""
        self._capsules = capsules
        schema = _Schema.from_address(_pointer(capsules[0], b"arrow_schema"))
        return schema, [_Array.from_address(_pointer(capsules[1], b"arrow_array"))]

    def stream(self, capsule: Any) -> tuple[_Schema, Iterator[_Array]]:
        """Read the type of what `__arrow_c_stream__` gave; its arrays are read as they are asked for."""
        self._capsules = capsule
        stream = _Stream.from_address(_pointer(capsule, b"arrow_array_stream"))
        schema = _Schema()
        self._demand(stream, stream.get_schema(byref(stream), byref(schema)))
        self._taken.append(schema)
        return schema, self._arrays(stream)

    def _arrays(self, stream: _Stream) -> Iterator[_Array]:
        while True:
            array = _Array()
            self._demand(stream, stream.get_next(byref(stream), byref(array)))
            if not array.release:
                return
            self._taken.append(array)
            yield array

    def _demand(self, stream: _Stream, code: int) -> None:
        if code:
            why = stream.get_last_error(byref(stream)) or b"no reason is given"
            raise CribscoreError(f"the Arrow stream ends with error {code}: {why.decode(errors='replace')}")

    def release(self) -> None:
        """Give everything back."""
        while self._taken:
            structure = self._taken.pop()
            structure.release(byref(structure))
        self._capsules = None


def frame(export: Callable[[], Any], held: Any) -> Frame | None:
    """Read what is exported, as an array or as a stream; return None if it is not whole numbers."""
    exported, imported = export(), Imported()
    held.hold(imported)
    schema, arrays = (imported.array if isinstance(exported, tuple) else imported.stream)(exported)
    layout = _layout(schema)
    if layout is None:
        return None
    pieces = [(array.length, _rows(schema, array, 0, array.length, (), held)) for array in arrays]
    held.array = True
    return Frame(pieces, layout[0])


def _format(schema: Any) -> str:
    text: str = schema.format.decode(errors="replace")
    return "dictionary" if schema.dictionary else text


def _child(structure: Any, place: int = 0) -> Any:
    return structure.children[place].contents


def _layout(schema: Any) -> tuple[int | None] | None:
    """The numbers in a row: (None,) for numbers without rows; None for what is not whole numbers."""
    form = _format(schema)
    if form in _SIZES:
        return (None,)
    if form.startswith("+w:") and _format(_child(schema)) in _SIZES:
        return (int(form[3:]),)
    if form in _LISTS or form.startswith("+w:"):
        item = _format(_child(schema))
        if item in _SIZES or item in _OTHER_NUMBERS or item.startswith("d:"):
            what = "any length" if item in _SIZES else "booleans or fractions"
            raise TypeError(
                f"lists of {what} are not read as rows: cast them to whole numbers in lists of one length, "
                "such as polars.Array(polars.UInt8, 5) or pyarrow.list_(pyarrow.uint8(), 5)"
            )
        return None
    if form == "+s" and schema.n_children == 1 and _format(_child(schema)).startswith("+"):
        return _layout(_child(schema))
    if form == "+s" and all(_format(_child(schema, place)) in _SIZES for place in range(schema.n_children)):
        return (schema.n_children,)
    return None


def _rows(
    schema: Any, array: Any, start: int, count: int, nulls: tuple[Valid, ...], held: Any
) -> CardRows | Numbers:
    """Where the rows of an array lie, from a row on and so many; `nulls` are those of the array around it."""
    form = _format(schema)
    if form in _SIZES:
        column = _column(schema, array, start, count, 1, held)
        if column.size == 1 and not column.signed and column.valid is None:
            return CardRows(column.buffer, column.first, 1, 1, 1)
        return Numbers([column])
    if (valid := _valid(array, start, count, 1, held)) is not None:
        nulls = (*nulls, valid)
    start += array.offset
    if form == "+s":
        places = range(schema.n_children)
        if len(places) == 1 and _format(_child(schema)) not in _SIZES:
            return _rows(_child(schema), _child(array), start, count, nulls, held)
        return Numbers(
            [_column(_child(schema, one), _child(array, one), start, count, 1, held) for one in places], nulls
        )
    width = int(form[3:])
    run = _column(_child(schema), _child(array), start * width, count * width, 1, held)
    if run.size == 1 and not run.signed and run.valid is None and not nulls:
        return CardRows(run.buffer, run.first, width, 1, width)
    return Numbers(
        [
            _column(_child(schema), _child(array), start * width + place, count, width, held)
            for place in range(width)
        ],
        nulls,
        run,
    )


def _column(schema: Any, array: Any, start: int, count: int, step: int, held: Any) -> Column:
    """Every `step`th number of an array of whole numbers, from number `start` on and so many."""
    form = _format(schema)
    size, first = _SIZES[form], array.offset + start
    memory = _view(array.buffers[1], (first + (count - 1) * step + 1) * size if count else 0, held)
    valid = _valid(array, start, count, step, held)
    return Column(memory, first * size, step * size, size, byteorder == "big", form.islower(), valid)


def _valid(array: Any, start: int, count: int, step: int, held: Any) -> Valid | None:
    if not array.null_count or not array.buffers[0] or not count:
        return None
    first = array.offset + start
    return Valid(_view(array.buffers[0], (first + (count - 1) * step) // 8 + 1, held), first, step)


def _view(address: int | None, size: int, held: Any) -> Any:
    return held.hold(_memory(address, size, _READ)) if address and size else b""
