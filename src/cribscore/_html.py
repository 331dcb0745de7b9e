"""Displays of cards, boards and scores for notebooks: HTML from text and numbers, with inline style only.

A card comes as its face, such as ("5♥", "Five of Hearts"). It is drawn on white paper, so that red and black
read on a light page and on a dark one. Everything else takes the colour of the page around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final, TypeAlias

Face: TypeAlias = tuple[str, str]
Count: TypeAlias = Iterable[tuple[str, Iterable[Face], int]]

_TILE: Final = (
    "display:inline-block;min-width:2.3em;margin:1px;padding:0.15em 0.25em;border-radius:0.3em;"
    "text-align:center;line-height:1.3;white-space:nowrap;font-variant-emoji:text;"
)
_PAPER: Final = "background:#fff;border:1px solid #8a8a8a;font-weight:600;"
_RED: Final = f"{_TILE}{_PAPER}color:#b3001b"
_BLACK: Final = f"{_TILE}{_PAPER}color:#111"
_EMPTY: Final = f"{_TILE}border:1px dashed #8a8a8a"
_TABLE: Final = "border-collapse:collapse;margin:0.3em 0;font-size:1em"
_CAPTION: Final = "caption-side:top;text-align:left;padding:0.2em 0;color:inherit;white-space:nowrap"
_CELL: Final = "padding:0.15em 0.5em;"
_TEXT: Final = f"{_CELL}text-align:left"
_MIDDLE: Final = f"{_CELL}text-align:center"
_CENTRED: Final = "padding:0.1em 0.2em;text-align:center"
_NUMBER: Final = f"{_CELL}text-align:right;font-variant-numeric:tabular-nums"
_HEAD: Final = "font-weight:normal;opacity:0.75;white-space:nowrap"
_RULE: Final = ";border-top:1px solid #8a8a8a"
_SIDE: Final = ";border-left:1px solid #8a8a8a"

_PARTS: Final = ("fifteens", "pairs", "runs", "flush", "nobs")


def cards(faces: Iterable[Face]) -> str:
    """Cards in a row."""
    return _tag("div", *map(_card, faces), style="margin:0.3em 0")


def remark(words: str) -> str:
    """A sentence."""
    return _tag("div", escape(words), style="margin:0.3em 0")


def grid(rows: Iterable[Iterable[Face | None]]) -> str:
    """The cards of a grid, None where a cell is empty."""
    return _table("Cribbage Squares grid", "", _column_heads(), [_cells(*row) for row in enumerate(rows, 1)])


def board(
    rows: Iterable[Iterable[Face | None]],
    *,
    row_points: Iterable[int],
    column_points: Iterable[int],
    starter: Face | None,
    heels: int,
    total: int,
    verdict: str,
    coordinates: bool = False,
) -> str:
    """A grid with each row's points at its end and each column's below it.

    With `coordinates`, columns and rows are named a to d and 1 to 4.
    """
    turned = "not turned" if starter is None else _card(starter)
    caption = f"starter {turned} &ensp; heels {heels} &ensp; total <b>{total}</b> ({escape(verdict)})"
    lines = [
        _cells(number, row, coordinates) + _tag("td", str(points), style=_NUMBER)
        for (number, row), points in zip(enumerate(rows, 1), row_points, strict=True)
    ]
    below = [_tag("td", str(points), style=_MIDDLE + _RULE) for points in column_points]
    foot = (
        _head("row", "points", _RULE) + "".join(below) + _tag("td", f"<b>{total}</b>", style=_NUMBER + _RULE)
    )
    heads = _column_heads(coordinates) + _head("col", "points")
    return _table("Cribbage Squares board", caption, heads, lines, foot)


def piles(named: Iterable[tuple[str, Sequence[Face]]]) -> str:
    """Cards in rows, each after its name."""
    rows = [
        _head("row", name) + _tag("td", *(map(_card, faces) if faces else ["empty"]), style=_TEXT)
        for name, faces in named
    ]
    return _table("Cards beside the grid", "", "", rows) if rows else ""


def score(lines: Iterable[tuple[str, Sequence[int], int]], heels: int, total: int, verdict: str) -> str:
    """The parts and the points of each line of a grid, under their names."""
    body = [
        _head("row", line) + "".join(_tag("td", str(part), style=_NUMBER) for part in (*parts, points))
        for line, parts, points in lines
    ]
    for name, points in ("heels", heels), ("total", total):
        body.append(_head("row", name, _RULE) + _tag("td", str(points), style=_NUMBER + _RULE, colspan="6"))
    caption = f"total <b>{total}</b> ({escape(verdict)})"
    heads = _heads("line", *_PARTS, "points")
    return _table("Cribbage Squares score", caption, heads, body)


def parts(points: Sequence[int], total: int) -> str:
    """The parts of a hand's score and their sum, under their names."""
    row = [_tag("td", str(part), style=_NUMBER) for part in points]
    row.append(_tag("td", f"<b>{total}</b>", style=_NUMBER))
    return _table("Cribbage score", "", _heads(*_PARTS, "total"), ["".join(row)])


def proof(steps: Iterable[tuple[str, Iterable[str]]]) -> str:
    """The searches of a proof, each with the total that it looked for and its counts."""
    heads = _heads("target", "sets of rows", "grids of ranks", "choices of suits", "boards")
    body = [
        _head("row", target) + "".join(_tag("td", number, style=_NUMBER) for number in numbers)
        for target, numbers in steps
    ]
    return _table("Searches of all grids", "", heads, body)


def count(hand: Iterable[Face], starter: Face | None, *, crib: bool, lines: Count, total: int) -> str:
    """A hand, and what a player says as he counts it: line by line, with the cards and their points."""
    turned = "" if starter is None else f" &ensp;starter {_card(starter)}"
    caption = ("crib " if crib else "") + "".join(map(_card, hand)) + turned
    body = [
        _tag("td", escape(words), style=_TEXT)
        + _tag("td", *map(_card, chosen), style=_TEXT)
        + _tag("td", str(points), style=_NUMBER)
        for words, chosen, points in lines
    ]
    heads = _heads("count", "cards", "points")
    foot = _head("row", "total", _RULE, colspan="2") + _tag("td", f"<b>{total}</b>", style=_NUMBER + _RULE)
    return _table("Cribbage count", caption, heads, body, foot)


def play(
    players: Iterable[tuple[Iterable[Face | None], Sequence[Face] | int]],
    cards: Sequence[tuple[int, int, str, bool]],
    state: str,
) -> str:
    """The play of a deal as a line of cards: a row for each player, then the count and the points.

    Args:
        players: Of each, the cards in their places of the line, None where another player played; and the
            cards left in his hand, or their number.
        cards: Of each card the count, its points, what the player says, and whether a new count begins.
        state: Whose turn it is, in words.
    """
    sides = [_SIDE if place and new else "" for place, (*_, new) in enumerate(cards)]
    heads = _tag("td") + _heads(*(str(number) for number in range(1, len(cards) + 1)), "in hand")
    body = []
    for number, (faces, hand) in enumerate(players):
        line = [
            _tag("td", _card(face) if face else "", style=_CENTRED + side)
            for face, side in zip(faces, sides, strict=True)
        ]
        held = [f"{hand} hidden"] if isinstance(hand, int) else map(_card, hand)
        body.append(_head("row", f"player {number}") + "".join(line) + _tag("td", *held, style=_TEXT))
    counts = [
        _tag("td", str(count), style=_MIDDLE + _RULE + side)
        for (count, *_), side in zip(cards, sides, strict=True)
    ]
    points = [
        _tag(
            "td",
            f"<b>{scored}</b>" if scored else "0",
            style=_MIDDLE + side,
            **({"title": said} if said else {}),
        )
        for (_, scored, said, _), side in zip(cards, sides, strict=True)
    ]
    if cards:
        body.append(_head("row", "count", _RULE) + "".join(counts) + _tag("td", style=_RULE[1:]))
        body.append(_head("row", "points") + "".join(points) + _tag("td"))
    return _table("Cribbage play", escape(state), heads, body)


def analysis(columns: Sequence[str], rows: Iterable[Sequence[str]], conclusion: str) -> str:
    """What luck and skill were worth, move by move."""
    body = [
        _head("row", what)
        + "".join(_tag("td", escape(number), style=_NUMBER) for number in numbers)
        + _tag("td", escape(better), style=_TEXT)
        for what, *numbers, better in rows
    ]
    return _table("Cribbage Squares analysis", escape(conclusion), _heads(*columns), body)


def fold(summary: str, content: str) -> str:
    """Content that unfolds when its summary is clicked."""
    return _tag("details", _tag("summary", escape(summary), style="cursor:pointer"), content)


def _card(face: Face | None) -> str:
    if face is None:
        return _tag("span", "&nbsp;", role="img", aria_label="empty", style=_EMPTY)
    text, name = face
    red = not {"♥", "♦"}.isdisjoint(text)
    return _tag("span", escape(text), role="img", aria_label=name, title=name, style=_RED if red else _BLACK)


def _cells(number: int, cells: Iterable[Face | None], coordinates: bool = False) -> str:
    row = [_tag("td", _card(cell), style=_CENTRED) for cell in cells]
    return _head("row", str(number) if coordinates else f"row {number}") + "".join(row)


def _column_heads(coordinates: bool = False) -> str:
    return _tag("td") + _heads(*("abcd" if coordinates else [f"column {number}" for number in range(1, 5)]))


def _heads(*names: str) -> str:
    return "".join(_head("col", name) for name in names)


def _head(scope: str, text: str, more: str = "", **attributes: str) -> str:
    if scope == "row" or text in ("count", "cards", "line", "target", "in hand", "move", "better"):
        side = _TEXT
    else:
        middle = text.startswith("column ") or text in ("a", "b", "c", "d") or text.isdecimal()
        side = _MIDDLE if middle else _NUMBER
    return _tag("th", _tag("span", escape(text), style=_HEAD), scope=scope, style=side + more, **attributes)


def _table(label: str, caption: str, heads: str, lines: Iterable[str], foot: str = "") -> str:
    parts = [_tag("caption", caption, style=_CAPTION)] if caption else []
    if heads:
        parts.append(_tag("thead", _tag("tr", heads)))
    parts.append(_tag("tbody", *(_tag("tr", line) for line in lines)))
    if foot:
        parts.append(_tag("tfoot", _tag("tr", foot)))
    return _tag("table", *parts, aria_label=label, style=_TABLE)


def _tag(name: str, *content: str, **attributes: str) -> str:
    """An element with content that is HTML already, and attributes that are text."""
    words = [f'{key.replace("_", "-")}="{escape(value)}"' for key, value in attributes.items()]
    return f"<{' '.join([name, *words])}>{''.join(content)}</{name}>"
