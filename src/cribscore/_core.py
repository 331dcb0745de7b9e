"""The one door to the cores: picks one, and checks all that C relies on. `_wire` says what goes through."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any, Final

from ._wire import BEST_CARDS, LINES, PARTS, CardRows, Rows
from .errors import CribscoreError

VERSION: Final = "0.1.0"  # that of the package; CMakeLists.txt compares it with the one in pyproject.toml
KERNELS: Final = ("best", "portable", "avx2", "avx512")  # of the C core, by their numbers
_CHOICES: Final = ("auto", "c", *(f"c:{kernel}" for kernel in KERNELS[1:]), "python")

# Cards that one call reads.
_AT_ONCE: Final = {"python": 1 << 10, "portable": 1 << 21, "avx2": 1 << 24, "avx512": 1 << 24}

# The core that is in use: `select` sets these, and callers read them at each call.
_backend = "python"
_pack_grid: Callable[[bytes], list[int]]
_hand_points: Callable[[bytes, bool], tuple[int, int, int, int, int, int]]

pack_hand: Callable[[int], int]
"""Score the hand in a key into a packed score, or `INVALID`."""

score_hands: Callable[[Rows, int, int, int, Any], int]
"""Score hands `begin` to `end` of rows into a writable buffer: one byte each or, with `PARTS`, five.

Returns the number of the first bad row, or `end`.
"""

score_grids: Callable[[Rows, int, int, int, Any], int]
"""Score full grids as `score_hands` does hands: one byte each or, with `LINES`, eight."""

hand_counts: Callable[[bool], list[int]]
"""Count how many of all hands, or cribs, score 0 to 29."""

forecast_hands: Callable[[CardRows, CardRows, bool, int, int, Any], int]
"""Count the points of hands `begin` to `end` over the starters left: thirty bytes each, in a writable buffer.

The second rows are the dead cards; 255 among them is not a card. Returns the number of the first bad row, or
`end`.
"""

keep_sums: Callable[[CardRows, int, int, Any], int]
"""Sum up the fifteen keeps of deals `begin` to `end` into a writable buffer of uint16: fifteen items each.

Returns the number of the first bad row, or `end`.
"""

pack_peg: Callable[[int], int]
"""Score the last card of a pile into packed points, without the point for a last card, or `INVALID`."""

score_pegs: Callable[[CardRows, int, int, Any], int]
"""Score the last cards of piles `begin` to `end` into a writable buffer, a byte each.

Returns the number of the first bad row, or `end`.
"""

peg_deals: Callable[[CardRows, CardRows, int, int, Any], int]
"""Replay deals `begin` to `end`: eight cards each, and which of them are played in turn; eight points each.

Returns the number of the first bad row, or `end`.
"""

_best_peg: Callable[[int, int, int], tuple[int, int]]


def rows_at_once(cards_a_row: int) -> int:
    """Return how many rows to score in one call: a few milliseconds of work, then Ctrl-C is answered."""
    return _AT_ONCE[_backend] // cards_a_row


def pack_grid(cells: bytes) -> list[int]:
    """Score sixteen cells and the starter: the four rows and the four columns; 255 is an empty cell."""
    return _pack_grid(_demand(cells, 17))


def hand_points(cards: bytes, crib: bool) -> tuple[int, int, int, int, int, int]:
    """Score four cards and the starter: the five parts, and which subsets of the five are fifteens."""
    return _hand_points(_demand(cards, 5), crib)


def best_peg(mover: int, other: int, pile: int) -> tuple[int, int]:
    """Find the best card of the player in turn: its index, and his points to come less the other's.

    The cards that each holds are sets. One of the mover's fits the pile.
    """
    if (mover | other).bit_count() > BEST_CARDS:
        raise ValueError("too many cards")
    return _best_peg(mover, other, pile)


def _demand(cards: bytes, length: int) -> bytes:
    if type(cards) is not bytes or len(cards) != length:
        raise TypeError(f"the core reads bytes of {length} cards")
    return cards


def _overlap_by_ctypes(one: Any, other: Any) -> bool:
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


overlap: Callable[[Any, Any], bool] = _overlap_by_ctypes
"""Whether two contiguous buffers share a byte."""


# ---------------------------------------------------------------- long searches, which only the C core has


def search(board: bytes, cards: bytes) -> Iterator[tuple[bytes, int, int, int]]:
    """Search for the best placement of the cards: sixteen cells and the starter, 255 where one is to go.

    Each step takes some ten milliseconds, gives up the interpreter lock meanwhile, and yields the best grid
    yet with its starter, its total, a bound on every total, and the nodes searched.
    """
    ffi, lib = _native_for("best_grid")
    memory = ffi.new("uint64_t[]", lib.crib_search_size() // 8 + 1)  # freed with the generator
    state, found = ffi.cast("crib_search *", memory), ffi.new("crib_placement *")
    if lib.crib_search_start(state, _demand(board, 17), cards, len(cards)) != lib.CRIB_OK:
        raise ValueError("not as many different cards as places")
    over = False
    while not over:
        over = bool(lib.crib_search_step(state, _STEP))
        lib.crib_search_found(state, found)
        yield bytes(found.cells), found.total, found.bound, found.nodes


def largest(starter_rank: int, target: int, exactly: bool) -> tuple[int, int, int, int, list[bytes]]:
    """Search all grids with a starter of this rank for those with the largest total, `target` or more.

    With `exactly`, search for one whose total is `target`. Give a simple bound on all totals, how many sets
    of rows, grids of ranks and choices of suits were tried, and the boards: sixteen cells and the starter.
    """
    ffi, lib = _native_for("prove_maximum")
    memory = ffi.new("uint64_t[]", lib.crib_maximum_size() // 8 + 1)
    state, found = ffi.cast("crib_maximum *", memory), ffi.new("crib_largest *")
    if lib.crib_maximum_start(state, starter_rank, target, exactly) != lib.CRIB_OK:
        raise ValueError("no such rank or target")
    while not lib.crib_maximum_step(state, _STEP):
        pass
    lib.crib_maximum_found(state, found)
    boards, cells = [], ffi.new("uint8_t[17]")
    for index in range(found.boards):
        lib.crib_maximum_board(state, index, cells)
        boards.append(bytes(cells))
    return found.bound, found.row_sets, found.grids, found.suits, boards


_STEP = 1_000_000  # tens of nanoseconds


def _native_for(what: str) -> tuple[Any, Any]:
    compiled, how = None, "run the program with CRIBSCORE_CORE=c"
    try:
        compiled = native()
        if compiled is None:
            how = "install cribscore again where there is a C compiler"
    except ImportError as error:
        how = str(error)
    if compiled is None or _backend == "python":
        raise RuntimeError(f"{what} needs the C core of cribscore, and the Python core is in use: {how}")
    return compiled


# ---------------------------------------------------------------- which core


def backend() -> str:
    """Name the core that scores: "python", or the kernel of the C core.

    >>> backend() in ("avx512", "avx2", "portable", "python")
    True

    The environment variable `CRIBSCORE_CORE` chooses it when cribscore is imported: `auto` (the default: C
    where it is installed, with the fastest kernel that the CPU runs), `c`, `python`, or `c:portable`,
    `c:avx2` or `c:avx512` for one kernel of the C core. If the C core is installed but cannot be used, `auto`
    takes the Python core with a RuntimeWarning that says why, and `c` is an ImportError.
    """
    return _backend


def native() -> tuple[Any, Any] | None:
    """Return the compiled core as cffi's `(ffi, lib)`, or None where it is not installed.

    Raises:
        ImportError: It is installed and cannot be used. The message says why.
    """
    try:
        from ._native import ffi, lib
    except MemoryError:
        raise
    except Exception as error:  # a library that is not what it should be may raise anything
        if isinstance(error, ModuleNotFoundError) and error.name == f"{__package__}._native":
            return None
        raise ImportError(f"the C core of cribscore cannot be loaded: {error}") from error
    version = ffi.string(lib.crib_version()).decode() if hasattr(lib, "crib_version") else "unknown"
    if version != VERSION:
        raise ImportError(f"the C core is of version {version}, and cribscore is of version {VERSION}")
    return ffi, lib


def kernels() -> list[str]:
    """Return the kernels of the C core that run here; none where it is not installed or cannot be used."""
    try:
        compiled = native()
    except ImportError:
        compiled = None
    if compiled is None:
        return []
    return [
        name for number, name in enumerate(KERNELS) if number and compiled[1].crib_kernel(number) == number
    ]


def select(choice: str) -> None:
    """Use the core that `choice` names, as `CRIBSCORE_CORE` does."""
    if choice not in _CHOICES:
        raise CribscoreError(f"CRIBSCORE_CORE is {choice!r}, not one of {', '.join(_CHOICES)}")
    compiled = None
    if choice != "python":
        try:
            compiled = native()
            if compiled is None and choice != "auto":
                raise ImportError("the C core of cribscore is not installed")
        except ImportError as error:
            if choice != "auto":
                raise ImportError(f"CRIBSCORE_CORE is {choice!r}, but {error}") from error.__cause__
            warnings.warn(
                f"{error}; the slower Python core is in use (CRIBSCORE_CORE=python chooses it without this "
                "warning)",
                RuntimeWarning,
                stacklevel=4,  # where the program imports cribscore
            )
    if compiled is None:
        _use_reference()
        return
    kernel = choice.partition(":")[2] or KERNELS[0]
    if choice.startswith("c:") and kernel not in kernels():
        raise ImportError(f"CRIBSCORE_CORE is {choice!r}, but here are only: {', '.join(kernels())}")
    _use_native(*compiled, KERNELS.index(kernel))


def _use_reference() -> None:
    global pack_hand, score_hands, score_grids, hand_counts, _pack_grid, _hand_points, overlap, _backend  # noqa: PLW0603
    global forecast_hands, keep_sums  # noqa: PLW0603
    global pack_peg, score_pegs, peg_deals, _best_peg  # noqa: PLW0603
    from . import _reference, _reference_discard, _reference_pegging  # where C scores, nobody needs them

    pack_hand = _reference.pack_hand
    score_hands = _reference.score_hands
    score_grids = _reference.score_grids
    hand_counts = _reference.hand_counts
    forecast_hands = _reference_discard.forecast_hands
    keep_sums = _reference_discard.keep_sums
    _pack_grid = _reference.pack_grid
    _hand_points = _reference.hand_points
    overlap = _overlap_by_ctypes
    pack_peg = _reference_pegging.pack_peg
    score_pegs = _reference_pegging.score_pegs
    peg_deals = _reference_pegging.peg_deals
    _best_peg = _reference_pegging.best_peg
    _backend = "python"


def _use_native(ffi: Any, lib: Any, kernel: int) -> None:
    global pack_hand, score_hands, score_grids, hand_counts, _pack_grid, _hand_points, overlap, _backend  # noqa: PLW0603
    global forecast_hands, keep_sums  # noqa: PLW0603
    global pack_peg, score_pegs, peg_deals, _best_peg  # noqa: PLW0603
    from_buffer, byte_array, new, ok = ffi.from_buffer, ffi.typeof("uint8_t[]"), ffi.new, lib.CRIB_OK

    def native_pack_grid(cells: bytes) -> list[int]:
        packed = new("uint32_t[8]")
        if lib.crib_pack_grid(cells, packed) != ok:
            raise ValueError("not different cards")
        lines: list[int] = ffi.unpack(packed, 8)
        return lines

    def native_hand_points(cards: bytes, crib: bool) -> tuple[int, int, int, int, int, int]:
        score = new("crib_score *")
        if lib.crib_score_hand(cards, crib, score) != ok:
            raise ValueError("not different cards")
        return score.fifteens, score.pairs, score.runs, score.flush, score.nobs, score.fifteen_mask

    def scorer(score_rows: Any, wide: int, results: int) -> Callable[[Rows, int, int, int, Any], int]:
        def score(rows: Rows, begin: int, end: int, wanted: int, scores: Any) -> int:
            cards, first, row_step, card_step, starters, first_starter, starter_step = rows
            # Released at the end, so that a traceback does not keep the buffers of an interrupted call.
            with (
                from_buffer(byte_array, cards) as card_bytes,
                from_buffer(byte_array, starters) as starter_bytes,
                from_buffer(byte_array, scores, True) as score_bytes,
            ):
                good: int = score_rows(
                    kernel,
                    card_bytes + (first + begin * row_step),
                    row_step,
                    card_step,
                    starter_bytes + (first_starter + begin * starter_step),
                    starter_step,
                    end - begin,
                    wanted,
                    score_bytes + begin * (results if wanted & wide else 1),
                )
            return begin + good

        return score

    def native_hand_counts(crib: bool) -> list[int]:
        counts = new("int64_t[30]")
        lib.crib_hand_counts(kernel, crib, counts)
        totals: list[int] = ffi.unpack(counts, 30)
        return totals

    def native_overlap(one: Any, other: Any) -> bool:
        with from_buffer(one) as begin, from_buffer(other) as other_begin:
            return bool(begin < other_begin + len(other_begin) and other_begin < begin + len(begin))

    @cache
    def fours() -> tuple[Any, Any]:
        """The table of four ranks with each rank of starter, and its memory, which this keeps."""
        memory = new("uint16_t[]", lib.crib_fours_size() // 2)
        table = ffi.cast("crib_fours *", memory)
        lib.crib_fours_start(table)
        return table, memory

    def native_forecast_hands(
        hands: CardRows, dead: CardRows, crib: bool, begin: int, end: int, counts: Any
    ) -> int:
        with (
            from_buffer(byte_array, hands.cards) as hand_bytes,
            from_buffer(byte_array, dead.cards) as dead_bytes,
            from_buffer(byte_array, counts, True) as count_bytes,
        ):
            good: int = lib.crib_forecast_hands(
                fours()[0],
                hand_bytes + (hands.first + begin * hands.row_step),
                hands.row_step,
                hands.card_step,
                dead_bytes + (dead.first + begin * dead.row_step),
                dead.row_step,
                dead.card_step,
                dead.width,
                end - begin,
                crib,
                count_bytes + 30 * begin,
            )
        return begin + good

    def native_keep_sums(deals: CardRows, begin: int, end: int, sums: Any) -> int:
        with (
            from_buffer(byte_array, deals.cards) as deal_bytes,
            from_buffer("uint16_t[]", sums, True) as row_sums,
        ):
            good: int = lib.crib_keep_sums(
                fours()[0],
                deal_bytes + (deals.first + begin * deals.row_step),
                deals.row_step,
                deals.card_step,
                end - begin,
                row_sums + 15 * begin,
            )
        return begin + good

    pack_hand = lib.crib_pack_hand
    score_hands = scorer(lib.crib_score_hands, PARTS, 5)
    score_grids = scorer(lib.crib_score_grids, LINES, 8)
    hand_counts = native_hand_counts
    forecast_hands = native_forecast_hands
    keep_sums = native_keep_sums
    pack_peg = lib.crib_pack_peg
    score_pegs, peg_deals, _best_peg = _native_play(ffi, lib)
    _pack_grid = native_pack_grid
    _hand_points = native_hand_points
    overlap = native_overlap
    _backend = KERNELS[lib.crib_kernel(kernel)]


def _native_play(ffi: Any, lib: Any) -> tuple[Any, Any, Any]:
    from_buffer, byte_array, new, ok = ffi.from_buffer, ffi.typeof("uint8_t[]"), ffi.new, lib.CRIB_OK

    def native_score_pegs(piles: CardRows, begin: int, end: int, scores: Any) -> int:
        with (
            from_buffer(byte_array, piles.cards) as card_bytes,
            from_buffer(byte_array, scores, True) as score_bytes,
        ):
            good: int = lib.crib_score_pegs(
                card_bytes + (piles.first + begin * piles.row_step),
                piles.row_step,
                piles.card_step,
                piles.width,
                end - begin,
                score_bytes + begin,
            )
        return begin + good

    def native_peg_deals(hands: CardRows, plays: CardRows, begin: int, end: int, points: Any) -> int:
        with (
            from_buffer(byte_array, hands.cards) as card_bytes,
            from_buffer(byte_array, plays.cards) as place_bytes,
            from_buffer(byte_array, points, True) as point_bytes,
        ):
            good: int = lib.crib_peg_deals(
                card_bytes + (hands.first + begin * hands.row_step),
                hands.row_step,
                hands.card_step,
                place_bytes + (plays.first + begin * plays.row_step),
                plays.row_step,
                plays.card_step,
                end - begin,
                point_bytes + 8 * begin,
            )
        return begin + good

    def native_best_peg(mover: int, other: int, pile: int) -> tuple[int, int]:
        card, value = new("uint8_t *"), new("int *")
        if lib.crib_play_best(mover, other, pile, card, value) != ok:
            raise ValueError("not a play")
        return card[0], value[0]

    return native_score_pegs, native_peg_deals, native_best_peg


def _is_command() -> bool:
    """Whether the command line was started, as `cribscore` or as `python -m cribscore`."""
    started = "".join(sys.orig_argv[-len(sys.argv) :][:1])  # what stands before the arguments of the program
    return os.path.basename(started).removesuffix(".exe") in (__package__, f"-m{__package__}")


try:
    select(os.environ.get("CRIBSCORE_CORE") or "auto")
except (CribscoreError, ImportError) as error:
    # A program that imports cribscore gets the error. The command line cannot catch it, since Python imports
    # the package before any code of the command: so it ends here, as the command ends after any other error.
    if not _is_command():
        raise
    if sys.stderr is not None:  # if it was closed, print would use the output in its place
        with suppress(OSError):
            print(f"cribscore: {error}", file=sys.stderr)
    raise SystemExit(2) from None
