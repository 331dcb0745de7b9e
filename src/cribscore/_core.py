"""The one door to the cores: picks one, and checks all that C relies on. `_wire` says what goes through."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, Final

from ._wire import (
    BEST_CARDS,
    DECK_SIZE,
    PEG_DEALT,
    POSITION,
    SETS,
    CardRows,
    Column,
    Rows,
    Valid,
    Valued,
)
from .errors import CribscoreError

VERSION: Final = "0.1.0"  # that of the package; CMakeLists.txt compares it with the one in pyproject.toml
KERNELS: Final = ("best", "portable", "avx2", "avx512")  # of the C core, by their numbers
_CHOICES: Final = ("auto", "c", *(f"c:{kernel}" for kernel in KERNELS[1:]), "python")

# Cards that one call reads.
_AT_ONCE: Final = {"python": 1 << 10, "portable": 1 << 21, "avx2": 1 << 24, "avx512": 1 << 24}

# The functions of a core, each with the module of its twin in Python. Those that begin with `_` are called
# from this module only, which checks their arguments.
_FUNCTIONS: Final = {
    **dict.fromkeys(("pack_hand", "pack_fifteens", "score_hands", "score_grids"), "_reference"),
    **dict.fromkeys(("hand_counts", "_pack_grid", "_grid_total"), "_reference"),
    **dict.fromkeys(("score_whole", "count_scores", "narrow", "strike"), "_reference"),
    **dict.fromkeys(("forecast_hands", "keep_sums"), "_reference_discard"),
    **dict.fromkeys(("pack_peg", "score_pegs", "peg_deals", "_best_peg"), "_reference_pegging"),
    **dict.fromkeys(
        ("read_cards", "read_rows", "write_rows", "check_rows", "unpack_keys"), "_reference_text"
    ),
    **dict.fromkeys(("deal_cards", "random_deals"), "_reference_random"),
    **dict.fromkeys(("_crib_sums", "_throw_choices"), "_reference_policy"),
    "_advise_peg": "_reference_advice",
    **dict.fromkeys(("read_values", "_outlook", "_weigh"), "_reference_player"),
    "overlap": "_overlap",
}

# The core that is in use: `select` sets these, and callers read them at each call.
_backend = "python"
_kernel = 0  # its number, for the calls that take it
_pack_grid: Callable[[bytes], Sequence[int]]
_grid_total: Callable[[int, bytes, int], int]

pack_hand: Callable[[int], int]
"""Score the hand in a key into a packed score, or `INVALID`."""

pack_fifteens: Callable[[int], int]
"""Score the hand in a key as `pack_hand` does; from bit 32 up, a bit for each subset that is a fifteen."""

score_hands: Callable[[Rows, int, int, int, Any], int]
"""Score hands `begin` to `end` of rows into a writable buffer: one byte each or, with `PARTS`, five.

Returns the number of the first bad row, or `end`.
"""

score_grids: Callable[[Rows, int, int, int, Any], int]
"""Score grids as `score_hands` does hands: one byte each or, with `LINES`, eight."""

score_whole: Callable[[Any, Any, int, int, Any], int]
"""Score rows of 4 cards as hands or of 16 as grids that are one whole buffer.

The arguments are the buffer, a buffer of the starters (None if they are in the rows, which then have one card
more), the width of a row without the starter, what is wanted, and a buffer for the results. A buffer is
bytes, a bytearray, a view of these, or a NumPy array, which is kept from being resized; what that is a view
of is the caller's to keep. Returns the number of the first bad row, or how many rows there are; or -1, and
nothing is written, if the cards are not rows or columns of bytes without gaps, if there is not one starter
for each row, or if the results have another size or place.
"""

count_scores: Callable[[Rows, int, int, int], tuple[int, list[int]]]
"""Count how many of the hands `begin` to `end` score 0 to 29.

Returns the number of the first bad row, or `end`; and the thirty counts.
"""

narrow: Callable[[Column, int, int, Any, int], None]
"""Write numbers of a column, from a number on and so many, into a buffer of bytes, from a place on.

A number that is not a byte becomes `STRUCK`.
"""

strike: Callable[[Valid, int, int, Any, int, int], None]
"""Write `STRUCK` over the bytes of rows that are null, from a row on and so many.

The bytes are in a buffer from a place on, with a step from one to the next.
"""

hand_counts: Callable[[bool], list[int]]
"""Count how many of all hands, or cribs, score 0 to 29."""

deal_cards: Callable[[int, int], list[int]]
"""Deal so many cards, 52 at most, from a deck that a seed below 2**64 shuffles, as `deal` says."""

forecast_hands: Callable[[CardRows, CardRows, bool, int, int, Any], int]
"""Count the points of hands `begin` to `end` over the starters left: thirty bytes each, in a writable buffer.

The second rows are the dead cards; 255 among them is not a card. Returns the number of the first bad row, or
`end`.
"""

keep_sums: Callable[[CardRows, int, int, Any], int]
"""Sum up the fifteen keeps of deals `begin` to `end` into a writable buffer of uint16: fifteen items each.

Returns the number of the first bad row, or `end`.
"""

_crib_sums: Callable[[bytes, int, bytes, int], list[int]]
_throw_choices: Callable[[bytes, int, int], list[int]]

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
_advise_peg: Callable[[bytes, int, int, bytes, int, int], tuple[int, int, dict[int, int]] | None]

read_cards: Callable[[bytes, Any], int]
"""Read the cards of one plain text into a writable buffer: their number, or -1 if the text is not plain."""

read_rows: Callable[[bytes, int, int, int, Any], bool]
"""Read texts into a writable buffer: the bytes, a zero byte between texts; flags; the width; their number.

A row whose text is not plain, or not of this width, is `NO_CARD` in each place. Returns whether there are so
many texts.
"""

write_rows: Callable[[CardRows, int, int, Any], int]
"""Write rows `begin` to `end` as text into a writable buffer, three bytes a card.

The last byte of a row is a line end.

Returns the number of the first bad row, or `end`.
"""

check_rows: Callable[[Any, int, int, int], int]
"""Check rows `begin` to `end` of so many cards each, in a contiguous buffer: the first bad row, or `end`.

A bad row holds a byte that is not a card, or a card twice.
"""

unpack_keys: Callable[[Any, int, Any], None]
"""Write the first so many cards of each of the keys in a buffer of `uint32` into a writable buffer."""

random_deals: Callable[[int, int, int, int, int, Any], None]
"""Deal rows `begin` to `end` into a writable buffer: the seed, the number of row 0, the cards a row."""

read_values: Callable[[bytes], Any]
"""Read the weights of a table into the form in which this core takes them."""

_outlook: Callable[[Any, bytes], list[int]]
_weigh: Callable[[Any, bytes], list[Valued]]

overlap: Callable[[Any, Any], bool]
"""Whether two contiguous buffers share a byte."""


def rows_at_once(cards_a_row: int) -> int:
    """Return how many rows to score in one call: a few milliseconds of work, then Ctrl-C is answered."""
    return _AT_ONCE[_backend] // cards_a_row


def pack_grid(cells: bytes) -> Sequence[int]:
    """Score sixteen cells and the starter: the four rows and the four columns; 255 is an empty cell."""
    return _pack_grid(demand(cells, 17))


def grid_total(cells: bytes, starter: int) -> int:
    """Score sixteen cells with the starter: the total alone, his heels included, or `INVALID`."""
    if len(cells) != 16:  # the cores take nothing but bytes
        demand(cells, 16)
    return _grid_total(_kernel, cells, starter)


def best_peg(mover: int, other: int, pile: int) -> tuple[int, int]:
    """Find the best card of the player in turn: its index, and his points to come less the other's.

    The cards that each holds are sets. One of the mover's fits the pile.
    """
    if (mover | other).bit_count() > BEST_CARDS:
        raise ValueError("too many cards")
    return _best_peg(mover, other, pile)


def advise_peg(
    policy: bytes, hand: int, unseen: int, played: bytes, worlds: int, seed: int
) -> tuple[int, int, dict[int, int]] | None:
    """Value the cards of a player of two who is to play, over the hands that the other may hold.

    Args:
        policy: The policy, which says what the other keeps.
        hand: The set of the four cards that the player kept.
        unseen: The set of the cards that the other may have kept.
        played: The cards that both have played, in their order.
        worlds: How many hands of the other to try.
        seed: What chooses among them, from 0 to 2**64 - 1.

    Returns:
        The weight of all hands that were tried, their number, and for each rank that may be played the sum of
        its nets times the weights. None if no hand of the other fits what was played.
    """
    if hand.bit_count() != PEG_DEALT or hand & unseen or (hand | unseen) >> DECK_SIZE or worlds < 1:
        raise ValueError("not a hand of four cards and others, or no worlds")
    return _advise_peg(demand(policy, 2 * SETS), hand, unseen, played, worlds, seed)


def crib_sums(policy: bytes, thrower: int, cards: bytes, dead: int) -> list[int]:
    """Sum up the crib for the fifteen throws of six cards, over what the other may throw and the starters.

    Args:
        policy: The policy.
        thrower: `BY_DEALER`, `BY_PONE` or `BY_CHANCE`.
        cards: The six cards.
        dead: The set of cards that neither the other nor the starter can be.

    Returns:
        Fifteen sums, in 1 / `CLEAR` points.
    """
    return _crib_sums(demand(policy, 2 * SETS), thrower, demand(cards, 6), dead)


def throw_choices(policy: bytes, thrower: int, unseen: int) -> list[int]:
    """Count what the other may throw with each rank of starter: thirteen numbers for each of `RANK_PAIRS`.

    The set `unseen` has at most `MOST_UNSEEN` cards.
    """
    return _throw_choices(demand(policy, 2 * SETS), thrower, unseen)


def outlook(values: Any, position: bytes) -> list[int]:
    """Return the value of the best move with each card that can come next, or `NEVER` for one that is seen.

    With a full grid the next card is the starter, and the value the final score.
    """
    return _outlook(values, demand(position, POSITION))


def weigh(values: Any, position: bytes) -> list[Valued]:
    """Return each legal move with its value by the table, the best first."""
    return _weigh(values, demand(position, POSITION))


def demand(cards: bytes, length: int) -> bytes:
    """Return cards for a core; raise TypeError if they are not bytes of this length."""
    if type(cards) is not bytes or len(cards) != length:
        raise TypeError(f"the core reads bytes of {length} cards")
    return cards


def native_for(what: str) -> tuple[Any, Any]:
    """Return the compiled core for what only it can do.

    Raises:
        RuntimeError: It is not in use. The message says what needs it, and why it is not.
    """
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
        twins = {name: _twin(name) for name in _FUNCTIONS}
        globals().update(twins, _backend="python")
        return
    kernel = choice.partition(":")[2] or KERNELS[0]
    if choice.startswith("c:") and kernel not in kernels():
        raise ImportError(f"CRIBSCORE_CORE is {choice!r}, but here are only: {', '.join(kernels())}")
    from ._compiled import functions  # where there is no C core, nobody needs it

    ffi, lib = compiled
    number = KERNELS.index(kernel)
    found = functions(ffi, lib, number)
    globals().update(
        {name: found[name.lstrip("_")] for name in _FUNCTIONS},
        _backend=KERNELS[lib.crib_kernel(number)],
        _kernel=number,
    )


def _twin(name: str) -> Any:
    return getattr(import_module(f".{_FUNCTIONS[name]}", __package__), name.lstrip("_"))


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
