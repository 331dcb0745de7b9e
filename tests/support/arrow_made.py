"""Arrow arrays made by ctypes alone, as the C data interface describes them, which tell what is released."""

import ctypes
from array import array

CODES = {"c": "b", "C": "B", "s": "h", "S": "H", "i": "i", "I": "I", "l": "q", "L": "Q"}


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
NEXT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
LAST = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
POINTERS = ctypes.POINTER(ctypes.c_void_p)
Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", POINTERS),
    ("dictionary", ctypes.c_void_p),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]
Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", POINTERS),
    ("children", POINTERS),
    ("dictionary", ctypes.c_void_p),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]
Stream._fields_ = [
    ("get_schema", NEXT),
    ("get_next", NEXT),
    ("get_last_error", LAST),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]

new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi)
)
pointer_in = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)

GIVEN, RELEASED = (
    {},
    [],
)  # the structures that a consumer has, by their addresses; the names of those given back
NAMES = {Schema: b"arrow_schema", Array: b"arrow_array", Stream: b"arrow_array_stream"}


@RELEASE
def release(address):
    kind, _ = GIVEN.pop(address)
    RELEASED.append(kind.__name__)
    kind.from_address(address).release = None


def destroy(kind):
    def destroyed(capsule):
        structure = kind.from_address(pointer_in(capsule, NAMES[kind]))
        if structure.release:
            release(ctypes.addressof(structure))

    return ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(destroyed)


DESTROY = {kind: destroy(kind) for kind in NAMES}


def give(structure, kept, address=None):
    """Hand a structure over, into the memory at an address; keep what it points to until it is released."""
    kind = type(structure)
    if address is None:
        address = ctypes.addressof(structure)
    else:
        ctypes.memmove(address, ctypes.addressof(structure), ctypes.sizeof(structure))
    kind.from_address(address).release = ctypes.cast(release, ctypes.c_void_p)
    GIVEN[address] = kind, (structure, kept)
    return address


def capsule(structure, kept):
    kind = type(structure)
    return new_capsule(give(structure, kept), NAMES[kind], ctypes.cast(DESTROY[kind], ctypes.c_void_p))


def bits_of(flags, first):
    """The bitmap of flags that begin at bit `first`; the bits before and after them are of no use."""
    bits = bytearray((first + len(flags)) // 8 + 1)
    for place, flag in enumerate(flags, first):
        bits[place // 8] |= flag << place % 8
    return bytes(bits)


class Column:
    """Whole numbers, None for a null, after `offset` others."""

    def __init__(self, values, form="C", offset=0, unknown=False):
        self.form, self.children = form, []
        self.length, self.offset = len(values), offset
        self.nulls = -1 if unknown else values.count(None)
        self.valid = [value is not None for value in values]
        self.data = array(CODES[form], [99] * offset + [99 if value is None else value for value in values])


class Rows:
    """A list of one length (`form` "+w:5") or a struct ("+s") over children, after `offset` other rows."""

    def __init__(self, form, children, valid, offset=0):
        self.form, self.children, self.data = form, children, None
        self.length, self.offset, self.valid = len(valid), offset, valid
        self.nulls = valid.count(False)


def structures(made):
    """The schema and the array of a column or of rows, and all that has to be kept with them."""
    parts = [structures(child) for child in made.children]
    pointers = [(ctypes.c_void_p * max(len(parts), 1))() for _ in range(2)]
    for place, (schema, values, _) in enumerate(parts):
        pointers[0][place], pointers[1][place] = ctypes.addressof(schema), ctypes.addressof(values)
    bitmap = None
    if made.nulls:
        bits = bits_of(made.valid, made.offset)
        bitmap = ctypes.create_string_buffer(bits, len(bits))
    buffers = (ctypes.c_void_p * 2)(ctypes.addressof(bitmap) if bitmap else None, None)
    if made.data:
        buffers[1] = made.data.buffer_info()[0]
    schema = Schema(
        made.form.encode(), b"", None, 2, len(parts), ctypes.cast(pointers[0], POINTERS), None, None, None
    )
    size = 1 if made.data is None else 2
    values = Array(made.length, made.nulls, made.offset, size, len(parts), ctypes.cast(buffers, POINTERS))
    values.children = ctypes.cast(pointers[1], POINTERS)
    return schema, values, (parts, pointers, bitmap, buffers, made)


class Producer:
    """What offers `__arrow_c_array__`, and nothing else."""

    def __init__(self, made):
        self.made = made

    def __arrow_c_array__(self, requested_schema=None):
        schema, values, kept = structures(self.made)
        return capsule(schema, kept), capsule(values, kept)


class Streamer:
    """What offers `__arrow_c_stream__`, and nothing else; with an `error` the stream ends so."""

    def __init__(self, chunks, error=None):
        self.chunks = chunks
        self.error = error

    def __arrow_c_stream__(self, requested_schema=None):
        left = [structures(chunk) for chunk in self.chunks]
        first = structures(self.chunks[0])
        why = ctypes.create_string_buffer(self.error or b"")

        def get_schema(_, address):
            give(first[0], first, address)
            return 0

        def get_next(_, address):
            if left:
                _, values, kept = left.pop(0)
                give(values, kept, address)
                return 0
            if self.error is not None:
                return 5
            ctypes.memset(address, 0, ctypes.sizeof(Array))
            return 0

        stream = Stream(NEXT(get_schema), NEXT(get_next), LAST(lambda _: ctypes.addressof(why)))
        return capsule(stream, (why, left, first))
