"""What the immutable values have in common."""

from __future__ import annotations

from typing import Never


class Immutable:
    """A value that cannot change."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> Never:
        raise AttributeError(f"a {type(self).__name__} cannot change")

    def __delattr__(self, name: str) -> Never:
        raise AttributeError(f"a {type(self).__name__} cannot change")


def set_once(value: Immutable, /, **attributes: object) -> None:
    """Give a new immutable value its attributes."""
    for name, attribute in attributes.items():
        object.__setattr__(value, name, attribute)


def format_styled(spec: str, plain: str, symbols: str, names: str | None = None) -> str:
    """Format a value in the style named by the last letter of `spec`, padded as the rest of `spec` says."""
    if spec.endswith("u"):
        return format(symbols, spec[:-1])
    if spec.endswith("n") and names is not None:
        return format(names, spec[:-1])
    return format(plain, spec)
