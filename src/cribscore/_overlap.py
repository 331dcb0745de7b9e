"""Whether two buffers share memory, found by ctypes: for the Python core, which has no C of its own."""

from __future__ import annotations

from functools import cache
from typing import Any


def overlap(one: Any, other: Any) -> bool:
    """Return whether two contiguous buffers share a byte."""
    try:
        begin, end = _span(one)
        other_begin, other_end = _span(other)
    except ImportError:  # ctypes does not load in the isolated subinterpreters of Python 3.12
        with memoryview(one) as view, memoryview(other) as other_view:
            return view.obj is other_view.obj  # to refuse views of one object that lie apart is safe
    return begin < other_end and other_begin < end


def _span(buffer: Any) -> tuple[int, int]:
    """Return the address of a buffer's first byte, and of the byte after its last."""
    import ctypes

    python, found = ctypes.pythonapi, _py_buffer()()
    python.PyObject_GetBuffer(ctypes.py_object(buffer), ctypes.byref(found), 0)  # it raises for itself
    begin, length = found.buf or 0, found.len
    python.PyBuffer_Release(ctypes.byref(found))
    return begin, begin + length


@cache
def _py_buffer() -> Any:
    """Return the structure `Py_buffer`, whose layout is part of the stable ABI since Python 3.11."""
    from ctypes import Structure, c_int, c_ssize_t, c_void_p

    class PyBuffer(Structure):
        _fields_ = (
            *(("buf", c_void_p), ("obj", c_void_p), ("len", c_ssize_t), ("itemsize", c_ssize_t)),
            *(("readonly", c_int), ("ndim", c_int), ("format", c_void_p)),
            *((name, c_void_p) for name in ("shape", "strides", "suboffsets", "internal")),
        )

    return PyBuffer
