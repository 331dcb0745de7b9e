"""Cribbage Squares as a game: its rules and variations, the moves, and what the player may see.

>>> from cribscore.game import Game
>>> game = Game(seed=1)
>>> game.card
Card('QD')
>>> game.place(1, 1)
>>> game
<Game: 1 placed, 9S to place, 0 points>
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from functools import cache
from itertools import combinations, compress
from math import inf
from types import MappingProxyType
from typing import Any, Final, NamedTuple, SupportsIndex, TypeAlias

from .cards import Card, CardLike, CardsLike, Grid, cards_of, cell_place, deal, first_repeated, integer, shown
from .scoring import WINNING_TOTAL, GridScore, score_grid

__all__ = [
    "ONE_RESERVE",
    "OPEN",
    "PRESETS",
    "SHUFFLE",
    "STANDARD",
    "TWO_RESERVES",
    "WASTE",
    "Game",
    "IllegalMoveError",
    "InvalidGameError",
    "Move",
    "MoveKind",
    "Rules",
    "solitaire_score",
]

_LARGEST_TOTAL: Final = 172  # of all grids; docs/rules.md
_PILE: Final = 5  # cards that a reserve or the waste holds
_CELLS: Final = tuple((row, column) for row in range(4) for column in range(4))

Cell: TypeAlias = tuple[int, int]


class IllegalMoveError(ValueError):
    """The rules do not allow the move; the message says which rule. The game is as it was."""


class InvalidGameError(ValueError):
    """The deck or the saved game is none; the message says where and why."""


# ---------------------------------------------------------------- the rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Which game is played; what is left out is as in the standard game.

    >>> Rules(reserves=1) == ONE_RESERVE
    True
    >>> Rules(open=True, reserves=1)
    Traceback (most recent call last):
    ...
    ValueError: rules with open=True take no reserve: every card can be placed at any time

    Args:
        adjacency: Whether a card after the first must touch, side or corner, one that is placed.
        reserves: 0, 1 or 2 piles of up to five cards whose top card may be played at any time.
        waste: Whether there is one pile of up to five cards from which none comes back.
        open: Whether all seventeen cards are face up from the start: the last is the starter, the others
            are placed in any order.
        shuffle: Whether sixteen cards are dealt into the grid and the starter is turned at once: any two
            cards are swapped at will, until the player has finished.
        win_at: How many points win: 1 to 172, which is the largest total there is.

    Raises:
        ValueError: A number is outside its range, or the rules do not go together.
        TypeError: A value is of another kind.
    """

    adjacency: bool = True
    reserves: int = 0
    waste: bool = False
    open: bool = False
    shuffle: bool = False
    win_at: int = WINNING_TOTAL

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if type(value) is not type(field.default):
                kind = "True or False" if isinstance(field.default, bool) else "a whole number"
                raise TypeError(f"{field.name} is {kind}, not {shown(value)}")
        if not 0 <= self.reserves <= 2:
            raise ValueError(f"reserves {shown(self.reserves)} is not 0, 1 or 2")
        if not 1 <= self.win_at <= _LARGEST_TOTAL:
            raise ValueError(
                f"win_at {shown(self.win_at)} is not 1 to {_LARGEST_TOTAL}, the largest total there is"
            )
        if self.open and self.shuffle:
            raise ValueError("rules are either open=True or shuffle=True: one places cards, one swaps them")
        if self.shuffle and not self.adjacency:
            raise ValueError("rules with shuffle=True take no adjacency=False: no card is placed")
        piles = "reserve" if self.reserves else "waste" if self.waste else None
        if self.reserves and self.waste:
            raise ValueError("rules have reserves or a waste: the waste stands in the place of a reserve")
        if self.open and piles:
            raise ValueError(f"rules with open=True take no {piles}: every card can be placed at any time")
        if self.shuffle and piles:
            raise ValueError(f"rules with shuffle=True take no {piles}: every card is in the grid")

    @property
    def piles(self) -> int:
        """How many piles stand beside the grid: the reserves, or 1 for the waste."""
        return 1 if self.waste else self.reserves

    @property
    def cards(self) -> int:
        """How many cards of the deck a game can use: 17, and 5 for each pile."""
        return 17 + _PILE * self.piles


STANDARD: Final = Rules()
"""One card at a time, the starter last."""
OPEN: Final = Rules(open=True)
"""All seventeen cards face up from the start."""
ONE_RESERVE: Final = Rules(reserves=1)
"""One pile from which the top card may be played."""
TWO_RESERVES: Final = Rules(reserves=2)
"""Two piles from which the top card may be played."""
WASTE: Final = Rules(waste=True)
"""Up to five cards may be thrown away."""
SHUFFLE: Final = Rules(shuffle=True)
"""All cards dealt and shown; any two may be swapped."""

PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "standard": STANDARD,
        "open": OPEN,
        "one-reserve": ONE_RESERVE,
        "two-reserves": TWO_RESERVES,
        "waste": WASTE,
        "shuffle": SHUFFLE,
    }
)
"""The rules that have a name."""


# ---------------------------------------------------------------- the moves


class MoveKind(StrEnum):
    """What a move does.

    >>> MoveKind("to_reserve")
    <MoveKind.TO_RESERVE: 'to_reserve'>
    """

    PLACE = "place"
    TO_RESERVE = "to_reserve"
    FROM_RESERVE = "from_reserve"
    SWAP = "swap"
    FINISH = "finish"


_NEEDED: Final = {
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
    """One move, a plain value: it knows no game and so nothing that is hidden.

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
        IllegalMoveError: The kind needs something that is missing or takes something that is given, or
            there is no such cell or reserve under any rules.
        InvalidCardError: `card` is no card.
        TypeError: Something is of another kind.
    """

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
                f"a move of kind {kind} takes no {' and no '.join(sorted(given - needed))}"
            )
        if needed - given:
            raise IllegalMoveError(f"a move of kind {kind} needs a {' and a '.join(sorted(needed - given))}")
        cells = [_cell(cell) for cell in (self.cell, self.other) if cell is not None]
        if len(cells) == 2:
            cells.sort()
            if cells[0] == cells[1]:
                raise IllegalMoveError(f"{_cell_name(cells[0])} cannot be swapped with itself")
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
        return cls(MoveKind.PLACE, cell=_cell((row, column)), card=None if card is None else Card(card))

    @classmethod
    def to_reserve(cls, reserve: SupportsIndex) -> Move:
        """Make the move that puts the card that is face up on a reserve, or on the waste.

        >>> str(Move.to_reserve(0))
        'r1'
        """
        return cls(MoveKind.TO_RESERVE, reserve=_reserve(reserve))

    @classmethod
    def from_reserve(cls, reserve: SupportsIndex, row: SupportsIndex, column: SupportsIndex) -> Move:
        """Make the move that places the top card of a reserve.

        >>> str(Move.from_reserve(0, 2, 1))
        'r1 b3'
        """
        return cls(MoveKind.FROM_RESERVE, reserve=_reserve(reserve), cell=_cell((row, column)))

    @classmethod
    def swap(cls, one: Sequence[SupportsIndex], other: Sequence[SupportsIndex]) -> Move:
        """Make the move that swaps the cards of two cells, each a (row, column).

        >>> str(Move.swap((3, 2), (2, 1)))
        'b3 c4'
        """
        return cls(MoveKind.SWAP, cell=_cell(one), other=_cell(other))

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
        cribscore.game.IllegalMoveError: 'e5' is not a move: write a cell (b3), a reserve (r1), \
a reserve and a cell (r1 b3), a card and a cell (5H b3), two cells (b3 c4) or finish

        Args:
            text: As `str(move)` writes it.

        Raises:
            IllegalMoveError: It is no move.
            TypeError: It is no text.
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
        words += [_cell_name(cell) for cell in (self.cell, self.other) if cell is not None]
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


def _cell_name(cell: Cell) -> str:
    return f"{'abcd'[cell[1]]}{cell[0] + 1}"


_THINGS: Final[Mapping[str, Cell | int | str]] = {
    **{_cell_name(cell): cell for cell in _CELLS},
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
_FINISH: Final = Move.finish()
_SWAPS: Final = tuple(Move.swap(one, other) for one, other in combinations(_CELLS, 2))
_TO_RESERVE: Final = tuple(Move.to_reserve(pile) for pile in range(2))
_FROM_RESERVE: Final = tuple(tuple(Move.from_reserve(pile, *cell) for cell in _CELLS) for pile in range(2))


@cache
def _placing(card: Card | None) -> tuple[Move, ...]:
    """The moves that place a card in each of the cells."""
    return tuple(Move.place(*cell, card) for cell in _CELLS)


_TOUCHING: Final = {  # the cells around each, by their place among the sixteen
    (row, column): tuple(
        place
        for place, (other, across) in enumerate(_CELLS)
        if max(abs(other - row), abs(across - column)) == 1
    )
    for row, column in _CELLS
}


# ---------------------------------------------------------------- the game


class _Position(NamedTuple):
    """What lies on the table, but for the deck."""

    grid: Grid
    waiting: tuple[Card, ...]  # face up and not placed
    reserves: tuple[tuple[Card, ...], ...]  # the waste too; the top card last
    starter: Card | None
    turned: int  # how many cards of the deck have been turned up
    over: bool


class _Step(NamedTuple):
    """A move that was made."""

    before: _Position
    move: Move
    cards: tuple[Card, ...]  # that it moved


class Game:
    """A game of Cribbage Squares.

    >>> game = Game(ONE_RESERVE, seed=1)
    >>> game.place(0, 0)
    >>> game.to_reserve(0)
    >>> game.card, game.reserves
    (Card('JH'), ((Card('9S'),),))
    >>> game.from_reserve(0, 3, 3)
    Traceback (most recent call last):
    ...
    cribscore.game.IllegalMoveError: d4 touches no card that is placed
    >>> game.from_reserve(0, 0, 1)
    >>> print(game.grid)
    QD 9S .. ..
    .. .. .. ..
    .. .. .. ..
    .. .. .. ..
    >>> [str(move) for move in game.legal_moves()]
    ['c1', 'a2', 'b2', 'c2', 'r1']

    What is not yet turned up does not show in any of the public attributes, nor in `view()`, `repr()`, a
    move or a message. Games compare by identity, so that no comparison tells of the deck. Only `to_dict()`
    and pickling hold the deck, to restore the game; and `after()` and `undo()` let a program see the next
    card, as they turn it up.

    Args:
        rules: The rules; the presets are constants of this module.
        seed: Deal as `deal(seed)` does. Without seed and deck the deal is a random one.
        deck: The cards in the order in which they are turned up: at least as many different ones as the
            rules can use (17, and 5 for each pile).

    Raises:
        InvalidGameError: The deck is too short, or a card is in it twice.
        InvalidCardError: Something in the deck is no card.
        ValueError: Seed and deck are both given, or the seed is outside its range.
        TypeError: An argument is of another kind.
    """

    def __init__(
        self, rules: Rules = STANDARD, *, seed: int | None = None, deck: CardsLike | None = None
    ) -> None:
        if not isinstance(rules, Rules):
            raise TypeError(
                f"rules are Rules (PRESETS has them by name), not {type(rules).__name__}: {shown(rules)}"
            )
        if seed is not None and deck is not None:
            raise ValueError("a game takes a seed or a deck, not both")
        self._rules = rules
        if deck is None:
            self._deck = deal(int.from_bytes(os.urandom(8), "big") if seed is None else seed, 52)
        else:
            self._deck = _checked_deck(deck, rules)
        self._now = self._dealt()
        self._past: list[_Step] = []
        self._undone: list[Move] = []  # the next to redo last
        self._moves = self._undos = 0
        self._seen = self._now.turned  # how many cards of the deck the player has seen, whatever was undone

    def _dealt(self) -> _Position:
        deck, rules, empty = self._deck, self._rules, Grid([None] * 16)
        if rules.shuffle:
            return _Position(Grid(deck[:16]), (), (), deck[16], 17, False)
        if rules.open:
            return _Position(empty, deck[:16], (), deck[16], 17, False)
        return _Position(empty, deck[:1], ((),) * rules.piles, None, 1, False)

    # What the player sees

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._rules

    @property
    def card(self) -> Card | None:
        """The card that is face up to be placed next; None when there is none.

        In an open game it is the first, in the order of the deal, of those that are not yet placed.
        """
        return self._now.waiting[0] if self._now.waiting else None

    @property
    def upcoming(self) -> tuple[Card, ...]:
        """The other cards that are face up to be placed: in an open game all that remain, else none."""
        return self._now.waiting[1:]

    @property
    def grid(self) -> Grid:
        """The grid."""
        return self._now.grid

    @property
    def reserves(self) -> tuple[tuple[Card, ...], ...]:
        """The reserves, or the waste as the only one; in each the top card is the last."""
        return self._now.reserves

    @property
    def starter(self) -> Card | None:
        """The starter; None until it is turned."""
        return self._now.starter

    @property
    def score(self) -> GridScore:
        """What the grid scores now, with the starter when it is turned.

        `score.won` goes by 61 points, whatever the rules say; see `won`.
        """
        return score_grid(self._now.grid, self._now.starter)

    @property
    def over(self) -> bool:
        """Whether the game is over: the grid is full, or the player has finished swapping."""
        return self._now.over

    @property
    def won(self) -> bool:
        """Whether the game is over and its score reaches what the rules ask for."""
        return self._now.over and self.score >= self._rules.win_at

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves that led here, without those undone."""
        return tuple(step.move for step in self._past)

    @property
    def undone(self) -> tuple[Move, ...]:
        """The moves that `redo` would make again, the next one first."""
        return tuple(reversed(self._undone))

    @property
    def moves(self) -> int:
        """How many moves were made: cards placed, put on a pile or swapped; to finish counts as none.

        To undo a move does not take it off the count, and to redo it does not count it again.
        """
        return self._moves

    @property
    def undos(self) -> int:
        """How many times a move was undone."""
        return self._undos

    def view(self) -> dict[str, Any]:
        """Return all that the player may see, as plain values that JSON can hold.

        >>> view = Game(seed=1).view()
        >>> view["card"], view["starter"], view["grid"][0]
        ('QD', None, [None, None, None, None])

        Two games that differ only in cards not yet seen have equal views.
        """
        score = self.score
        return {
            "rules": asdict(self._rules),
            "card": _name(self.card),
            "upcoming": [str(card) for card in self.upcoming],
            "grid": [[_name(cell) for cell in row] for row in self.grid.rows],
            "reserves": [[str(card) for card in pile] for pile in self.reserves],
            "starter": _name(self.starter),
            "score": {
                "rows": [int(line) for line in score.rows],
                "columns": [int(line) for line in score.columns],
                "heels": score.heels,
                "total": int(score),
            },
            "over": self.over,
            "won": self.won,
            "history": [str(move) for move in self.history],
            "undone": [str(move) for move in self.undone],
            "moves": self.moves,
            "undos": self.undos,
        }

    def __repr__(self) -> str:
        if self.over:
            state = "over, " + ("won" if self.won else "not won")
        elif self._rules.shuffle:
            state = "to be swapped or finished"
        else:
            state = f"{len(self.grid.cards)} placed, {_listed(self._now.waiting)} to place"
        return f"<Game: {state}, {self.score} points>"

    # Moves

    def legal_moves(self) -> list[Move]:
        """List the moves that the rules allow now.

        >>> [str(move) for move in Game(WASTE, seed=1).legal_moves()][-3:]
        ['c4', 'd4', 'r1']
        >>> len(Game(OPEN, seed=1).legal_moves()), len(Game(SHUFFLE, seed=1).legal_moves())
        (256, 121)

        Returns:
            Cards placed (cell by cell; in an open game card by card, and each move names its card), cards
            put on a pile, cards played from a pile, swaps, and to finish; none when the game is over.
        """
        rules, now = self._rules, self._now
        if now.over:
            return []
        if rules.shuffle:
            return [*_SWAPS, _FINISH]
        free = [self._refusal_of_cell(cell) is None for cell in _CELLS]
        moves: list[Move] = []
        for card in now.waiting if rules.open else (None,):
            moves += compress(_placing(card), free)
        piles = range(rules.piles)
        moves += [_TO_RESERVE[pile] for pile in piles if not self._refusal_of_pile(MoveKind.TO_RESERVE, pile)]
        for pile in piles:
            if not self._refusal_of_pile(MoveKind.FROM_RESERVE, pile):
                moves += compress(_FROM_RESERVE[pile], free)
        return moves

    def play(self, move: Move) -> None:
        """Make a move.

        >>> game = Game(seed=1)
        >>> game.play(Move.parse("b2"))
        >>> game.play(Move.parse("b2"))
        Traceback (most recent call last):
        ...
        cribscore.game.IllegalMoveError: b2 holds QD

        Args:
            move: One of `legal_moves()`. In an open game a move that names no card places `card`.

        Raises:
            IllegalMoveError: The rules do not allow it; nothing has changed.
            TypeError: It is no `Move`.
        """
        self._step(move)
        self._undone.clear()
        self._moves += move.kind is not MoveKind.FINISH

    def after(self, move: Move) -> Game:
        """Return a copy of the game in which the move is made.

        >>> game = Game(seed=1)
        >>> game.after(Move.place(0, 0)).grid[0, 0], game.grid[0, 0]
        (Card('QD'), None)

        The copy turns up the next card, as the game itself would. A player that is to be fair looks at the
        grid and the reserves of the copy, not at its card or starter, or looks ahead in a `reshuffled` game.

        Args:
            move: One of `legal_moves()`.

        Raises:
            IllegalMoveError: The rules do not allow it.
            TypeError: It is no `Move`.
        """
        game = self._copy()
        game.play(move)
        return game

    def reshuffled(self, seed: int) -> Game:
        """Return a copy of the game in which the cards that the player has not seen are in another order.

        >>> game = Game(seed=1)
        >>> game.place(0, 0)
        >>> copy = game.reshuffled(7)
        >>> copy.view() == game.view()
        True
        >>> copy.place(0, 1)
        >>> copy.card
        Card('3S')

        They are all the cards of the pack that were not yet turned up, in the order of `deal(seed, 52)`. What
        comes in the copy tells nothing of what will come in the game, unless that was dealt with the same
        seed: the way for a program to look ahead without peeping.

        Args:
            seed: What `deal` takes.

        Raises:
            ValueError: The seed is outside its range.
            TypeError: It is no whole number.
        """
        seen = self._deck[: self._seen]
        game = self._copy()
        game._deck = seen + tuple(card for card in deal(seed, 52) if card not in seen)
        return game

    def place(self, row: SupportsIndex, column: SupportsIndex, card: CardLike | None = None) -> None:
        """Place the card that is face up, or one of those that are.

        >>> game = Game(OPEN, deck="AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD 2D 3D 4D")
        >>> game.place(0, 0, "5C")
        >>> game.place(0, 1)
        >>> game.grid.rows[0]
        (Card('5C'), Card('AC'), None, None)

        Args:
            row: 0 (top) to 3.
            column: 0 (left) to 3.
            card: Which card, in an open game; `card` when it is left out.

        Raises:
            IllegalMoveError: The rules do not allow it; nothing has changed.
            InvalidCardError: `card` is no card.
            TypeError: An argument is of another kind.
        """
        self.play(Move.place(row, column, card))

    def to_reserve(self, reserve: SupportsIndex) -> None:
        """Put the card that is face up on a reserve, or on the waste.

        >>> game = Game(TWO_RESERVES, seed=1)
        >>> game.to_reserve(1)
        >>> game.reserves
        ((), (Card('QD'),))

        Args:
            reserve: 0 or 1; the waste is 0.

        Raises:
            IllegalMoveError: The rules do not allow it; nothing has changed.
            TypeError: The argument is no whole number.
        """
        self.play(Move.to_reserve(reserve))

    def from_reserve(self, reserve: SupportsIndex, row: SupportsIndex, column: SupportsIndex) -> None:
        """Place the top card of a reserve.

        >>> game = Game(ONE_RESERVE, seed=1)
        >>> game.to_reserve(0)
        >>> game.from_reserve(0, 3, 3)
        >>> game.grid[3, 3], game.card, game.reserves
        (Card('QD'), Card('9S'), ((),))

        Args:
            reserve: 0 or 1.
            row: 0 (top) to 3.
            column: 0 (left) to 3.

        Raises:
            IllegalMoveError: The rules do not allow it; nothing has changed.
            TypeError: An argument is no whole number.
        """
        self.play(Move.from_reserve(reserve, row, column))

    def swap(self, one: Sequence[SupportsIndex], other: Sequence[SupportsIndex]) -> None:
        """Swap the cards of two cells, each given as (row, column).

        >>> game = Game(SHUFFLE, seed=1)
        >>> game.grid[0, 0], game.grid[3, 3]
        (Card('QD'), Card('QH'))
        >>> game.swap((0, 0), (3, 3))
        >>> game.grid[0, 0], game.grid[3, 3]
        (Card('QH'), Card('QD'))

        Args:
            one: A cell.
            other: Another one.

        Raises:
            IllegalMoveError: The rules do not allow it; nothing has changed.
            TypeError: An argument is no cell.
        """
        self.play(Move.swap(one, other))

    def finish(self) -> None:
        """End a game in which cards are swapped.

        >>> game = Game(SHUFFLE, seed=1)
        >>> game.finish()
        >>> game
        <Game: over, not won, 15 points>

        Raises:
            IllegalMoveError: The rules do not allow it; nothing has changed.
        """
        self.play(_FINISH)

    def undo(self) -> Move:
        """Take back the last move, and return it.

        It is allowed though a card has been turned up since; `undos` counts it, and `moves` goes on
        counting the move.

        >>> game = Game(seed=1)
        >>> game.place(0, 0)
        >>> str(game.undo()), game.card, game.moves, game.undos
        ('a1', Card('QD'), 1, 1)

        Raises:
            IllegalMoveError: There is no move to take back.
        """
        if not self._past:
            raise IllegalMoveError("there is no move to undo")
        step = self._past.pop()
        self._now = step.before
        self._undone.append(step.move)
        self._undos += 1
        return step.move

    def redo(self) -> Move:
        """Make again the move that was undone last, and return it.

        >>> game = Game(seed=1)
        >>> game.place(0, 0)
        >>> game.undo() == game.redo()
        True

        Raises:
            IllegalMoveError: No move was undone since the last one made.
        """
        if not self._undone:
            raise IllegalMoveError("there is no move to redo")
        self._step(self._undone[-1])
        return self._undone.pop()

    def _refusal(self, move: Move) -> str | None:
        """Say why the rules do not allow a move; None if they do."""
        now, rules = self._now, self._rules
        if now.over:
            return "the game is over"
        if move.kind is MoveKind.SWAP:
            return None if rules.shuffle else "a card once placed does not move"
        if move.kind is MoveKind.FINISH:
            return None if rules.shuffle else "the game is over when the grid is full, and not before"
        if rules.shuffle:
            return "every card is in the grid: swap two of them, or finish"
        if move.reserve is not None:
            refusal = self._refusal_of_pile(move.kind, move.reserve)
        elif move.card is not None and move.card not in now.waiting:
            refusal = f"{move.card} is not face up to be placed"
        else:
            refusal = None
        return refusal if refusal or move.cell is None else self._refusal_of_cell(move.cell)

    def _refusal_of_pile(self, kind: MoveKind, pile: int) -> str | None:
        """Say why no card may be put on a pile or played from it; None if one may."""
        rules = self._rules
        if pile >= rules.piles:
            return f"there is no reserve {pile + 1}: these rules have {rules.piles or 'none'}"
        name = "the waste" if rules.waste else f"reserve {pile + 1}"
        cards = self._now.reserves[pile]
        if kind is MoveKind.TO_RESERVE:
            return f"{name} is full: it holds {_PILE} cards" if len(cards) == _PILE else None
        if rules.waste:
            return "no card comes back from the waste"
        return None if cards else f"{name} is empty"

    def _refusal_of_cell(self, cell: Cell) -> str | None:
        """Say why no card may be placed in a cell; None if one may."""
        cells = tuple(self._now.grid)
        there = self._now.grid[cell]
        if there is not None:
            return f"{_cell_name(cell)} holds {there}"
        if self._rules.adjacency and any(cells) and not any(cells[place] for place in _TOUCHING[cell]):
            return f"{_cell_name(cell)} touches no card that is placed"
        return None

    def _step(self, move: Move) -> None:
        """Make a move, if it is legal; what is counted is the caller's."""
        if not isinstance(move, Move):
            raise TypeError(
                f"a move is a Move (Move.parse reads one), not {type(move).__name__}: {shown(move)}"
            )
        refusal = self._refusal(move)
        if refusal is not None:
            raise IllegalMoveError(refusal)
        if move.kind is MoveKind.PLACE:  # in the one form that legal_moves has
            move = replace(move, card=(move.card or self.card) if self._rules.open else None)
        before = self._now
        self._now, cards = self._position_after(move)
        self._past.append(_Step(before, move, cards))
        self._seen = max(self._seen, self._now.turned)

    def _position_after(self, move: Move) -> tuple[_Position, tuple[Card, ...]]:
        """The position after a legal move, and the cards that the move moves."""
        grid, waiting, reserves, starter, turned, _ = now = self._now
        if move.cell is not None and move.other is not None:
            one, other = grid[move.cell], grid[move.other]
            cells = {move.cell: other, move.other: one}
            swapped = Grid([cells.get(cell, card) for cell, card in zip(_CELLS, grid, strict=True)])
            return now._replace(grid=swapped), tuple(card for card in (one, other) if card is not None)
        if move.kind is MoveKind.FINISH:
            return now._replace(over=True), ()
        if move.reserve is not None and move.kind is MoveKind.FROM_RESERVE:
            *rest, card = reserves[move.reserve]
            reserves = _with_pile(reserves, move.reserve, tuple(rest))
        else:
            card = move.card or waiting[0]
            waiting = tuple(other for other in waiting if other is not card)
            if move.reserve is not None:
                reserves = _with_pile(reserves, move.reserve, (*reserves[move.reserve], card))
        if move.cell is not None:
            grid = grid.replace(*move.cell, card)
        if starter is None and not waiting:  # one at a time: the next is turned up
            waiting = self._deck[turned : turned + 1]
            turned += 1
        if grid.full and starter is None:
            # Where a reserve filled the grid, a card lies face up: it is the next of the deck, no other.
            starter, waiting = waiting[0], ()
        return _Position(grid, waiting, reserves, starter, turned, grid.full), (card,)

    def _copy(self) -> Game:
        game = object.__new__(type(self))
        vars(game).update(vars(self), _past=self._past.copy(), _undone=self._undone.copy())
        return game

    # Saved games

    def to_dict(self) -> dict[str, Any]:
        """Return the whole game as plain values that JSON can hold, the deck with them.

        >>> game = Game(seed=1)
        >>> game.place(0, 0)
        >>> saved = game.to_dict()
        >>> saved["schema"], saved["deck"][:2], saved["history"]
        ('cribscore.game/1', ['QD', '9S'], [{'move': 'a1', 'cards': ['QD']}])

        The format is described in docs/game.md. It tells what is still hidden; show `view()` to a player.
        """
        return {
            "schema": _SCHEMA,
            "rules": asdict(self._rules),
            "deck": [str(card) for card in self._deck],
            "history": [
                {"move": str(step.move), "cards": [str(card) for card in step.cards]} for step in self._past
            ],
            "undone": [str(move) for move in self.undone],
            "moves": self._moves,
            "undos": self._undos,
            "seen": self._seen,
        }

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any]) -> Game:
        """Restore a game from what `to_dict` returned.

        >>> game = Game(seed=1)
        >>> game.place(0, 0)
        >>> Game.from_dict(game.to_dict()).view() == game.view()
        True
        >>> saved = game.to_dict()
        >>> saved["history"][0]["cards"] = ["5H"]
        >>> Game.from_dict(saved)
        Traceback (most recent call last):
        ...
        cribscore.game.InvalidGameError: history, move 1 (a1): it moves QD, not 5H

        The history is played again from the deck, and every move and card of it checked.

        Args:
            saved: The dictionary, as it comes out of JSON too.

        Raises:
            InvalidGameError: It is no saved game, or one that cannot have been played.
            TypeError: It is no dictionary.
        """
        if not isinstance(saved, Mapping):
            raise TypeError(f"a saved game is a dictionary, not {type(saved).__name__}: {shown(saved)}")
        if saved.get("schema") != _SCHEMA:
            raise InvalidGameError(f"schema is {shown(saved.get('schema'))}, not {_SCHEMA!r}")
        _check_keys("a saved game", saved, ("schema", *_SAVED))
        for name, (kind, what) in _SAVED.items():
            if type(saved[name]) is not kind:
                raise InvalidGameError(f"{name} is {what}, not {shown(saved[name])}")
        _check_keys("rules", saved["rules"], [field.name for field in fields(Rules)])
        try:
            rules = Rules(**saved["rules"])
        except (TypeError, ValueError) as error:
            raise InvalidGameError(f"rules: {error}") from None
        try:
            game = cls(rules, deck=_texts(saved["deck"]))
        except ValueError as error:
            raise InvalidGameError(f"deck: {error}") from None
        game._replay(saved)
        return game

    def _replay(self, saved: Mapping[str, Any]) -> None:
        """Make the moves of a saved game in one that was just dealt."""
        for number, entry in enumerate(saved["history"], 1):
            where = f"history, move {number}"
            try:
                _check_keys("a move of the history", entry, ("move", "cards"))
                self._step(Move.parse(entry["move"]))
                where += f" ({self._past[-1].move})"
                cards = tuple(cards_of(_texts(entry["cards"])))
                moved = self._past[-1].cards
                if cards != moved:
                    raise InvalidGameError(f"it moves {_listed(moved)}, not {_listed(cards)}")
            except (TypeError, ValueError) as error:
                raise InvalidGameError(f"{where}: {error}") from None
        made = len(self._past)
        for number, text in enumerate(saved["undone"], 1):
            try:
                self._step(Move.parse(text))
            except (TypeError, ValueError) as error:
                raise InvalidGameError(f"undone, move {number}: {error}") from None
        counted = sum(step.move.kind is not MoveKind.FINISH for step in self._past)
        while len(self._past) > made:
            self.undo()
        # Moves that are in neither list were undone, each at least once, and each turned up a card at most.
        lost = saved["moves"] - counted
        if lost < 0:
            raise InvalidGameError(
                f"moves is {shown(saved['moves'])}, fewer than the {counted} that are listed"
            )
        if saved["undos"] < len(self._undone) + lost:
            raise InvalidGameError(
                f"undos is {shown(saved['undos'])}, fewer than the moves that were taken back"
            )
        most = min(self._seen + lost, self._rules.cards)
        if not self._seen <= saved["seen"] <= most:
            raise InvalidGameError(f"seen is {shown(saved['seen'])}, not {self._seen} to {most} cards")
        self._moves, self._undos, self._seen = saved["moves"], saved["undos"], saved["seen"]

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_dict, (self.to_dict(),)


_SCHEMA: Final = "cribscore.game/1"
_SAVED: Final[Mapping[str, tuple[type, str]]] = {
    "rules": (dict, "an object"),
    "deck": (list, "a list of cards"),
    "history": (list, "a list of moves and their cards"),
    "undone": (list, "a list of moves"),
    "moves": (int, "a whole number"),
    "undos": (int, "a whole number"),
    "seen": (int, "a whole number"),
}


def _check_keys(what: str, found: object, wanted: Iterable[str]) -> None:
    """Refuse an object of a saved game that has not exactly the wanted keys."""
    if not isinstance(found, Mapping):
        raise InvalidGameError(f"{what} is an object, not {shown(found)}")
    wanted = tuple(wanted)
    for key in wanted:
        if key not in found:
            raise InvalidGameError(f"{what} lacks {key!r}")
    for key in found:
        if key not in wanted:
            raise InvalidGameError(f"{shown(key)} does not belong in {what}")


def _texts(cards: object) -> list[str]:
    """A list of cards of a saved game; only text will do there."""
    if type(cards) is not list or not all(type(card) is str for card in cards):
        raise InvalidGameError(f"cards are a list of texts, not {shown(cards)}")
    return cards


def _checked_deck(deck: CardsLike, rules: Rules) -> tuple[Card, ...]:
    cards = tuple(cards_of(deck))
    repeated = first_repeated(cards)
    if repeated is not None:
        raise InvalidGameError(f"{repeated} appears twice")
    if len(cards) < rules.cards:
        raise InvalidGameError(f"the game can use {rules.cards} cards, and the deck has {len(cards)}")
    return cards


def _with_pile(
    piles: tuple[tuple[Card, ...], ...], number: int, pile: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    return (*piles[:number], pile, *piles[number + 1 :])


def _name(card: Card | None) -> str | None:
    return None if card is None else str(card)


def _listed(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards)) or "no card"


# ---------------------------------------------------------------- points of collections


def solitaire_score(points: int, *, moves: int, seconds: float, won: bool) -> int:
    """Score a game as collections of patiences do, where quick play counts too.

    >>> solitaire_score(61, moves=16, seconds=90, won=True)
    7630
    >>> game = Game(seed=1)
    >>> solitaire_score(game.score, moves=game.moves, seconds=0, won=game.won)
    1000

    It starts at 1000; each cribbage point adds 80, a win 2000; each move takes 10 away and each whole second
    1. It can fall below zero. This is a house rule and no part of Cribbage Squares.

    Args:
        points: The total of the grid.
        moves: How many moves were made, as `Game.moves` counts them.
        seconds: How long the game took.
        won: Whether it was won.

    Raises:
        ValueError: A number is below 0, or `seconds` is not finite.
        TypeError: A number is none, or `won` is no bool.
    """
    for name, value in (("points", points), ("moves", moves), ("seconds", seconds)):
        whole = name != "seconds"
        if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
            raise TypeError(f"{name} {shown(value)} is not a {'whole ' if whole else ''}number")
        if not 0 <= value < inf:
            raise ValueError(f"{name} {shown(value)} is not a finite number from 0 up")
    if not isinstance(won, bool):
        raise TypeError(f"won is True or False, not {shown(won)}")
    return 1000 + 80 * points - 10 * moves - int(seconds) + 2000 * won
