"""Which cards make which points: item by item, and as a player counts them aloud."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from enum import StrEnum
from functools import cache
from itertools import chain, combinations, product
from math import prod
from operator import attrgetter, itemgetter
from typing import Any, Final, NamedTuple

from . import _core, _wire
from ._messages import flag, in_words, shown
from ._text import draw_board
from ._values import Immutable, format_styled, set_once
from .cards import JACK, Card, CardLike, CardsLike, hand_and_starter, loose_key, spaced, text_of
from .errors import CribscoreError, InvalidGridError, InvalidHandError
from .grids import Grid, GridLike
from .scoring import GridScore, HandScore, board_html, cards_score, grid_score, shared_score, some_cards

__all__ = [
    "Combination",
    "CombinationKind",
    "GridExplanation",
    "HandExplanation",
    "explain_cards",
    "explain_grid",
    "explain_hand",
]


# ---------------------------------------------------------------- one combination


class CombinationKind(StrEnum):
    """The kinds of combination: the parts of a score, in their order.

    >>> list(map(str, CombinationKind))
    ['fifteen', 'pair', 'run', 'flush', 'nobs']
    >>> CombinationKind.RUN == "run"
    True
    """

    __module__ = "cribscore"

    FIFTEEN = "fifteen"
    PAIR = "pair"
    RUN = "run"
    FLUSH = "flush"
    NOBS = "nobs"


_FIFTEEN, _PAIR, _RUN, _FLUSH, _NOBS = CombinationKind  # as globals, which are quicker to reach

# Two combinations of one kind and of up to five cards that are worth the same have the same name.
_NAMES: Final = {
    (_FIFTEEN, 2): "fifteen",
    (_PAIR, 2): "pair",
    (_PAIR, 6): "pair royal",
    (_PAIR, 12): "double pair royal",
    (_RUN, 3): "run of three",
    (_RUN, 4): "run of four",
    (_RUN, 5): "run of five",
    (_RUN, 8): "double run of three",
    (_RUN, 10): "double run of four",
    (_RUN, 15): "triple run",
    (_RUN, 16): "double double run",
    (_FLUSH, 4): "four-card flush",
    (_FLUSH, 5): "five-card flush",
    (_NOBS, 1): "nobs",
}
_SHORT: Final = 5  # cards
_REPEATED: Final = {(): "", (2,): "double ", (3,): "triple ", (4,): "quadruple ", (2, 2): "double double "}


def _long_name(kind: CombinationKind, cards: tuple[Card, ...], points: int) -> str | None:
    """Name a run or a flush of more than five cards."""
    if kind is _FLUSH:
        return f"{in_words(points)}-card flush" if points == len(cards) else None
    alike: dict[int, int] = {}  # how many cards there are of each rank
    for card in cards:
        alike[card.rank] = alike.get(card.rank, 0) + 1
    choices = prod(alike.values())
    if points != len(alike) * choices + sum(n * (n - 1) for n in alike.values()):
        return None
    times = f"{in_words(choices)}fold " if choices < 100 else f"{choices}-fold "
    repeated = tuple(n for n in alike.values() if n > 1)
    return f"{_REPEATED.get(repeated, times)}run of {in_words(len(alike))}"


class Combination(NamedTuple):
    """Cards that score together, and what they score.

    >>> combination = explain_hand("5H 5C 5S JD").items[-1]
    >>> combination
    Combination(kind=<CombinationKind.PAIR: 'pair'>, cards=(Card('5C'), Card('5S')), points=2)
    >>> kind, cards, points = combination
    >>> combination.name
    'pair'

    Attributes:
        kind: The `CombinationKind`.
        cards: The cards that make it; for his nobs, the jack.
        points: What they score.
    """

    kind: CombinationKind
    cards: tuple[Card, ...]
    points: int

    @property
    def name(self) -> str:
        """What a player calls it, such as "pair royal" or "double run of three".

        Raises:
            CribscoreError: No combination of this kind is worth so many points.
        """
        long = len(self.cards) > _SHORT and self.kind in (_RUN, _FLUSH)
        name = _long_name(*self) if long else _NAMES.get((self.kind, self.points))
        if name is None:
            raise CribscoreError(f"no {self.kind} is worth {shown(self.points)} points")
        return name

    def to_dict(self) -> dict[str, Any]:
        """Return the kind, the name, the cards and the points as plain values, as JSON has them.

        >>> explain_hand("5H 5C 2S 9D").items[-1].to_dict()
        {'kind': 'pair', 'name': 'pair', 'cards': ['5H', '5C'], 'points': 2}
        """
        return {
            "kind": str(self.kind),
            "name": self.name,
            "cards": [str(card) for card in self.cards],
            "points": self.points,
        }


Combination.__module__ = "cribscore"


# ---------------------------------------------------------------- one hand


def _places(subset: int) -> list[int]:
    return [place for place in range(5) if subset >> place & 1]


_RANK: Final = attrgetter("rank")
_VALUE: Final = attrgetter("value")

# Each subset of the five places that may be a fifteen, by number of cards and then by place: its bit in the
# core's mask, and what picks its cards.
_SUBSETS: Final = [
    (1 << subset, itemgetter(*_places(subset)))
    for subset in sorted(range(32), key=lambda subset: (subset.bit_count(), _places(subset)))
    if subset.bit_count() >= 2
]
_GAPS: Final = [(None,) * (4 - cards) for cards in range(5)]  # what is missing to the four cards of a hand


@cache  # hands have some hundreds of masks
def _picks(mask: int) -> list[Callable[[tuple[Card | None, ...]], tuple[Card, ...]]]:
    """What picks the cards of each fifteen in the mask."""
    return [pick for subset, pick in _SUBSETS if mask & subset]


# The core gives the points of each kind, and which subsets are fifteens. The ranks tell which cards make the
# pairs and the runs, and those are looked for only if they score.


def _fifteens(five: tuple[Card | None, ...], mask: int) -> list[Combination]:
    return [Combination(_FIFTEEN, pick(five), 2) for pick in _picks(mask)]


def _fifteens_of_many(cards: tuple[Card, ...]) -> list[Combination]:
    subsets: Iterable[tuple[Card, ...]] = chain.from_iterable(
        combinations(cards, size) for size in range(2, len(cards) + 1)
    )
    return [Combination(_FIFTEEN, subset, 2) for subset in subsets if sum(map(_VALUE, subset)) == 15]


def _pairs_and_runs(cards: tuple[Card, ...], score: HandScore) -> tuple[list[Combination], list[Combination]]:
    """Return the single pairs and runs, and the groups in which a player names them."""
    alike: dict[int, list[Card]] = {}  # the cards of each rank
    for card in sorted(cards, key=_RANK):
        alike.setdefault(card.rank, []).append(card)
    runs = list(_runs(alike)) if score.runs else []
    items, groups = [], []
    for rank, same in alike.items():
        if len(same) > 1:
            items += [Combination(_PAIR, pair, 2) for pair in combinations(same, 2)]
            if not any(rank in run for run in runs):
                groups.append(Combination(_PAIR, tuple(same), len(same) * (len(same) - 1)))
    for run in runs:
        choices = [alike[rank] for rank in run]
        singles = [Combination(_RUN, chosen, len(run)) for chosen in product(*choices)]
        items += singles
        points = len(run) * len(singles) + sum(len(same) * (len(same) - 1) for same in choices)
        groups.append(Combination(_RUN, tuple(chain.from_iterable(choices)), points))
    return items, groups


def _runs(ranks: Container[int]) -> Iterator[range]:
    """Yield the ranks of each run that cannot be made longer; five cards have one at most."""
    first = 1
    while first <= JACK:
        last = first
        while last in ranks:
            last += 1
        if last - first >= 3:
            yield range(first, last)
        first = last + 1


def _combinations(
    cards: tuple[Card, ...], starter: Card | None, score: HandScore, fifteens: list[Combination]
) -> tuple[tuple[Combination, ...], tuple[Combination, ...]]:
    """Return the items and the groups of cards and the starter."""
    every = cards if starter is None else (*cards, starter)
    items, groups = _pairs_and_runs(every, score) if score.pairs or score.runs else ([], [])
    rest = []
    if score.flush:
        rest.append(Combination(_FLUSH, every[: score.flush], score.flush))
    if score.nobs and starter is not None:
        jack = next(card for card in cards if card.rank == JACK and card.suit is starter.suit)
        rest.append(Combination(_NOBS, (jack,), score.nobs))
    return (*fifteens, *items, *rest), (*fifteens, *groups, *rest)


def with_article(name: str) -> str:
    return f"{'an' if name.startswith(('eigh', 'eleven')) else 'a'} {name}"


_NOTHING: Final = "nineteen (0)"  # players say nineteen for a hand of nothing: no hand scores 19


class HandExplanation(Immutable):
    """Which cards of a hand make which points: what `explain_hand` returns.

    >>> explanation = explain_hand("7H 8H 8C 9D", "TS")
    >>> explanation
    <HandExplanation 14: 7H 8H 8C 9D, starter TS>
    >>> print(explanation)
    fifteen two                           7H 8H
    fifteen four                          7H 8C
    and a double run of four is fourteen  7H 8H 8C 9D TS
    >>> print(f"{explain_hand('2H 4H 8H KH'):u}")
    a four-card flush is four  2♥ 4♥ 8♥ K♥
    >>> print(explain_hand("2C 4D 6S 8H", "QH"))
    nineteen (0)

    Two explanations are equal if they explain the same cards in the same order, both as a hand or both as a
    crib.

    Attributes:
        cards: The cards of the hand in the order given: four, but for `explain_cards` and for a line of a
            grid in progress.
        starter: The starter, or None.
        crib: Whether the hand is scored as the crib.
        score: The `HandScore`; of more than four cards it is a `CardsScore`.
        items: Each single combination: the fifteens (by number of cards, then by place, the starter last),
            the pairs and the runs (by rank, then by place), the flush, and his nobs.
        groups: The same points as a player names them: the pairs of one rank are a pair, a pair royal or a
            double pair royal; the runs with the pairs inside them are a double run, a triple run and so on.
    """

    __module__ = "cribscore"

    __slots__ = ("cards", "crib", "groups", "items", "score", "starter")

    cards: tuple[Card, ...]
    starter: Card | None
    crib: bool
    score: HandScore
    items: tuple[Combination, ...]
    groups: tuple[Combination, ...]

    def __new__(cls, *_: object, **__: object) -> HandExplanation:
        raise TypeError("a HandExplanation is made by explain_hand, explain_cards and explain_grid")

    @classmethod
    def _of(cls, cards: tuple[Card, ...], starter: Card | None, crib: bool) -> HandExplanation:
        explanation = object.__new__(cls)
        if len(cards) > 4:
            score: HandScore = cards_score(cards, starter, crib)
            fifteens = _fifteens_of_many(cards if starter is None else (*cards, starter))
        else:
            found = _core.pack_fifteens(loose_key(cards, starter) | (_wire.CRIB if crib else 0))
            if found == _wire.INVALID:  # it was pickled by something else
                raise ValueError("not different cards")
            mask = found >> 32
            score = shared_score(found % _wire.PACKED)
            fifteens = _fifteens((*cards, *_GAPS[len(cards)], starter), mask) if mask else []
        items, groups = _combinations(cards, starter, score, fifteens)
        set_once(
            explanation, cards=cards, starter=starter, crib=crib, score=score, items=items, groups=groups
        )
        return explanation

    def to_dict(self) -> dict[str, Any]:
        """Return the hand, its score and the combinations as plain values, as JSON has them.

        >>> document = explain_hand("5H 5C 6S 4D", "4C").to_dict()
        >>> list(document)
        ['hand', 'starter', 'crib', 'score', 'items', 'groups']
        >>> document["groups"][-1]["name"], document["groups"][-1]["points"]
        ('double double run', 16)
        """
        return {
            "hand": [str(card) for card in self.cards],
            "starter": text_of(self.starter),
            "crib": self.crib,
            "score": self.score.to_dict(),
            "items": [item.to_dict() for item in self.items],
            "groups": [group.to_dict() for group in self.groups],
        }

    def __eq__(self, other: object) -> bool:
        return self._what() == other._what() if isinstance(other, HandExplanation) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._what())

    def _what(self) -> tuple[object, ...]:
        return self.cards, self.starter, self.crib

    def _spoken(self) -> Iterator[tuple[str, tuple[Card, ...], int]]:
        """Yield what a player says, line by line, with the cards and the points that the line counts."""
        total = 0
        for group in self.groups:
            kind, cards, points = group
            before, total = total, total + points
            if kind is _FIFTEEN:
                words = f"fifteen {in_words(total)}"
            else:
                name = group.name if kind is _NOBS else with_article(group.name)
                words = f"{'and ' if before else ''}{name} is {in_words(total)}"
            yield words, cards, points
        if not total:
            yield _NOTHING, (), 0

    def _text(self, style: str) -> str:
        lines = list(self._spoken())
        width = max(len(words) for words, _, _ in lines)
        return "\n".join(f"{words:<{width}}  {spaced(cards, style)}".rstrip() for words, cards, _ in lines)

    def __str__(self) -> str:
        return self._text("")

    def __format__(self, spec: str) -> str:
        return format_styled(spec, self._text(""), self._text("u"), None)

    def __repr__(self) -> str:
        crib = "crib " if self.crib else ""
        cards = spaced(self.cards) or "no cards"
        return f"<HandExplanation {self.score}: {crib}{cards}, {_turned(self.starter)}>"

    def to_html(self) -> str:
        """Return the explanation as HTML, as a notebook shows it: the cards and a table of the count."""
        from . import _html  # only a notebook needs it

        return _html.count(
            [card.face for card in self.cards],
            None if self.starter is None else self.starter.face,
            crib=self.crib,
            lines=[(words, [card.face for card in cards], points) for words, cards, points in self._spoken()],
            total=self.score,
        )

    _repr_html_ = to_html

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return HandExplanation._of, (self.cards, self.starter, self.crib)


def explain_hand(hand: CardsLike, starter: CardLike | None = None, *, crib: bool = False) -> HandExplanation:
    """Say which cards of a hand make which points.

    >>> explanation = explain_hand("5H 5C 6S 4D", "4C")
    >>> for kind, cards, points in explanation.items[:3]:
    ...     print(kind, *cards, points)
    fifteen 5H 6S 4D 2
    fifteen 5H 6S 4C 2
    fifteen 5C 6S 4D 2
    >>> [(group.name, group.points) for group in explanation.groups[4:]]
    [('double double run', 16)]
    >>> explanation.score
    <HandScore 24: fifteens 8, pairs 4, runs 12, flush 0, nobs 0>
    >>> explain_hand("5H 5C 6S 4D", "4D")
    Traceback (most recent call last):
    ...
    cribscore.InvalidHandError: 4D appears twice

    Args:
        hand: A `Hand` or what `Hand` takes: four cards, in any order. In a text, the starter may follow
            after `|`, `+` or `:`.
        starter: What `Card` takes; None while it is not turned, or if it stands in the text of the hand.
        crib: Whether the hand is the crib, in which a flush needs all five cards.

    Returns:
        The explanation. The points of its items add up to the score, and so do those of its groups. `print`
        counts it aloud; the format code `u` shows the suits as symbols.

    Raises:
        InvalidHandError: There are not four cards, a card appears twice, the starter included, or the starter
            is given twice.
        InvalidCardError: A value is not a card.
        TypeError: An argument is of another type.
    """
    hand, starter = hand_and_starter(hand, starter)
    cards = tuple(hand)
    if starter is not None and starter.index in bytes(hand):
        raise InvalidHandError(f"{starter} appears twice")
    return HandExplanation._of(cards, starter, flag("crib", crib))


def explain_cards(
    cards: CardsLike, starter: CardLike | None = None, *, crib: bool = False
) -> HandExplanation:
    """Say which of 1 to 13 cards make which points, as `score_cards` scores them.

    >>> print(explain_cards("2H 3C 4S JH JD QH KS"))
    fifteen two                            2H 3C JH
    fifteen four                           2H 3C JD
    fifteen six                            2H 3C QH
    fifteen eight                          2H 3C KS
    and a run of three is eleven           2H 3C 4S
    and a double run of three is nineteen  JH JD QH KS

    Args:
        cards: 1 to 13 cards, as one text or one by one.
        starter: What `Card` takes; None if there is no starter.
        crib: Whether the cards are a crib, in which a flush counts only with the starter.

    Returns:
        The explanation. Its score is that of `score_cards`.

    Raises:
        InvalidHandError: There are no cards or more than 13, or a card appears twice, the starter included.
        InvalidCardError: A value is not a card.
        TypeError: An argument is of another type.
    """
    return HandExplanation._of(*some_cards(cards, starter), flag("crib", crib))


# ---------------------------------------------------------------- one grid


class GridExplanation(Immutable):
    """Which cards of a grid make which points, line by line: what `explain_grid` returns.

    >>> explanation = explain_grid("5H JH .. 5S / .. .. .. .. / .. .. .. .. / .. .. .. ..", "KH")
    >>> explanation
    <GridExplanation 16: 5H JH .. 5S / .. .. .. .. / .. .. .. .. / .. .. .. .., starter KH>
    >>> print(explanation.rows[0])
    fifteen two         5H JH
    fifteen four        5H KH
    fifteen six         JH 5S
    fifteen eight       5S KH
    and a pair is ten   5H 5S
    and nobs is eleven  JH

    Two explanations are equal if their grids and their starters are.

    Attributes:
        grid: The `Grid`.
        starter: The starter, or None.
        score: The `GridScore`.
        rows: The `HandExplanation` of each of the four rows, top to bottom.
        columns: The `HandExplanation` of each of the four columns, left to right.
        heels: 2 when the starter is a jack, else 0.
    """

    __module__ = "cribscore"

    __slots__ = ("columns", "grid", "rows", "score", "starter")

    grid: Grid
    starter: Card | None
    score: GridScore
    rows: tuple[HandExplanation, HandExplanation, HandExplanation, HandExplanation]
    columns: tuple[HandExplanation, HandExplanation, HandExplanation, HandExplanation]

    def __new__(cls, *_: object, **__: object) -> GridExplanation:
        raise TypeError("a GridExplanation is made by explain_grid")

    @classmethod
    def _of(cls, grid: Grid, starter: Card | None) -> GridExplanation:
        explanation = object.__new__(cls)
        rows, columns = (
            tuple(
                HandExplanation._of(tuple([card for card in line if card is not None]), starter, False)
                for line in lines
            )
            for lines in (grid.rows, grid.columns)
        )
        score = grid_score([line.score for line in rows + columns], grid, starter)
        set_once(explanation, grid=grid, starter=starter, score=score, rows=rows, columns=columns)
        return explanation

    @property
    def heels(self) -> int:
        """2 when the starter is a jack, else 0."""
        return self.score.heels

    def to_dict(self) -> dict[str, Any]:
        """Return the grid, its score and the explanation of each line as plain values, as JSON has them.

        >>> document = explain_grid("5H JH .. 5S / .. .. .. .. / .. .. .. .. / .. .. .. ..").to_dict()
        >>> list(document)
        ['grid', 'starter', 'score', 'rows', 'columns']
        >>> document["rows"][0]["hand"], document["rows"][0]["score"]["total"]
        (['5H', 'JH', '5S'], 6)
        """
        return {
            "grid": self.grid.to_lists(),
            "starter": text_of(self.starter),
            "score": self.score.to_dict(),
            "rows": [row.to_dict() for row in self.rows],
            "columns": [column.to_dict() for column in self.columns],
        }

    def __eq__(self, other: object) -> bool:
        return self._what() == other._what() if isinstance(other, GridExplanation) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._what())

    def _what(self) -> tuple[object, ...]:
        return self.grid, self.starter

    def _lines(self) -> Iterator[tuple[str, tuple[Card | None, ...], HandExplanation]]:
        """Yield each line with its name and its cells."""
        for name, lines, explanations in (
            ("row", self.grid.rows, self.rows),
            ("column", self.grid.columns, self.columns),
        ):
            for number, (cells, explanation) in enumerate(zip(lines, explanations, strict=True), start=1):
                yield f"{name} {number}", cells, explanation

    def _text(self, style: str) -> str:
        blocks = [draw_board(self.grid, self.starter, self.score, style)]
        for name, cells, explanation in self._lines():
            count = explanation._text(style).replace("\n", "\n  ")
            blocks.append(f"{name:<8}  {spaced(cells, style)}  {explanation.score:>2}\n  {count}")
        return "\n\n".join(blocks)

    def __str__(self) -> str:
        return self._text("")

    def __format__(self, spec: str) -> str:
        return format_styled(spec, self._text(""), self._text("u"), None)

    def __repr__(self) -> str:
        cells = str(self.grid).replace("\n", " / ")
        return f"<GridExplanation {self.score}: {cells}, {_turned(self.starter)}>"

    def to_html(self) -> str:
        """Return the explanation as HTML, as a notebook shows it: the board, and a fold for each line."""
        from . import _html  # only a notebook needs it

        folds = [
            _html.fold(f"{name}: {explanation.score}", explanation.to_html())
            for name, _, explanation in self._lines()
        ]
        return board_html(self.grid, self.starter, self.score) + "".join(folds)

    _repr_html_ = to_html

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return GridExplanation._of, (self.grid, self.starter)


def explain_grid(grid: GridLike, starter: CardLike | None = None) -> GridExplanation:
    r"""Say which cards of a Cribbage Squares grid make which points, line by line.

    >>> explanation = explain_grid("KH KC KD KS / QH QC QD QS / JH JC JD JS / TH 5C 5D 5S", "5H")
    >>> explanation.score
    <GridScore 170: rows 20 20 21 28, columns 18 21 21 21, heels 0, won>
    >>> print(explanation.columns[0])
    fifteen two                         KH 5H
    fifteen four                        QH 5H
    fifteen six                         JH 5H
    fifteen eight                       TH 5H
    and a run of four is twelve         TH JH QH KH
    and a five-card flush is seventeen  KH QH JH TH 5H
    and nobs is eighteen                JH
    >>> print(str(explanation).partition("\n\n")[0])
     KH  KC  KD  KS   20
     QH  QC  QD  QS   20
     JH  JC  JD  JS   21
     TH  5C  5D  5S   28
     18  21  21  21

    A grid in progress is explained as it is scored: each line counts the cards that it has.

    Args:
        grid: A `Grid` or what `Grid` takes.
        starter: What `Card` takes; None while it is not turned.

    Returns:
        The explanation; `print` shows the board with its points and counts each line aloud.

    Raises:
        InvalidGridError: The grid is not a grid, or the starter is in it.
        InvalidCardError: One of them is not a card.
        TypeError: An argument is of another type.
    """
    grid = Grid(grid)
    starter = None if starter is None else Card(starter)
    if starter is not None and starter.index in bytes(grid):
        raise InvalidGridError(f"{starter} appears twice")
    return GridExplanation._of(grid, starter)


# ---------------------------------------------------------------- both


def _turned(starter: Card | None) -> str:
    return "no starter" if starter is None else f"starter {starter}"
