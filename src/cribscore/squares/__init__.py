"""Cribbage Squares as a game: its rules and variations, the moves, and what the player may see.

>>> from cribscore.squares import Game
>>> game = Game(seed=1)
>>> game.card
Card('QD')
>>> game.play("b2")
>>> game
<Game: 1 placed, 9S to place, 0 points>
"""

from ..errors import IllegalMoveError, InvalidGameError
from .game import Game
from .moves import Move, MoveKind
from .players import greedy_move
from .rules import (
    ONE_RESERVE,
    OPEN,
    PRESETS,
    SHUFFLE,
    STANDARD,
    TWO_RESERVES,
    WASTE,
    Rules,
    solitaire_score,
)

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
    "greedy_move",
    "solitaire_score",
]
