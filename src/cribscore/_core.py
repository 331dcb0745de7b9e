"""The one door to the cores: picks one, and checks all that C relies on. `_wire` says what goes through."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

from . import _reference, _reference_pegging
from ._wire import BEST_CARDS, LINES, PARTS, Rows, Table
from .errors import CribscoreError

KERNELS: Final = ("best", "portable", "avx2", "avx512")  # of the C core, by their numbers
_CHOICES: Final = ("auto", "c", *(f"c:{kernel}" for kernel in KERNELS[1:]), "python")

# Cards that one call reads.
_AT_ONCE: Final = {"python": 1 << 10, "portable": 1 << 21, "avx2": 1 << 24, "avx512": 1 << 24}

# The core that is in use: `select` changes these, and callers read them at each call.
_backend = "python"
_pack_grid: Callable[[bytes], list[int]] = _reference.pack_grid
_hand_points: Callable[[bytes, bool], tuple[int, int, int, int, int, int]] = _reference.hand_points

pack_hand: Callable[[int], int] = _reference.pack_hand
"""Score the hand in a key into a packed score, or `INVALID`."""

score_hands: Callable[[Rows, int, int, int, Any], int] = _reference.score_hands
"""Score hands `begin` to `end` of rows into a writable buffer: one byte each or, with `PARTS`, five.

Returns the number of the first bad row, or `end`.
"""

score_grids: Callable[[Rows, int, int, int, Any], int] = _reference.score_grids
"""Score full grids as `score_hands` does hands: one byte each or, with `LINES`, eight."""

hand_counts: Callable[[bool], list[int]] = _reference.hand_counts
"""Count how many of all hands, or cribs, score 0 to 29."""

pack_peg: Callable[[int], int] = _reference_pegging.pack_peg
"""Score the last card of a pile into packed points, without the point for a last card, or `INVALID`."""

score_pegs: Callable[[Table, int, int, int, Any], int] = _reference_pegging.score_pegs
"""Score the last cards of piles `begin` to `end` of a table of a width into a writable buffer, a byte each.

Returns the number of the first bad row, or `end`.
"""

peg_deals: Callable[[Table, Table, int, int, Any], int] = _reference_pegging.peg_deals
"""Replay deals `begin` to `end`: eight cards each, and which of them are played in turn; eight points each.

Returns the number of the first bad row, or `end`.
"""

_best_peg: Callable[[int, int, int], tuple[int, int]] = _reference_pegging.best_peg


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


def overlap(one: Any, other: Any) -> bool:
    """Whether two contiguous buffers share a byte."""
    from_buffer = _from_buffer()
    one, other = from_buffer(one), from_buffer(other)
    return bool(one < other + len(other) and other < one + len(one))


@cache
def _from_buffer() -> Callable[[Any], Any]:
    import _cffi_backend  # type: ignore[import-untyped]  # cffi's own core, which is there without ours too

    of_buffer: Callable[[Any], Any] = _cffi_backend.FFI().from_buffer
    return of_buffer


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
    compiled = None if _backend == "python" else native()
    if compiled is None:
        how = (
            "install cribscore again where there is a C compiler"
            if native() is None
            else "run the program with CRIBSCORE_CORE=c"
        )
        raise RuntimeError(f"{what} needs the C core of cribscore, and the Python core is in use: {how}")
    return compiled


# ---------------------------------------------------------------- which core


def backend() -> str:
    """Name the core that scores: "python", or the kernel of the C core.

    >>> backend() in ("avx512", "avx2", "portable", "python")
    True

    The environment variable `CRIBSCORE_CORE` chooses it when cribscore is imported: `auto` (the default: C
    where it is installed, with the fastest kernel that the CPU runs), `c`, `python`, or `c:portable`,
    `c:avx2` or `c:avx512` for one kernel of the C core.
    """
    return _backend


def native() -> tuple[Any, Any] | None:
    """Return the compiled core as cffi's `(ffi, lib)`, or None where it is not installed."""
    try:
        from ._native import ffi, lib
    except ModuleNotFoundError as error:
        if error.name != f"{__package__}._native":
            raise
        return None
    return ffi, lib


def kernels() -> list[str]:
    """Return the kernels of the C core that run here; none where it is not installed."""
    compiled = native()
    if compiled is None:
        return []
    return [
        name for number, name in enumerate(KERNELS) if number and compiled[1].crib_kernel(number) == number
    ]


def select(choice: str) -> None:
    """Use the core that `choice` names, as `CRIBSCORE_CORE` does."""
    if choice not in _CHOICES:
        raise CribscoreError(f"CRIBSCORE_CORE is {choice!r}, not one of {', '.join(_CHOICES)}")
    compiled = None if choice == "python" else native()
    if compiled is None:
        if choice not in ("auto", "python"):
            raise ImportError(f"CRIBSCORE_CORE is {choice!r}, but the C core of cribscore is not installed")
        _use_reference()
        return
    kernel = choice.partition(":")[2] or KERNELS[0]
    if choice.startswith("c:") and kernel not in kernels():
        raise ImportError(f"CRIBSCORE_CORE is {choice!r}, but here are only: {', '.join(kernels())}")
    _use_native(*compiled, KERNELS.index(kernel))


def _use_reference() -> None:
    global pack_hand, score_hands, score_grids, hand_counts, _pack_grid, _hand_points, _backend  # noqa: PLW0603
    global pack_peg, score_pegs, peg_deals, _best_peg  # noqa: PLW0603
    pack_hand = _reference.pack_hand
    score_hands = _reference.score_hands
    score_grids = _reference.score_grids
    hand_counts = _reference.hand_counts
    _pack_grid = _reference.pack_grid
    _hand_points = _reference.hand_points
    pack_peg = _reference_pegging.pack_peg
    score_pegs = _reference_pegging.score_pegs
    peg_deals = _reference_pegging.peg_deals
    _best_peg = _reference_pegging.best_peg
    _backend = "python"


def _use_native(ffi: Any, lib: Any, kernel: int) -> None:
    global pack_hand, score_hands, score_grids, hand_counts, _pack_grid, _hand_points, _backend  # noqa: PLW0603
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

    def native_score_pegs(piles: Table, width: int, begin: int, end: int, scores: Any) -> int:
        cards, first, row_step, step = piles
        with (
            from_buffer(byte_array, cards) as card_bytes,
            from_buffer(byte_array, scores, True) as score_bytes,
        ):
            start = card_bytes + (first + begin * row_step)
            good: int = lib.crib_score_pegs(start, row_step, step, width, end - begin, score_bytes + begin)
        return begin + good

    def native_peg_deals(hands: Table, plays: Table, begin: int, end: int, points: Any) -> int:
        cards, first_card, card_row_step, card_step = hands
        places, first_place, place_row_step, place_step = plays
        with (
            from_buffer(byte_array, cards) as card_bytes,
            from_buffer(byte_array, places) as place_bytes,
            from_buffer(byte_array, points, True) as point_bytes,
        ):
            good: int = lib.crib_peg_deals(
                card_bytes + (first_card + begin * card_row_step),
                card_row_step,
                card_step,
                place_bytes + (first_place + begin * place_row_step),
                place_row_step,
                place_step,
                end - begin,
                point_bytes + 8 * begin,
            )
        return begin + good

    def native_best_peg(mover: int, other: int, pile: int) -> tuple[int, int]:
        card, value = new("uint8_t *"), new("int *")
        if lib.crib_play_best(mover, other, pile, card, value) != ok:
            raise ValueError("not a play")
        return card[0], value[0]

    pack_peg = lib.crib_pack_peg
    score_pegs = native_score_pegs
    peg_deals = native_peg_deals
    _best_peg = native_best_peg
    pack_hand = lib.crib_pack_hand
    score_hands = scorer(lib.crib_score_hands, PARTS, 5)
    score_grids = scorer(lib.crib_score_grids, LINES, 8)
    hand_counts = native_hand_counts
    _pack_grid = native_pack_grid
    _hand_points = native_hand_points
    _backend = KERNELS[lib.crib_kernel(kernel)]


select(os.environ.get("CRIBSCORE_CORE") or "auto")
