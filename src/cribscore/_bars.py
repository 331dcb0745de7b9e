"""How a forecast and the throws of a deal look in a notebook: with a bar for each line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from ._html import _CAPTION, _HEAD, _NUMBER, _TABLE, _TEXT, Face, _card

Bar = tuple[int, int, Sequence[Face]]
"""A number of points, how many starters give it, and cards that stand beside the bar."""

_WIDTH: Final = 20  # of the longest bar, in em
_BAR: Final = (
    "display:inline-block;height:0.9em;vertical-align:middle;background:#5b8bb2;border-radius:0.15em"
)


def bars(
    cards: Iterable[Face], dead: Sequence[Face], *, crib: bool, summary: str, bars: Sequence[Bar]
) -> str:
    """The cards, and for each number of points a bar as long as there are starters that give it."""
    longest = max(count for _, count, _ in bars)
    faces = "".join(map(_card, cards))
    gone = f" &ensp;dead {''.join(map(_card, dead))}" if dead else ""
    caption = f"{'crib ' if crib else ''}{faces}{gone} &ensp;{escape(summary)}"
    heads = "".join(
        f'<th scope="col" style="{style}"><span style="{_HEAD}">{name}</span></th>'
        for name, style in (("points", _NUMBER), ("starters", _NUMBER), ("", _TEXT))
    )
    rows = "".join(
        f'<tr><th scope="row" style="{_NUMBER};font-weight:normal">{points}</th>'
        f'<td style="{_NUMBER}">{count}</td>'
        f'<td style="{_TEXT}"><span aria-hidden="true" style="{_BAR};width:{_WIDTH * count / longest:.2f}em">'
        f"</span>{' ' if beside else ''}{''.join(map(_card, beside))}</td></tr>"
        for points, count, beside in bars
    )
    return (
        f'<table aria-label="Cribbage forecast" style="{_TABLE}"><caption style="{_CAPTION}">{caption}'
        f"</caption><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _signed(number: float) -> str:
    return f"{number:.3f}".replace("-", "&minus;")


Throw = tuple[Sequence[Face], Sequence[float], tuple[int, ...], float]
"""The cards; the means of hand and crib, the net of the play if it counts, and the value; least and most of
the hand; and the length of the bar, 0 to 1."""


def throws(
    cards: Iterable[Face],
    dead: Sequence[Face],
    *,
    summary: str,
    heads: Sequence[str],
    throws: Sequence[Throw],
) -> str:
    """The throws of a deal, a line for each, with a bar for its value."""
    gone = f" &ensp;dead {''.join(map(_card, dead))}" if dead else ""
    caption = f"{''.join(map(_card, cards))}{gone} &ensp;{escape(summary)}"
    names = ("throw", *heads, "least", "most", "")
    row_of_heads = "".join(
        f'<th scope="col" style="{_NUMBER if 0 < place < len(names) - 1 else _TEXT}">'
        f'<span style="{_HEAD}">{name}</span></th>'
        for place, name in enumerate(names)
    )
    rows = "".join(
        f'<tr><th scope="row" style="{_TEXT};font-weight:normal">{"".join(map(_card, thrown))}</th>'
        + "".join(f'<td style="{_NUMBER}">{_signed(mean)}</td>' for mean in means)
        + "".join(f'<td style="{_NUMBER}">{points}</td>' for points in ends)
        + f'<td style="{_TEXT}"><span aria-hidden="true" style="{_BAR};width:{_WIDTH * share / 2:.2f}em">'
        "</span></td></tr>"
        for thrown, means, ends, share in throws
    )
    return (
        f'<table aria-label="Cribbage throws" style="{_TABLE}"><caption style="{_CAPTION}">{caption}'
        f"</caption><thead><tr>{row_of_heads}</tr></thead><tbody>{rows}</tbody></table>"
    )
