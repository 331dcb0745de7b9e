"""Pictures of cards, hands and boards as SVG, made from text and numbers.

A card comes as its face, such as ("5♥", "Five of Hearts"). A picture loads nothing: its suits
are shapes, and it has no ids, so that a page can hold many. In its units a card is 100 wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final, TypeAlias

Face: TypeAlias = tuple[str, str]
Points: TypeAlias = tuple[Sequence[int], Sequence[int], int]  # of the rows, of the columns, and for heels

_WIDTH: Final = 100
_HEIGHT: Final = 140
_GAP: Final = 10
_RED: Final = "#b3001b"
_BLACK: Final = "#111"
_EDGE: Final = "#8a8a8a"
_TABLE: Final = "#1f5b41"  # what a board lies on, so that its text reads on every page
_CHALK: Final = "#f4f1e4"
_FONT: Final = "Helvetica, Arial, 'Liberation Sans', sans-serif"

# Each suit as a path, 100 high around the origin. All parts of a path run the same way round, so that no hole
# is left where they overlap.
_SHAPES: Final = {
    "♣": (
        "M-23-25a23 23 0 1 0 46 0a23 23 0 1 0-46 0Z"
        "M-48 11a23 23 0 1 0 46 0a23 23 0 1 0-46 0Z"
        "M2 11a23 23 0 1 0 46 0a23 23 0 1 0-46 0Z"
        "M-7-10C-5 24-7 40-18 49H18C7 40 5 24 7-10Z"
    ),
    "♦": "M0-50C-10-33-24-15-38 0C-24 15-10 33 0 50C10 33 24 15 38 0C24-15 10-33 0-50Z",
    "♥": (
        "M0 48C-14 24-47 8-47-19C-47-36-36-46-24-46C-12-46-4-38 0-27"
        "C4-38 12-46 24-46C36-46 47-36 47-19C47 8 14 24 0 48Z"
    ),
    "♠": (
        "M0-49C-14-27-46-10-46 14C-46 29-36 37-25 37C-16 37-8 32-4 24C-5 36-9 44-18 49H18C9 44 5 36 4 24"
        "C8 32 16 37 25 37C36 37 46 29 46 14C46-10 14-27 0-49Z"
    ),
}


def card(face: Face, card_width: int) -> str:
    """Draw one card."""
    return _picture(face[1], "A playing card.", _WIDTH, _HEIGHT, card_width, [_card(face, 0, 0)])


def hand(cards: Sequence[Face], starter: Face | None, card_width: int) -> str:
    """Draw the cards of a hand side by side, and the starter apart from them."""
    places = [_step(number) for number in range(len(cards))]
    described = _listed(cards)
    if starter is not None:
        cards, places = [*cards, starter], [*places, _step(len(cards)) + 2 * _GAP]
        described += f". Starter: {starter[1]}"
    drawn = [_card(face, x, 0) for face, x in zip(cards, places, strict=True)]
    return _picture("Cribbage hand", f"{described}.", places[-1] + _WIDTH, _HEIGHT, card_width, drawn)


def grid(
    rows: Sequence[Sequence[Face | None]], starter: Face | None, points: Points | None, card_width: int
) -> str:
    """Draw a grid on a table, with the starter at its right, and the points of each line at its end."""
    edge = 2 * _GAP
    cells = [
        _empty(edge + _step(column), edge + _step(row, _HEIGHT))
        if face is None
        else _card(face, edge + _step(column), edge + _step(row, _HEIGHT))
        for row, line in enumerate(rows)
        for column, face in enumerate(line)
    ]
    right, below = edge + _step(4), edge + _step(4, _HEIGHT)  # where what stands beside the cells begins
    total = None
    if points is not None:
        for number, (of_row, of_column) in enumerate(zip(*points[:2], strict=True)):
            cells.append(_text(of_row, right + 35, edge + _step(number, _HEIGHT) + _HEIGHT // 2, 36))
            cells.append(_text(of_column, edge + _step(number) + _WIDTH // 2, below + 25, 36))
        total = sum(points[0]) + sum(points[1]) + points[2]
        cells.append(_text(total, right + 35, below + 25, 40, bold=True))
        right, below = right + 70 + _GAP, below + 50 + _GAP
    if starter is not None:
        right += _GAP
        cells.append(_text("starter", right + _WIDTH // 2, edge + 12, 26))
        cells.append(_card(starter, right, edge + 35))
        if points is not None and points[2]:
            cells.append(_text(f"heels {points[2]}", right + _WIDTH // 2, edge + 35 + _HEIGHT + 25, 26))
        right += _WIDTH + _GAP
    width, height = right + edge - _GAP, below + edge - _GAP
    table = f'<rect width="{width}" height="{height}" rx="14" fill="{_TABLE}"/>'
    return _picture(
        "Cribbage Squares grid" if total is None else f"Cribbage Squares grid of {total} points",
        " ".join(_sentences(rows, starter, points, total)),
        *(width, height, card_width),
        [table, *cells],
    )


def _sentences(
    rows: Sequence[Sequence[Face | None]], starter: Face | None, points: Points | None, total: int | None
) -> Iterator[str]:
    """Describe a board in words."""
    for number, row in enumerate(rows):
        scored = "" if points is None else f", {_counted(points[0][number])}"
        yield f"Row {number + 1}: {_listed(row)}{scored}."
    if points is not None:
        for number, column in enumerate(points[1], 1):
            yield f"Column {number}: {_counted(column)}."
    if starter is not None:
        yield f"Starter: {starter[1]}."
    if points is not None and points[2]:
        yield f"Heels: {_counted(points[2])}."
    if total is not None:
        yield f"Total: {_counted(total)}."


def _step(number: int, size: int = _WIDTH) -> int:
    """Where a card begins after so many others."""
    return number * (size + _GAP)


def _listed(faces: Iterable[Face | None]) -> str:
    return ", ".join("empty" if face is None else face[1] for face in faces)


def _counted(points: int) -> str:
    return f"{points} point{'s' * (points != 1)}"


def _card(face: Face, x: int, y: int) -> str:
    """A card with its upper left corner at a point."""
    text, name = face
    rank, suit = text[:-1], text[-1]
    narrow = ' textLength="38" lengthAdjust="spacingAndGlyphs"' if len(rank) > 1 else ""
    shape = _SHAPES[suit]
    return (
        f'<g transform="translate({x} {y})"><title>{escape(name)}</title>'
        f'<rect x="1" y="1" width="{_WIDTH - 2}" height="{_HEIGHT - 2}" rx="10" fill="#fff" stroke="{_EDGE}"'
        f' stroke-width="2"/><g fill="{_RED if suit in "♥♦" else _BLACK}">'
        '<text x="26" y="41" font-size="46" font-weight="bold" text-anchor="middle"'
        f"{narrow}>{escape(rank)}</text>"
        f'<path transform="translate(26 67) scale(0.28)" d="{shape}"/>'
        f'<path transform="translate(62 97) scale(0.6)" d="{shape}"/>'
        "</g></g>"
    )


def _empty(x: int, y: int) -> str:
    """An empty cell with its upper left corner at a point."""
    return (
        f'<rect x="{x + 1}" y="{y + 1}" width="{_WIDTH - 2}" height="{_HEIGHT - 2}" rx="9" fill="none"'
        f' stroke="{_CHALK}" stroke-opacity="0.6" stroke-width="2" stroke-dasharray="8 6"/>'
    )


def _text(words: object, x: int, y: int, size: int, *, bold: bool = False) -> str:
    """Words around a point."""
    weight = ' font-weight="bold"' if bold else ""
    # A third of the size below the point is where the line stands; dominant-baseline is not drawn everywhere.
    return (
        f'<text x="{x}" y="{y + size // 3}" font-size="{size}" fill="{_CHALK}" text-anchor="middle"{weight}>'
        f"{escape(str(words))}</text>"
    )


def _picture(
    title: str, description: str, width: int, height: int, card_width: int, content: Iterable[str]
) -> str:
    """A whole picture, at a size that makes a card so many pixels wide."""
    pixels = [f"{length * card_width / _WIDTH:g}" for length in (width, height)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{pixels[0]}" height="{pixels[1]}" role="img" font-family="{_FONT}">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>{''.join(content)}</svg>"
    )
