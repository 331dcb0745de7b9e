"""Games of Cribbage Squares that a player plays, and how many made how many points."""

from __future__ import annotations

import argparse
import statistics
from collections import Counter
from dataclasses import asdict
from math import sqrt
from typing import Any, Final

from cribscore._messages import shown
from cribscore.squares import PRESETS, play_games

from ._output import json_text, usual_level
from ._progress import each

_SCHEMA: Final = "cribscore.auto/1"
_MOST: Final = 10_000_000
_WIDTH: Final = 5  # points that a bar stands for
_LONGEST: Final = 50  # bar, in signs
_AT_ONCE: Final = (1000, 100, 50, 5)  # games, by level: some tenths of a second


def games(text: str) -> int:
    """Read how many games to play."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and 1 <= int(text) <= _MOST):
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a whole number, 1 to {_MOST}")
    return int(text)


def auto(number: int, rules: str, level: int | None, first: int, as_json: bool) -> str:
    """Play games from a first deal on, and say what they made."""
    if first + number > 1 << 64:
        raise ValueError(f"the seed of the last deal is at most {2**64 - 1}")
    level = usual_level() if level is None else level
    step = _AT_ONCE[level]
    totals: list[int] = []
    for begin in each(range(0, number, step), f"{step} games"):
        count = min(step, number - begin)
        totals += bytes(play_games(count, rules=rules, level=level, seed=first + begin))
    played = PRESETS[rules]
    document: dict[str, Any] = {
        "rules": asdict(played),
        "level": level,
        "seed": first,
        "games": number,
        "won": sum(total >= played.win_at for total in totals),
        "mean": statistics.fmean(totals),
        "deviation": statistics.stdev(totals) if number > 1 else None,
        "least": min(totals),
        "median": statistics.median_low(totals),
        "most": max(totals),
        "totals": {str(total): count for total, count in sorted(Counter(totals).items())},
    }
    return json_text(_SCHEMA, document) if as_json else _text(document, rules, totals)


def _text(found: dict[str, Any], rules: str, totals: list[int]) -> str:
    number, first, deviation = found["games"], found["seed"], found["deviation"]
    error = "" if deviation is None else f" +- {deviation / sqrt(number):.1f}"
    lines = [
        f"{rules}, level {found['level']}, {number:,} game{'s' * (number > 1)} from deal {first}",
        f"won     {found['won']:,} ({100 * found['won'] / number:.1f} %)",
        f"mean    {found['mean']:.1f}{error}",
        f"median  {found['median']}, least {found['least']}, most {found['most']}",
        "",
    ]
    bars = Counter(total // _WIDTH for total in totals)
    longest = max(bars.values())
    for bar in range(min(bars), max(bars) + 1):
        signs = "#" * -(-_LONGEST * bars[bar] // longest)
        points = f"{_WIDTH * bar}-{_WIDTH * bar + _WIDTH - 1}"
        lines.append(f"{points:>7} {bars[bar]:>7,}  {signs}".rstrip())
    return "\n".join(lines)
