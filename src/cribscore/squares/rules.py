"""The rules of Cribbage Squares and its variations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import inf
from types import MappingProxyType
from typing import Final

from .._messages import shown
from ..errors import CribscoreError
from ..scoring import LARGEST_TOTAL, WINNING_TOTAL

__all__ = [
    "ONE_RESERVE",
    "OPEN",
    "PRESETS",
    "SHUFFLE",
    "STANDARD",
    "TWO_RESERVES",
    "WASTE",
    "Rules",
    "solitaire_score",
]

PILE_SIZE: Final = 5  # cards that a reserve or the waste holds
MOST_SWAPS: Final = (
    10_000  # on the way to the end of a game: fifteen swaps bring sixteen cards into any order
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Which game is played. A value that is left out is that of the standard game.

    >>> Rules(reserves=1) == ONE_RESERVE
    True
    >>> Rules(open=True, reserves=1)
    Traceback (most recent call last):
    ...
    cribscore.CribscoreError: rules with open=True do not take a reserve: every card can be placed at any time

    Args:
        adjacency: Whether each card after the first must touch a placed card, at a side or a corner.
        reserves: 0, 1 or 2 piles of up to five cards whose top card may be played at any time.
        waste: Whether there is one pile of up to five cards, from which cards cannot be taken.
        open: Whether all seventeen cards are face up from the start. The last is the starter; the others are
            placed in any order.
        shuffle: Whether sixteen cards are dealt into the grid and the starter is turned at once. The player
            swaps any two cards as often as he likes, then finishes.
        win_at: How many points win: 1 to 172, the largest total.

    Raises:
        CribscoreError: A number is outside its range, or two values contradict each other.
        TypeError: A value is of another type.
    """

    __module__ = "cribscore.squares"

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
            raise CribscoreError(f"reserves {shown(self.reserves)} is not 0, 1 or 2")
        if not 1 <= self.win_at <= LARGEST_TOTAL:
            raise CribscoreError(
                f"win_at {shown(self.win_at)} is not 1 to {LARGEST_TOTAL}, the largest total"
            )
        if self.open and self.shuffle:
            raise CribscoreError("rules cannot have both open=True and shuffle=True")
        if self.shuffle and not self.adjacency:
            raise CribscoreError("rules with shuffle=True do not take adjacency=False: cards are not placed")
        piles = "reserve" if self.reserves else "waste" if self.waste else None
        if self.reserves and self.waste:
            raise CribscoreError("rules cannot have both reserves and a waste")
        if self.open and piles:
            raise CribscoreError(
                f"rules with open=True do not take a {piles}: every card can be placed at any time"
            )
        if self.shuffle and piles:
            raise CribscoreError(f"rules with shuffle=True do not take a {piles}: every card is in the grid")

    @property
    def piles(self) -> int:
        """How many piles stand beside the grid: the reserves, or 1 for the waste."""
        return 1 if self.waste else self.reserves

    @property
    def cards(self) -> int:
        """How many cards of the deck a game can use: 17, and 5 for each pile."""
        return 17 + PILE_SIZE * self.piles


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
"""The presets by their names."""


def rules_of(rules: Rules | str) -> Rules:
    """Return rules as they are, or those of a preset by its name."""
    if isinstance(rules, Rules):
        return rules
    if not isinstance(rules, str):
        raise TypeError(
            f"rules are Rules or the name of a preset, not {type(rules).__name__}: {shown(rules)}"
        )
    if rules not in PRESETS:
        raise CribscoreError(f"{shown(rules)} is not a preset: it is not one of {', '.join(PRESETS)}")
    return PRESETS[rules]


# ---------------------------------------------------------------- the score of a collection of patiences


def solitaire_score(points: int, *, moves: int, seconds: float, won: bool) -> int:
    """Score a game as a collection of patiences does, in which quick play counts too.

    >>> solitaire_score(61, moves=16, seconds=90, won=True)
    7630
    >>> solitaire_score(0, moves=0, seconds=0, won=False)
    1000

    It starts at 1000. Each cribbage point adds 80 and a win adds 2000; each move takes away 10 and each whole
    second 1. It can fall below zero. The source is the rules page of Solitaire Forever II for Cribbage
    Square. `Game.solitaire_score` gives it for a game.

    Args:
        points: The total of the grid.
        moves: How many moves were made, as `Game.moves` counts them.
        seconds: How long the game took.
        won: Whether it was won.

    Raises:
        CribscoreError: A number is below 0, or `seconds` is not finite.
        TypeError: An argument is of another type.
    """
    for name, value in (("points", points), ("moves", moves), ("seconds", seconds)):
        whole = name != "seconds"
        if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
            raise TypeError(f"{name} {shown(value)} is not a {'whole ' if whole else ''}number")
        if not 0 <= value < inf:
            raise CribscoreError(f"{name} {shown(value)} is not a finite number from 0 up")
    if not isinstance(won, bool):
        raise TypeError(f"won is True or False, not {shown(won)}")
    return 1000 + 80 * points - 10 * moves - int(seconds) + 2000 * won
