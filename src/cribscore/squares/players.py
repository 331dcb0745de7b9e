"""Players of Cribbage Squares: programs that choose a move."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .. import _core, _steps
from .._messages import items_of, shown, whole
from .._wire import NEVER, NO_CARD, PILE_MOVE, POINT, WIN
from .._work import Shares, thread_count
from ..cards import DECK, Card, CardLike, CardsLike, cards_of, counted, first_repeated, indexes_of
from ..deals import deal
from ..errors import CribscoreError, IllegalMoveError
from ..grids import Grid, GridLike
from ..scoring import score_grid
from ..search import BestGrid, best_grid
from .game import Game
from .moves import CELLS, Move, MoveKind
from .rules import MOST_SWAPS, PILE_SIZE, STANDARD, Rules, rules_of
from .tables import Table, given_table, standard_table

if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray

__all__ = ["Advice", "Outlook", "Player", "greedy_move", "outlook", "play_games"]

LEVELS: Final = 4


def greedy_move(game: Game) -> Move:
    """Choose the move that makes the most points at once; of several such moves, the first.

    It looks only at the cards that the player sees. Where no move gains a point in a shuffle, it finishes.

    >>> game = Game(seed=1)
    >>> while not game.over:
    ...     game.play(greedy_move(game))
    >>> game.over, len(game.history)
    (True, 16)

    Args:
        game: The game; it is not changed.

    Returns:
        One of `game.legal_moves()`.

    Raises:
        IllegalMoveError: The game is over.
        TypeError: The argument is of another type.
    """
    _going_on(game)
    starter, now = game.starter, game.score.total

    def gain(move: Move) -> tuple[int, bool]:
        return score_grid(game.after(move).grid, starter) - now, move.kind is MoveKind.FINISH

    return max(game.legal_moves(), key=gain)


class Advice(NamedTuple):
    """What a player thinks of one move; `Player.advise` makes it.

    >>> advice = Player(level=0).advise(Game(seed=1))[0]
    >>> str(advice.move), round(advice.score), advice.error, advice.found
    ('b2', 59, 0.0, 'table')

    Attributes:
        move: The move.
        score: The final score that is expected after it.
        win: The chance to win after it, 0 to 1.
        error: The standard error of `score`, so far as random cards were used; 0 if none were.
        loss: How many points less are expected than after the best move; 0 for the best.
        loss_error: The standard error of `loss`. It is smaller than that of the two scores, as all moves were
            tried with the same cards.
        found: How it was found: "exact" (all that can come was looked at), "table" (the trained table),
            "one card" (the table after each card that can come next) or "rollouts" (that, blended with games
            with random cards).
    """

    move: Move
    score: float
    win: float
    error: float
    loss: float
    loss_error: float
    found: str

    def to_dict(self) -> dict[str, Any]:
        """Return the advice as plain values, as JSON has them."""
        return {**self._asdict(), "move": str(self.move)}


Advice.__module__ = "cribscore.squares"


class Outlook(NamedTuple):
    """The final score that is expected before the next card is turned up, and with each card.

    >>> ahead = outlook("5H 5C 5S JD / 2C 2D 2H 2S / 9C 9D 9H 9S / KC KD KH KS")
    >>> round(ahead.mean, 2), max(ahead.by_card.values())
    (67.72, 96.0)

    Attributes:
        mean: The mean over the cards that can come.
        by_card: The score with each of them, after the best move.
    """

    mean: float
    by_card: Mapping[Card, float]


Outlook.__module__ = "cribscore.squares"


def outlook(
    grid: GridLike,
    reserves: Iterable[CardsLike] = (),
    *,
    rules: Rules | str = STANDARD,
    table: Table | str | os.PathLike[str] | None = None,
) -> Outlook:
    """Return the final score that the table expects before the next card is turned up.

    >>> empty = outlook([None] * 16)
    >>> round(empty.mean, 1), max(empty.by_card, key=empty.by_card.get).rank
    (60.4, 5)

    The luck of a card is its score less the mean.

    Args:
        grid: The cards placed. If it is full, the next card is the starter and the scores are the final ones.
        reserves: The piles beside it, in each the top card last.
        rules: The rules; not those of an open game or a shuffle.
        table: A table, or its path; the one of the package when it is left out.

    Raises:
        CribscoreError: A card is there twice, a pile is too high or not in the rules, the rules are of an
            open game or a shuffle, or the table was trained for other rules.
        TypeError: An argument is of another type.
        OSError: The file of the table cannot be read.
    """
    rules = rules_of(rules)
    grid, piles = _placed(rules, grid, reserves)
    values = _core.outlook(table_for(rules, given_table(table)).values(), position_of(rules, grid, piles))
    by_card = {card: value / POINT for card, value in zip(DECK, values, strict=True) if value != NEVER}
    return Outlook(sum(by_card.values()) / len(by_card), by_card)


def _placed(
    rules: Rules, grid: GridLike, reserves: Iterable[CardsLike], card: Card | None = None
) -> tuple[Grid, list[tuple[Card, ...]]]:
    """Check what lies on the table."""
    grid = Grid(grid)
    what = "reserves are given pile by pile, each its cards"
    if isinstance(reserves, str):
        raise TypeError(f"{what}, not in one text: {shown(reserves)}")
    piles = [tuple(cards_of(pile)) for pile in items_of(reserves, what)]
    if len(piles) > rules.piles:
        raise CribscoreError(
            f"there is no reserve {rules.piles + 1}: these rules have {rules.piles or 'none'}"
        )
    for number, pile in enumerate(piles, 1):
        if len(pile) > PILE_SIZE:
            raise CribscoreError(f"reserve {number} holds at most {PILE_SIZE} cards, got {counted(pile)}")
    repeated = first_repeated([*grid, *(card for pile in piles for card in pile), card])
    if repeated is not None:
        raise CribscoreError(f"{repeated} appears twice")
    return grid, piles


class Player:
    """A player of Cribbage Squares.

    >>> from cribscore.squares import Game
    >>> player = Player(level=0)
    >>> game = Game(seed=1)
    >>> while not game.over:
    ...     game.play(player.choose(game))
    >>> game.score.total
    60

    It looks only at what `game.view()` shows: the order of the hidden cards does not change the answer. The
    same position, level and seed give the same answer on every platform.

    Where all cards are seen, in open games and shuffles, each level finds the best grid.

    Args:
        level: 0 to 3; a higher level plays better and takes longer.
        seed: The seed of the random cards that levels 2 and 3 try: 0 to 2**64 - 1.
        table: A table that `cribscore.squares.training` made, or its path; the one of the package when it is
            left out.
        aim: "points" to choose the moves with the largest expected score, or "win" for the largest chance to
            win.

    Raises:
        CribscoreError: A number is outside its range, or the file is not a table.
        TypeError: An argument is of another type.
        OSError: The file cannot be read.
    """

    __module__ = "cribscore.squares"
    __slots__ = ("_aim", "_level", "_seed", "_table")

    def __init__(
        self,
        level: int = 2,
        *,
        seed: int = 0,
        table: Table | str | os.PathLike[str] | None = None,
        aim: str = "points",
    ) -> None:
        self._level = whole("level", level, LEVELS - 1)
        self._seed = whole("seed", seed, 2**64 - 1)
        self._table = given_table(table)
        if not isinstance(aim, str) or aim not in ("points", "win"):
            raise CribscoreError(f"aim {shown(aim)} is not 'points' or 'win'")
        self._aim = aim

    def __reduce__(self) -> tuple[Any, tuple[object, ...]]:
        return _player, (self._level, self._seed, self._table, self._aim)

    def __repr__(self) -> str:
        return f"<Player of level {self._level}>"

    def choose(self, game: Game) -> Move:
        """Choose a move: the first of `advise`.

        Args:
            game: The game; it is not changed.

        Raises:
            IllegalMoveError: The game is over.
            CribscoreError: The table was trained for other rules.
            RuntimeError: The Python core is in use, and the level is above 0 or all cards are seen.
        """
        rules = _going_on(game).rules
        return best_move(game) if rules.open or rules.shuffle else self.advise(game)[0].move

    def advise(self, game: Game) -> tuple[Advice, ...]:
        """Say what each legal move is worth, the best first.

        >>> best, second, *_ = Player(level=1).advise(Game(seed=1))
        >>> str(best.move), round(best.score, 1), best.found
        ('b2', 59.3, 'one card')

        Args:
            game: The game; it is not changed.

        Returns:
            An `Advice` for each of `game.legal_moves()`. Moves that are clearly worse are looked at less
            closely than the others.

        Raises:
            IllegalMoveError: The game is over.
            CribscoreError: The table was trained for other rules.
            RuntimeError: The Python core is in use, and the level is above 0 or all cards are seen.
        """
        rules = _going_on(game).rules
        if rules.open or rules.shuffle:
            return _listed(values_of_moves(game), self._aim)
        return self._weigh(rules, position_of(rules, game.grid, game.reserves, game.card))

    def advise_board(
        self,
        grid: GridLike,
        card: CardLike,
        reserves: Iterable[CardsLike] = (),
        *,
        rules: Rules | str = STANDARD,
    ) -> tuple[Advice, ...]:
        """Do what `advise` does, for a position that does not come from a `Game`.

        >>> board = "5H 5C .. JD / .. .. .. .. / .. .. .. .. / .. .. .. .."
        >>> str(Player(level=0).advise_board(board, "5S")[0].move)
        'c1'

        Args:
            grid: The cards placed.
            card: The card that is face up.
            reserves: The piles beside the grid, in each the top card last.
            rules: The rules; not those of an open game or a shuffle.

        Raises:
            IllegalMoveError: The grid is full.
            CribscoreError: A card is there twice, a pile is too high or not in the rules, or the rules are of
                an open game or a shuffle.
            TypeError: An argument is of another type.
            RuntimeError: The Python core is in use, and the level is above 0.
        """
        rules, card = rules_of(rules), Card(card)
        grid, piles = _placed(rules, grid, reserves, card)
        if grid.full:
            raise IllegalMoveError("the grid is full")
        return self._weigh(rules, position_of(rules, grid, piles, card))

    def _weigh(self, rules: Rules, position: bytes, included: Move | None = None) -> tuple[Advice, ...]:
        """Advise on a position; look into the move `included` as closely as into the best ones."""
        values = table_for(rules, self._table).values()
        if self._level == 0:
            simple = [
                Advice(
                    _move(one.source, one.to),
                    one.value / POINT,
                    one.win / WIN,
                    0.0,
                    0.0,
                    0.0,
                    "exact" if one.exact else "table",
                )
                for one in _core.weigh(values, position)
            ]
            return _listed(simple, self._aim)
        to_win = self._aim == "win"
        included_numbers = None if included is None else _numbers(included)
        return _with_losses(
            [
                Advice(
                    _move(one.source, one.to),
                    one.value / POINT,
                    one.win / WIN,
                    _error(one.spread, one),
                    0.0,
                    _error(one.loss_spread, one),
                    _FOUND[one.found],
                )
                for one in _steps.advise(values, position, self._level, to_win, self._seed, included_numbers)
            ]
        )


def _player(level: int, seed: int, table: Table | None, aim: str) -> Player:
    return Player(level, seed=seed, table=table, aim=aim)


_FOUND: Final = ("exact", "table", "one card", "rollouts")


def _error(spread: int, one: _steps.Advised) -> float:
    """The standard error that a spread of the games gives to a value."""
    if one.games < 2:
        return 0.0
    return one.share / 100 * sqrt(spread / (one.games - 1)) / one.games / POINT


def _listed(advice: list[Advice], aim: str) -> tuple[Advice, ...]:
    """Put advice in order, the best first, with the losses."""
    if aim == "win":
        return _with_losses(sorted(advice, key=lambda one: (-one.win, -one.score)))
    return _with_losses(sorted(advice, key=lambda one: -one.score))


def _with_losses(advice: list[Advice]) -> tuple[Advice, ...]:
    return tuple(one._replace(loss=advice[0].score - one.score) for one in advice)


def _going_on(game: Game) -> Game:
    if not isinstance(game, Game):
        raise TypeError(f"a player plays a Game, not {type(game).__name__}: {shown(game)}")
    if game.over:
        raise IllegalMoveError("the game is over")
    return game


@cache
def _move(source: int, to: int) -> Move:
    if source != NO_CARD:
        return Move.from_reserve(source, *divmod(to, 4))
    return Move.to_reserve(to - PILE_MOVE) if to >= PILE_MOVE else Move.place(*divmod(to, 4))


def _numbers(move: Move) -> tuple[int, int]:
    """The source of a move and where it goes, as the cores have them."""
    to = PILE_MOVE + (move.reserve or 0) if move.cell is None else 4 * move.cell[0] + move.cell[1]
    return NO_CARD if move.reserve is None or move.cell is None else move.reserve, to


def table_for(rules: Rules, table: Table | None) -> Table:
    if table is None:
        return standard_table(rules)
    if not table.fits(rules):
        raise CribscoreError(f"the table was trained for {table.rules}, and the game is played by {rules}")
    return table


def position_of(
    rules: Rules,
    grid: Iterable[Card | None] = (None,) * 16,
    piles: Iterable[Iterable[Card]] = (),
    card: Card | None = None,
) -> bytes:
    """Return a position as the cores read it.

    Raises:
        CribscoreError: The rules are of an open game or a shuffle.
    """
    if rules.open or rules.shuffle:
        raise CribscoreError("the table is for games in which the cards come one at a time")
    cells = [NO_CARD if cell is None else cell.index for cell in grid]
    beside = [indexes_of(pile).ljust(PILE_SIZE, b"\xff") for pile in piles]
    return b"".join(
        (
            bytes(cells),
            b"".join(beside).ljust(2 * PILE_SIZE, b"\xff"),
            bytes((NO_CARD if card is None else card.index,)),
            bytes((rules.adjacency, rules.reserves, rules.waste, rules.win_at)),
        )
    )


# ---------------------------------------------------------------- games in which all cards are seen


def best_move(game: Game) -> Move:
    """Choose a move towards the best grid of the cards of an open game or a shuffle."""
    best = best_within_reach(game).grid
    cells = list(zip(CELLS, game.grid, best, strict=True))
    if game.rules.shuffle:
        for cell, now, then in cells:
            if (
                now is not then
                and len(game.history) < MOST_SWAPS
                and game.score.total < score_grid(best, game.starter)
            ):
                other = next(place for place, there, _ in cells if there is then)
                return Move.swap(cell, other)
        return Move.finish()
    places = {then: cell for cell, now, then in cells if now is None}
    legal = set(game.legal_moves())
    return next(
        move
        for card in (game.card, *game.upcoming)
        if card is not None and (move := Move.place(*places[card], card)) in legal
    )


def values_of_moves(game: Game) -> list[Advice]:
    """Say what each move of an open game or a shuffle can still reach, that of `best_move` first."""
    first = best_move(game)
    moves = [first, *(move for move in game.legal_moves() if move != first)]
    reach = best_within_reach(game).score.total
    found = []
    for move in moves:
        if move.kind is MoveKind.FINISH:
            total = game.score.total
        elif move.kind is MoveKind.SWAP or move is first:
            total = reach
        else:
            total = best_within_reach(game.after(move)).score.total
        found.append(Advice(move, total, float(total >= game.rules.win_at), 0.0, 0.0, 0.0, "exact"))
    return found


def best_within_reach(game: Game) -> BestGrid:
    """The best grid that the cards of an open game or a shuffle can still make."""
    if game.rules.shuffle:
        return best_grid(game.grid.cards, game.starter)
    loose = [card for card in (game.card, *game.upcoming) if card is not None]
    return best_grid(loose, game.starter, fixed=game.grid)


# ---------------------------------------------------------------- many games


def play_games(
    n: int, *, rules: Rules | str = STANDARD, level: int = 2, seed: int = 0, threads: int = 1
) -> bytearray | NDArray[uint8]:
    """Play games and return their final scores.

    >>> list(bytes(play_games(3, level=0, seed=1)))
    [60, 69, 50]

    Game number i has the cards of `Game(rules, seed=seed + i)` and is played as `Player(level)` plays it. So
    games with the same seed can be compared across levels and rules. Ctrl-C stops it at once.

    Args:
        n: How many games.
        rules: A `Rules`, or the name of a preset.
        level: 0 to 3, the level of the player.
        seed: The seed of the first deal; that of the last is at most 2**64 - 1.
        threads: How many threads share the work; 0 for one for each processor.

    Returns:
        A byte for each game: a NumPy array if the program has imported NumPy, otherwise a bytearray.

    Raises:
        CribscoreError: A number is outside its range.
        TypeError: An argument is of another type.
        RuntimeError: The Python core is in use, and the level is above 0 or all cards are seen.
    """
    rules = rules_of(rules)
    n = whole("n", n, _MOST_GAMES)
    level = whole("level", level, LEVELS - 1)
    seed = whole("seed", seed, 2**64 - max(n, 1))
    count = min(thread_count(threads), n)
    scores = bytearray(n)
    play = _play_open if rules.open or rules.shuffle else _play_hidden
    with memoryview(scores) as written:

        def score(begin: int, end: int) -> int:
            play(rules, level, seed + begin, written[begin:end], lambda: shares.stopped)
            return end

        share = -(-n // max(count, 1))
        if n:
            shares = Shares(score, n, share, share)
            shares.run()
    numpy = sys.modules.get("numpy")
    return (
        scores if numpy is None or not hasattr(numpy, "frombuffer") else numpy.frombuffer(scores, numpy.uint8)
    )


_MOST_GAMES: Final = 1 << 40


def _play_hidden(
    rules: Rules, level: int, seed: int, scores: memoryview, stopped: Callable[[], bool]
) -> None:
    """Play games in which cards come one at a time."""
    if _core.backend() == "python" and level == 0:
        player = Player(0)
        for number in range(len(scores)):
            game = Game(rules, seed=seed + number)
            while not game.over:
                if stopped():
                    return
                game.play(player.choose(game))
            scores[number] = game.score.total
        return
    values = table_for(rules, None).values()
    _steps.games(values, position_of(rules), level, seed, scores, stopped)


def _play_open(rules: Rules, level: int, seed: int, scores: memoryview, stopped: Callable[[], bool]) -> None:
    """Find the best grids of games in which all cards are seen."""
    for number in range(len(scores)):
        if stopped():
            return
        *cards, starter = deal(seed + number)
        scores[number] = best_grid(cards, starter).score.total
