"""Boards drawn as text for a terminal."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from .cards import Card, spaced
from .grids import Grid
from .scoring import GridScore, verdict

MARK: Final = "*"
"""What stands before a card that was just moved."""


def draw_board(
    grid: Grid,
    starter: Card | None,
    score: GridScore,
    style: str = "",
    *,
    headings: bool = False,
    marked: Collection[tuple[int, int]] = (),
) -> str:
    """Draw a board with the points of each row at its end and those of each column below it, then the total.

    Args:
        grid: The grid.
        starter: The starter, or None.
        score: The score of the grid with the starter.
        style: The format code of the cards.
        headings: Whether the columns and rows have their names, a to d and 1 to 4.
        marked: The cells, as (row, column), that have `MARK` before them; they need headings.
    """
    lines = []
    for number, (row, points) in enumerate(zip(grid.rows, score.rows, strict=True)):
        cells = [
            f"{MARK * ((number, column) in marked) + spaced([cell], style):>4}"
            for column, cell in enumerate(row)
        ]
        lines.append(f"{''.join(cells)}  {points:>3}")
    lines.append("".join(f"{points:>4}" for points in score.columns))
    if headings:
        lines = [f"{name}{line}" for name, line in zip("1234 ", lines, strict=True)]
        lines.insert(0, " " + "".join(f"{name:>4}" for name in "abcd"))
    else:
        lines = [line[1:] for line in lines]
    lines.append("")
    lines.append(f"starter  {'not turned' if starter is None else format(starter, style)}")
    lines.append(f"heels    {score.heels:>3}")
    lines.append(f"total    {score:>3}  ({verdict(score)})")
    return "\n".join(lines)
