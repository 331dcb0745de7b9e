"""The errors: what is wrong with a card, a hand, a grid, a game or a move."""

from typing import TypeVar

__all__ = [
    "CribscoreError",
    "IllegalMoveError",
    "IllegalPegError",
    "InvalidCardError",
    "InvalidGameError",
    "InvalidGridError",
    "InvalidHandError",
]


class CribscoreError(ValueError):
    """A value is not what cribscore can use; the message names the value and the rule.

    Every ValueError that cribscore raises is one of these. A wrong type is a plain TypeError.

    Attributes:
        row: In a batch, the number of the row that is wrong, counted from 0; otherwise None.
    """

    __module__ = "cribscore"
    row: int | None = None


class InvalidCardError(CribscoreError):
    """A value is not a card."""

    __module__ = "cribscore"


class InvalidHandError(CribscoreError):
    """Cards are not a hand: there are not four, or one of them appears twice, the starter included."""

    __module__ = "cribscore"


class InvalidGridError(CribscoreError):
    """Cells are not a grid, or a file does not hold a board."""

    __module__ = "cribscore"


class IllegalPegError(CribscoreError):
    """A card may not be played now, or cards are not a pile of the play. Nothing has changed."""

    __module__ = "cribscore"


class InvalidGameError(CribscoreError):
    """A deck cannot be played, or a saved game is not valid; the message says where and why."""

    __module__ = "cribscore.squares"


class IllegalMoveError(CribscoreError):
    """The rules do not allow a move; the message says which rule. The game has not changed."""

    __module__ = "cribscore.squares"


Refusal = TypeVar("Refusal", bound=Exception)


def of_row(kind: type[Refusal], name: str, row: int, why: object) -> Refusal:
    """Return an error that names a row of a batch."""
    error = kind(f"{name} {row}: {why}")
    if isinstance(error, CribscoreError):
        error.row = row
    return error
