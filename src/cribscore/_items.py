"""Rows of cards that come one by one, as text or objects, read into bytes.

They are read in blocks. The usual forms of rows (plain text, `Hand` and `Card`, lists of indexes) are read a
whole block at a time, and rows that cannot be read so, or are not different cards, once more by the functions
that read one hand or one grid. These know every form, and say what is wrong.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from . import _core
from ._notation import plainer
from ._wire import NO_CARD, TEXT_STARTER
from .cards import Card, Hand
from .errors import of_row
from .grids import Grid

if TYPE_CHECKING:
    from ._buffers import Kind

_BLOCK: Final = 1024  # rows: the objects of a block stay in the processor's cache while they are read
# The types of which a row may be kept while the next one is asked for: it does not change meanwhile.
_LASTING: Final = frozenset((str, int, bytes, Card, Hand, Grid))


class Spoiled:
    """The rows of a batch that cannot be read, with the first thing that is wrong in each."""

    __slots__ = ("errors", "every")

    def __init__(self, every: bool) -> None:
        self.every = every  # whether reading goes on after the first of them
        self.errors: dict[int, tuple[type[Exception], str, str]] = {}  # the arguments of `of_row`

    def add(self, wrap: type[Exception], name: str, number: int, error: Exception) -> None:
        """Keep what is wrong with a row, unless something was wrong with it before."""
        self.errors.setdefault(number, (wrap, name, str(error)))


def item_rows(
    kind: Kind,
    items: Iterable[Any],
    *,
    starter: bool = False,
    read: Callable[[Any], bytes | bytearray] | None = None,
    first_bad: Callable[[bytearray, int, int], int] | None = None,
    spoiled: Spoiled | None = None,
) -> bytearray:
    """Read rows one after the other.

    Args:
        kind: What a row is.
        items: The rows.
        starter: Whether a row is followed by a starter, as a pair of the two or as the last of the cards.
        read: Reads one row, with its starter if it has one; `kind.bytes_of` unless given.
        first_bad: Returns the first of the rows from one number to another that is not valid, or the latter;
            a row that is not of different cards, unless given.
        spoiled: Where bad rows are put; without it, the first is raised.

    Returns:
        The cards of all rows; if one bad row ends the reading, of the rows before it. A row that is in
        `spoiled` is `NO_CARD` in each place.
    """
    if isinstance(items, str):
        raise TypeError(f"{kind.name}s are a buffer or an iterable of {kind.name}s, not one text")
    read, width = read or (lambda item: kind.bytes_of(item, False)), kind.cards + starter
    none = bytes([NO_CARD]) * width
    if first_bad is None:

        def first_bad(rows: bytearray, begin: int, end: int) -> int:
            return _core.check_rows(rows, width, begin, end)

    found = bytearray()
    for block in _blocks(kind, items):
        rows = _block(kind, block, starter)
        if rows is None:
            rows = bytearray(none * len(block))
        row, before = 0, len(found) // width
        while row < len(block):
            if rows[row * width] != NO_CARD:  # most rows that are not valid begin with it
                row = first_bad(rows, row, len(block))
                if row == len(block):
                    break
            cards = one_row(kind, before + row, block[row], read, spoiled)
            if cards is None and spoiled is not None and not spoiled.every:
                return found + rows[: row * width]
            rows[row * width : (row + 1) * width] = none if cards is None else cards
            row += 1
        found += rows
    return found


def cards_in(values: Sequence[Any]) -> bytes | bytearray | None:
    """Read single cards: their indexes, with `NO_CARD` for a text that is not plain; None for other forms."""
    if values and isinstance(values[0], str):
        return _texts(values, 1, 0)
    types = set(map(type, values))
    if types == {int}:
        try:
            return bytes(values)
        except ValueError:  # a number that is not a byte
            return None
    if types == {Card}:
        return bytes([card.index for card in values])
    return None


def _blocks(kind: Kind, items: Iterable[Any]) -> Iterator[Sequence[Any]]:
    """Yield the rows in blocks. A row that may change ends its block, before the next row is asked for."""
    if type(items) is list or type(items) is tuple:
        for start in range(0, len(items), _BLOCK):
            yield items[start : start + _BLOCK]
        return
    try:
        iterator = iter(items)
    except TypeError:
        raise TypeError(
            f"{kind.name}s are a buffer or an iterable of {kind.name}s, not {type(items).__name__}"
        ) from None
    ended = False
    while not ended:
        block: list[Any] = []
        failure = None
        try:
            for item in iterator:
                block.append(item)
                if len(block) == _BLOCK or not _lasts(item):
                    break
            else:
                ended = True
        except Exception as error:  # of the iterator: what is wrong with the rows before it comes first
            failure = error
        yield block
        if failure is not None:
            raise failure


def _lasts(item: Any) -> bool:
    return type(item) in _LASTING or (type(item) is tuple and _LASTING.issuperset(map(type, item)))


def one_row(
    kind: Kind,
    number: int,
    item: Any,
    read: Callable[[Any], bytes | bytearray],
    spoiled: Spoiled | None = None,
) -> bytes | bytearray | None:
    """Read one row, which has this number; None if it is put into `spoiled`."""
    try:
        return read(item)
    except (ValueError, TypeError) as error:
        wrap: type[Exception] = TypeError
        if isinstance(error, ValueError):
            wrap = type(error) if isinstance(error, kind.error) else kind.error
        if spoiled is None:
            raise of_row(wrap, kind.name, number, error) from None
        spoiled.add(wrap, kind.name, number, error)
        return None


# ---------------------------------------------------------------- a block at a time


def _block(kind: Kind, block: Sequence[Any], starter: bool) -> bytearray | None:
    """Read rows of one form; None for other forms. A row that is not read has a byte that is not a card."""
    if kind.form is None or not block:
        return None
    width = kind.cards + starter
    if isinstance(block[0], str):
        return _texts(block, width, TEXT_STARTER if starter else kind.form)
    types = set(map(type, block))
    if types == {getattr(sys.modules.get("numpy"), "ndarray", None)}:
        block = [row.tolist() for row in block]
        types = set(map(type, block))
    if types <= {list, tuple}:
        lengths = set(map(len, block))
        if starter and lengths == {2}:
            return _pairs(kind, block)
        if lengths == {width}:
            cards = cards_in([*chain.from_iterable(block)])
            return None if cards is None else bytearray(cards)
    if types == {Hand} and width == 4:
        return _hands(block)
    if types == {Grid} and width == 16:
        return bytearray().join(map(bytes, block))
    return None


def _pairs(kind: Kind, block: Sequence[Any]) -> bytearray | None:
    """Read pairs of a row and its starter."""
    sides = tuple(zip(*block, strict=True))
    rows, starters = _block(kind, sides[0], False), cards_in(sides[1])
    if rows is None or starters is None:
        return None
    cards, width = kind.cards, kind.cards + 1
    joined = bytearray(width * len(block))
    for place in range(cards):
        joined[place::width] = rows[place::cards]
    joined[cards::width] = starters
    return joined


def _hands(hands: Sequence[Hand]) -> bytearray:
    from array import array  # only a program that has many hands needs it

    rows = bytearray(4 * len(hands))
    _core.unpack_keys(array("I", [hand._hand_key for hand in hands]), 4, rows)
    return rows


def _texts(texts: Sequence[str], width: int, form: int) -> bytearray | None:
    """Read texts of so many cards each; None if not all are texts, or if one has a zero byte."""
    try:
        joined = "\0".join(texts)
    except TypeError:
        return None
    if not joined.isascii():
        joined = plainer(joined)
    rows = bytearray(width * len(texts))
    return rows if _core.read_rows(joined.encode("ascii", "replace"), form, width, len(texts), rows) else None
