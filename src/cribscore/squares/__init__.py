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
from .coach import Analysis, MoveAnalysis, analyse
from .game import Game
from .moves import Move, MoveKind
from .players import Advice, Outlook, Player, greedy_move, outlook, play_games
from .reasons import reason
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
    "Advice",
    "Analysis",
    "Game",
    "IllegalMoveError",
    "InvalidGameError",
    "Move",
    "MoveAnalysis",
    "MoveKind",
    "Outlook",
    "Player",
    "Rules",
    "analyse",
    "greedy_move",
    "outlook",
    "play_games",
    "reason",
    "solitaire_score",
]
