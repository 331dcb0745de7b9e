"""Many piles and many deals of the play at once, from buffers and arrays of bytes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar, overload

from . import _core
from ._arrays import holds_objects
from ._buffers import CHANGED, Held, Kind, card_rows_of_buffer, why_no_card
from ._items import item_rows
from ._messages import integer, items_of, shown
from ._wire import NO_CARD, PEG_CARDS, TEXT_UNEVEN, CardRows
from ._work import run, thread_count
from .batch import Array, SupportsArray, results
from .cards import DECK, CardsLike, cards_of, counted
from .errors import CribscoreError, IllegalPegError, of_row
from .pegging import Pegging, pile_of

if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray
    from typing_extensions import Buffer

__all__ = ["peg_deals", "score_pegs"]

Out = TypeVar("Out", bound="Buffer | SupportsArray")
PlaysLike: TypeAlias = "CardsLike | Iterable[int]"
"""The cards of a deal in the order of play: as text, or as their numbers 0 to 7 in the deal."""

_DEAL: Final = 8  # cards: four of the player who leads, four of the other
_WORK: Final = 256  # how many cards of a hand could be scored while a deal is replayed


@overload
def score_pegs(piles: Array, *, out: None = None, threads: int = 1) -> NDArray[uint8]: ...
@overload
def score_pegs(piles: Buffer | Iterable[CardsLike], *, out: None = None, threads: int = 1) -> bytearray: ...
@overload
def score_pegs(piles: Buffer | Array | Iterable[CardsLike], *, out: Out, threads: int = 1) -> Out: ...
def score_pegs(piles: Any, *, out: Any = None, threads: int = 1) -> Any:
    """Score the last card of many piles of the play.

    >>> list(score_pegs(["7H 8C", "5H 5C 5S", "4C 2C 6C 3C 5H"]))
    [2, 8, 5]
    >>> piles = memoryview(bytes([24, 28, 255, 18, 16, 19])).cast("B", (2, 3))
    >>> list(score_pegs(piles))
    [2, 8]
    >>> score_pegs(["7H 8C", "KH QH JH 2C"])
    Traceback (most recent call last):
    ...
    cribscore.IllegalPegError: pile 1: a pile adds up to 32: above 31

    The point for a go or the last card is not included.

    Args:
        piles: A buffer of card indexes of shape (n, k), such as a NumPy uint8 array: a row holds the cards
            since the count was 0 in the order of play, and 255 after the last one. Or an iterable of piles
            of what `score_peg` takes. What NumPy can see as an array is taken as that array.
        out: A writable buffer for the scores, of just the right size and apart from the input.
        threads: How many threads share the work; 0 is one for each core. A small batch uses fewer.

    Returns:
        The scores, one byte each: `out` if it was given; a NumPy array of shape (n,) if an array went in;
        else a bytearray.

    Raises:
        IllegalPegError: A pile is empty, holds a byte that is not a card or a card twice, or adds up to more
            than 31. The message names the first such pile, counted from 0; the content of `out` is then
            undefined.
        CribscoreError: The piles have another shape, or `threads` is below 0.
        TypeError: An argument is of another type, or an array has another element type.
    """
    threads = thread_count(threads)
    held = Held()
    try:
        rows, count = _rows(_PILES, piles, held, first_bad=_first_bad_pile)
        scores, out = results(held, out, (count,), "B", rows.buffers)
        core, good = _core.score_pegs, 0
        if count and not rows.width:
            raise of_row(IllegalPegError, "pile", 0, _why_bad_pile([]))
        if count:
            good = run(lambda begin, end: core(rows, begin, end, scores), count, rows.width, threads)
        if good < count:
            raise of_row(IllegalPegError, "pile", good, _why_bad_pile(rows.numbers(good)))
    finally:
        held.release()
    return out


@overload
def peg_deals(
    hands: Array,
    plays: Buffer | Array | Iterable[PlaysLike],
    *,
    out: None = None,
    threads: int = 1,
) -> NDArray[uint8]: ...
@overload
def peg_deals(
    hands: Buffer | Iterable[CardsLike],
    plays: Buffer | Iterable[PlaysLike],
    *,
    out: None = None,
    threads: int = 1,
) -> bytearray: ...
@overload
def peg_deals(
    hands: Buffer | Array | Iterable[CardsLike],
    plays: Buffer | Array | Iterable[PlaysLike],
    *,
    out: Out,
    threads: int = 1,
) -> Out: ...
def peg_deals(hands: Any, plays: Any, *, out: Any = None, threads: int = 1) -> Any:
    """Replay the play of many deals of two players with four cards each.

    >>> hands, plays = ["AH 5C 4D 6H 5H AD 6S 5S"], ["AH 6S 4D 5S 6H AD 5C 5H"]
    >>> list(peg_deals(hands, plays))
    [0, 0, 0, 3, 3, 0, 1, 1]
    >>> list(peg_deals(hands, [[0, 6, 2, 7, 3, 5, 1, 4]]))
    [0, 0, 0, 3, 3, 0, 1, 1]
    >>> peg_deals(hands, [[0, 1]])
    Traceback (most recent call last):
    ...
    cribscore.IllegalPegError: deal 0: hand 1 is to play, and 5C is in hand 0

    Args:
        hands: A buffer of card indexes in rows of eight, of shape (n, 8) or flat: first the four cards of the
            player who leads, the pone. Or an iterable of eight cards each, as text or card by card.
        plays: A buffer of the same form: the numbers 0 to 7 of the cards of its deal in the order of play. A
            deal that ends early has 255 in the places that are left. Or an iterable of rows: of such numbers,
            or of cards as text.
        out: As for `score_pegs`.
        threads: As for `score_pegs`.

    Returns:
        The points of each card in the order of play, eight bytes a deal, with the point for a go or the last
        card; 0 in places that are left: `out` if it was given; a NumPy array of shape (n, 8) if an array went
        in; else a bytearray.

    Raises:
        IllegalPegError: A deal holds a byte that is not a card or a card twice, or a card may not be played
            in its turn. The message names the first such deal, counted from 0; the content of `out` is then
            undefined.
        CribscoreError: The shapes do not fit each other, or `threads` is below 0.
        TypeError: An argument is of another type, or an array has another element type.
    """
    threads = thread_count(threads)
    held = Held()
    try:
        cards, count = _rows(_DEALS, hands, held)

        def play_bytes(row: Any, _: bool) -> bytes:
            number = next(numbers)
            if number >= count:
                raise CribscoreError(f"there {'is' if count == 1 else 'are'} {_deals(count)}")
            return _play_bytes(row, cards.numbers(number))

        numbers = iter(range(sys.maxsize))
        kind = Kind("play", _DEAL, IllegalPegError, play_bytes, form=None)
        places, played = _rows(kind, plays, held)
        if played != count:
            raise CribscoreError(f"there are plays for {_deals(played)}, and {_deals(count)}")
        points, out = results(held, out, (count, _DEAL), "B", [*cards.buffers, *places.buffers])
        core, good = _core.peg_deals, 0
        if count:
            good = run(lambda begin, end: core(cards, places, begin, end, points), count, _WORK, threads)
        if good < count:
            why = _why_bad_deal(cards.numbers(good), places.numbers(good))
            raise of_row(IllegalPegError, "deal", good, why)
    finally:
        held.release()
    return out


# ---------------------------------------------------------------- one batch


def _rows(
    kind: Kind, values: Any, held: Held, first_bad: Callable[[bytearray, int, int], int] | None = None
) -> tuple[CardRows, int]:
    """Where the rows of a buffer or an iterable lie, and how many they are."""
    name, width = kind.name, kind.cards
    view = held.read(values)
    if view is not None and not holds_objects(name, view):
        numbers = kind.form is None
        return card_rows_of_buffer(
            name, view, None if kind is _PILES else width, "numbers" if numbers else "cards"
        )
    if view is not None:
        values = view.tolist()
    if isinstance(values, str) or not isinstance(values, Iterable):
        got = "one text" if isinstance(values, str) else f"{type(values).__name__}: {shown(values)}"
        raise TypeError(f"{name}s are a buffer or an iterable of {name}s, not {got}")
    rows = item_rows(kind, values, first_bad=first_bad)
    return CardRows(rows, 0, width, 1, width), len(rows) // width


def _first_bad_pile(rows: bytearray, begin: int, end: int) -> int:
    return _core.score_pegs(CardRows(rows, 0, PEG_CARDS, 1, PEG_CARDS), begin, end, bytearray(end))


def _pile_bytes(pile: Any, _: bool) -> bytes:
    cards = cards_of(pile)
    pile_of(cards)
    return _padded(bytes(cards), PEG_CARDS)


def _deal_bytes(deal: Any, _: bool) -> bytes:
    cards = cards_of(deal)
    if len(cards) != _DEAL:
        raise IllegalPegError(f"a deal of the play holds {_DEAL} cards, got {counted(cards)}")
    return bytes(cards)


def _play_bytes(row: Any, deal: Sequence[int | None]) -> bytes:
    """The numbers of the cards of a deal in the order of play."""
    if not isinstance(row, str):
        numbers = items_of(row, "a play is text or the numbers of cards")
        try:
            places = [integer(number) for number in numbers]
        except TypeError:
            raise TypeError(f"a play is text or the numbers of cards: {shown(row)}") from None
        if len(places) > _DEAL or not all(0 <= place < _DEAL or place == NO_CARD for place in places):
            raise IllegalPegError(f"a play is up to {_DEAL} numbers 0 to {_DEAL - 1}, got {shown(row)}")
        return _padded(bytes(places), _DEAL)
    cards = cards_of(row)
    if len(cards) > _DEAL:
        raise IllegalPegError(f"a play has up to {_DEAL} cards, got {counted(cards)}")
    for card in cards:
        if card.index not in deal:
            raise IllegalPegError(f"{card} is not in the deal")
    return _padded(bytes(deal.index(card.index) for card in cards), _DEAL)


def _deals(count: int) -> str:
    return f"{count} deal{'' if count == 1 else 's'}"


def _padded(row: bytes, width: int) -> bytes:
    return row.ljust(width, bytes([NO_CARD]))


_PILES: Final = Kind("pile", PEG_CARDS, IllegalPegError, _pile_bytes, TEXT_UNEVEN)
_DEALS: Final = Kind("deal", _DEAL, IllegalPegError, _deal_bytes)


# ---------------------------------------------------------------- why a row is bad


def _why_bad_pile(row: Sequence[int | None]) -> str:
    try:
        pile_of([DECK[index] for index in _checked(_played(row))])
    except CribscoreError as error:
        return str(error)
    return CHANGED


def _why_bad_deal(deal: Sequence[int | None], places: Sequence[int | None]) -> str:
    try:
        cards = _checked(deal)
        play = Pegging([[DECK[index] for index in cards[side : side + 4]] for side in (0, 4)])
        for number, place in enumerate(_played(places)):
            if place is None or not 0 <= place < _DEAL:
                given = "null" if place is None else place
                return f"play {number} is {given}, not the number 0 to {_DEAL - 1} of a card"
            play.play(DECK[cards[place]])
    except CribscoreError as error:
        return str(error)
    return CHANGED


def _played(row: Sequence[int | None]) -> list[int | None]:
    """The numbers of a row up to the last that is there."""
    numbers = list(row)
    while numbers and numbers[-1] == NO_CARD:
        numbers.pop()
    return numbers


def _checked(row: Sequence[int | None]) -> list[int]:
    """The numbers of a row, if all are cards."""
    indexes = []
    for index in row:
        if (why := why_no_card(index)) is not None:
            raise CribscoreError(why)
        indexes.append(index)
    return [index for index in indexes if index is not None]
