"""The long searches of the C core, in steps of some ten milliseconds that give up the interpreter lock."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from . import _core

_STEP: Final = 1_000_000  # tens of nanoseconds


def search(board: bytes, cards: bytes) -> Iterator[tuple[bytes, int, int, int]]:
    """Search for the best placement of the cards: sixteen cells and the starter, 255 where one is to go.

    Each step yields the best grid yet with its starter, its total, a bound on every total, and the nodes
    searched.
    """
    ffi, lib = _core.native_for("best_grid")
    memory = ffi.new("uint64_t[]", lib.crib_search_size() // 8 + 1)  # freed with the generator
    state, found = ffi.cast("crib_search *", memory), ffi.new("crib_placement *")
    if lib.crib_search_start(state, _core.demand(board, 17), cards, len(cards)) != lib.CRIB_OK:
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
    ffi, lib = _core.native_for("prove_maximum")
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
