"""Cards, hands, grids and deals: values, notation, order and what is refused."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from enum import Enum
from itertools import islice
from reprlib import Repr
from typing import IO, Any, Final, Never, SupportsIndex, TypeAlias, cast, overload

__all__ = [
    "DECK",
    "Card",
    "CardLike",
    "CardsLike",
    "Grid",
    "GridLike",
    "Hand",
    "InvalidCardError",
    "InvalidGridError",
    "InvalidHandError",
    "Suit",
    "deal",
    "read_board",
]


class InvalidCardError(ValueError):
    """What was given is no card; the message names it and the rule."""


class InvalidHandError(ValueError):
    """The cards make no hand: not four, or one of them twice (the starter counted)."""


class InvalidGridError(ValueError):
    """The cells make no grid, or a file holds no board."""


class _Brief(Repr):
    def repr_int(self, value: int, level: int) -> str:
        try:
            repr(value)
        except ValueError:  # more digits than Python prints
            return "<int too long to print>"
        return super().repr_int(value, level)


_brief = _Brief()
_brief.maxstring = _brief.maxother = 60


def shown(value: object) -> str:
    """The value as a message quotes it, however long it is."""
    return printable(_brief.repr(value))


def integer(value: object) -> int:
    """The whole number that a value is, a NumPy integer too; a bool is none, and a TypeError."""
    if isinstance(value, bool):
        raise TypeError
    return operator.index(value)  # type: ignore[arg-type]  # it raises the TypeError


def printable(text: str) -> str:
    """The text with all that would do something to a terminal, or not show, written out."""
    return "".join([letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text])


class Immutable:
    """A value that cannot change."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> Never:
        raise AttributeError(f"a {type(self).__name__} cannot change")

    def __delattr__(self, name: str) -> Never:
        raise AttributeError(f"a {type(self).__name__} cannot change")


def format_styled(spec: str, plain: str, symbols: str, names: str | None) -> str:
    """A value in the style that the last letter of `spec` names, then padded as `spec` says."""
    if spec.endswith("u"):
        return format(symbols, spec[:-1])
    if spec.endswith("n") and names is not None:
        return format(names, spec[:-1])
    return format(plain, spec)


# ---------------------------------------------------------------- one card


_SUIT_RULE: Final = "C D H S"
_SUIT_SPELLINGS: Final = ("Cc♣♧", "Dd♦♢", "Hh♥♡", "Ss♠♤")


class Suit(Enum):
    """One of the four suits, in the order of the card indexes.

    >>> Suit.HEARTS.letter, Suit.HEARTS.symbol, Suit.HEARTS.index
    ('H', '♥', 2)
    >>> Suit("S"), Suit("♥")
    (<Suit.SPADES: 'S'>, <Suit.HEARTS: 'H'>)
    >>> Suit("X")
    Traceback (most recent call last):
    ...
    ValueError: 'X' is not a suit: it is not one of C D H S

    Attributes:
        index: 0 to 3.
        letter: "C", "D", "H" or "S".
        symbol: "♣", "♦", "♥" or "♠".
    """

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    index: int
    letter: str
    symbol: str

    @classmethod
    def _missing_(cls, value: object) -> Suit:
        for suit, spellings in zip(cls, _SUIT_SPELLINGS, strict=True):
            if isinstance(value, str) and value in tuple(spellings):
                return suit
        raise ValueError(f"{shown(value)} is not a suit: it is not one of {_SUIT_RULE}")

    def __init__(self, letter: str) -> None:
        self.letter = letter
        self.index = "CDHS".index(letter)
        self.symbol = "♣♦♥♠"[self.index]


_SUITS: Final = tuple(Suit)
_RANKS: Final = "A23456789TJQK"
_RANK_NAMES: Final = (
    ["Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King"]
)  # fmt: skip
_RANK_RULE: Final = "A 2-9 T 10 J Q K (the ace is 'A')"


class Card(Immutable):
    """One of the 52 cards; each exists once, so `is` and `==` agree.

    >>> Card("JH"), Card("10s"), Card("5♦"), Card(0)
    (Card('JH'), Card('TS'), Card('5D'), Card('AC'))
    >>> card = Card("JH")
    >>> card.rank, card.value, card.suit, card.index
    (11, 10, <Suit.HEARTS: 'H'>, 42)
    >>> f"{card} {card:u} {card:n}"
    'JH J♥ Jack of Hearts'
    >>> Card("5X")
    Traceback (most recent call last):
    ...
    cribscore.cards.InvalidCardError: '5X' is not a card: suit 'X' is not one of C D H S

    Args:
        card: A card, its index (4 * (rank - 1) + suit, 0 to 51; anything with `__index__` but a bool), or
            its text: rank `A 2-9 T 10 J Q K` and suit `C D H S` in either case, or one of `♣♦♥♠♧♢♡♤`;
            blanks at either end do not matter.

    Attributes:
        rank: 1 (ace) to 13 (king).
        suit: The `Suit`.
        value: What the card counts towards fifteen: 1 to 10.
        index: 0 (ace of clubs) to 51 (king of spades); cards are ordered by it.

    Raises:
        InvalidCardError: The text or the index is no card's.
        TypeError: It is neither a card nor text nor an index.
    """

    __slots__ = ("_key0", "_key1", "_key2", "_key3", "_starter_key", "index", "rank", "suit", "value")

    index: int
    rank: int
    suit: Suit
    value: int
    # The index where the core's key holds it, as each of the hand's four cards and as the starter.
    _key0: int
    _key1: int
    _key2: int
    _key3: int
    _starter_key: int

    def __new__(cls, card: CardLike) -> Card:
        if isinstance(card, str):
            return _CARD_OF_TEXT.get(card) or _card_of_text(card)
        if isinstance(card, Card):
            return card
        return _card_of_index(card)

    def __init_subclass__(cls) -> Never:
        raise TypeError("there are 52 cards and no more: Card takes no subclass")

    def __index__(self) -> int:
        return self.index

    def __lt__(self, other: object) -> bool:
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self.index <= other.index if isinstance(other, Card) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self.index > other.index if isinstance(other, Card) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self.index >= other.index if isinstance(other, Card) else NotImplemented

    def __str__(self) -> str:
        return _RANKS[self.rank - 1] + self.suit.letter

    def __format__(self, spec: str) -> str:
        symbols = _RANKS[self.rank - 1] + self.suit.symbol
        return format_styled(
            spec, str(self), symbols, f"{_RANK_NAMES[self.rank - 1]} of {self.suit.name.title()}"
        )

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (str(self),)


CardLike: TypeAlias = Card | str | SupportsIndex
"""What `Card` takes: a card, its text or its index."""
CardsLike: TypeAlias = str | Iterable[CardLike]
"""What `Hand` takes: cards in one text, or an iterable of what `Card` takes."""


def _new_card(index: int) -> Card:
    card = object.__new__(Card)
    values = {
        "index": index,
        "rank": index // 4 + 1,
        "suit": _SUITS[index % 4],
        "value": min(index // 4 + 1, 10),
        "_key0": index,
        "_key1": index << 6,
        "_key2": index << 12,
        "_key3": index << 18,
        "_starter_key": index << 24,
    }
    for name, value in values.items():
        object.__setattr__(card, name, value)
    return card


DECK: Final[tuple[Card, ...]] = tuple(_new_card(index) for index in range(52))
"""The 52 cards in the order of their indexes, ace of clubs to king of spades."""

_RANK_TEXTS: Final = [*((rank, text) for rank, text in enumerate(_RANKS)), (9, "10")]
_CARD_OF_TEXT: Final = {
    text + suit: DECK[4 * rank + index]
    for rank, upper in _RANK_TEXTS
    for text in {upper, upper.lower()}
    for index, suits in enumerate(_SUIT_SPELLINGS)
    for suit in suits
}
_RANKS_READ: Final = {text[:-1] for text in _CARD_OF_TEXT}
_SUITS_READ: Final = {text[-1] for text in _CARD_OF_TEXT}
_SELECTORS: Final = (
    "\N{VARIATION SELECTOR-15}",
    "\N{VARIATION SELECTOR-16}",
)  # after a symbol: as text, as emoji


def _card_of_index(value: SupportsIndex) -> Card:
    try:
        index = integer(value)
    except TypeError:
        raise TypeError(
            f"a card is made from a card, an index or text, not {type(value).__name__}: {shown(value)}"
        ) from None
    if index < 0:
        raise InvalidCardError(f"card index {shown(index)} is below 0")
    if index >= len(DECK):
        raise InvalidCardError(f"card index {shown(index)} is above 51")
    return DECK[index]


def _card_of_text(text: str) -> Card:
    """The card in a text that is not one of the common forms."""
    body = text.strip()
    card, end = _card_at(body, 0)
    if card is None or end < len(body):
        raise InvalidCardError(f"{shown(text)} is not a card: {_why_no_card(body)}")
    return card


def _card_at(text: str, start: int) -> tuple[Card | None, int]:
    """The card whose text begins at `start`, if one does, and where its text ends."""
    for end in (start + 2, start + 3):
        card = _CARD_OF_TEXT.get(text[start:end])
        if card is not None:
            symbol = not text[end - 1].isascii()
            return card, end + (symbol and text[end : end + 1] in _SELECTORS)
    return None, start


def _why_no_card(body: str) -> str:
    card, end = _card_at(body, 0)
    rank, suit = body[:-1], body[-1:]
    if not body:
        return "it is empty"
    if card is not None:
        return f"{shown(body[end:])} follows the card {card}"
    if not rank:
        return "it needs a rank and a suit"
    if rank.rstrip() != rank and rank.rstrip() in _RANKS_READ and suit in _SUITS_READ:
        return "a blank stands between rank and suit"
    if rank not in _RANKS_READ:
        return f"rank {shown(rank)} is not one of {_RANK_RULE}"
    return f"suit {shown(suit)} is not one of {_SUIT_RULE}"


# ---------------------------------------------------------------- several cards

_EMPTY: Final = ".."  # an empty cell, in text


def _cells_of_text(text: str) -> list[Card | None]:
    """The cells in one text, between blanks, single commas or nothing."""
    body = " ".join(text.split())  # single blanks, so every step below is a short one
    cells: list[Card | None] = []
    position = 0
    while position < len(body):
        card, end = _card_at(body, position)
        if card is None and body.startswith(_EMPTY, position):
            end = position + len(_EMPTY)
        elif card is None:
            word = body[position:].replace(",", " ").split(" ", 1)[0]
            if not word:
                raise InvalidCardError(f"a comma stands between two cards, not so in {shown(text)}")
            raise InvalidCardError(f"{shown(word)} is not a card: {_why_no_card(word)}")
        cells.append(card)
        position = end + body.startswith(" ", end)
        if body.startswith(",", position):
            position += 1 + body.startswith(" ", position + 1)
            if position == len(body):
                raise InvalidCardError(f"no card follows the last comma of {shown(text)}")
    return cells


def _cell(value: CardLike | None) -> Card | None:
    return None if value is None or value == _EMPTY else Card(value)


def _cards_of_text(text: str) -> list[Card]:
    try:
        return list(map(_CARD_OF_TEXT.__getitem__, text.split()))
    except KeyError:  # in another form
        pass  # read below, where no refusal trails the KeyError
    cells = _cells_of_text(text)
    if None in cells:
        raise InvalidCardError(
            f"'{_EMPTY}' is not a card: it stands for an empty cell, which only a grid has"
        )
    return [cell for cell in cells if cell is not None]


def items_of(values: Iterable[Any], what: str) -> list[Any]:
    """The items of an iterable, but of an endless one no more than tell that there are too many."""
    try:
        iterator = iter(values)
    except TypeError:
        raise TypeError(f"{what}, not {type(values).__name__}: {shown(values)}") from None
    return list(islice(iterator, len(DECK) + 1))


def numbered(items: Sequence[object]) -> str:
    return str(len(items)) if len(items) <= len(DECK) else f"more than {len(DECK)}"


def counted(items: Sequence[CardLike | None]) -> str:
    """How many there are and which, for a message."""
    if not 0 < len(items) <= len(DECK):
        return numbered(items)
    most = 17
    return f"{len(items)}: {spaced(map(_cell, items[:most]))}{' ...' * (len(items) > most)}"


def spaced(cells: Iterable[Card | None], style: str = "") -> str:
    return " ".join(_EMPTY if cell is None else format(cell, style) for cell in cells)


def first_repeated(cells: Iterable[Card | None]) -> Card | None:
    """The first card that is there for the second time."""
    seen: set[Card] = set()
    for card in cells:
        if card in seen:
            return card
        if card is not None:
            seen.add(card)
    return None


def cards_of(cards: CardsLike) -> list[Card]:
    """The cards in one text or in an iterable, as many as there are."""
    if isinstance(cards, str):
        return _cards_of_text(cards)
    return [Card(card) for card in items_of(cards, "cards are given as text or one by one")]


@overload
def face_of(card: Card) -> tuple[str, str]: ...
@overload
def face_of(card: Card | None) -> tuple[str, str] | None: ...
def face_of(card: Card | None) -> tuple[str, str] | None:
    """A card as a notebook shows it: its symbols and its name."""
    return None if card is None else (f"{card:u}", f"{card:n}")


class Hand(Immutable, Sequence[Card]):
    r"""Four different cards, without the starter: an immutable sequence in the order given.

    Two hands are equal when they hold the same cards, in whatever order.

    >>> hand = Hand("5H 5C 5S JD")
    >>> hand
    Hand('5H 5C 5S JD')
    >>> hand == Hand("jd,5s,5h,5c") == Hand([16, 18, 19, 41])
    True
    >>> bytes(hand)
    b'\x12\x10\x13)'
    >>> Hand("5H 5C 5S")
    Traceback (most recent call last):
    ...
    cribscore.cards.InvalidHandError: a hand holds 4 cards, got 3: 5H 5C 5S
    >>> Hand("5H 5C 5S 5H")
    Traceback (most recent call last):
    ...
    cribscore.cards.InvalidHandError: 5H appears twice

    Args:
        cards: One text, in which blanks, single commas, both or nothing stand between the cards; or an
            iterable of four things that `Card` takes.

    Raises:
        InvalidHandError: There are not four cards, or two of them are the same.
        InvalidCardError: One of them is no card.
        TypeError: It is neither text nor an iterable of cards.
    """

    __slots__ = ("_cards", "_hand_key")

    _cards: tuple[Card, Card, Card, Card]
    _hand_key: int  # the cards as the core's key holds them

    def __new__(cls, cards: CardsLike) -> Hand:
        kind = type(cards)
        four: Any = cards
        if kind is not list and kind is not tuple:
            if kind is Hand:  # not isinstance, which is slow to say no for a Sequence
                return cast(Hand, cards)
            if isinstance(cards, str):
                four = _cards_of_text(cards)
            else:
                four = items_of(cards, "a hand is made from text or from four cards")
        try:
            a, b, c, d = four
            key = a._key0 | b._key1 | c._key2 | d._key3
        except (ValueError, AttributeError):  # not four of them, or not all of them are cards yet
            pass  # said below, where no refusal trails what was caught here
        else:
            if a is b or a is c or a is d or b is c or b is d or c is d:
                raise InvalidHandError(f"{first_repeated((a, b, c, d))} appears twice")
            hand = _new(cls)
            _set_hand_cards(hand, (a, b, c, d))
            _set_hand_key(hand, key)
            return hand
        if len(four) != 4:
            hint = " (the starter is an argument of its own)" if len(four) == 5 else ""
            raise InvalidHandError(f"a hand holds 4 cards, got {counted(four)}{hint}")
        return cls([Card(card) for card in four])

    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Card: ...
    @overload
    def __getitem__(self, index: slice, /) -> tuple[Card, ...]: ...
    def __getitem__(self, index: SupportsIndex | slice, /) -> Card | tuple[Card, ...]:
        return self._cards[index]

    def __len__(self) -> int:
        return 4

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards)

    def __contains__(self, card: object) -> bool:
        return card in self._cards

    def index(self, value: Any, start: int = 0, stop: int = 4) -> int:
        """Return the place of a card, 0 to 3.

        Raises:
            ValueError: It is not in the hand, or no `Card`.
        """
        try:
            return self._cards.index(value, start, stop)
        except ValueError:
            raise ValueError(f"{shown(value)} is not a card of the hand {self}") from None

    def __eq__(self, other: object) -> bool:
        return set(self._cards) == set(other._cards) if isinstance(other, Hand) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(sorted(card.index for card in self._cards)))

    def __bytes__(self) -> bytes:
        return bytes([card.index for card in self._cards])

    def __str__(self) -> str:
        return spaced(self._cards)

    def __format__(self, spec: str) -> str:
        names = ", ".join(f"{card:n}" for card in self._cards)
        return format_styled(spec, str(self), spaced(self._cards, "u"), names)

    def __repr__(self) -> str:
        return f"Hand('{self}')"

    def _repr_html_(self) -> str:
        from . import _html  # only a notebook needs it

        return _html.hand(map(face_of, self._cards))

    def __reduce__(self) -> tuple[type[Hand], tuple[str]]:
        return type(self), (str(self),)


_new = object.__new__
_set_hand_cards = Hand.__dict__["_cards"].__set__
_set_hand_key = Hand.__dict__["_hand_key"].__set__


# ---------------------------------------------------------------- the grid


class Grid(Immutable):
    """A Cribbage Squares grid: four rows of four cells, each a card or empty, all cards different.

    >>> grid = Grid("5C 5D 5S JH / 4C 4D 6S 6H / 6C .. 4S 4H / TC TD TS TH")
    >>> grid[0, 3]
    Card('JH')
    >>> grid = grid.replace(2, 1, "6D")
    >>> grid.full
    True
    >>> grid.columns[1]
    (Card('5D'), Card('4D'), Card('6D'), Card('TD'))
    >>> print(grid)
    5C 5D 5S JH
    4C 4D 6S 6H
    6C 6D 4S 4H
    TC TD TS TH
    >>> grid.replace(2, 1, "JH")
    Traceback (most recent call last):
    ...
    cribscore.cards.InvalidGridError: JH appears twice

    Two grids are equal when they hold the same cards in the same cells.

    Args:
        cells: Sixteen items row by row, or four rows (each text, or an iterable of four items), or one text
            of four lines (a `/` ends a line too) or of sixteen items in one. An item is what `Card` takes, or
            None or '..' for an empty cell.

    Raises:
        InvalidGridError: There are not four rows of four, or a card is there twice.
        InvalidCardError: An item is no card.
        TypeError: It is neither text nor an iterable of such items.
    """

    __slots__ = ("_bytes", "_cells")

    _cells: tuple[Card | None, ...]
    _bytes: bytes  # the cells as the core reads them

    def __new__(cls, cells: GridLike) -> Grid:
        if isinstance(cells, Grid):
            return cells
        if isinstance(cells, str):
            lines = [line for line in cells.replace("/", "\n").splitlines() if line.strip()]
            items: list[Any] = [*_cells_of_text(lines[0])] if len(lines) == 1 else lines
            if len(items) != (16 if len(lines) == 1 else 4):
                got = f"{counted(items)} in one" if len(lines) == 1 else f"{len(lines)} lines"
                raise InvalidGridError(f"a grid is 4 lines of 4 cards, or 16 in one line; got {got}")
        else:
            items = items_of(cells, "a grid is made from text, 4 rows or 16 cells")
        if len(items) == 4:
            items = [cell for row in items for cell in _row(row)]
        if len(items) != 16:
            raise InvalidGridError(f"a grid is 4 rows or 16 cells, got {numbered(items)} of them")
        return cls._of(tuple([_cell(item) for item in items]))

    @classmethod
    def _of(cls, cells: tuple[Card | None, ...]) -> Grid:
        repeated = first_repeated(cells)
        if repeated is not None:
            raise InvalidGridError(f"{repeated} appears twice")
        grid = object.__new__(cls)
        object.__setattr__(grid, "_cells", cells)
        object.__setattr__(grid, "_bytes", bytes([255 if cell is None else cell.index for cell in cells]))
        return grid

    def __getitem__(self, place: tuple[SupportsIndex, SupportsIndex]) -> Card | None:
        try:
            row, column = place
        except (TypeError, ValueError):
            raise TypeError(f"a cell is grid[row, column], not grid[{shown(place)}]") from None
        return self._cells[cell_place(row, column)]

    def replace(self, row: SupportsIndex, column: SupportsIndex, card: CardLike | None) -> Grid:
        """Return a grid like this one but for one cell.

        >>> str(Grid([None] * 16).replace(0, 1, "5H")).splitlines()[0]
        '.. 5H .. ..'

        Args:
            row: 0 (top) to 3.
            column: 0 (left) to 3.
            card: What `Card` takes; None or '..' to leave the cell empty.

        Returns:
            The new grid; this one stays as it is.

        Raises:
            InvalidGridError: The card stands in another cell.
            InvalidCardError: `card` is no card.
            IndexError: There is no such cell.
            TypeError: An argument is of another kind.
        """
        cells = list(self._cells)
        cells[cell_place(row, column)] = _cell(card)
        return self._of(tuple(cells))

    @property
    def rows(self) -> tuple[tuple[Card | None, ...], ...]:
        """The four rows, top to bottom."""
        return tuple(self._cells[start : start + 4] for start in range(0, 16, 4))

    @property
    def columns(self) -> tuple[tuple[Card | None, ...], ...]:
        """The four columns, left to right."""
        return tuple(self._cells[start::4] for start in range(4))

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the grid, row by row."""
        return tuple(cell for cell in self._cells if cell is not None)

    @property
    def full(self) -> bool:
        """Whether no cell is empty."""
        return None not in self._cells

    def transposed(self) -> Grid:
        """Return the grid whose rows are this grid's columns.

        >>> Grid("AC 2C 3C 4C / 5C .. .. .. / .. .. .. .. / .. .. .. KS").transposed().rows[0]
        (Card('AC'), Card('5C'), None, None)
        """
        return self._of(tuple(cell for column in self.columns for cell in column))

    def __len__(self) -> int:
        return 16

    def __iter__(self) -> Iterator[Card | None]:
        return iter(self._cells)

    def __contains__(self, card: object) -> bool:
        return card in self._cells

    def __eq__(self, other: object) -> bool:
        return self._cells == other._cells if isinstance(other, Grid) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._bytes)

    def __bytes__(self) -> bytes:
        return self._bytes

    def __str__(self) -> str:
        return "\n".join(spaced(row) for row in self.rows)

    def __format__(self, spec: str) -> str:
        return format_styled(spec, str(self), "\n".join(spaced(row, "u") for row in self.rows), None)

    def __repr__(self) -> str:
        return f"Grid('{str(self).replace(chr(10), ' / ')}')"

    def _repr_html_(self) -> str:
        from . import _html  # only a notebook needs it

        return _html.grid(map(face_of, row) for row in self.rows)

    def __reduce__(self) -> tuple[type[Grid], tuple[str]]:
        return type(self), (str(self),)


GridLike: TypeAlias = Grid | str | Iterable[CardLike | None] | Iterable[str | Iterable[CardLike | None]]
"""What `Grid` takes: a grid, four lines of text, four rows or sixteen cells."""


def _row(row: str | Iterable[CardLike | None]) -> list[Card | None]:
    """The four cells of one row."""
    items: list[Any] = (
        _cells_of_text(row)
        if isinstance(row, str)
        else items_of(row, "a row is made from text or four cells")
    )
    if len(items) != 4:
        raise InvalidGridError(f"a row holds 4 cards, got {counted(items)}")
    return [_cell(item) for item in items]


def cell_place(row: SupportsIndex, column: SupportsIndex) -> int:
    """The cell's place among the sixteen."""
    places = []
    for name, value in (("row", row), ("column", column)):
        try:
            place = integer(value)
        except TypeError:
            raise TypeError(f"{name} {shown(value)} is not a number from 0 to 3") from None
        if not 0 <= place <= 3:
            raise IndexError(f"{name} {shown(place)} is not 0 to 3")
        places.append(place)
    return 4 * places[0] + places[1]


# ---------------------------------------------------------------- boards in files

_MOST_BYTES: Final = 64 * 1024  # of a board's file: five lines and many comments


def read_board(path_or_file: str | os.PathLike[str] | IO[str] | IO[bytes]) -> tuple[Grid, Card | None]:
    r"""Read a grid, and its starter if there is one, from a file.

    The file is UTF-8 text: four lines of four cells, each a card or '..', then a line with the starter
    ('..' or no such line when it is not yet turned). `#` starts a comment; empty lines do not count.

    >>> import io
    >>> grid, starter = read_board(io.StringIO(
    ...     "5C 5D 5S JH\n4C 4D 6S 6H\n6C 6D 4S 4H  # a comment\nTC TD TS TH\n5H\n"))
    >>> grid.full, starter
    (True, Card('5H'))
    >>> read_board(io.StringIO("5C 5D 5S JH\n4C 4D 6S\n"))
    Traceback (most recent call last):
    ...
    cribscore.cards.InvalidGridError: <board>, line 2: a row holds 4 cards, got 3: 4C 4D 6S

    Args:
        path_or_file: A path, or a file open for reading text or bytes.

    Returns:
        The grid, and the starter or None.

    Raises:
        InvalidGridError: The file holds no board; the message names the file and the line.
        OSError: The file cannot be read.
        TypeError: It is neither a path nor a file.
    """
    name, text = _board_text(path_or_file)
    lines: list[list[Card | None]] = []
    line_of: dict[Card, int] = {}
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        content = line.partition("#")[0].strip()
        if not content:
            continue
        try:
            cells = _row(content) if len(lines) < 4 else [_cell(content)]
            if len(lines) == 5:
                raise InvalidGridError("a board ends with its starter, and this line follows it")
            for card in cells:
                if card is not None and line_of.setdefault(card, number) != number:
                    raise InvalidGridError(f"{card} appears twice (first in line {line_of[card]})")
            repeated = first_repeated(cells)
            if repeated is not None:
                raise InvalidGridError(f"{repeated} appears twice")
        except ValueError as error:
            raise InvalidGridError(f"{name}, line {number}: {error}") from None
        lines.append(cells)
    if len(lines) < 4:
        raise InvalidGridError(f"{name}: a board has 4 rows, got {len(lines)}")
    return Grid(lines[:4]), lines[4][0] if len(lines) == 5 else None


def _board_text(source: str | os.PathLike[str] | IO[str] | IO[bytes]) -> tuple[str, str]:
    """The name and the text of a board's file."""
    opened: Any = nullcontext(source) if hasattr(source, "read") else open(os.fspath(source), "rb")
    with opened as file:
        name = getattr(file, "name", None)
        name = printable(os.fsdecode(name)) if isinstance(name, (str, bytes)) else "<board>"
        try:
            data = _read(file)
        except UnicodeDecodeError as error:  # of a file that was opened as text
            raise InvalidGridError(f"{name}: it is not {error.encoding.upper()} text") from None
    if len(data) > _MOST_BYTES:
        raise InvalidGridError(
            f"{name}: a board is five lines, and this is longer than {_MOST_BYTES // 1024} KiB"
        )
    if isinstance(data, str):
        return name, data.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    try:
        return name, data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        bad, line = data[error.start], data.count(b"\n", 0, error.start) + 1
        raise InvalidGridError(f"{name}, line {line}: byte 0x{bad:02x} is not UTF-8 text") from None


def _read(file: IO[str] | IO[bytes]) -> str | bytes:
    """All of a file, but no more than tells that it is too long."""
    parts: list[Any] = []
    left = _MOST_BYTES + 1
    while left > 0:
        part = file.read(left)
        if not isinstance(part, (str, bytes)):
            raise TypeError(f"a board is read as text or bytes, and {shown(file)} gave {type(part).__name__}")
        parts.append(part)
        left = left - len(part) if part else 0
    data: str | bytes = parts[0][:0].join(parts)
    return data


# ---------------------------------------------------------------- deals

_WORD: Final = 2**64


def deal(seed: int, n: int = 17) -> tuple[Card, ...]:
    """Deal the first cards of the deck that a seed shuffles, the same everywhere and for ever.

    >>> " ".join(str(card) for card in deal(1, 5))
    'QD 9S JH 8S 4D'
    >>> deal(1, 5) == deal(1)[:5]
    True

    The numbers are those of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
    generators", OOPSLA 2014) started at `seed`. For i = 0, 1, ... the next number below the largest multiple
    of 52 - i gives, by its remainder r, the card that place i changes with: the one in place i + r of a deck
    that began in the order of `DECK`. 2**64 seeds cannot deal all 52! decks.

    Args:
        seed: 0 to 2**64 - 1.
        n: How many cards, 0 to 52; 17 are a grid and a starter.

    Returns:
        `n` different cards, in the order dealt.

    Raises:
        ValueError: `seed` or `n` is outside its range.
        TypeError: One of them is no whole number.
    """
    state = whole("seed", seed, _WORD - 1)
    deck = list(DECK)
    for place in range(whole("n", n, len(DECK))):
        choices = len(DECK) - place
        draw = _WORD
        while draw >= _WORD - _WORD % choices:
            state = (state + 0x9E3779B97F4A7C15) % _WORD
            draw = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % _WORD
            draw = (draw ^ draw >> 27) * 0x94D049BB133111EB % _WORD
            draw ^= draw >> 31
        other = place + draw % choices
        deck[place], deck[other] = deck[other], deck[place]
    return tuple(deck[:n])


def whole(name: str, value: int, most: int, least: int = 0) -> int:
    try:
        number = integer(value)
    except TypeError:
        raise TypeError(f"{name} {shown(value)} is not a whole number") from None
    if not least <= number <= most:
        raise ValueError(f"{name} {shown(number)} is not {least} to {most}")
    return number
