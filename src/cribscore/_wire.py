"""Cards, hands and scores as the cores read and write them; csrc/cribscore.h says the same for C.

A card is one byte, its index: 4 * (rank - 1) + suit, 0 to 51. `NO_CARD` is a place without a card.

A hand is a key: from bit 0 up, five fields of six bits (the four cards and the starter; `NO_FIELD` is a place
without a card), then one bit for a crib.

The score of a hand is a packed number below `PACKED`: from bit 0 up, half the points for fifteens (4 bits),
half the points for pairs (3 bits), the points for runs (4 bits), the flush (2 bits: 0, 1 or 2 for 0, 4 or 5
points) and nobs (1 bit). `INVALID` takes its place where the cards are not valid.

In the play a pile is an int: four bits for the rank of each card, the last card in the lowest. A set of cards
is an int: bit i for the card with index i. The points of a card are a packed number below `PEG_PACKED`: from
bit 0 up, fifteen (1 bit), thirty-one (1 bit), the place of the points in `PEG_PAIRS` (2 bits), the points for
a run (3 bits) and `PEG_LAST` (1 bit).

A policy is bytes: for each of the `SETS` of six ranks, in their order, the number of a throw, first for the
dealer, then for the pone.

A position of Cribbage Squares is `POSITION` bytes: sixteen cells, five places for each of two piles (the top
card last, then `NO_CARD`) and the card that is face up; then adjacency, the number of reserves, whether there
is a waste, and the points that win.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

DECK_SIZE: Final = 52  # an index below this is a card
NO_CARD: Final = 255
NO_FIELD: Final = 63

FIELD_BITS: Final = 6
STARTER_SHIFT: Final = 4 * FIELD_BITS
NO_STARTER: Final = NO_FIELD << STARTER_SHIFT
CRIB: Final = 1 << 5 * FIELD_BITS

PACKED: Final = 1 << 14
INVALID: Final = 0xFFFFFFFF

# What a batch is asked for: flags, to be ORed.
AS_CRIB: Final = 1  # score the hands as cribs
PARTS: Final = 2  # five bytes for each hand
LINES: Final = 4  # eight bytes for each grid
MASK: Final = 8  # write `NO_CARD` for each bad row, and go on
PARTIAL: Final = 16  # `NO_CARD` is a place without a card: the starter, or a cell of a grid

STRUCK: Final = 254  # the byte for a number that is not a byte

# How rows are written in text: flags, to be ORed.
TEXT_STARTER: Final = 1  # a sign may stand before the last card
TEXT_GRID: Final = 2  # a row is the lines of a grid
TEXT_UNEVEN: Final = 4  # a row may hold fewer cards, and NO_CARD in the places that are left

GROUP: Final = 9  # cards of a random deal that one word gives

_FLUSHES: Final = (0, 4, 5)

PEG_PACKED: Final = 1 << 8
PEG_LAST: Final = 1 << 7
PEG_PAIRS: Final = (0, 2, 6, 12)
PEG_CARDS: Final = 13  # in a hand, and in a count at most
BEST_CARDS: Final = 20  # in both hands, for the best card
PEG_DEALT: Final = 4  # that each player keeps, for advice
KEEPS: Final = 1820  # sets of four ranks

THROWS: Final = 15  # of two of six cards, in the order of itertools.combinations
SETS: Final = 18395  # of six ranks, none with five of a rank
RANK_PAIRS: Final = tuple((low, high) for high in range(13) for low in range(high + 1))  # ranks from 0
BY_DEALER: Final = 0  # who throws the other cards of the crib: one of a policy's players
BY_PONE: Final = 1
BY_CHANCE: Final = 2  # any two of the unseen cards
MOST_UNSEEN: Final = 46
CLEAR: Final = 1728  # a point in the sums of the crib

POSITION: Final = 31
EMPTY_PILE: Final = 5  # cards that a pile without cards can take
PILE_MOVE: Final = 16  # a move to the first pile; the numbers below are cells
POINT: Final = 4096  # a value is a number of points in units of 1 / POINT
WIN: Final = 65536  # a chance to win in units of 1 / WIN
WEIGHTS: Final = 1_475_000  # bytes of the weights for rules without piles
PILE_WEIGHTS: Final = (0, 2_448, 325_008)  # more for those with: no piles, a waste, reserves
NEVER: Final = -(1 << 31)  # in place of a value where there is none


class Valued(NamedTuple):
    """A move by its value. It is from a pile or, if `source` is `NO_CARD`, of the card that is face up."""

    source: int
    to: int  # a cell or a pile
    value: int
    win: int
    exact: bool


class Rows(NamedTuple):
    """Where many hands or grids lie in memory.

    Card i of row r is byte `first + r * row_step + i * card_step` of the buffer `cards`. Its starter is byte
    `first_starter + r * starter_step` of the buffer `starters`. If there are `cribs`, byte `first_crib + r *
    crib_step` of them says whether row r is a crib. The buffers are C-contiguous and hold every byte that is
    read.
    """

    cards: Any
    first: int
    row_step: int
    card_step: int
    starters: Any
    first_starter: int
    starter_step: int
    cribs: Any = None
    first_crib: int = 0
    crib_step: int = 0

    def from_row(self, number: int) -> Rows:
        """Return the rows from a number on, as row 0 and so on."""
        return self._replace(
            first=self.first + number * self.row_step,
            first_starter=self.first_starter + number * self.starter_step,
            first_crib=self.first_crib + number * self.crib_step,
        )


class Valid:
    """Which numbers are there, and which are null: bit `first + r * step` of the buffer is 0 for a null."""

    __slots__ = ("bits", "first", "step")

    def __init__(self, bits: Any, first: int, step: int) -> None:
        self.bits = bits
        self.first = first
        self.step = step


class Column:
    """Where whole numbers of any width lie in memory.

    Number r is the `size` bytes from byte `first + r * step` of the buffer on. The buffer is C-contiguous and
    holds every byte that is read.
    """

    __slots__ = ("big", "buffer", "first", "signed", "size", "step", "valid")

    def __init__(
        self,
        buffer: Any,
        first: int,
        step: int,
        size: int,
        big: bool,
        signed: bool,
        valid: Valid | None = None,
    ) -> None:
        self.buffer = buffer
        self.first = first
        self.step = step
        self.size = size
        self.big = big  # whether the byte with the highest bits comes first
        self.signed = signed
        self.valid = valid

    def number(self, row: int) -> int | None:
        """Return one number, or None for a null."""
        start = self.first + row * self.step
        with memoryview(self.buffer) as shaped, shaped.cast("B") as data:
            piece = bytes(data[start : start + self.size])
        number = int.from_bytes(piece, "big" if self.big else "little", signed=self.signed)
        return number if self.valid is None or is_valid(self.valid, row) else None


def is_valid(valid: Valid, row: int) -> bool:
    """Whether a row is not null."""
    bit = valid.first + row * valid.step
    with memoryview(valid.bits) as bits:
        return bool(bits[bit >> 3] >> (bit & 7) & 1)


class CardRows(NamedTuple):
    """Where rows of cards without starters lie in memory.

    Card i of row r is byte `first + r * row_step + i * card_step` of the buffer `cards`. The buffer is
    C-contiguous and holds every byte that is read. A row has `width` cards.
    """

    cards: Any
    first: int
    row_step: int
    card_step: int
    width: int
    given: Any = None  # what was brought into these bytes: its `numbers` are as they were given

    @property
    def buffers(self) -> list[Any]:
        """The buffers that are read."""
        return [self.cards] if self.given is None else [self.cards, *self.given.buffers]

    def blocks(self, begin: int, end: int) -> Iterator[tuple[CardRows, int]]:
        """Yield where the rows from `begin` lie as bytes, and up to which row; then go on there, to `end`."""
        yield self, end

    def numbers(self, number: int) -> Sequence[int | None]:
        """Return the numbers of one row as they were given, None for a null."""
        if self.given is None:
            return self.row(number)
        found: Sequence[int | None] = self.given.numbers(number)
        return found

    def row(self, number: int) -> bytes:
        """Return the bytes of one row."""
        start = self.first + number * self.row_step
        with memoryview(self.cards) as shaped, shaped.cast("B") as cards:
            return bytes([cards[start + place * self.card_step] for place in range(self.width)])


def packed_of(fifteens: int, pairs: int, runs: int, flush: int, nobs: int) -> int:
    """Pack the five parts of a score."""
    return fifteens // 2 | pairs // 2 << 4 | runs << 7 | _FLUSHES.index(flush) << 11 | nobs << 13


def parts_of(packed: int) -> tuple[int, int, int, int, int]:
    """Return the five parts of a packed score."""
    return (
        2 * (packed & 15),
        2 * (packed >> 4 & 7),
        packed >> 7 & 15,
        _FLUSHES[packed >> 11 & 3],
        packed >> 13,
    )


def fields_of(key: int) -> tuple[bytes, bool]:
    """Return the five bytes of a key's cards, and whether the hand is a crib."""
    fields = [key >> FIELD_BITS * place & NO_FIELD for place in range(5)]
    return bytes(NO_CARD if field == NO_FIELD else field for field in fields), bool(key & CRIB)


def peg_parts_of(packed: int) -> tuple[int, int, int, int, int]:
    """Return the parts of the packed points of a card: fifteen, thirty-one, pairs, run and last card."""
    return 2 * (packed & 1), packed & 2, PEG_PAIRS[packed >> 2 & 3], packed >> 4 & 7, packed >> 7
