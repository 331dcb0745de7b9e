"""Players of Cribbage Squares: programs that choose a move."""

from __future__ import annotations

from ..errors import IllegalMoveError
from ..scoring import score_grid
from .game import Game
from .moves import Move, MoveKind

__all__ = ["greedy_move"]


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
    """
    if game.over:
        raise IllegalMoveError("the game is over")
    starter, now = game.starter, game.score.total

    def gain(move: Move) -> tuple[int, bool]:
        return score_grid(game.after(move).grid, starter) - now, move.kind is MoveKind.FINISH

    return max(game.legal_moves(), key=gain)
