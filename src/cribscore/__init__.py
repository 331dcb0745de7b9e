"""Score cribbage hands and Cribbage Squares grids.

>>> from cribscore import score_hand
>>> score_hand("5H 5C 5S JD", "5D")
<HandScore 29: fifteens 16, pairs 12, runs 0, flush 0, nobs 1>

- Values: `Card`, `Suit`, `Hand`, `Grid`, `DECK`; `read_board` reads a file, `deal` deals what a seed repeats.
- Scores: `score_hand`, `score_grid`; `explain_hand`, `explain_grid` say which cards make which points.
- Many at once, from arrays of card indexes: `score_hands`, `score_grids`; `hand_counts` for all there are.
- The best placement of known cards, `best_grid`; the largest total of all, `maximum_grid`.
- `backend` names the core that scores.
- The game, to play or to write a program for: the module `cribscore.game`.

Wrong cards are an `InvalidCardError`, `InvalidHandError` or `InvalidGridError`, all of them ValueErrors.
"""

from typing import TYPE_CHECKING

from ._core import backend
from .batch import hand_counts, score_grids, score_hands
from .cards import (
    DECK,
    Card,
    CardLike,
    CardsLike,
    Grid,
    GridLike,
    Hand,
    InvalidCardError,
    InvalidGridError,
    InvalidHandError,
    Suit,
    deal,
    read_board,
)
from .explain import Combination, GridExplanation, HandExplanation, Kind, explain_grid, explain_hand
from .scoring import GridScore, HandScore, score_grid, score_hand
from .solve import MaximumProof, ProofStep, Solution, best_grid, maximum_grid

__all__ = [
    "DECK",
    "Card",
    "CardLike",
    "CardsLike",
    "Combination",
    "Grid",
    "GridExplanation",
    "GridLike",
    "GridScore",
    "Hand",
    "HandExplanation",
    "HandScore",
    "InvalidCardError",
    "InvalidGridError",
    "InvalidHandError",
    "Kind",
    "MaximumProof",
    "ProofStep",
    "Solution",
    "Suit",
    "backend",
    "best_grid",
    "deal",
    "explain_grid",
    "explain_hand",
    "hand_counts",
    "maximum_grid",
    "read_board",
    "score_grid",
    "score_grids",
    "score_hand",
    "score_hands",
]

__version__: str

if not TYPE_CHECKING:  # a type checker would take every misspelt name for one that this gives

    def __getattr__(name: str) -> object:  # what takes longer to import than all the rest, on demand
        if name == "__version__":
            from importlib.metadata import version

            return version("cribscore")
        if name == "game":
            from importlib import import_module

            return import_module("cribscore.game")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
