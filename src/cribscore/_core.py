"""The one door to the cores: picks one, and checks all that C relies on.

Either core scores a hand as one number: fifteens (5 bits, from bit 0), pairs (4), runs (4), flush (3) and
nobs (1); `INVALID` for what is no hand. The hand comes in as a key: five fields of six bits, the four cards
and the starter (63 where there is none), then one bit for a crib.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from . import _reference

INVALID = 0xFFFFFFFF
NO_STARTER = 63 << 24
CRIB = 1 << 30

# The core that is in use; `select` sets these, and callers read them at each call.
pack_hand: Callable[[int], int]
_pack_grid: Callable[[bytes], list[int]]
_hand_points: Callable[[bytes, bool], tuple[int, int, int, int, int, int]]
_backend: str


def pack_grid(cells: bytes) -> list[int]:
    """Score sixteen cells and the starter: the four rows and the four columns; 255 is an empty cell."""
    return _pack_grid(_demand(cells, 17))


def hand_points(cards: bytes, crib: bool) -> tuple[int, int, int, int, int, int]:
    """Score four cards and the starter: the five parts, and which subsets of the five are fifteens."""
    return _hand_points(_demand(cards, 5), crib)


def _demand(cards: bytes, length: int) -> bytes:
    if type(cards) is not bytes or len(cards) != length:
        raise TypeError(f"the core reads bytes of {length} cards")
    return cards


def backend() -> str:
    """Name the core that scores: "portable" (compiled C) or "python".

    >>> backend() in ("portable", "python")
    True

    The environment variable `CRIBSCORE_CORE` chooses it when cribscore is imported: `auto` (the default: C
    where it is installed), `c`, `python`, or `c:portable` for one kernel of the C core.
    """
    return _backend


def native() -> tuple[Any, Any] | None:
    """The compiled core as cffi's `(ffi, lib)`, or None where it is not installed."""
    try:
        from ._native import ffi, lib
    except ModuleNotFoundError as error:
        if error.name != f"{__package__}._native":
            raise
        return None
    return ffi, lib


def select(choice: str) -> None:
    """Use the core that `choice` names, as `CRIBSCORE_CORE` does."""
    if choice not in ("auto", "c", "c:portable", "python"):
        raise ValueError(f"CRIBSCORE_CORE is {choice!r}, not one of auto, c, c:portable, python")
    compiled = None if choice == "python" else native()
    if compiled is not None:
        _use_native(*compiled)
    elif choice in ("auto", "python"):
        _use_reference()
    else:
        raise ImportError(f"CRIBSCORE_CORE is {choice!r}, but the C core of cribscore is not installed")


def _use_reference() -> None:
    global pack_hand, _pack_grid, _hand_points, _backend
    pack_hand = _reference.pack_hand
    _pack_grid = _reference.pack_grid
    _hand_points = _reference.hand_points
    _backend = "python"


def _use_native(ffi: Any, lib: Any) -> None:
    def native_pack_grid(cells: bytes) -> list[int]:
        packed = ffi.new("uint32_t[8]")
        if lib.crib_pack_grid(cells, packed) != lib.CRIB_OK:
            raise ValueError("not different cards")
        lines: list[int] = ffi.unpack(packed, 8)
        return lines

    def native_hand_points(cards: bytes, crib: bool) -> tuple[int, int, int, int, int, int]:
        score = ffi.new("crib_score *")
        if lib.crib_score_hand(cards, crib, score) != lib.CRIB_OK:
            raise ValueError("not different cards")
        return score.fifteens, score.pairs, score.runs, score.flush, score.nobs, score.fifteen_mask

    global pack_hand, _pack_grid, _hand_points, _backend
    pack_hand = lib.crib_pack_hand
    _pack_grid = native_pack_grid
    _hand_points = native_hand_points
    _backend = "portable"


select(os.environ.get("CRIBSCORE_CORE") or "auto")
