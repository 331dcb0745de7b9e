"""The moves of Cribbage Squares: what they are, how they are written and read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations
from typing import Final, SupportsIndex, TypeAlias

from .._messages import integer, shown
from .._wire import NO_CARD
from ..cards import Card, CardLike
from ..errors import IllegalMoveError
from ..grids import Grid, cell_place

__all__ = ["Move", "MoveKind"]

CELLS: Final = tuple((row, column) for row in range(4) for column in range(4))

Cell: TypeAlias = tuple[int, int]


class MoveKind(StrEnum):
    """What a move does.

    >>> MoveKind("to_reserve")
    <MoveKind.TO_RESERVE: 'to_reserve'>
    """

    __module__ = "cribscore.squares"

    PLACE = "place"
    TO_RESERVE = "to_reserve"
    FROM_RESERVE = "from_reserve"
    SWAP = "swap"
    FINISH = "finish"


_NEEDED: Final[Mapping[MoveKind, set[str]]] = {
    MoveKind.PLACE: {"cell"},
    MoveKind.TO_RESERVE: {"reserve"},
    MoveKind.FROM_RESERVE: {"reserve", "cell"},
    MoveKind.SWAP: {"cell", "other"},
    MoveKind.FINISH: set(),
}
_NOTATION: Final = (
    "write a cell (b3), a reserve (r1), a reserve and a cell (r1 b3), a card and a cell (5H b3), "
    "two cells (b3 c4) or finish"
)


@dataclass(frozen=True, slots=True)
class Move:
    """One move: a plain value that knows nothing of the game, so nothing of its hidden cards.

    >>> move = Move.parse("r1 b3")
    >>> move.kind, move.reserve, move.cell
    (<MoveKind.FROM_RESERVE: 'from_reserve'>, 0, (2, 1))
    >>> str(move)
    'r1 b3'

    In text a cell is a column letter a to d and a row number 1 to 4, a reserve is r1 or r2. In code rows,
    columns and reserves count from 0.

    Args:
        kind: What the move does.
        cell: Where a card is placed, or the first of the two cells that are swapped.
        other: The second of the two cells; the two are kept in the order of the grid.
        reserve: Which pile; the waste is pile 0.
        card: Which card is placed, where more than one is face up.

    Raises:
        IllegalMoveError: The kind needs something that is missing or does not take something that is given,
            or the cell or the reserve does not exist under any rules.
        InvalidCardError: `card` is not a card.
        TypeError: An argument is of another type.
    """

    __module__ = "cribscore.squares"

    kind: MoveKind
    cell: Cell | None = None
    other: Cell | None = None
    reserve: int | None = None
    card: Card | None = None

    def __post_init__(self) -> None:
        try:
            kind = MoveKind(self.kind)
        except ValueError:
            raise IllegalMoveError(f"{shown(self.kind)} is not one of {', '.join(MoveKind)}") from None
        given = {name for name in self.__slots__[1:] if getattr(self, name) is not None}
        if kind is MoveKind.PLACE:
            given.discard("card")
        needed = _NEEDED[kind]
        if given - needed:
            raise IllegalMoveError(
                f"a move of kind {kind} does not take a {' or a '.join(sorted(given - needed))}"
            )
        if needed - given:
            raise IllegalMoveError(f"a move of kind {kind} needs a {' and a '.join(sorted(needed - given))}")
        cells = [_cell(cell) for cell in (self.cell, self.other) if cell is not None]
        if len(cells) == 2:
            cells.sort()
            if cells[0] == cells[1]:
                raise IllegalMoveError(f"{cell_name(cells[0])} cannot be swapped with itself")
        for name, value in zip(("cell", "other"), cells, strict=False):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "kind", kind)
        if self.reserve is not None:
            object.__setattr__(self, "reserve", _reserve(self.reserve))
        if self.card is not None:
            object.__setattr__(self, "card", Card(self.card))

    @classmethod
    def place(cls, row: SupportsIndex, column: SupportsIndex, card: CardLike | None = None) -> Move:
        """Make the move that places the card that is face up, or the one that is named.

        >>> str(Move.place(2, 1)), str(Move.place(2, 1, "5H"))
        ('b3', '5H b3')
        """
        return cls(MoveKind.PLACE, cell=(row, column), card=card)  # type: ignore[arg-type]

    @classmethod
    def to_reserve(cls, reserve: SupportsIndex) -> Move:
        """Make the move that puts the card that is face up on a reserve, or on the waste.

        >>> str(Move.to_reserve(0))
        'r1'
        """
        return cls(MoveKind.TO_RESERVE, reserve=reserve)  # type: ignore[arg-type]

    @classmethod
    def from_reserve(cls, reserve: SupportsIndex, row: SupportsIndex, column: SupportsIndex) -> Move:
        """Make the move that places the top card of a reserve.

        >>> str(Move.from_reserve(0, 2, 1))
        'r1 b3'
        """
        return cls(MoveKind.FROM_RESERVE, reserve=reserve, cell=(row, column))  # type: ignore[arg-type]

    @classmethod
    def swap(cls, one: Sequence[SupportsIndex], other: Sequence[SupportsIndex]) -> Move:
        """Make the move that swaps the cards of two cells, each a (row, column).

        >>> str(Move.swap((3, 2), (2, 1)))
        'b3 c4'
        """
        return cls(MoveKind.SWAP, cell=one, other=other)  # type: ignore[arg-type]

    @classmethod
    def finish(cls) -> Move:
        """Make the move that ends a game in which cards are swapped.

        >>> str(Move.finish())
        'finish'
        """
        return cls(MoveKind.FINISH)

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move in text, in either case.

        >>> Move.parse("B3") == Move.place(2, 1), Move.parse("10h a1").card
        (True, Card('TH'))
        >>> Move.parse("e5")
        Traceback (most recent call last):
        ...
        cribscore.squares.IllegalMoveError: 'e5' is not a move: write a cell (b3), a reserve (r1), \
a reserve and a cell (r1 b3), a card and a cell (5H b3), two cells (b3 c4) or finish

        Args:
            text: As `str(move)` writes it.

        Raises:
            IllegalMoveError: The text is not a move.
            TypeError: `text` is not text.
        """
        if not isinstance(text, str):
            raise TypeError(f"a move is read from text, not {type(text).__name__}: {shown(text)}")
        words = text.split()
        match [_thing(word) for word in words[:3]]:
            case [(row, column)]:
                return cls.place(row, column)
            case [int(reserve)]:
                return cls.to_reserve(reserve)
            case ["finish"]:
                return cls.finish()
            case [int(reserve), (row, column)]:
                return cls.from_reserve(reserve, row, column)
            case [(_, _) as one, (_, _) as other]:
                return cls.swap(one, other)
            case [Card() as card, (row, column)]:
                return cls.place(row, column, card)
        raise IllegalMoveError(f"{shown(text)} is not a move: {_NOTATION}")

    def __str__(self) -> str:
        words: list[str] = []
        if self.kind is MoveKind.FINISH:
            words.append("finish")
        if self.reserve is not None:
            words.append(f"r{self.reserve + 1}")
        if self.card is not None:
            words.append(str(self.card))
        words += [cell_name(cell) for cell in (self.cell, self.other) if cell is not None]
        return " ".join(words)

    def __repr__(self) -> str:
        return f"Move.parse('{self}')"


def _cell(cell: Sequence[SupportsIndex]) -> Cell:
    try:
        row, column = cell
    except (TypeError, ValueError):
        raise TypeError(f"a cell is (row, column), not {shown(cell)}") from None
    try:
        return divmod(cell_place(row, column), 4)
    except IndexError as error:
        raise IllegalMoveError(str(error)) from None


def _reserve(reserve: SupportsIndex) -> int:
    try:
        number = integer(reserve)
    except TypeError:
        raise TypeError(f"reserve {shown(reserve)} is not a whole number") from None
    if number not in (0, 1):
        raise IllegalMoveError(f"reserve {shown(number)} is not 0 or 1")
    return number


def cell_name(cell: Cell) -> str:
    return f"{'abcd'[cell[1]]}{cell[0] + 1}"


_THINGS: Final[Mapping[str, Cell | int | str]] = {
    **{cell_name(cell): cell for cell in CELLS},
    "r1": 0,
    "r2": 1,
    "finish": "finish",
}


def _thing(word: str) -> Cell | int | str | Card | None:
    """What a word of a move is: a cell, a reserve, `finish`, a card, or nothing."""
    thing = _THINGS.get(word.lower())
    if thing is not None:
        return thing
    try:
        return Card(word)
    except ValueError:
        return None


# Made once: a bot asks for the legal moves at every step.
FINISH: Final = Move.finish()
PLACE: Final = tuple(Move.place(*cell) for cell in CELLS)
SWAPS: Final = tuple(Move.swap(one, other) for one, other in combinations(CELLS, 2))
TO_RESERVE: Final = tuple(Move.to_reserve(pile) for pile in range(2))
FROM_RESERVE: Final = tuple(tuple(Move.from_reserve(pile, *cell) for cell in CELLS) for pile in range(2))


@cache
def placing(card: Card) -> tuple[Move, ...]:
    """The moves that place a card that they name in each of the cells."""
    return tuple(Move.place(*cell, card) for cell in CELLS)


# ---------------------------------------------------------------- which cells are free

# A set of cells is a number: bit 15 for a1, bit 14 for b1, ... bit 0 for d4.

_PLACED: Final = b"1" * NO_CARD + b"0"  # the digit of a cell, by its byte
_FLAGS: Final = tuple(bytes(map(int, format(cells, "08b"))) for cells in range(256))  # of two rows
_NOT_A: Final = 0x7777
_NOT_D: Final = 0xEEEE


def free_cells(grid: Grid, adjacency: bool) -> bytes:
    """For each of the sixteen cells, 1 if a card may be placed there, else 0."""
    taken = int(grid._bytes.translate(_PLACED), 2)
    if adjacency and taken:
        free = taken | taken >> 1 & _NOT_A | taken << 1 & _NOT_D
        free = (free | free >> 4 | free << 4) & ~taken & 0xFFFF
    else:
        free = ~taken & 0xFFFF
    return _FLAGS[free >> 8] + _FLAGS[free & 255]
