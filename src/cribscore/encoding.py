"""Cards in text to card indexes, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, overload

from . import _core
from ._arrays import Frame, holds_objects
from ._buffers import Held, Kind, array_of, card_rows_of_buffer, why_no_card
from ._items import item_rows, one_row
from ._messages import items_of
from ._notation import cells_of_text, plainer
from ._wire import DECK_SIZE, CardRows
from ._work import run
from .cards import CardsLike, cards_of, counted
from .errors import CribscoreError, InvalidCardError, of_row

if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray
    from typing_extensions import Buffer

    from .batch import SupportsArray

__all__ = ["decode_cards", "encode_cards"]


def encode_cards(texts: SupportsArray | CardsLike | Iterable[CardsLike]) -> NDArray[uint8]:
    """Turn cards in text into card indexes, of which batches are made.

    >>> encode_cards("5H 5C 5S JD 5D").tolist()
    [18, 16, 19, 41, 17]
    >>> encode_cards(["5H 5C 5S JD 5D", "2h,4h,8h,kh,9c"]).tolist()
    [[18, 16, 19, 41, 17], [6, 14, 30, 50, 32]]
    >>> encode_cards(["5H 5C", "2H"])
    Traceback (most recent call last):
    ...
    cribscore.CribscoreError: row 1: it holds 1 card, and row 0 holds 2

    The cards need not be different. Plain text, such as in these examples, is read at hundreds of millions of
    cards a second.

    Args:
        texts: One text of any number of cards; or an iterable or array of rows, each a text or an iterable of
            what `Card` takes, all with the same number of cards.

    Returns:
        A NumPy array of uint8, of shape (k,) for one text and (n, k) for n rows of k cards; a bytearray where
        NumPy is not installed.

    Raises:
        InvalidCardError: A text is not cards. The message names the first such row, counted from 0.
        CribscoreError: A row holds another number of cards than row 0.
        TypeError: An argument is of another type, such as an array of numbers.
    """
    values: Any = texts
    held = Held()
    try:
        view = held.read(texts)
        if isinstance(view, Frame) or (view is not None and not holds_objects("text", view)):
            given = getattr(view, "dtype", type(texts).__name__)
            raise TypeError(f"encode_cards takes text, not {given}")
        if view is not None:
            values = view.tolist()
    finally:
        held.release()
    if isinstance(values, str):
        cards = _text_bytes(values)
        return array_of((len(cards),), cards)
    if not isinstance(values, Iterable):
        raise TypeError(f"texts are one text or an iterable of texts, not {type(values).__name__}")
    rows = iter(values)
    first = list(islice(rows, 1))
    if not first:
        return array_of((0, 0))
    if isinstance(first[0], Iterator):  # it is read twice: for the number of cards, and with the others
        first = [items_of(first[0], "")]
    elif isinstance(values, (list, tuple)):
        return _encoded(first[0], values)
    return _encoded(first[0], chain(first, rows))


def _encoded(first: Any, rows: Iterable[Any]) -> NDArray[uint8]:
    """Encode rows, the first of which is known."""
    width = 0

    def row_bytes(row: Any, _: bool = False) -> bytes | bytearray:
        cards = _row_bytes(row)
        if width and len(cards) != width:
            raise CribscoreError(f"it holds {_number(len(cards))}, and row 0 holds {width}")
        return cards

    def first_bad(found: bytearray, begin: int, end: int) -> int:
        """The first row with a byte that is not a card."""
        return _core.check_rows(found, 1, begin * width, end * width) // width

    kind = Kind("row", 0, CribscoreError, row_bytes)
    kind.cards = width = len(one_row(kind, 0, first, row_bytes) or ())
    if not width:
        raise CribscoreError("row 0: it holds no cards")
    cards = item_rows(kind, rows, first_bad=first_bad)
    return array_of((len(cards) // width, width), cards)


def _row_bytes(row: Any) -> bytes | bytearray:
    if isinstance(row, str):
        return _text_bytes(row)
    cards = cards_of(row)
    if len(cards) > DECK_SIZE:
        raise CribscoreError(f"cards given one by one are {DECK_SIZE} at most, got {counted(cards)}")
    return bytes(cards)


def _text_bytes(text: str) -> bytearray:
    """Read one text of any number of cards."""
    plain = (text if text.isascii() else plainer(text)).encode("ascii", "replace")
    cards = bytearray(len(plain) // 2)  # a card has two letters or more
    count = _core.read_cards(plain, cards)
    if count < 0:
        cells, _ = cells_of_text(text, most=len(text))
        return bytearray([index for index in cells if index is not None])
    del cards[count:]
    return cards


def _number(cards: int) -> str:
    return "1 card" if cards == 1 else f"{cards} cards"


@overload
def decode_cards(cards: Buffer) -> str | list[str]: ...
@overload
def decode_cards(cards: SupportsArray) -> Any: ...
def decode_cards(cards: Any) -> Any:
    """Turn card indexes into text.

    >>> decode_cards(bytes([18, 16, 19, 41, 17]))
    '5H 5C 5S JD 5D'
    >>> decode_cards(memoryview(bytes([18, 16, 6, 14])).cast("B", (2, 2)))
    ['5H 5C', '2H 4H']
    >>> decode_cards(bytes([18, 52]))
    Traceback (most recent call last):
    ...
    cribscore.InvalidCardError: card index 52 is above 51

    Args:
        cards: A buffer or array of card indexes: one row, or of shape (n, k) for n rows.

    Returns:
        For one dimension, one text with a blank between the cards. For two, a list of texts, one a row.

    Raises:
        InvalidCardError: A byte is not a card. The message names the first such row, counted from 0.
        CribscoreError: The array has no dimension, or more than two.
        TypeError: `cards` is not a buffer, or an array of another type.
    """
    held = Held()
    try:
        view = held.read(cards)
        if view is None or (not isinstance(view, Frame) and holds_objects("card", view)):
            raise TypeError(f"cards are a buffer or an array of card indexes, not {type(cards).__name__}")
        one = view.ndim == 1
        if one and not len(view):
            return ""
        rows, count = card_rows_of_buffer("row", view, view.shape[-1] if view.ndim else 0)
        texts = _decoded(rows, count, one)
    finally:
        held.release()
    return texts[0] if one else texts


def _decoded(rows: CardRows, count: int, one: bool) -> list[str]:
    if not count or not rows.width:
        return [""] * count
    text = bytearray(3 * rows.width * count)
    good = run(lambda begin, end: _core.write_rows(rows, begin, end, text), count, rows.width, 1)
    if good < count:
        reasons = (why_no_card(index) for index in rows.numbers(good))
        why = next(
            (reason for reason in reasons if reason is not None), "its bytes changed while it was read"
        )
        raise InvalidCardError(why) if one else of_row(InvalidCardError, "row", good, why)
    del text[-1]  # the last line end
    return text.decode("ascii").split("\n")
