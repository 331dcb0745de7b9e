"""Suits, cards and hands: what they are made from, their order, and what is not one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import total_ordering
from types import EllipsisType
from typing import TYPE_CHECKING, Any, Final, Never, SupportsIndex, TypeAlias, cast, overload

from . import _wire
from ._messages import integer, items_of, numbered, shown, whole
from ._notation import (
    EMPTY,
    EMPTY_TEXTS,
    INDEX_OF_TEXT,
    RANK_NAMES,
    RANK_OF_TEXT,
    RANK_RULE,
    RANKS,
    SUIT_LETTERS,
    SUIT_NAMES,
    SUIT_OF_TEXT,
    SUIT_RULE,
    SUIT_SYMBOLS,
    TEN,
    cells_of_text,
    index_of_text,
    quoted,
)
from ._values import Immutable, format_styled, set_once
from .errors import CribscoreError, InvalidCardError, InvalidHandError

__all__ = ["DECK", "Card", "CardLike", "CardsLike", "Hand", "Suit"]

JACK: Final = 11
CARD_WIDTH: Final = 80
"""How wide a card of a picture is, in pixels, unless a program says otherwise."""

# ---------------------------------------------------------------- one card


@total_ordering
class Suit(Enum):
    """One of the four suits, in the order of the card indexes.

    >>> Suit.HEARTS.letter, Suit.HEARTS.symbol, Suit.HEARTS.index
    ('H', '♥', 2)
    >>> Suit("S"), Suit("♥")
    (<Suit.SPADES: 'S'>, <Suit.HEARTS: 'H'>)
    >>> Suit.CLUBS < Suit.HEARTS
    True
    >>> Suit("X")
    Traceback (most recent call last):
    ...
    cribscore.CribscoreError: 'X' is not a suit: it is not one of C D H S

    Args:
        value: A suit, or its text: one of `C D H S` in either case, or of `♣♦♥♠♧♢♡♤❤`.

    Attributes:
        index: 0 to 3. Suits are ordered by it.
        letter: "C", "D", "H" or "S".
        symbol: "♣", "♦", "♥" or "♠".

    Raises:
        CribscoreError: The value is not a suit.
    """

    __module__ = "cribscore"

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    index: int
    letter: str
    symbol: str

    @classmethod
    def _missing_(cls, value: object) -> Suit:
        place = SUIT_OF_TEXT.get(value) if isinstance(value, str) else None
        if place is None:
            what = quoted(value) if isinstance(value, str) else shown(value)
            raise CribscoreError(f"{what} is not a suit: it is not one of {SUIT_RULE}")
        return _SUITS[place]

    def __init__(self, letter: str) -> None:
        self.letter = letter
        self.index = SUIT_LETTERS.index(letter)
        self.symbol = SUIT_SYMBOLS[self.index]

    def __lt__(self, other: object) -> bool:
        return self.index < other.index if isinstance(other, Suit) else NotImplemented


_SUITS: Final = tuple(Suit)


class Card(Immutable):
    """One of the 52 cards; each exists once, so `is` and `==` agree.

    >>> Card("JH"), Card("10s"), Card("5♦"), Card("Jack of Hearts")
    (Card('JH'), Card('TS'), Card('5D'), Card('JH'))
    >>> Card(0), Card(5, "H"), Card("J", Suit.HEARTS)
    (Card('AC'), Card('5H'), Card('JH'))
    >>> card = Card("JH")
    >>> card.rank, card.value, card.suit, card.index, card.name
    (11, 10, <Suit.HEARTS: 'H'>, 42, 'Jack of Hearts')
    >>> f"{card} {card:u} {card:n}"
    'JH J♥ Jack of Hearts'
    >>> Card("5X")
    Traceback (most recent call last):
    ...
    cribscore.InvalidCardError: '5X' is not a card: suit 'X' is not one of C D H S

    Args:
        card: A card; its index (4 * (rank - 1) + suit, 0 to 51; anything with `__index__` except a bool); or
            its text. A text is a rank (`A 2-9 T 10 0 J Q K`) and a suit (`C D H S`, or one of `♣♦♥♠♧♢♡♤❤`),
            or a name such as `Jack of Hearts`, `10 of hearts` or `jack_of_hearts`. Letters are read in
            either case; blanks at either end are ignored. With `suit`, the rank alone: 1 (ace) to 13
            (king), or its text.
        suit: A `Suit` or what `Suit` takes.

    Attributes:
        rank: 1 (ace) to 13 (king).
        suit: The `Suit`.
        value: What the card counts towards fifteen: 1 to 10.
        index: 0 (ace of clubs) to 51 (king of spades). Cards are ordered by it.
        name: Such as "Jack of Hearts".

    Raises:
        InvalidCardError: The text, the index, the rank or the suit is not one that a card has.
        TypeError: An argument is of another type.
    """

    __module__ = "cribscore"
    __slots__ = (
        *("_bit", "_key0", "_key1", "_key2", "_key3", "_starter_key", "_text"),
        *("index", "rank", "suit", "value"),
    )

    # The index where a key holds it, as each of the four cards of a hand and as the starter.
    _key0: int
    _key1: int
    _key2: int
    _key3: int
    _starter_key: int
    _bit: int  # the bit of the card in a set of cards
    _text: str

    if TYPE_CHECKING:  # slots, which a type checker would let a program assign

        @property
        def index(self) -> int: ...
        @property
        def rank(self) -> int: ...
        @property
        def suit(self) -> Suit: ...
        @property
        def value(self) -> int: ...

    @overload
    def __new__(cls, card: CardLike, /) -> Card: ...
    @overload
    def __new__(cls, rank: SupportsIndex | str, suit: Suit | str, /) -> Card: ...
    def __new__(cls, card: CardLike, suit: Suit | str | EllipsisType = ..., /) -> Card:
        if suit is not ...:
            return DECK[4 * (_rank(card) - 1) + _suit(suit).index]
        if isinstance(card, str):
            return CARD_OF_TEXT.get(card) or DECK[index_of_text(card)]
        if isinstance(card, Card):
            return card
        return _card_of_index(card)

    def __init_subclass__(cls) -> Never:
        raise TypeError("there are only 52 cards: Card cannot be subclassed")

    @property
    def name(self) -> str:
        """The name, such as "Jack of Hearts"."""
        return f"{RANK_NAMES[self.rank - 1]} of {SUIT_NAMES[self.suit.index]}"

    @property
    def face(self) -> tuple[str, str]:
        """What a picture of the card shows, and the card's name: ("J♥", "Jack of Hearts")."""
        return f"{self:u}", self.name

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
        return self._text

    def __format__(self, spec: str) -> str:
        rank = TEN if self.rank == 10 else RANKS[self.rank - 1]
        return format_styled(spec, str(self), rank + self.suit.symbol, self.name)

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def to_html(self) -> str:
        """Return the card as HTML, as a notebook shows it."""
        from . import _html  # only a notebook needs it

        return _html.cards([self.face])

    _repr_html_ = to_html

    def to_svg(self, *, card_width: int = CARD_WIDTH) -> str:
        """Return a picture of the card: the text of an SVG file.

        >>> Card("JH").to_svg()[:40]
        '<svg xmlns="http://www.w3.org/2000/svg" '

        Args:
            card_width: How wide the card is, in pixels: 1 to 10000. The picture can be scaled to any size.

        Raises:
            CribscoreError: `card_width` is outside its range.
            TypeError: `card_width` is not a whole number.
        """
        from . import _svg  # only a picture needs it

        return _svg.card(self.face, pixels(card_width))

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (str(self),)


CardLike: TypeAlias = Card | str | SupportsIndex
"""What `Card` takes: a card, its text or its index."""
CardsLike: TypeAlias = str | Iterable[CardLike]
"""What `Hand` takes: cards in one text, or an iterable of what `Card` takes."""


def _new_card(index: int) -> Card:
    card = object.__new__(Card)
    set_once(
        card,
        index=index,
        rank=index // 4 + 1,
        suit=_SUITS[index % 4],
        value=min(index // 4 + 1, 10),
        _key0=index,
        _key1=index << _wire.FIELD_BITS,
        _key2=index << 2 * _wire.FIELD_BITS,
        _key3=index << 3 * _wire.FIELD_BITS,
        _starter_key=index << _wire.STARTER_SHIFT,
        _bit=1 << index,
        _text=RANKS[index // 4] + SUIT_LETTERS[index % 4],
    )
    return card


DECK: Final[tuple[Card, ...]] = tuple(map(_new_card, range(_wire.DECK_SIZE)))
"""The 52 cards in the order of their indexes, ace of clubs to king of spades."""

CARD_OF_TEXT: Final = {text: DECK[index] for text, index in INDEX_OF_TEXT.items()}


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
        raise InvalidCardError(f"card index {shown(index)} is above {len(DECK) - 1}")
    return DECK[index]


def _rank(rank: CardLike) -> int:
    if isinstance(rank, str):
        number = RANK_OF_TEXT.get(rank)
        if number is None:
            raise InvalidCardError(f"rank {quoted(rank)} is not one of {RANK_RULE}")
        return number
    try:
        if isinstance(rank, Card):  # its index would pass for a rank
            raise TypeError
        number = integer(rank)
    except TypeError:
        raise TypeError(f"a rank is a number or text, not {type(rank).__name__}: {shown(rank)}") from None
    if not 1 <= number <= len(RANKS):
        raise InvalidCardError(f"rank {shown(number)} is not 1 (ace) to 13 (king)")
    return number


def _suit(suit: Suit | str) -> Suit:
    if not isinstance(suit, (Suit, str)):
        raise TypeError(f"a suit is a Suit or text, not {type(suit).__name__}: {shown(suit)}")
    try:
        return suit if isinstance(suit, Suit) else Suit(suit)
    except CribscoreError as error:
        raise InvalidCardError(str(error)) from None


# ---------------------------------------------------------------- several cards


def cards_of(cards: CardsLike, *, starter_sign: bool = False) -> list[Card]:
    """Return the cards in one text or in an iterable, however many there are.

    Args:
        cards: The text or the iterable.
        starter_sign: Whether `|`, `+` or `:` may stand before the last card of a text.
    """
    if not isinstance(cards, str):
        return [Card(card) for card in items_of(cards, "cards are given as text or one by one")]
    return _cards_of_text(cards, starter_sign)[0]


def hand_and_starter(cards: CardsLike, starter: CardLike | None) -> tuple[Hand, Card | None]:
    """Return the hand and the starter of a call; a sign and the starter may end the text of the hand."""
    if isinstance(cards, str):
        four, marked = _cards_of_text(cards, True)
        if marked and starter is not None:
            raise InvalidHandError(f"two starters are given: {four[-1]} in the text of the hand, and another")
        if marked:
            return Hand(four[:-1]), four[-1]
        cards = four
    return Hand(cards), None if starter is None else Card(starter)


def key_of(hand: Any, starter: Any) -> int | None:
    """Return the key of a hand and its starter, both cards or common texts of cards, as quickly as can be.

    A card may be in it twice; then the core finds it invalid. None if the two are of another form, or not a
    hand and a starter.
    """
    kind, text = type(hand), CARD_OF_TEXT
    key: int
    try:
        if kind is list or kind is tuple or kind is str:
            a, b, c, d = hand.split() if kind is str else hand
            if type(a) is str:
                key = text[a]._key0 | text[b]._key1 | text[c]._key2 | text[d]._key3
            else:
                key = a._key0 | b._key1 | c._key2 | d._key3
        else:
            key = hand._hand_key
        if starter is None:
            key |= _wire.NO_STARTER
        else:
            key |= (text[starter] if type(starter) is str else starter)._starter_key
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
    return key


def loose_key(cards: Sequence[Card], starter: Card | None) -> int:
    """Return the key of up to four cards and a starter."""
    key = _wire.NO_STARTER if starter is None else starter._starter_key
    if len(cards) == 4:
        a, b, c, d = cards
        return key | a._key0 | b._key1 | c._key2 | d._key3
    for place in range(4):
        key |= (cards[place].index if place < len(cards) else _wire.NO_FIELD) << _wire.FIELD_BITS * place
    return key


def _cards_of_text(text: str, starter_sign: bool, /) -> tuple[list[Card], bool]:
    """Return the cards in a text, and whether the sign of a starter stands before the last of them."""
    try:
        return list(map(CARD_OF_TEXT.__getitem__, text.split())), False
    except KeyError:  # in another form
        pass  # read below, so that the KeyError does not trail an error
    cells, marked = cells_of_text(text, starter_sign=starter_sign)
    return [DECK[index] for index in cells if index is not None], marked


def cell_of(value: CardLike | None) -> Card | None:
    """Return the card in a cell, or None for an empty cell."""
    if value is None or (isinstance(value, str) and value.strip() in EMPTY_TEXTS):
        return None
    return Card(value)


def indexes_of(cells: Iterable[Card | None]) -> bytes:
    """Return cells as the cores read them."""
    return bytes([_wire.NO_CARD if cell is None else cell.index for cell in cells])


def text_of(cell: Card | None) -> str | None:
    """Return a cell as JSON has it: the text of a card, or None."""
    return None if cell is None else str(cell)


def spaced(cells: Iterable[Card | None], style: str = "") -> str:
    """Write cells with a blank between them."""
    if not style:
        return " ".join([EMPTY if cell is None else cell._text for cell in cells])
    return " ".join([EMPTY if cell is None else format(cell, style) for cell in cells])


def counted(items: Sequence[CardLike | None]) -> str:
    """Say how many cards there are and which, for a message."""
    if not 0 < len(items) <= len(DECK):
        return numbered(items)
    most = 17
    return f"{len(items)}: {spaced(map(cell_of, items[:most]))}{' ...' * (len(items) > most)}"


def heels_of(starter: Card | None) -> int:
    """Return his heels: 2 points for a jack turned as starter."""
    return 2 if starter is not None and starter.rank == JACK else 0


def pixels(card_width: int) -> int:
    """Return how wide a card of a picture is to be."""
    return whole("card_width", card_width, 10_000, 1)


def first_repeated(cells: Iterable[Card | None]) -> Card | None:
    """Return the first card that appears for the second time, or None."""
    seen: set[Card] = set()
    for card in cells:
        if card in seen:
            return card
        if card is not None:
            seen.add(card)
    return None


def dead_cards(dead: CardsLike) -> tuple[Card, ...]:
    """Return cards that cannot be the starter, of which there may be none."""
    cards = () if isinstance(dead, str) and not dead.strip() else tuple(cards_of(dead))
    if (twice := first_repeated(cards)) is not None:
        raise InvalidHandError(f"{twice} appears twice")
    return cards


def _too_many(cards: Sequence[CardLike]) -> str:
    """Say that a hand does not hold the starter, the last of the cards."""
    got = counted(cards) if len(cards) == 5 else f"{counted(cards[:-1])}, and a starter"
    return f"a hand holds 4 cards, got {got} (the starter is an argument of its own)"


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
    cribscore.InvalidHandError: a hand holds 4 cards, got 3: 5H 5C 5S
    >>> Hand("5H 5C 5S 5H")
    Traceback (most recent call last):
    ...
    cribscore.InvalidHandError: 5H appears twice

    Args:
        cards: One text, in which blanks, single commas, both or nothing stand between the cards; or an
            iterable of four things that `Card` takes.

    Raises:
        InvalidHandError: There are fewer or more than four cards, or a card appears twice.
        InvalidCardError: An item is not a card.
        TypeError: `cards` is neither a text nor an iterable, or an item has another type.
    """

    __module__ = "cribscore"
    __slots__ = ("_cards", "_hand_key")

    _cards: tuple[Card, Card, Card, Card]
    _hand_key: int  # the cards as the core's key holds them

    def __new__(cls, cards: CardsLike) -> Hand:
        kind = type(cards)
        four: Any = cards
        if kind is not list and kind is not tuple:
            if kind is Hand:  # isinstance is slow for a Sequence
                return cast(Hand, cards)
            if isinstance(cards, str):
                four, marked = _cards_of_text(cards, True)
                if marked:
                    raise InvalidHandError(_too_many(four))
            else:
                four = items_of(cards, "a hand is made from text or from four cards")
        try:
            a, b, c, d = four
            key = a._key0 | b._key1 | c._key2 | d._key3
        except (ValueError, AttributeError):  # not four of them, or not all of them are cards yet
            pass  # the error is raised below, so that what was caught here does not trail it
        else:
            if a is b or a is c or a is d or b is c or b is d or c is d:
                raise InvalidHandError(f"{first_repeated((a, b, c, d))} appears twice")
            hand = _new(cls)
            _set_hand_cards(hand, (a, b, c, d))
            _set_hand_key(hand, key)
            return hand
        if len(four) == 5:
            raise InvalidHandError(_too_many(four))
        if len(four) != 4:
            raise InvalidHandError(f"a hand holds 4 cards, got {counted(four)}")
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
        return isinstance(card, Card) and card in self._cards

    def index(self, value: Any, start: int = 0, stop: int = 4) -> int:
        """Return the place of a card, 0 to 3.

        Raises:
            CribscoreError: It is not a `Card`, or not in the hand.
        """
        if isinstance(value, Card) and value in self._cards[start:stop]:
            return self._cards.index(value, start, stop)
        raise CribscoreError(f"{shown(value)} is not a card of the hand {self}")

    def count(self, value: Any) -> int:
        """Return 1 if a card is in the hand, else 0."""
        return int(value in self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return self._hand_key == other._hand_key or _set_of(self) == _set_of(other)

    def __hash__(self) -> int:
        return hash(_set_of(self))

    def __bytes__(self) -> bytes:
        return bytes([card.index for card in self._cards])

    def __str__(self) -> str:
        a, b, c, d = self._cards
        return f"{a._text} {b._text} {c._text} {d._text}"

    def __format__(self, spec: str) -> str:
        names = ", ".join(f"{card:n}" for card in self._cards)
        return format_styled(spec, str(self), spaced(self._cards, "u"), names)

    def __repr__(self) -> str:
        return f"Hand('{self}')"

    def to_html(self) -> str:
        """Return the hand as HTML, as a notebook shows it."""
        from . import _html  # only a notebook needs it

        return _html.cards([card.face for card in self._cards])

    _repr_html_ = to_html

    def to_svg(self, starter: CardLike | None = None, *, card_width: int = CARD_WIDTH) -> str:
        """Return a picture of the hand, with the starter beside it: the text of an SVG file.

        >>> picture = Hand("5H 5C 5S JD").to_svg("5D")
        >>> picture.partition("<desc>")[2].partition("</desc>")[0]
        'Five of Hearts, Five of Clubs, Five of Spades, Jack of Diamonds. Starter: Five of Diamonds.'

        Args:
            starter: What `Card` takes; None while it is not turned.
            card_width: How wide a card is, in pixels: 1 to 10000. The picture can be scaled to any size.

        Raises:
            InvalidHandError: The starter is in the hand.
            InvalidCardError: The starter is not a card.
            CribscoreError: `card_width` is outside its range.
            TypeError: An argument is of another type.
        """
        from . import _svg  # only a picture needs it

        starter = None if starter is None else Card(starter)
        if starter in self._cards:
            raise InvalidHandError(f"{starter} appears twice")
        return _svg.hand(
            [card.face for card in self._cards],
            None if starter is None else starter.face,
            pixels(card_width),
        )

    def __reduce__(self) -> tuple[type[Hand], tuple[str]]:
        return type(self), (str(self),)


def _set_of(hand: Hand) -> int:
    a, b, c, d = hand._cards
    return a._bit | b._bit | c._bit | d._bit


_new = object.__new__
_set_hand_cards = Hand.__dict__["_cards"].__set__
_set_hand_key = Hand.__dict__["_hand_key"].__set__
