"""Score cribbage hands and Cribbage Squares grids.

>>> from cribscore import score_hand
>>> score_hand("5H 5C 5S JD", "5D")
<HandScore 29: fifteens 16, pairs 12, runs 0, flush 0, nobs 1>

- Values: `Card`, `Suit`, `Hand`, `Grid`, `DECK`; `deal` deals the cards that a seed repeats everywhere;
  `read_board` and `write_board` read and write a grid and its starter.
- Scores: `score_hand`, `score_grid`; `explain_hand`, `explain_grid` say which cards make which points.
- The play: `Pegging` follows it card by card, `score_peg` scores one card, `best_peg` finds the best,
  and `advise_peg` where the other hand is hidden.
- Other cards: `score_cards` and `explain_cards` for hands of any size, `heels` for the starter.
- Before the starter is turned: `forecast`, the points of four cards over all starters that are left.
- The discard: `discards` values every throw of a deal, `best_discard` is the best, `crib_distribution` says
  how likely the points of the crib are; `crib_table` and `throw_counts` describe the policy behind them.
- Many at once, from arrays of card indexes: `score_hands`, `score_grids`, `forecast_hands`, `keep_sums`,
  `best_throws`, `score_pegs`, `peg_deals`; `score_counts` counts scores, `check_hands` and `check_grids` find
  all bad rows; `hand_counts` counts all hands.
- Arrays of card indexes: `encode_cards` makes them from text, `decode_cards` writes them as text, and
  `random_hands`, `random_grids` and `random_deals` deal them.
- Searches: `best_grid` for the best placement of known cards, `prove_maximum` for the largest total.
- `backend` names the core that scores.
- The game of Cribbage Squares is in `cribscore.squares`.

A wrong value raises a `CribscoreError`, which is a ValueError: `InvalidCardError`, `InvalidHandError` and
`InvalidGridError` among them. A wrong type raises a TypeError.
"""

from typing import TYPE_CHECKING

from ._core import backend
from .cards import DECK, Card, CardLike, CardsLike, Hand, Suit
from .deals import Deal, deal
from .errors import CribscoreError, IllegalPegError, InvalidCardError, InvalidGridError, InvalidHandError
from .forecast import Forecast, forecast
from .grids import Grid, GridLike, read_board, write_board
from .scoring import CardsScore, GridScore, HandScore, heels, score_cards, score_grid, score_hand

if TYPE_CHECKING:  # imported when they are first asked for
    from .advice import PegAdvice, advise_peg
    from .batch import (
        check_grids,
        check_hands,
        forecast_hands,
        hand_counts,
        keep_sums,
        score_counts,
        score_grids,
        score_hands,
    )
    from .discard import (
        Discard,
        Discards,
        best_discard,
        best_throws,
        crib_distribution,
        crib_table,
        discards,
        throw_counts,
    )
    from .encoding import decode_cards, encode_cards
    from .explain import (
        Combination,
        CombinationKind,
        GridExplanation,
        HandExplanation,
        explain_cards,
        explain_grid,
        explain_hand,
    )
    from .pegging import Pegging, PeggingView, PegLine, PegScore, Played, best_peg, score_peg
    from .pegging_batch import peg_deals, score_pegs
    from .random_rows import random_deals, random_grids, random_hands
    from .search import BestGrid, MaximumProof, ProofStep, best_grid, prove_maximum

__all__ = [
    "DECK",
    "BestGrid",
    "Card",
    "CardLike",
    "CardsLike",
    "CardsScore",
    "Combination",
    "CombinationKind",
    "CribscoreError",
    "Deal",
    "Discard",
    "Discards",
    "Forecast",
    "Grid",
    "GridExplanation",
    "GridLike",
    "GridScore",
    "Hand",
    "HandExplanation",
    "HandScore",
    "IllegalPegError",
    "InvalidCardError",
    "InvalidGridError",
    "InvalidHandError",
    "MaximumProof",
    "PegAdvice",
    "PegLine",
    "PegScore",
    "Pegging",
    "PeggingView",
    "Played",
    "ProofStep",
    "Suit",
    "advise_peg",
    "backend",
    "best_discard",
    "best_grid",
    "best_peg",
    "best_throws",
    "check_grids",
    "check_hands",
    "crib_distribution",
    "crib_table",
    "deal",
    "decode_cards",
    "discards",
    "encode_cards",
    "explain_cards",
    "explain_grid",
    "explain_hand",
    "forecast",
    "forecast_hands",
    "hand_counts",
    "heels",
    "keep_sums",
    "peg_deals",
    "prove_maximum",
    "random_deals",
    "random_grids",
    "random_hands",
    "read_board",
    "score_cards",
    "score_counts",
    "score_grid",
    "score_grids",
    "score_hand",
    "score_hands",
    "score_peg",
    "score_pegs",
    "throw_counts",
    "write_board",
]

__version__: str

if not TYPE_CHECKING:  # a type checker would take every misspelt name for one that this gives
    _HOMES = {
        **dict.fromkeys(("BestGrid", "MaximumProof", "ProofStep", "best_grid", "prove_maximum"), "search"),
        **dict.fromkeys(
            (
                *("Combination", "CombinationKind", "GridExplanation", "HandExplanation"),
                *("explain_cards", "explain_grid", "explain_hand"),
            ),
            "explain",
        ),
        **dict.fromkeys(
            ("PegLine", "PegScore", "Pegging", "PeggingView", "Played", "best_peg", "score_peg"), "pegging"
        ),
        **dict.fromkeys(("PegAdvice", "advise_peg"), "advice"),
        **dict.fromkeys(
            (
                *("check_grids", "check_hands", "forecast_hands", "hand_counts", "keep_sums"),
                *("score_counts", "score_grids", "score_hands"),
            ),
            "batch",
        ),
        **dict.fromkeys(("peg_deals", "score_pegs"), "pegging_batch"),
        **dict.fromkeys(("decode_cards", "encode_cards"), "encoding"),
        **dict.fromkeys(("random_deals", "random_grids", "random_hands"), "random_rows"),
        **dict.fromkeys(
            (
                *("Discard", "Discards", "best_discard", "best_throws", "crib_distribution", "crib_table"),
                *("discards", "throw_counts"),
            ),
            "discard",
        ),
    }

    def __getattr__(name: str) -> object:
        if name == "__version__":
            from importlib.metadata import version

            return version("cribscore")
        from importlib import import_module

        if name == "squares":
            return import_module("cribscore.squares")
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"cribscore.{_HOMES[name]}"), name)
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
