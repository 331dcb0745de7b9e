"""Draw the mean crib of each two ranks: docs/background/own-crib.svg and docs/background/other-crib.svg.

    python benchmarks/crib_tables.py

Both pictures have one scale of colours. The figures are those of `crib_table`.
"""

from pathlib import Path

from cribscore import crib_table

FOLDER = Path(__file__).parent.parent / "docs" / "background"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PICTURES = {
    "own-crib.svg": (True, "Your own crib"),
    "other-crib.svg": (False, "The other's crib"),
}

CELL, HIGH, EDGE = 48, 34, 34
WIDTH, HEIGHT = EDGE + 13 * CELL + 10, EDGE + 13 * HIGH + 10
LEAST, MOST = 2.5, 9.5  # points at the ends of the scale
PALE, DEEP = (250, 246, 232), (20, 83, 58)
LEGEND = (3, 5, 7, 9)  # points that the legend names
INK, WHITE, GREY = "#222", "#fff", "#555"


def place(points):
    """Say how far on the scale some points are, 0 to 1."""
    return min(max((points - LEAST) / (MOST - LEAST), 0), 1)


def colour(points):
    """Return the colour of a cell."""
    mixed = (round(pale + (deep - pale) * place(points)) for pale, deep in zip(PALE, DEEP, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def text(x, y, words, fill=INK, more=""):
    return f'<text x="{x:g}" y="{y:g}" fill="{fill}"{more}>{words}</text>'


def legend():
    """Return the parts of the scale, in the corner that has no cells."""
    left, top, wide, high = EDGE + 10, HEIGHT - 66, 220, 14
    parts = [
        f'<linearGradient id="scale"><stop stop-color="{colour(LEAST)}"/>'
        f'<stop offset="1" stop-color="{colour(MOST)}"/></linearGradient>',
        f'<rect x="{left}" y="{top}" width="{wide}" height="{high}" fill="url(#scale)"/>',
    ]
    parts += [text(left + wide * place(points), top + high + 16, points, GREY) for points in LEGEND]
    return parts


def draw(table, title):
    """Return a picture of a table: a cell for each two ranks, the lower in the rows."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-size="14" '
        'font-family="Helvetica, Arial, sans-serif" text-anchor="middle">',
        f"<title>{title}: the mean points for each two ranks that are thrown</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{WHITE}"/>',
    ]
    for number, rank in enumerate(RANKS):
        parts.append(text(EDGE + CELL * (number + 0.5), EDGE - 10, rank, INK, ' font-weight="bold"'))
        y = EDGE + HIGH * (number + 0.5) + 5
        parts.append(text(EDGE + CELL * number - 14, y, rank, INK, ' font-weight="bold"'))
    for low in range(13):
        for high in range(low, 13):
            points = table[low][high]
            x, y = EDGE + CELL * high, EDGE + HIGH * low
            parts.append(
                f'<rect x="{x}" y="{y}" width="{CELL - 2}" height="{HIGH - 2}" fill="{colour(points)}"/>'
            )
            ink = WHITE if place(points) > 0.66 else INK  # where both stand out alike
            parts.append(text(x + CELL / 2 - 1, y + HIGH / 2 + 4, f"{points:.2f}", ink, ' class="mean"'))
    left = ' text-anchor="start"'
    parts.append(text(EDGE + 10, HEIGHT - 106, title, INK, f'{left} font-size="20" font-weight="bold"'))
    parts.append(text(EDGE + 10, HEIGHT - 82, "mean points", GREY, left))
    return "\n".join([*parts, *legend(), "</svg>"]) + "\n"


if __name__ == "__main__":
    for name, (dealer, title) in PICTURES.items():
        (FOLDER / name).write_text(draw(crib_table(dealer=dealer), title), encoding="utf-8")
