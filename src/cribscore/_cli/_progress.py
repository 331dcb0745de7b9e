"""How far long work is, for who waits at a terminal; tqdm draws it if it is installed (the extra `cli`)."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeVar

_Item = TypeVar("_Item")
_EVERY: Final = 1.0  # seconds between two drawings of a step that lasts


def _tqdm() -> Any:
    """Return the class that draws, or None if nothing is to be drawn."""
    if sys.stderr is None or not sys.stderr.isatty():
        return None
    try:
        from tqdm import tqdm
    except ImportError:
        return None
    return tqdm


def _prints_here() -> bool:
    """Whether the results themselves appear at the terminal, one after the other."""
    return sys.stdout is not None and sys.stdout.isatty()


def each(items: Sequence[_Item], unit: str, *, printed: bool = False) -> Iterator[_Item]:
    """Go through the items, and show how many are done.

    Args:
        items: The items.
        unit: What an item is called.
        printed: Whether a result is printed for each, which shows progress enough at a terminal.
    """
    tqdm = None if len(items) < 2 or (printed and _prints_here()) else _tqdm()
    if tqdm is None:
        yield from items
    else:
        yield from tqdm(items, unit=unit, leave=False)


class Count:
    """How many lines are done, when nobody knows how many there are."""

    def __init__(self, unit: str) -> None:
        tqdm = None if _prints_here() else _tqdm()
        self._bar = None if tqdm is None else tqdm(unit=unit, unit_scale=True, leave=False)

    def add(self, number: int) -> None:
        """Count some more."""
        if self._bar is not None:
            self._bar.update(number)

    def close(self) -> None:
        """Take the display away."""
        if self._bar is not None:
            self._bar.close()


@contextmanager
def waiting(what: str, *, long: bool) -> Iterator[None]:
    """Show how long a single step has taken so far, if it is known to be a long one."""
    tqdm = _tqdm() if long else None
    if tqdm is None:
        yield
        return
    from threading import Event, Thread

    done = Event()
    bar = tqdm(bar_format=f"{what} {{elapsed}}", leave=False)

    def tick() -> None:
        while not done.wait(_EVERY):
            bar.refresh()

    ticking = Thread(target=tick, daemon=True)
    ticking.start()
    try:
        yield
    finally:
        done.set()
        ticking.join()
        bar.close()
