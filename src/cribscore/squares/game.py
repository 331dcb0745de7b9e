"""A game of Cribbage Squares: what the player sees, the moves, and what is still hidden."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import compress
from typing import Any, Final, NamedTuple, SupportsIndex

from .._messages import shown
from .._text import draw_board
from .._values import format_styled
from ..cards import Card, CardLike, CardsLike, cards_of, first_repeated, spaced, text_of
from ..deals import deal
from ..errors import CribscoreError, IllegalMoveError, InvalidGameError
from ..grids import Grid
from ..scoring import GridScore, board_html, score_grid, unfinished
from .moves import (
    CELLS,
    FINISH,
    FROM_RESERVE,
    PLACE,
    SWAPS,
    TO_RESERVE,
    Cell,
    Move,
    MoveKind,
    cell_name,
    free_cells,
    placing,
)
from .rules import MOST_SWAPS, PILE_SIZE, STANDARD, Rules, rules_of, solitaire_score
from .saved import SCHEMA, check_keys, saved_rules, texts

__all__ = ["Game"]

_PLACE, _TO_RESERVE, _, _SWAP, _FINISH = MoveKind  # as globals, which are quicker to reach
_EMPTY: Final = Grid([None] * 16)
_MOST_COUNTED: Final = 10**12  # moves or undos: years of them, and exact in JSON of any language


class _Position(NamedTuple):
    """What lies on the table, without the deck."""

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
    cribscore.squares.IllegalMoveError: d4 does not touch a placed card
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
        rules: A `Rules`, or the name of a preset, such as "open".
        seed: Deal as `deal(seed)` does. Without seed and deck the deal is a random one.
        deck: The cards in the order in which they are turned up: at least as many different ones as the
            rules can use (17, and 5 for each pile).

    Raises:
        InvalidGameError: The deck is too short, or a card is in it twice.
        InvalidCardError: The deck holds a value that is not a card.
        CribscoreError: Seed and deck are both given, or the seed is outside its range.
        TypeError: An argument is of another type.
    """

    __module__ = "cribscore.squares"

    def __init__(
        self, rules: Rules | str = STANDARD, *, seed: int | None = None, deck: CardsLike | None = None
    ) -> None:
        rules = rules_of(rules)
        if seed is not None and deck is not None:
            raise CribscoreError("a game takes a seed or a deck, not both")
        self._rules = rules
        self._deck: tuple[Card, ...]
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
        deck, rules = self._deck, self._rules
        if rules.shuffle:
            return _Position(Grid(deck[:16]), (), (), deck[16], 17, False)
        if rules.open:
            return _Position(_EMPTY, deck[:16], (), deck[16], 17, False)
        return _Position(_EMPTY, deck[:1], ((),) * rules.piles, None, 1, False)

    # What the player sees

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._rules

    @property
    def card(self) -> Card | None:
        """The card that is face up and placed next, or None.

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
        """What the grid scores now, with the starter when it is turned; `score.won` agrees with `won`."""
        now, rules = self._now, self._rules
        score = score_grid(now.grid, now.starter, win_at=rules.win_at)
        return unfinished(score) if rules.shuffle and not now.over else score

    @property
    def over(self) -> bool:
        """Whether the game is over: the grid is full, or the player has finished swapping."""
        return self._now.over

    @property
    def won(self) -> bool:
        """Whether the game is over and its score reaches what the rules ask for."""
        return self.score.won

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
            "card": text_of(self.card),
            "upcoming": [str(card) for card in self.upcoming],
            "grid": self.grid.to_lists(),
            "reserves": [[str(card) for card in pile] for pile in self.reserves],
            "starter": text_of(self.starter),
            "score": score.to_dict(),
            "over": self.over,
            "won": self.won,
            "history": [str(move) for move in self.history],
            "undone": [str(move) for move in self.undone],
            "moves": self.moves,
            "undos": self.undos,
        }

    def solitaire_score(self, *, seconds: float) -> int:
        """Score the game as the function `solitaire_score` does, with its moves and its result.

        >>> Game(seed=1).solitaire_score(seconds=0)
        1000

        Args:
            seconds: How long the game took.

        Raises:
            CribscoreError: `seconds` is below 0 or not finite.
            TypeError: `seconds` is not a number.
        """
        return solitaire_score(self.score.total, moves=self.moves, seconds=seconds, won=self.won)

    def _piles(self) -> list[tuple[str, tuple[Card, ...]]]:
        """Each pile with its name."""
        names = ["waste"] if self._rules.waste else ["reserve 1", "reserve 2"]
        return list(zip(names, self.reserves, strict=False))

    def _table(self, style: str, marked: Collection[Cell] = ()) -> str:
        """Draw what lies on the table, with marks at some cells, and say what there is to do."""
        board = draw_board(self.grid, self.starter, self.score, style, headings=True, marked=marked)
        lines = board.split("\n")
        lines += [f"{name:<9}  {spaced(pile, style) or 'empty'}" for name, pile in self._piles()]
        if self.over:
            lines += ["", f"over: {'won' if self.won else 'not won'} with {self.score} points"]
        elif self._now.waiting:
            lines.append(f"to place   {spaced(self._now.waiting, style)}")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self._table("")

    def __format__(self, spec: str) -> str:
        return format_styled(spec, self._table(""), self._table("u"))

    def to_html(self) -> str:
        """Return what the player sees as HTML, as a notebook shows it: the board and the cards beside it."""
        from .. import _html  # only a notebook needs it

        said = ("the game is won" if self.won else "the game is not won") if self.over else ""
        piles = [(name, [card.face for card in pile]) for name, pile in self._piles()]
        if self._now.waiting:
            piles.append(("to place", [card.face for card in self._now.waiting]))
        return board_html(self.grid, self.starter, self.score, said, coordinates=True) + _html.piles(piles)

    _repr_html_ = to_html

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
            return [FINISH] if len(self._past) >= MOST_SWAPS else [*SWAPS, FINISH]
        free = free_cells(now.grid, rules.adjacency)
        if not rules.open:
            moves = list(compress(PLACE, free))
        else:
            moves = [move for card in now.waiting for move in compress(placing(card), free)]
        if now.reserves:
            piles = list(enumerate(now.reserves))
            moves += [TO_RESERVE[number] for number, pile in piles if len(pile) < PILE_SIZE]
            for number, pile in () if rules.waste else piles:
                if pile:
                    moves += compress(FROM_RESERVE[number], free)
        return moves

    def play(self, move: Move | str) -> None:
        """Make a move.

        >>> game = Game(seed=1)
        >>> game.play("b2")
        >>> game.play("b2")
        Traceback (most recent call last):
        ...
        cribscore.squares.IllegalMoveError: b2 holds QD

        Args:
            move: One of `legal_moves()`, or its text as `Move.parse` reads it. In an open game a move that
                does not name a card places `card`.

        Raises:
            IllegalMoveError: The rules do not allow the move, or the text is not a move; nothing has changed.
            TypeError: It is neither a `Move` nor text.
        """
        made = self._step(move)
        self._undone.clear()
        self._moves += made.kind is not _FINISH

    def after(self, move: Move | str) -> Game:
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
            TypeError: `move` is neither a `Move` nor text.
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
        seed: the way for a program to look ahead without looking at hidden cards.

        Args:
            seed: What `deal` takes.

        Raises:
            CribscoreError: The seed is outside its range.
            TypeError: `seed` is not a whole number.
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
            InvalidCardError: `card` is not a card.
            TypeError: An argument is of another type.
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
            TypeError: `reserve` is not a whole number.
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
            TypeError: An argument is not a whole number.
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
            TypeError: An argument is not a cell.
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
        self.play(FINISH)

    def undo(self) -> Move:
        """Take back the last move, and return it.

        It is allowed though a card has been turned up since; `undos` counts it, and `moves` goes on
        counting the move.

        >>> game = Game(seed=1)
        >>> game.place(0, 0)
        >>> str(game.undo()), game.card, game.moves, game.undos
        ('a1', Card('QD'), 1, 1)

        Raises:
            IllegalMoveError: No move can be taken back.
        """
        if not self._past:
            raise IllegalMoveError("nothing to undo")
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
            raise IllegalMoveError("nothing to redo")
        self._step(self._undone[-1])
        return self._undone.pop()

    def _refusal(self, move: Move) -> str | None:
        """Say why the rules do not allow a move; None if they allow it."""
        now, rules = self._now, self._rules
        if now.over:
            return "the game is over"
        if move.kind is _SWAP:
            if not rules.shuffle:
                return "a placed card cannot be moved"
            full = len(self._past) >= MOST_SWAPS
            return f"a game has at most {MOST_SWAPS} swaps: finish it, or undo some" if full else None
        if move.kind is _FINISH:
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
        """Say why a card cannot be put on a pile or played from it; None if it can."""
        rules = self._rules
        if pile >= rules.piles:
            return f"there is no reserve {pile + 1}: these rules have {rules.piles or 'none'}"
        name = "the waste" if rules.waste else f"reserve {pile + 1}"
        cards = self._now.reserves[pile]
        if kind is _TO_RESERVE:
            return f"{name} is full: it holds {PILE_SIZE} cards" if len(cards) == PILE_SIZE else None
        if rules.waste:
            return "a card cannot be taken from the waste"
        return None if cards else f"{name} is empty"

    def _refusal_of_cell(self, cell: Cell) -> str | None:
        """Say why a card cannot be placed in a cell; None if it can."""
        grid, (row, column) = self._now.grid, cell
        if free_cells(grid, self._rules.adjacency)[4 * row + column]:
            return None
        there = grid[cell]
        return f"{cell_name(cell)} {'does not touch a placed card' if there is None else f'holds {there}'}"

    def _checked(self, move: Move | str) -> Move:
        """Return a move in the form that `legal_moves` has; raise IllegalMoveError if it is not legal."""
        if isinstance(move, str):
            move = Move.parse(move)
        if not isinstance(move, Move):
            raise TypeError(f"a move is a Move or its text, not {type(move).__name__}: {shown(move)}")
        refusal = self._refusal(move)
        if refusal is not None:
            raise IllegalMoveError(refusal)
        if move.kind is _PLACE:
            card = (move.card or self.card) if self._rules.open else None
            if move.card is not card:
                move = replace(move, card=card)
        return move

    def _step(self, move: Move | str) -> Move:
        """Make a move if it is legal, and return it; the caller counts it."""
        move, before = self._checked(move), self._now
        self._now, cards = self._position_after(move)
        self._past.append(_Step(before, move, cards))
        self._seen = max(self._seen, self._now.turned)
        return move

    def _position_after(self, move: Move) -> tuple[_Position, tuple[Card, ...]]:
        """The position after a legal move, and the cards that the move moves."""
        grid, waiting, reserves, starter, turned, _ = now = self._now
        cell, reserve = move.cell, move.reserve
        if cell is not None and move.other is not None:
            one, other = grid[cell], grid[move.other]
            cells = {cell: other, move.other: one}
            swapped = Grid([cells.get(cell, card) for cell, card in zip(CELLS, grid, strict=True)])
            return now._replace(grid=swapped), tuple(card for card in (one, other) if card is not None)
        if move.kind is _FINISH:
            return now._replace(over=True), ()
        if reserve is not None and cell is not None:
            *rest, card = reserves[reserve]
            reserves = _with_pile(reserves, reserve, tuple(rest))
        else:
            card = move.card or waiting[0]
            waiting = tuple([other for other in waiting if other is not card])
            if reserve is not None:
                reserves = _with_pile(reserves, reserve, (*reserves[reserve], card))
        if cell is not None:
            grid = grid._with(4 * cell[0] + cell[1], card)
        if starter is None and not waiting:  # one at a time: the next is turned up
            waiting = self._deck[turned : turned + 1]
            turned += 1
        full = grid.full
        if full and starter is None:
            # Where a reserve filled the grid, a card lies face up: it is the next of the deck, no other.
            starter, waiting = waiting[0], ()
        return _Position(grid, waiting, reserves, starter, turned, full), (card,)

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
        ('cribscore.squares/1', ['QD', '9S'], [{'move': 'a1', 'cards': ['QD']}])

        The dictionary holds the cards that are still hidden; show `view()` to a player.
        """
        return {
            "schema": SCHEMA,
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
        cribscore.squares.InvalidGameError: history, move 1 (a1): it moves QD, not 5H

        The history is played again from the deck, and every move and card of it checked.

        Args:
            saved: The dictionary, as it comes out of JSON too.

        Raises:
            InvalidGameError: It is not a saved game, or not one that can have been played.
            TypeError: It is not a dictionary.
        """
        rules = saved_rules(saved)
        try:
            game = cls(rules, deck=texts(saved["deck"]))
        except ValueError as error:
            raise InvalidGameError(f"deck: {error}") from None
        game._replay(saved)
        return game

    def _replay(self, saved: Mapping[str, Any]) -> None:
        """Make the moves of a saved game in one that was just dealt."""
        listed = len(saved["history"]) + len(saved["undone"])
        if listed > MOST_SWAPS + 1:  # the one is to finish
            raise InvalidGameError(f"{listed} moves are listed, and a game has at most {MOST_SWAPS + 1}")
        for number, entry in enumerate(saved["history"], 1):
            where = f"history, move {number}"
            try:
                check_keys("a move of the history", entry, ("move", "cards"))
                self._step(Move.parse(entry["move"]))
                where += f" ({self._past[-1].move})"
                cards = tuple(cards_of(texts(entry["cards"])))
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
        self._check_counts(saved)
        while len(self._past) > made:
            self.undo()
        self._moves, self._undos, self._seen = saved["moves"], saved["undos"], saved["seen"]

    def _check_counts(self, saved: Mapping[str, Any]) -> None:
        """Check the counts of a saved game whose listed moves, those undone too, have all been made.

        Exactly the counts that pass come about in a game:

        - A move that is played ends the history and clears what was undone. So the move played last is the
          last one listed, and if no move is listed, none was ever played.
        - The other moves played are listed before it, or were lost: undone, and another played instead.
        - `moves` is the listed ones (`finish` does not count) and any number of lost ones.
        - `undos` is at least one for each lost move and each in `undone`, and more if moves were redone.
        - Lost moves were made from positions before the last listed move. The game is not over in any of
          these, so each lost move can have turned up one card more, until there are no more to turn.
        """
        moves, undos, seen = saved["moves"], saved["undos"], saved["seen"]
        for name in ("moves", "undos"):
            if saved[name] > _MOST_COUNTED:
                raise InvalidGameError(f"{name} is {shown(saved[name])}, above {_MOST_COUNTED}")
            if saved[name] > 0 and not self._past:
                raise InvalidGameError(f"{name} is {shown(saved[name])}, and no move is listed")
        counted = sum(step.move.kind is not MoveKind.FINISH for step in self._past)
        lost = moves - counted
        if lost < 0:
            raise InvalidGameError(f"moves is {shown(moves)}, fewer than the {counted} that are listed")
        if undos < len(saved["undone"]) + lost:
            raise InvalidGameError(f"undos is {shown(undos)}, fewer than the moves that were taken back")
        least = most = self._now.turned
        if lost:
            most = max(least, min(self._past[-1].before.turned + lost, self._rules.cards))
        if not least <= seen <= most:
            raise InvalidGameError(f"seen is {shown(seen)}, not {least} to {most} cards")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_dict, (self.to_dict(),)


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


def _listed(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards)) or "no card"
