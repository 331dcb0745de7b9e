"""The coach: what luck and skill were worth in a game, move by move, and which moves were mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from math import hypot
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .. import _core
from .._messages import shown
from .._values import format_styled
from .._wire import NEVER, POINT
from ..cards import Card, indexes_of, text_of
from ..search import best_grid
from .game import Game
from .moves import Move, MoveKind
from .players import Advice, Player, best_move, best_within_reach, position_of, table_for
from .rules import MOST_SWAPS, Rules

if TYPE_CHECKING:
    import os

    from .tables import Table

__all__ = ["Analysis", "MoveAnalysis", "analyse"]

_CERTAIN: Final = 2  # standard errors: what a move loses must be more than so many to be called a mistake
_MEASURED: Final = ("exact", "rollouts")  # of the ways in which advice is found


class MoveAnalysis(NamedTuple):
    """What the coach says of one move; `Analysis.moves` has them.

    >>> game = Game(seed=1)
    >>> game.play("a1")
    >>> made = analyse(game, level=0).moves[0]
    >>> str(made.move), made.card, round(made.luck, 1)
    ('a1', Card('QD'), -1.0)

    Attributes:
        move: The move.
        card: The card that it moved; None for a swap and for `finish`.
        luck: The luck of the card that was turned up before the move, in points: what the table expected with
            it, less what it expected before. It is 0 if no card was turned up since the last move.
        skill: What the table expected after the move, less what it expected before, in points.
        better: The best move, if this one was a mistake: if it lost more than two standard errors. Else None.
        loss: How many points less were expected after this move than after the best one; 0 for the best.
        error: The standard error of `loss`, so far as random cards were used.
        win_before: The chance to win before the move, with the best move.
        win_after: The chance to win after the move.
    """

    move: Move
    card: Card | None
    luck: float
    skill: float
    better: Move | None
    loss: float
    error: float
    win_before: float
    win_after: float

    def to_dict(self) -> dict[str, Any]:
        """Return the analysis of the move as plain values, as JSON has them."""
        better = None if self.better is None else str(self.better)
        return {**self._asdict(), "move": str(self.move), "card": text_of(self.card), "better": better}


MoveAnalysis.__module__ = "cribscore.squares"


class Analysis(NamedTuple):
    """What luck and skill were worth in a game: what `analyse` returns.

    `start`, all luck, all skill and `starter_luck` add up to `result`. They are multiples of 1/4096, so
    the sum is exact.

    >>> game = Game("open", seed=1)
    >>> game.play("4C b2")
    >>> analysis = analyse(game)
    >>> analysis
    <Analysis: start 72.0, luck +0.0, skill +0.0>
    >>> print(analysis)
    move        luck   skill    win   better
     1 4C b2    0.00    0.00  100 %
    sum         0.00    0.00
    72.0 points expected at the start, 72.0 after the last move

    Attributes:
        rules: The rules of the game.
        level: The level of the player that looked for mistakes.
        start: The score that was expected at the start.
        moves: The `MoveAnalysis` of each move.
        starter: The starter, or None while the game goes on.
        starter_luck: The luck of the starter; 0 if it was seen before the last move.
        result: The final score. In a game that goes on: what the table expects after the last move, and
            before a card that was turned up since.
        over: Whether the game is over.
        best: The total of the best grid that the same cards make with the same starter, all of them known, as
            `best_grid` finds it. None while cards are hidden, and on the Python core.
    """

    rules: Rules
    level: int
    start: float
    moves: tuple[MoveAnalysis, ...]
    starter: Card | None
    starter_luck: float
    result: float
    over: bool
    best: int | None

    @property
    def luck(self) -> float:
        """The sum of all luck, that of the starter too."""
        return sum(one.luck for one in self.moves) + self.starter_luck

    @property
    def skill(self) -> float:
        """The sum of all skill."""
        return sum(one.skill for one in self.moves)

    @property
    def mistakes(self) -> tuple[MoveAnalysis, ...]:
        """The moves that were mistakes, the costliest first."""
        return tuple(sorted((one for one in self.moves if one.better), key=lambda one: -one.loss))

    def to_dict(self) -> dict[str, Any]:
        """Return the analysis as plain values, as JSON has them."""
        return {
            **self._asdict(),
            "rules": asdict(self.rules),
            "moves": [one.to_dict() for one in self.moves],
            "starter": text_of(self.starter),
            "luck": self.luck,
            "skill": self.skill,
        }

    def _rows(self, style: str) -> Iterator[tuple[str, str, str, str, str]]:
        """Yield lines of a table: what happened, luck, skill, the chance to win, and what was better."""
        for number, one in enumerate(self.moves, 1):
            yield (
                f"{number:>2} {moved(one, style)}",
                _signed(one.luck),
                _signed(one.skill),
                f"{100 * one.win_after:.0f} %",
                f"{better(one, style)} by {cost(one)}" if one.better else "",
            )
        if self.starter is not None and not (self.rules.open or self.rules.shuffle):
            yield f"starter {self.starter:{style}}", _signed(self.starter_luck), "", "", ""
        yield "sum", _signed(self.luck), _signed(self.skill), "", ""

    def _conclusion(self) -> str:
        """Say how it began and what came of it."""
        began = f"{self.start:.1f} points expected at the start"
        if not self.over:
            return f"{began}, {self.result:.1f} after the last move"
        best = "" if self.best is None else f"; the best grid of these cards has {self.best}"
        return f"{began}, {self.result:.0f} made{best}"

    def _text(self, style: str) -> str:
        lines = [_COLUMNS, *self._rows(style)]
        width = max(len(line[0]) for line in lines)
        return "\n".join(
            [
                *(
                    f"{what:<{width}}{luck:>8}{skill:>8}{win:>7}   {better}".rstrip()
                    for what, luck, skill, win, better in lines
                ),
                self._conclusion(),
            ]
        )

    def __str__(self) -> str:
        return self._text("")

    def __format__(self, spec: str) -> str:
        return format_styled(spec, self._text(""), self._text("u"))

    def __repr__(self) -> str:
        return f"<Analysis: start {self.start:.1f}, luck {self.luck:+.1f}, skill {self.skill:+.1f}>"

    def to_html(self) -> str:
        """Return the analysis as HTML, as a notebook shows it: a table with a row for each move."""
        from .. import _html  # only a notebook needs it

        return _html.analysis(_COLUMNS, self._rows("u"), self._conclusion())

    def _repr_html_(self) -> str:
        return self.to_html()


Analysis.__module__ = "cribscore.squares"

_COLUMNS: Final = ("move", "luck", "skill", "win", "better")


def moved(one: MoveAnalysis, style: str) -> str:
    """Write a move with the card that it moved."""
    named = _named(one.move, style)
    return named if one.card is None or one.move.card is not None else f"{one.card:{style}} {named}"


def better(one: MoveAnalysis, style: str) -> str:
    """Write the move that was better than a mistake."""
    return "" if one.better is None else _named(one.better, style)


def _named(move: Move, style: str) -> str:
    return str(move) if move.card is None else f"{move.card:{style}} {str(move).partition(' ')[2]}"


def _signed(points: float) -> str:
    """Write points with their sign; what rounds to 0 has none."""
    return f"{points:+.2f}" if abs(points) >= 0.005 else "0.00"


def cost(one: MoveAnalysis) -> str:
    """Say what a mistake cost."""
    error = f" +- {one.error:.2f}" if one.error else ""
    return f"{one.loss:.2f}{error}"


def analyse(
    game: Game,
    *,
    level: int = 2,
    seed: int = 0,
    table: Table | str | os.PathLike[str] | None = None,
) -> Analysis:
    """Say what luck and skill were worth in a game, and which moves were mistakes.

    >>> from cribscore.squares import greedy_move
    >>> game = Game(seed=1)
    >>> while not game.over:
    ...     game.play(greedy_move(game))
    >>> analysis = analyse(game, level=0)
    >>> analysis
    <Analysis: start 60.4, luck -13.9, skill -12.5>
    >>> analysis.start + analysis.luck + analysis.skill == analysis.result == game.score.total
    True

    Luck and skill come from the table: with each card, and after each move, it says which final score is
    expected. So the skill of a move is exact only as far as the table is; that of the best move may differ
    from 0 by some tenths of a point. Mistakes are therefore looked for by a player of level 2 or 3, which
    tries the move and the better ones with the same random cards. A move that lost no more than two
    standard errors is not called a mistake. Levels 0 and 1 are quicker, and find a mistake only where the
    value of the move and of the best one are exact.

    Where all cards are seen, in open games and shuffles, there is no luck, all is exact, and `start` is the
    total of the best grid.

    A game that goes on is analysed up to its last move. The analysis of a move does not depend on cards that
    had not been turned up; its skill is what the table expected, whatever came after it.

    Args:
        game: The game; it is not changed. Moves that were undone do not count.
        level: 0 to 3, the level of the player that looks for mistakes.
        seed: The seed of the random cards that it tries.
        table: A table, or its path; the one of the package when it is left out.

    Raises:
        CribscoreError: A number is outside its range, or the table was trained for other rules.
        TypeError: An argument is of another type.
        OSError: The file cannot be read.
        RuntimeError: The Python core is in use, and the level is above 0 or all cards are seen.
    """
    if not isinstance(game, Game):
        raise TypeError(f"a Game is analysed, not {type(game).__name__}: {shown(game)}")
    player = Player(level, seed=seed, table=table)
    replay = game._copy()
    for _ in game.history:
        replay.undo()
    if game.rules.open or game.rules.shuffle:
        return _of_seen_cards(replay, game, level)
    return _of_hidden_cards(replay, game, level, player)


# ---------------------------------------------------------------- games in which cards come one at a time


class _Ahead:
    """What a table expects of a position."""

    def __init__(self, player: Player, rules: Rules) -> None:
        self._rules = rules
        self._values = table_for(rules, player._table).values()

    def of_card(self, game: Game) -> int:
        """Return the value of the best move with the card that is face up."""
        position = position_of(self._rules, game.grid, game.reserves, game.card)
        return max(one.value for one in _core.weigh(self._values, position))

    def by_card(self, game: Game) -> tuple[int, list[int]]:
        """Return the mean over the cards that can come next, and the value with each; a card is not seen."""
        values = _core.outlook(self._values, position_of(self._rules, game.grid, game.reserves))
        known = [value for value in values if value != NEVER]
        return sum(known) // len(known), values


def _of_hidden_cards(replay: Game, game: Game, level: int, player: Player) -> Analysis:
    """Play a game again, and follow what the table expects in units of 1/4096 point."""
    rules, ahead = game.rules, _Ahead(player, game.rules)
    now, by_card = ahead.by_card(replay)
    start, fresh = now, True  # whether the card that is face up came after the last move
    moves = []
    for move in game.history:
        position = position_of(rules, replay.grid, replay.reserves, replay.card)
        advice = player._weigh(rules, position, move)
        with_card = by_card[indexes_of([replay.card])[0]] if fresh else now
        replay.redo()
        (moved,) = replay._past[-1].cards
        fresh_then = not _from_pile(move)
        if fresh_then:
            after, by_card = ahead.by_card(replay)
        else:
            after = POINT * replay.score.total if replay.over else ahead.of_card(replay)
        moves.append(_of_move(move, moved, with_card - now, after - with_card, advice))
        now, fresh = after, fresh_then
    starter_luck = 0
    if game.starter is not None and fresh:
        starter_luck = by_card[game.starter.index] - now
    return Analysis(
        rules,
        level,
        start / POINT,
        tuple(moves),
        game.starter,
        starter_luck / POINT,
        (now + starter_luck) / POINT,
        game.over,
        _best_of(game) if game.over else None,
    )


def _from_pile(move: Move) -> bool:
    return move.kind is MoveKind.FROM_RESERVE


def _of_move(move: Move, card: Card, luck: int, skill: int, advice: tuple[Advice, ...]) -> MoveAnalysis:
    best = advice[0]
    made = next(one for one in advice if one.move == move)
    # Where they were found in two ways, one of them is exact.
    error = made.loss_error if best.found == made.found else hypot(best.error, made.error)
    mistake = best.found in _MEASURED and made.found in _MEASURED and made.loss > _CERTAIN * error
    return MoveAnalysis(
        move,
        card,
        luck / POINT,
        skill / POINT,
        best.move if mistake else None,
        made.loss,
        error,
        best.win,
        made.win,
    )


def _best_of(game: Game) -> int | None:
    """Return the total of the best grid of the same cards; the Python core cannot search."""
    return None if _core.backend() == "python" else best_grid(game.grid.cards, game.starter).score.total


# ---------------------------------------------------------------- games in which all cards are seen


def _of_seen_cards(replay: Game, game: Game, level: int) -> Analysis:
    """Play a game again, and follow the best total that can still be reached."""
    rules, moves = game.rules, []
    start = now = best_within_reach(replay).score.total
    for number, move in enumerate(game.history, 1):
        replay.redo()
        if replay.over or number == MOST_SWAPS:  # after the last swap there is only the end
            after = replay.score.total
        elif rules.shuffle:
            after = now
        else:
            after = best_within_reach(replay).score.total
        best = None
        if after < now:
            before = replay._copy()
            before.undo()
            best = best_move(before)
        moves.append(
            MoveAnalysis(
                move,
                move.card,
                0.0,
                float(after - now),
                best,
                float(now - after),
                0.0,
                float(now >= rules.win_at),
                float(after >= rules.win_at),
            )
        )
        now = after
    return Analysis(rules, level, float(start), tuple(moves), game.starter, 0.0, float(now), game.over, start)
