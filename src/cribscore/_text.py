"""Boards drawn as text for a terminal."""

from __future__ import annotations

from .cards import Card, spaced
from .grids import Grid
from .scoring import GridScore, verdict


def draw_board(
    grid: Grid, starter: Card | None, score: GridScore, style: str = "", *, headings: bool = False
) -> str:
    """Draw a board with the points of each row at its end and those of each column below it, then the total.

    Args:
        grid: The grid.
        starter: The starter, or None.
        score: The score of the grid with the starter.
        style: The format code of the cards.
        headings: Whether the columns and rows have their names, a to d and 1 to 4.
    """
    lines = [
        f"{' '.join(f'{spaced([cell], style):>3}' for cell in row)}  {points:>3}"
        for row, points in zip(grid.rows, score.rows, strict=True)
    ]
    lines.append(" ".join(f"{points:>3}" for points in score.columns))
    if headings:
        lines = [f"{name:<2}{line}" for name, line in zip("1234 ", lines, strict=True)]
        lines.insert(0, "  " + " ".join(f"{name:>3}" for name in "abcd"))
    lines.append("")
    lines.append(f"starter  {'not turned' if starter is None else format(starter, style)}")
    lines.append(f"heels    {score.heels:>3}")
    lines.append(f"total    {score:>3}  ({verdict(score)})")
    return "\n".join(lines)
