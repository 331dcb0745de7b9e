"""The reference core: cards in plain text. csrc/cribscore.h says which text is plain."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from ._notation import INDEX_OF_TEXT, RANKS, SUIT_LETTERS
from ._wire import DECK_SIZE, FIELD_BITS, NO_CARD, NO_FIELD, TEXT_GRID, TEXT_STARTER, TEXT_UNEVEN, CardRows

_CARD = "(?:10|[A2-9T0JQK])[CDHS]"


@cache
def _patterns(form: int) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The pattern of a plain text, and of one of its cards."""
    # The quantifiers with a + give nothing back, so that the time grows with the length of the text alone.
    blanks = r"[ \t]*+" if form & TEXT_GRID else r"[ \t\n\v\f\r]*+"
    between = rf"{blanks}{'[,;]' if form & TEXT_GRID else ','}?{blanks}"
    line = rf"{_CARD}(?:{between}{_CARD})*+"
    if form & TEXT_STARTER:
        line += rf"(?:{blanks}[|+:]{blanks}{_CARD})?"
    text = rf"{blanks}(?:{line}{blanks})?"
    if form & TEXT_GRID:
        four, ends = rf"{_CARD}(?:{between}{_CARD}){{3}}", r"[ \t/\n\r]*+"
        text = rf"{ends}(?:{line}{ends}|{four}(?:{blanks}[/\n\r]{ends}{four}){{3}}{ends})?"
    flags = re.ASCII | re.IGNORECASE
    return re.compile(text, flags), re.compile(_CARD, flags)


def _cards(text: str, form: int) -> bytes | None:
    """The cards of a text, or None if it is not plain."""
    whole, card = _patterns(form)
    if not whole.fullmatch(text):
        return None
    return bytes(INDEX_OF_TEXT[found] for found in card.findall(text))


def read_cards(text: bytes, cards: Any) -> int:
    """Read one text, as `_core.read_cards` says."""
    found = _cards(text.decode("ascii"), 0)
    cards = memoryview(cards).cast("B")
    if found is None or len(found) > len(cards):
        return -1
    cards[: len(found)] = found
    return len(found)


def read_rows(text: bytes, form: int, width: int, count: int, cards: Any) -> bool:
    """Read many texts, as `_core.read_rows` says."""
    texts = text.decode("ascii").split("\0") if count or text else []
    if len(texts) != count:
        return False
    none, least = bytes([NO_CARD]), 1 if form & TEXT_UNEVEN else width
    cards = memoryview(cards).cast("B")
    for row, one in enumerate(texts):
        found = _cards(one, form) or b""
        right = least <= len(found) <= width
        cards[row * width : (row + 1) * width] = (found if right else b"").ljust(width, none)
    return True


def write_rows(rows: CardRows, begin: int, end: int, text: Any) -> int:
    """Write rows as text, as `_core.write_rows` says."""
    text, size = memoryview(text).cast("B"), 3 * rows.width
    for row in range(begin, end):
        cards = rows.row(row)
        if any(card >= DECK_SIZE for card in cards):
            return row
        names = [RANKS[card // 4] + SUIT_LETTERS[card % 4] for card in cards]
        text[row * size : (row + 1) * size] = f"{' '.join(names)}\n".encode("ascii")[:size]
    return end


def check_rows(cards: Any, width: int, begin: int, end: int) -> int:
    """Check that rows are different cards, as `_core.check_rows` says."""
    cards = memoryview(cards).cast("B")
    for row in range(begin, end):
        found = bytes(cards[row * width : (row + 1) * width])
        if len(set(found)) < width or max(found, default=0) >= DECK_SIZE:
            return row
    return end


def unpack_keys(keys: Any, width: int, cards: Any) -> None:
    """Write the cards of keys as bytes, as `_core.unpack_keys` says."""
    cards = memoryview(cards).cast("B")
    for row, key in enumerate(memoryview(keys)):
        for place in range(width):
            cards[row * width + place] = key >> FIELD_BITS * place & NO_FIELD
