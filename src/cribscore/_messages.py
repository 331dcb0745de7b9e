"""How a message quotes a value, numbers in words, and the checks that every module makes of its arguments."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from itertools import islice
from reprlib import Repr
from typing import Any, Final

from .errors import CribscoreError

_MOST_ITEMS: Final = 52  # of an iterable: a deck has no more cards
_CUT_SHORT: Final = frozenset(
    (str, int, tuple, list, set, frozenset, dict)
)  # by reprlib, before they are long


class _Brief(Repr):
    def repr1(self, x: Any, level: int) -> str:
        # By the type itself: reprlib goes by its name, and any class may be named "array".
        kind = type(x)
        try:
            if kind in _CUT_SHORT:
                return super().repr1(x, level)
            return self.repr_instance(x[: self.maxother] if kind in (bytes, bytearray) else x, level)
        except Exception:  # the message is about something else
            return f"<{kind.__name__} whose repr fails>"

    def repr_int(self, x: int, level: int) -> str:
        try:
            repr(x)
        except ValueError:  # more digits than Python prints; reprlib says so in other words from 3.14 on
            return "<int too long to print>"
        return super().repr_int(x, level)

    def repr_instance(self, x: Any, level: int) -> str:
        text = repr(x)
        if len(text) <= self.maxother:
            return text
        left = (self.maxother - 3) // 2
        return f"{text[:left]}...{text[left + 3 - self.maxother :]}"


_brief = _Brief()
_brief.maxstring = _brief.maxother = 60


def shown(value: object) -> str:
    """Return the value as a message quotes it: short and printable."""
    return printable(_brief.repr(value))


def printable(text: str) -> str:
    """Return the text with every character escaped that is not printable."""
    return "".join([letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text])


def integer(value: object) -> int:
    """Return a value as a whole number, a NumPy integer too; raise TypeError if it is a bool or not one."""
    if isinstance(value, bool):
        raise TypeError
    return operator.index(value)  # type: ignore[arg-type]  # it raises the TypeError


def whole(name: str, value: object, most: int, least: int = 0) -> int:
    """Return an argument as a whole number from `least` to `most`."""
    try:
        number = integer(value)
    except TypeError:
        raise TypeError(f"{name} {shown(value)} is not a whole number") from None
    if not least <= number <= most:
        raise CribscoreError(f"{name} {shown(number)} is not {least} to {most}")
    return number


def truth(value: object) -> bool | None:
    """Return True or False, also of NumPy, as a bool; None for any other value."""
    if isinstance(value, bool):
        return value
    if getattr(value, "ndim", None) == 0 and str(getattr(value, "dtype", None)) == "bool":
        return bool(value)
    return None


def flag(name: str, value: object) -> bool:
    """Return an argument that is True or False."""
    found = truth(value)
    if found is None:
        raise TypeError(f"{name} is True or False, not {shown(value)}")
    return found


def items_of(values: Iterable[Any], what: str) -> list[Any]:
    """Return the items of an iterable; if there are too many, only enough to see that."""
    try:
        iterator = iter(values)
    except TypeError:
        raise TypeError(f"{what}, not {type(values).__name__}: {shown(values)}") from None
    return list(islice(iterator, _MOST_ITEMS + 1))


def numbered(items: Sequence[object]) -> str:
    """Return how many items `items_of` found."""
    return str(len(items)) if len(items) <= _MOST_ITEMS else f"more than {_MOST_ITEMS}"


_ONES: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", *(f"{stem}teen" for stem in ("thir", "four", "fif", "six", "seven", "eigh", "nine"))),
)
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def in_words(number: int) -> str:
    """Return a number from 0 to 9999 in words."""
    if number < 20:
        return _ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return f"{_TENS[tens - 2]}-{_ONES[ones]}" if ones else _TENS[tens - 2]
    unit, name = (100, "hundred") if number < 1000 else (1000, "thousand")
    units, rest = divmod(number, unit)
    words = f"{in_words(units)} {name}"
    if not rest:
        return words
    return f"{words} {in_words(rest)}" if rest >= 100 else f"{words} and {in_words(rest)}"
