"""The form of a saved game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Final

from .._messages import shown
from ..errors import InvalidGameError
from .rules import Rules

SCHEMA: Final = "cribscore.squares/1"
_MEMBERS: Final[Mapping[str, tuple[type, str]]] = {
    "rules": (dict, "an object"),
    "deck": (list, "a list of cards"),
    "history": (list, "a list of moves and their cards"),
    "undone": (list, "a list of moves"),
    "moves": (int, "a whole number"),
    "undos": (int, "a whole number"),
    "seen": (int, "a whole number"),
}


def check_keys(what: str, found: object, wanted: Iterable[str]) -> None:
    """Check that an object of a saved game has exactly the wanted keys."""
    if not isinstance(found, Mapping):
        raise InvalidGameError(f"{what} is an object, not {shown(found)}")
    wanted = tuple(wanted)
    for key in wanted:
        if key not in found:
            raise InvalidGameError(f"{what} lacks {key!r}")
    for key in found:
        if key not in wanted:
            raise InvalidGameError(f"{shown(key)} does not belong in {what}")


def texts(cards: object) -> list[str]:
    """Return a list of cards of a saved game, which must all be texts."""
    if type(cards) is not list or not all(type(card) is str for card in cards):
        raise InvalidGameError(f"cards are a list of texts, not {shown(cards)}")
    return cards


def saved_rules(saved: object) -> Rules:
    """Check the members of a saved game, and return its rules."""
    if not isinstance(saved, Mapping):
        raise TypeError(f"a saved game is a dictionary, not {type(saved).__name__}: {shown(saved)}")
    if saved.get("schema") != SCHEMA:
        raise InvalidGameError(f"schema is {shown(saved.get('schema'))}, not {SCHEMA!r}")
    check_keys("a saved game", saved, ("schema", *_MEMBERS))
    for name, (kind, what) in _MEMBERS.items():
        if type(saved[name]) is not kind:
            raise InvalidGameError(f"{name} is {what}, not {shown(saved[name])}")
    check_keys("rules", saved["rules"], [field.name for field in fields(Rules)])
    try:
        return Rules(**saved["rules"])
    except (TypeError, ValueError) as error:
        raise InvalidGameError(f"rules: {error}") from None
