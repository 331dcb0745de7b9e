"""Many random hands, grids and deals, from a seed that repeats them everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar, overload

from . import _core
from ._buffers import Held, array_of, checked_out
from ._messages import whole
from ._work import run, thread_count

if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray
    from typing_extensions import Buffer

    from .batch import SupportsArray

__all__ = ["random_deals", "random_grids", "random_hands"]

Out = TypeVar("Out", bound="Buffer | SupportsArray")
_MOST_SEED: Final = 2**64 - 1
_MOST_ROWS: Final = 2**60  # that are numbered


@overload
def random_hands(
    n: int, seed: int, *, first: int = 0, out: None = None, threads: int = 1
) -> NDArray[uint8]: ...
@overload
def random_hands(n: int, seed: int, *, first: int = 0, out: Out, threads: int = 1) -> Out: ...
def random_hands(n: int, seed: int, *, first: int = 0, out: Any = None, threads: int = 1) -> Any:
    """Deal many random hands with their starters.

    >>> from cribscore import score_hands
    >>> hands = random_hands(3, seed=1)
    >>> hands.tolist()
    [[29, 23, 27, 3, 9], [38, 40, 42, 32, 18], [50, 25, 4, 49, 14]]
    >>> score_hands(hands).tolist()
    [7, 15, 2]

    These are the rows of five of `random_deals`, which says how they are drawn.

    Args:
        n: How many.
        seed: 0 to 2**64 - 1.
        first: The number of the first row: `random_hands(10, 1, first=90)` are the last ten of
            `random_hands(100, 1)`.
        out: A writable buffer of 5n bytes for the cards.
        threads: How many threads share the work; 0 is one for each core.

    Returns:
        Rows of five card indexes, the starter last: `out` if it was given; else a NumPy array of uint8, of
        shape (n, 5), or a bytearray of 5n bytes where NumPy is not installed.

    Raises:
        CribscoreError: `n`, `seed`, `first` or `threads` is outside its range, or `out` is of another size.
        TypeError: An argument is of another type.
    """
    return _deals(n, 5, seed, first, out, threads)


@overload
def random_grids(
    n: int, seed: int, *, first: int = 0, out: None = None, threads: int = 1
) -> NDArray[uint8]: ...
@overload
def random_grids(n: int, seed: int, *, first: int = 0, out: Out, threads: int = 1) -> Out: ...
def random_grids(n: int, seed: int, *, first: int = 0, out: Any = None, threads: int = 1) -> Any:
    """Deal many random grids with their starters.

    >>> from cribscore import score_grids
    >>> score_grids(random_grids(5, seed=1)).tolist()
    [45, 31, 40, 41, 41]

    These are the rows of seventeen of `random_deals`, which says how they are drawn.

    Args:
        n: How many.
        seed: 0 to 2**64 - 1.
        first: The number of the first row, as for `random_hands`.
        out: A writable buffer of 17n bytes for the cards.
        threads: How many threads share the work; 0 is one for each core.

    Returns:
        Rows of seventeen card indexes, the cells row by row and the starter: `out` if it was given; else an
        array or a bytearray, as from `random_hands`.

    Raises:
        CribscoreError: `n`, `seed`, `first` or `threads` is outside its range, or `out` is of another size.
        TypeError: An argument is of another type.
    """
    return _deals(n, 17, seed, first, out, threads)


@overload
def random_deals(
    n: int, cards: int, seed: int, *, first: int = 0, out: None = None, threads: int = 1
) -> NDArray[uint8]: ...
@overload
def random_deals(n: int, cards: int, seed: int, *, first: int = 0, out: Out, threads: int = 1) -> Out: ...
def random_deals(n: int, cards: int, seed: int, *, first: int = 0, out: Any = None, threads: int = 1) -> Any:
    """Deal many rows of random cards: the same on every platform and in every version.

    >>> random_deals(2, 6, seed=1).tolist()
    [[29, 23, 27, 3, 9, 31], [38, 40, 42, 32, 18, 35]]

    A row depends on the seed, its number and the number of cards alone. Every deal is as likely as any other.
    The rows are not the deals of `deal`, which shuffles one deck for each seed.

    The cards of a row are drawn in W groups of nine, of which the last may be smaller. Group g of row r,
    both counted from 0, uses one word w: output number r * W + g + 1 of SplitMix64 started at `seed`. If n
    cards are left before the group, there are N = n * (n - 1) * ... ways to draw it. The number floor(w * N
    / 2**64) is written in mixed radix, with digits below n, n - 1, ..., the most significant first. A digit
    d draws the card before which d of the cards that are left stand in `DECK`. If w * N modulo 2**64 is
    below 2**64 modulo N, w would favour some deals. It is then replaced by the first output of SplitMix64
    started at w for which this is not so. `deal` says where SplitMix64 was published.

    Args:
        n: How many.
        cards: How many cards in a row, 1 to 52.
        seed: 0 to 2**64 - 1.
        first: The number of the first row, as for `random_hands`.
        out: A writable buffer of n times `cards` bytes.
        threads: How many threads share the work; 0 is one for each core.

    Returns:
        Rows of card indexes: `out` if it was given; else a NumPy array of uint8 of shape (n, cards), or a
        bytearray where NumPy is not installed.

    Raises:
        CribscoreError: An argument is outside its range, or `out` is of another size.
        TypeError: An argument is of another type.
    """
    return _deals(n, whole("cards", cards, 52, 1), seed, first, out, threads)


def _deals(n: int, cards: int, seed: int, first: int, out: Any, threads: int) -> Any:
    n, seed = whole("n", n, _MOST_ROWS), whole("seed", seed, _MOST_SEED)
    first = whole("first", first, _MOST_ROWS)
    threads = thread_count(threads)
    held = Held()
    rows: Any
    try:
        if out is None:
            rows = out = array_of((n, cards))
        else:
            rows = checked_out((), out, n * cards, held, what="card")

        def deal_rows(begin: int, end: int) -> int:
            _core.random_deals(seed, first, cards, begin, end, rows)
            return end

        if n:
            run(deal_rows, n, cards, threads)
    finally:
        held.release()
    return out
