"""Tables of trained weights: their files, and those of the package."""

from __future__ import annotations

import os
from functools import cache, lru_cache
from struct import Struct
from typing import Any, Final
from zlib import crc32

from .. import _core, _files
from .._messages import printable, shown
from .._values import Immutable, set_once
from .._wire import PILE_WEIGHTS, WEIGHTS
from ..errors import CribscoreError
from .rules import STANDARD, Rules

_MAGIC: Final = b"cribscore table\n"
_VERSION: Final = 1
# Magic, version; adjacency, reserves, waste; games, slow games, seed; the checksum of the standard weights if
# the file has only those of the piles, else 0; size and checksum of the weights.
_HEADER: Final = Struct("<16sHBBBxxxQQQIII")


class Table(Immutable):
    """The weights that value positions, and how they were trained.

    Attributes:
        rules: The rules that it was trained for; its `win_at` has no meaning here.
        games: How many games it was trained with.
        slow_games: How many more at the slow rate.
        seed: The seed of the training.
        weights: The weights: two bytes each, the low one first.
    """

    __slots__ = ("games", "rules", "seed", "slow_games", "weights")

    rules: Rules
    games: int
    slow_games: int
    seed: int
    weights: bytes

    def __init__(self, rules: Rules, games: int, slow_games: int, seed: int, weights: bytes) -> None:
        set_once(self, rules=rules, games=games, slow_games=slow_games, seed=seed, weights=weights)

    def __repr__(self) -> str:
        return f"<Table: {self.games + self.slow_games:,} games>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Table, (self.rules, self.games, self.slow_games, self.seed, self.weights)

    def fits(self, rules: Rules) -> bool:
        """Whether it was trained for these rules, but for the points that win."""
        return _kind(self.rules) == _kind(rules)

    def values(self) -> Any:
        """Return the weights as the core that is in use takes them."""
        return _values(self, _core.backend() == "python")

    def to_bytes(self) -> bytes:
        """Return the file of the table."""
        weights, base = self.weights, 0
        if self.rules.piles:
            weights, base = weights[WEIGHTS:], crc32(weights[:WEIGHTS])
        header = _HEADER.pack(
            _MAGIC,
            _VERSION,
            *_kind(self.rules),
            self.games,
            self.slow_games,
            self.seed,
            base,
            len(weights),
            crc32(weights),
        )
        return header + weights

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the table to a file, whole or not at all."""
        _files.write_whole(path, self.to_bytes())


def _kind(rules: Rules) -> tuple[bool, int, bool]:
    return rules.adjacency, rules.reserves, rules.waste


@lru_cache(maxsize=8)
def _values(table: Table, python: bool) -> Any:
    return _core.read_values(table.weights)


def size_of(rules: Rules) -> int:
    """How many bytes the weights in the file of a table for these rules are."""
    return PILE_WEIGHTS[1 if rules.waste else 2] if rules.piles else WEIGHTS


def read_table(path: str | os.PathLike[str]) -> Table:
    """Read a table from a file.

    Raises:
        CribscoreError: The file is not a table, is damaged or is of another version.
        OSError: It cannot be read.
    """
    with open(path, "rb") as file:
        content = file.read()
    try:
        return table_of(content)
    except CribscoreError as error:
        raise CribscoreError(f"{printable(os.fsdecode(path))} {error}") from None


def given_table(table: object) -> Table | None:
    """Return a table that is given as such or as the path of its file; None if none is given."""
    if table is None or isinstance(table, Table):
        return table
    if not isinstance(table, (str, os.PathLike)):
        raise TypeError(f"table is a table or its path, not {type(table).__name__}: {shown(table)}")
    return read_table(table)


def table_of(content: bytes) -> Table:
    """Read a table from the bytes of a file; an error says what the file is."""
    if content[: len(_MAGIC)] != _MAGIC:
        raise CribscoreError("is not a table of weights: it begins otherwise")
    if len(content) < _HEADER.size:
        raise CribscoreError(
            f"is cut short: it has {len(content)} bytes, and the header alone {_HEADER.size}"
        )
    _, version, adjacency, reserves, waste, *trained, base, size, checksum = _HEADER.unpack_from(content)
    if version != _VERSION:
        raise CribscoreError(f"is a table of version {version}, not {_VERSION}")
    weights = content[_HEADER.size :]
    if len(weights) != size:
        raise CribscoreError(f"has {len(weights)} bytes of weights, not {size}: it is cut short or too long")
    if crc32(weights) != checksum:
        raise CribscoreError("is damaged: its checksum is wrong")
    try:
        rules = Rules(adjacency=bool(adjacency), reserves=reserves, waste=bool(waste))
    except CribscoreError as error:
        raise CribscoreError(f"is damaged: {error}") from None
    if size != size_of(rules):
        raise CribscoreError(f"has {size} bytes of weights, and its rules take {size_of(rules)}")
    if rules.piles:
        standard = standard_table(STANDARD).weights
        if crc32(standard) != base:
            raise CribscoreError(
                "was trained with another standard table than that of this version of cribscore"
            )
        weights = standard + weights
    games, slow_games, seed = trained
    return Table(rules, games, slow_games, seed, weights)


@cache
def _packaged(name: str) -> Table:
    return read_table(os.path.join(os.path.dirname(__file__), f"{name}.table"))


def standard_table(rules: Rules) -> Table:
    """Return the table of the package for these rules; it may have been trained with adjacency."""
    piles = ("standard", "one-reserve", "two-reserves")
    return _packaged("waste" if rules.waste else piles[rules.reserves])
