"""Cards and cells in text: how they are written, how they are read, and why a text is not a card.

A card is its index here, 0 to 51. It is written as rank and suit (`JH`, `10♥`, `0d`) or by its name (`Jack of
Hearts`, `jack_of_hearts`); an empty cell of a grid as `..`, `.`, `--` or `__`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Final

from ._messages import shown
from .errors import InvalidCardError

RANKS: Final = "A23456789TJQK"
RANK_NAMES: Final = (
    *("Ace", "Two", "Three", "Four", "Five", "Six", "Seven"),
    *("Eight", "Nine", "Ten", "Jack", "Queen", "King"),
)
SUIT_LETTERS: Final = "CDHS"
SUIT_SYMBOLS: Final = "♣♦♥♠"
SUIT_NAMES: Final = ("Clubs", "Diamonds", "Hearts", "Spades")
TEN: Final = "10"
"""How the rank of a ten is shown to people; in plain text it is `T`, so that every card has two letters."""
EMPTY: Final = ".."
"""How an empty cell is written."""
EMPTY_TEXTS: Final = (EMPTY, ".", "--", "__")
"""How an empty cell may be written to be read."""
STARTER_SIGNS: Final = "|+:"
"""What may stand before the starter, the last card of a text."""

RANK_RULE: Final = "A 2-9 T 10 J Q K (the ace is 'A', the ten 'T' or '10')"
SUIT_RULE: Final = "C D H S"

_MOST_CARDS: Final = 52  # that are read of a text, and one more
# The spellings of each suit: the letter, the symbols, and the heart that telephones type.
_SUIT_SPELLINGS: Final = ("Cc♣♧", "Dd♦♢", "Hh♥♡❤", "Ss♠♤")
_SYMBOLS: Final = "".join(spellings[2:] for spellings in _SUIT_SPELLINGS)
_SELECTORS: Final = "\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}"  # after a symbol: as text, as emoji

RANK_OF_TEXT: Final[dict[str, int]] = {
    **{text: rank for rank, letter in enumerate(RANKS, 1) for text in (letter, letter.lower())},
    "10": 10,
    "0": 10,
}
SUIT_OF_TEXT: Final[dict[str, int]] = {
    text: suit for suit, spellings in enumerate(_SUIT_SPELLINGS) for text in spellings
}
INDEX_OF_TEXT: Final[dict[str, int]] = {
    rank_text + suit_text: 4 * (rank - 1) + suit
    for rank_text, rank in RANK_OF_TEXT.items()
    for suit_text, suit in SUIT_OF_TEXT.items()
}
"""The common texts of the cards, of two or three characters."""
_RANK_OF_NAME: Final = {
    **{name.lower(): rank for rank, name in enumerate(RANK_NAMES, 1)},
    **{text.lower(): rank for text, rank in RANK_OF_TEXT.items()},
}
_SUIT_OF_NAME: Final = {name.lower(): suit for suit, name in enumerate(SUIT_NAMES)}


def _any_of(texts: Iterable[str]) -> str:
    """Return a pattern for any of the texts, the longest first."""
    return "|".join(sorted(map(re.escape, texts), key=len, reverse=True))


class _Pattern:
    """A regular expression that is compiled when it is first used: most programs never need it.

    Each is matched at one position, in a time that grows no faster than what it matches. Without re.ASCII,
    other letters would count as upper or lower case of these: the Kelvin sign as a K.
    """

    def __init__(self, pattern: str, flags: re.RegexFlag = re.RegexFlag.ASCII) -> None:
        self._pattern = pattern
        self._flags = flags

    @cached_property
    def match(self) -> Callable[..., re.Match[str] | None]:
        return re.compile(self._pattern, self._flags).match

    @cached_property
    def fullmatch(self) -> Callable[..., re.Match[str] | None]:
        return re.compile(self._pattern, self._flags).fullmatch

    @cached_property
    def search(self) -> Callable[..., re.Match[str] | None]:
        return re.compile(self._pattern, self._flags).search


_RANK: Final = f"(?:{_any_of(RANK_OF_TEXT)})"
_SUIT: Final = f"[{''.join(SUIT_OF_TEXT)}]"
_SELECTOR: Final = f"(?:(?<=[{_SYMBOLS}])[{_SELECTORS}])?"
_IN_ANY_CASE: Final = re.RegexFlag.ASCII | re.RegexFlag.IGNORECASE
_NAMED: Final = _Pattern(
    rf"({_any_of(_RANK_OF_NAME)})([ _-])of\2({_any_of(_SUIT_OF_NAME)})(?!\w)", _IN_ANY_CASE
)
_SHORT: Final = _Pattern(rf"({_RANK}{_SUIT}){_SELECTOR}")
_EMPTY_CELLS: Final = _Pattern(r"\.(?!\.)|(?:\.\.)+(?!\.)|(?:--)+(?!-)|(?:__)+(?!_)")
_SEPARATOR: Final = _Pattern(r" ?([,;|+:]?) ?")
# Where the one bad card among several begins and ends.
_WORD: Final = _Pattern(r"[^ ,;|+:]*")
_LIKE_A_NAME: Final = _Pattern(r"([^\s,;|+:]{1,20})([ _-])of\2([^\s,;|+:]{1,20})", _IN_ANY_CASE)
_SUIT_FIRST: Final = _Pattern(rf"({_SUIT}){_SELECTOR}({_RANK})")
_RANK_AND_SUIT: Final = _Pattern(rf"(?:[0-9]+|.){_SUIT}{_SELECTOR}")


def quoted(text: str) -> str:
    """Return a rank or a suit as a message quotes it, with the codes of letters that only look like ASCII."""
    letters = [
        letter
        for letter in dict.fromkeys(text[:20])
        if not letter.isascii() and letter.isprintable() and letter not in _SYMBOLS
    ]
    codes = ", ".join(f"U+{ord(letter):04X}" for letter in letters[:4])
    return f"{shown(text)} ({codes})" if codes else shown(text)


def plainer(text: str) -> str:
    """Return a text of the same cards with letters for the symbols of suits.

    A selector that does not follow a symbol stays, since it is not part of a card.
    """
    for spellings, letter in zip(_SUIT_SPELLINGS, SUIT_LETTERS, strict=True):
        for symbol in spellings[2:]:
            if symbol in text:
                for selector in _SELECTORS:
                    text = text.replace(symbol + selector, letter)
                text = text.replace(symbol, letter)
    return text


def index_of_text(text: str) -> int:
    """Read one card."""
    body = " ".join(text.split())
    found = _card_at(body, 0)
    if found is None or found[1] < len(body):
        raise InvalidCardError(f"{shown(text)} is not a card: {_why_not_a_card(body)}")
    return found[0]


def cells_of_text(
    text: str, *, grid: bool = False, starter_sign: bool = False, most: int = _MOST_CARDS
) -> tuple[list[int | None], bool]:
    """Read the cards in one text, between blanks, single commas or nothing.

    Args:
        text: The text.
        grid: Whether the cells of a grid are read: a cell may be empty, and semicolons stand for commas too.
        starter_sign: Whether `|`, `+` or `:` may stand before the last card, which is then the starter.
        most: How many cards there may be, unless given those of a deck.

    Returns:
        The cards, and whether one of these signs stands before the last of them. Of more than `most`, only
        enough to see that there are too many.
    """
    body = " ".join(text.split())
    cells: list[int | None] = []
    position, before_starter = 0, ""
    while position < len(body) and len(cells) <= most:
        found, end = _cells_at(body, position, grid)
        cells += found
        if before_starter and end < len(body):
            raise InvalidCardError(f"one card, the starter, follows the '{before_starter}' in {shown(text)}")
        separator = _SEPARATOR.match(body, end)
        sign, position = (separator[1], separator.end()) if separator else ("", end)
        if sign and sign != "," and not (grid and sign == ";"):
            if not (starter_sign and sign in STARTER_SIGNS):
                raise InvalidCardError(f"'{sign}' cannot stand between the cards of {shown(text)}")
            before_starter = sign
        if sign and position == len(body):
            raise InvalidCardError(f"a card is missing after the last '{sign}' of {shown(text)}")
    return cells, before_starter != ""


def _cells_at(body: str, position: int, grid: bool) -> tuple[list[int | None], int]:
    """Return the card whose text begins at a position, or the empty cells, and where the text ends."""
    found = _card_at(body, position)
    if found is not None:
        return [found[0]], found[1]
    empty = _EMPTY_CELLS.match(body, position) if grid else None
    if empty is None:
        raise InvalidCardError(_refusal(body, position))
    return [None] * max(len(empty[0]) // 2, 1), empty.end()


def _card_at(text: str, start: int) -> tuple[int, int] | None:
    """Return the card whose text begins at `start`, if there is one, and where its text ends."""
    named = _NAMED.match(text, start)  # first: "Ace of Spades" begins as the ace of clubs does, with Ac
    if named is not None:
        rank, _, suit = named.groups()
        return 4 * (_RANK_OF_NAME[rank.lower()] - 1) + _SUIT_OF_NAME[suit.lower()], named.end()
    short = _SHORT.match(text, start)
    return None if short is None else (INDEX_OF_TEXT[short[1]], short.end())


def _refusal(body: str, position: int) -> str:
    """Say why the text at a position of several cards is not a card."""
    found = _WORD.match(body, position)
    word = found[0] if found else ""
    if not word:
        return f"a card is missing before a '{body[position]}' of {shown(body)}"
    named = _LIKE_A_NAME.match(body, position)
    glued = _SUIT_FIRST.match(word) or _RANK_AND_SUIT.match(word)
    if named is not None:
        word = named[0]
    elif glued is not None:  # one of several cards with nothing between them
        word = glued[0]
    else:
        after = _SHORT.search(word)
        if after is not None and not _has(_RANK_OF_NAME, word) and not _has(_SUIT_OF_NAME, word):
            word = word[: after.start()]
    return f"{shown(word)} is not a card: {_why_not_a_card(word)}"


def _why_not_a_card(body: str) -> str:
    if not body:
        return "it is empty"
    if _EMPTY_CELLS.fullmatch(body):
        return "it stands for an empty cell, which only a grid has"
    if body[0] in "._-" and not body.strip(body[0]):
        return f"an empty cell of a grid is written {EMPTY!r}"
    found = _card_at(body, 0)
    if found is not None:
        index, end = found
        return f"{quoted(body[end:])} follows the card {RANKS[index // 4]}{SUIT_LETTERS[index % 4]}"
    turned = _SUIT_FIRST.fullmatch(body)
    if turned is not None:
        return f"rank first: {turned[2].upper()}{turned[1].upper()}"
    named = _LIKE_A_NAME.fullmatch(body)
    if named is not None:
        rank, _, suit = named.groups()
        if _has(_RANK_OF_NAME, rank):
            return f"suit {quoted(suit)} is not one of {' '.join(SUIT_NAMES)}"
        return f"rank {quoted(rank)} is not one of {' '.join(RANK_NAMES)}"
    if len(body) == 1 or _has(_RANK_OF_NAME, body) or _has(_SUIT_OF_NAME, body):
        return "it needs a rank and a suit"
    end = len(body.rstrip(_SELECTORS)) - 1
    rank, suit = body[: max(end, 0)], body[max(end, 0) :]
    if rank.endswith(" ") and rank.rstrip() in RANK_OF_TEXT and suit in SUIT_OF_TEXT:
        return "a blank stands between rank and suit"
    if rank not in RANK_OF_TEXT:
        return f"rank {quoted(rank)} is not one of {RANK_RULE}"
    return f"suit {quoted(suit)} is not one of {SUIT_RULE}"


def _has(names: dict[str, int], text: str) -> bool:
    """Return whether a text is one of the names; a letter such as the Kelvin sign is not an ASCII one."""
    return text.isascii() and text.lower() in names
