"""The score of a hand, of any cards and of a grid, and what a score knows of its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, Never, Self

from . import _core, _wire
from ._messages import flag, items_of, numbered, shown, whole
from .cards import (
    CARD_OF_TEXT,
    JACK,
    Card,
    CardLike,
    CardsLike,
    Hand,
    cards_of,
    counted,
    first_repeated,
    hand_and_starter,
    heels_of,
    key_of,
)
from .errors import CribscoreError, InvalidGridError, InvalidHandError
from .grids import Grid, GridLike, faces_of

__all__ = ["CardsScore", "GridScore", "HandScore", "heels", "score_cards", "score_grid", "score_hand"]

WINNING_TOTAL: Final = 61
LARGEST_TOTAL: Final = 172  # of all grids; `prove_maximum` proves it
_POSSIBLE: Final = {
    "fifteens": frozenset(range(0, 17, 2)),
    "pairs": frozenset((0, 2, 4, 6, 8, 12)),
    "runs": frozenset((0, 3, 4, 5, 6, 8, 9, 12)),
    "flush": frozenset((0, 4, 5)),
    "nobs": frozenset((0, 1)),
}


class _Total(int):
    """An int with a `__dict__`: an int takes no slots."""


known_by: Final[Callable[[int], dict[str, Any]]] = _Total.__dict__["__dict__"].__get__
"""Return the dictionary itself of a score."""


class Score(_Total):
    """A total that knows its parts and cannot change."""

    # vars(score) gets a copy. Python reads attributes from the dictionary itself, as quickly as before.
    __dict__ = property(lambda self: known_by(self).copy())

    def __setattr__(self, name: str, value: object) -> Never:
        raise AttributeError(f"a {type(self).__name__} cannot change")

    def __delattr__(self, name: str) -> Never:
        raise AttributeError(f"a {type(self).__name__} cannot change")

    __str__ = int.__repr__  # the number alone, in f-strings too

    @property
    def total(self) -> int:
        """The total, as a plain int."""
        return int(self)


class HandScore(Score):
    """What a hand scores: an int, the total, that knows its five parts.

    >>> score = score_hand("5H 5C 5S JD", "5D")
    >>> score
    <HandScore 29: fifteens 16, pairs 12, runs 0, flush 0, nobs 1>
    >>> score + 1, score.pairs, f"{score} points"
    (30, 12, '29 points')

    Scores compare as ints: two of the same total are equal whatever their parts; compare `.parts` to tell
    them apart.

    Attributes:
        fifteens: 2 points for each fifteen.
        pairs: 2 points for each pair.
        runs: The points of all runs.
        flush: 0, 4 or 5.
        nobs: 0 or 1.
        parts: The five in this order.

    Raises:
        CribscoreError: A part is a number of points that no hand has.
        TypeError: A part is not an int.
    """

    __module__ = "cribscore"

    fifteens: int
    pairs: int
    runs: int
    flush: int
    nobs: int
    parts: tuple[int, int, int, int, int]

    def __new__(cls, fifteens: int = 0, pairs: int = 0, runs: int = 0, flush: int = 0, nobs: int = 0) -> Self:
        parts = (fifteens, pairs, runs, flush, nobs)
        for name, points in zip(_POSSIBLE, parts, strict=True):
            if type(points) is not int:
                raise TypeError(f"{name} is a number of points, not {type(points).__name__}: {shown(points)}")
            cls._check(name, points)
        score = super().__new__(cls, sum(parts))
        known_by(score).update(zip(_POSSIBLE, parts, strict=True), parts=parts)
        return score

    @staticmethod
    def _check(name: str, points: int) -> None:
        if points not in _POSSIBLE[name]:
            possible = ", ".join(map(str, sorted(_POSSIBLE[name])))
            raise CribscoreError(f"{name} {shown(points)} is not one of {possible}")

    def to_dict(self) -> dict[str, int]:
        """Return the total and the parts as plain values, as JSON has them.

        >>> score_hand("5H 5C 5S JD").to_dict()
        {'total': 14, 'fifteens': 8, 'pairs': 6, 'runs': 0, 'flush': 0, 'nobs': 0}
        """
        return {"total": int(self), **dict(zip(_POSSIBLE, self.parts, strict=True))}

    def __repr__(self) -> str:
        parts = ", ".join(f"{name} {points}" for name, points in zip(_POSSIBLE, self.parts, strict=True))
        return f"<{type(self).__name__} {self}: {parts}>"

    def to_html(self) -> str:
        """Return the score as HTML, as a notebook shows it: a table of the parts and the total."""
        from . import _html  # only a notebook needs it

        return _html.parts(self.parts, self)

    _repr_html_ = to_html

    def __reduce__(self) -> tuple[type[Self], tuple[int, int, int, int, int]]:
        return type(self), self.parts


_NO_CARD: Final = _wire.NO_CARD  # as globals, which are quicker to reach
_NO_STARTER: Final = _wire.NO_STARTER
_CRIB: Final = _wire.CRIB

# The scores by their packed parts, each made when it is first met: there are about two hundred.
_shared: Final[list[HandScore | None]] = [None] * _wire.PACKED
_made: Final[dict[int, HandScore]] = {}


def shared_score(packed: int) -> HandScore:
    """Return the one score with these packed parts."""
    score = _shared[packed]
    if score is None:
        # One call of setdefault decides between threads: no lock, which an interrupted thread could hold.
        score = _shared[packed] = _made.setdefault(packed, HandScore(*_wire.parts_of(packed)))
    return score


def score_hand(hand: CardsLike, starter: CardLike | None = None, *, crib: bool = False) -> HandScore:
    """Score a cribbage hand with its starter.

    >>> score_hand("5H 5C 5S JD", "5D")
    <HandScore 29: fifteens 16, pairs 12, runs 0, flush 0, nobs 1>
    >>> score_hand("2H 4H 8H KH", "9C").flush, score_hand("2H 4H 8H KH", "9C", crib=True).flush
    (4, 0)
    >>> score_hand("5H 5C 5S JD | 5D").total
    29
    >>> score_hand("5H 5C 5S JD")
    <HandScore 14: fifteens 8, pairs 6, runs 0, flush 0, nobs 0>
    >>> score_hand("5H 5C 5S JD", "5H")
    Traceback (most recent call last):
    ...
    cribscore.InvalidHandError: 5H appears twice

    Fifteens and pairs score 2 each. The longest run scores its length, once for each choice of cards that
    makes it. Four hand cards of one suit are a flush of 4, or of 5 with the starter; in a crib only the flush
    of 5 counts. The jack of the starter's suit in the hand, his nobs, scores 1. His heels, the dealer's 2 for
    a jack turned as starter, do not belong to a hand and are not counted.

    Args:
        hand: A `Hand` or what `Hand` takes: four cards, in any order. In a text, the starter may follow
            after `|`, `+` or `:`.
        starter: What `Card` takes; None while it is not turned, or if it stands in the text of the hand.
        crib: Whether the hand is the crib, in which only five cards of one suit are a flush.

    Returns:
        The score, 0 to 29. Equal parts are the same object.

    Raises:
        InvalidHandError: There are fewer or more than four cards, a card appears twice, the starter
            included, or the starter is given twice.
        InvalidCardError: A value is not a card.
        TypeError: An argument is of another type.
    """
    if type(hand) is Hand and (starter is None or type(starter) is Card):
        key = hand._hand_key | (_NO_STARTER if starter is None else starter._starter_key)
    else:
        quick: int | None = None
        if type(hand) is str and type(starter) is str:  # as key_of does it, which would cost a call
            try:
                a, b, c, d = hand.split()
                quick = (
                    CARD_OF_TEXT[a]._key0
                    | CARD_OF_TEXT[b]._key1
                    | CARD_OF_TEXT[c]._key2
                    | CARD_OF_TEXT[d]._key3
                    | CARD_OF_TEXT[starter]._starter_key
                )
            except (KeyError, ValueError):
                pass
        else:
            quick = key_of(hand, starter)
        if quick is None:  # in another form, or not a hand
            hand, starter = hand_and_starter(hand, starter)
            quick = hand._hand_key | (_NO_STARTER if starter is None else starter._starter_key)
        key = quick
    if crib:
        if crib is not True:
            flag("crib", crib)  # a list of flags is true too
        key |= _CRIB
    packed = _core.pack_hand(key)
    try:
        return _shared[packed] or shared_score(packed)
    except IndexError:
        pass  # a card appears twice; it is named below, so that the IndexError does not trail that error
    hand, starter = hand_and_starter(hand, starter)
    raise InvalidHandError(f"{starter} appears twice")


# ---------------------------------------------------------------- cards of any number


class CardsScore(HandScore):
    """What cards of any number score; `score_cards` makes it.

    It is a `HandScore` whose parts may be larger than those of a hand: seven cards may hold two runs.

    >>> score_cards("2H 3C 5S 6H 6D 7H 7D")
    <CardsScore 30: fifteens 14, pairs 4, runs 12, flush 0, nobs 0>

    Attributes:
        fifteens: 2 points for each fifteen.
        pairs: 2 points for each pair.
        runs: The points of all runs.
        flush: The number of cards in the flush, or 0.
        nobs: 0 or 1.
        parts: The five in this order.

    Raises:
        CribscoreError: A part is below 0.
        TypeError: A part is not an int.
    """

    __module__ = "cribscore"

    @staticmethod
    def _check(name: str, points: int) -> None:
        if points < 0:
            raise CribscoreError(f"{name} {shown(points)} is below 0")


MOST_CARDS: Final = 13  # in a hand: a quarter of the deck


def score_cards(cards: CardsLike, starter: CardLike | None = None, *, crib: bool = False) -> CardsScore:
    """Score 1 to 13 cards, with a starter or without: for cribbage with other hands, or for loose cards.

    >>> score_cards("5H 5C 5S JD", "5D") == score_hand("5H 5C 5S JD", "5D")
    True
    >>> score_cards("5H 5C 5S 5D TC")
    <CardsScore 28: fifteens 16, pairs 12, runs 0, flush 0, nobs 0>
    >>> score_cards("AS 2S 3S 7S 8S 9S").runs  # two runs of three
    6
    >>> score_cards("5H 5C", "5H")
    Traceback (most recent call last):
    ...
    cribscore.InvalidHandError: 5H appears twice

    Four cards score as `score_hand` scores them. For other numbers of cards, each rule stays as it is:

    - Fifteens and pairs score 2 each, the starter included.
    - Each run that cannot be made longer, of three or more consecutive ranks, scores its length, once for
      each choice of cards that makes it.
    - If there are four cards or more and all have one suit, they are a flush of their number, and the starter
      adds 1 if it has that suit; in a crib there is no flush without the starter.
    - The jack of the starter's suit among the cards, not the starter, scores 1.

    Args:
        cards: 1 to 13 cards, as one text or one by one.
        starter: What `Card` takes; None if there is no starter.
        crib: Whether the cards are a crib, in which a flush counts only with the starter.

    Returns:
        The score.

    Raises:
        InvalidHandError: There are no cards or more than 13, or a card appears twice, the starter included.
        InvalidCardError: A value is not a card.
        TypeError: An argument is of another type.
    """
    return cards_score(*some_cards(cards, starter), flag("crib", crib))


def some_cards(cards: CardsLike, starter: CardLike | None) -> tuple[tuple[Card, ...], Card | None]:
    """Return 1 to 13 cards and the starter, all different."""
    hand = tuple(cards_of(cards))
    if not 1 <= len(hand) <= MOST_CARDS:
        raise InvalidHandError(f"1 to {MOST_CARDS} cards are scored, got {counted(hand)}")
    turned = None if starter is None else Card(starter)
    if (twice := first_repeated(hand if turned is None else (*hand, turned))) is not None:
        raise InvalidHandError(f"{twice} appears twice")
    return hand, turned


def cards_score(hand: tuple[Card, ...], starter: Card | None, crib: bool) -> CardsScore:
    """Score different cards of any number."""
    every = hand if starter is None else (*hand, starter)
    of_rank = [0] * 15  # no card has the rank 0 or 14, so every run ends
    for card in every:
        of_rank[card.rank] += 1
    return CardsScore(
        fifteens=2 * _fifteens(every),
        pairs=sum(count * (count - 1) for count in of_rank),
        runs=_run_points(of_rank),
        flush=_flush_points(hand, starter, crib),
        nobs=int(starter is not None and any(c.rank == JACK and c.suit is starter.suit for c in hand)),
    )


def _fifteens(cards: Iterable[Card]) -> int:
    """How many choices of cards add up to fifteen."""
    choices = [1] + [0] * 15  # by their sum
    for card in cards:
        for total in range(15, card.value - 1, -1):
            choices[total] += choices[total - card.value]
    return choices[15]


def _run_points(of_rank: Iterable[int]) -> int:
    """The points for runs of cards of which there are so many of each rank, from the lowest up."""
    points, length, choices = 0, 0, 1
    for count in of_rank:
        if count:
            length, choices = length + 1, choices * count
        else:
            points += length * choices if length >= 3 else 0
            length, choices = 0, 1
    return points


def _flush_points(hand: tuple[Card, ...], starter: Card | None, crib: bool) -> int:
    suit = hand[0].suit
    if len(hand) < 4 or any(card.suit is not suit for card in hand):
        return 0
    if starter is not None and starter.suit is suit:
        return len(hand) + 1
    return 0 if crib else len(hand)


def heels(starter: CardLike) -> int:
    """Return the dealer's points for the starter, his heels: 2 for a jack, otherwise 0.

    >>> heels("JD"), heels("5D")
    (2, 0)

    Args:
        starter: What `Card` takes.

    Raises:
        InvalidCardError: The value is not a card.
        TypeError: It is of another type.
    """
    return 2 if Card(starter).rank == JACK else 0


# ---------------------------------------------------------------- a grid


class GridScore(Score):
    """What a grid scores: an int, the total, that knows its lines.

    >>> score = score_grid("5C 5D 5S JH / 4C 4D 6S 6H / 6C 6D 4S 4H / TC TD TS TH", "5H")
    >>> score
    <GridScore 172: rows 29 24 24 20, columns 20 20 20 15, heels 0, won>
    >>> score.rows[0]
    <HandScore 29: fifteens 16, pairs 12, runs 0, flush 0, nobs 1>

    Attributes:
        rows: The scores of the four rows, top to bottom.
        columns: The scores of the four columns, left to right.
        heels: 2 when the starter is a jack, else 0.
        won: Whether a full grid with its starter reached 61.

    Raises:
        CribscoreError: There are not four rows and four columns, heels is not 0 or 2, or `win_at` is not 1 to
            172.
        TypeError: A line is not a `HandScore`.
    """

    __module__ = "cribscore"

    rows: tuple[HandScore, HandScore, HandScore, HandScore]
    columns: tuple[HandScore, HandScore, HandScore, HandScore]
    heels: int
    won: bool
    win_at: int
    _complete: bool

    # `score_grid` sets only `_source`: the grid, the starter, `win_at`, and whether no game goes on. The
    # attributes are found when the first of them is asked for.

    def __getattr__(self, name: str) -> Any:
        known = known_by(self)
        if "_source" in known:
            if "_complete" not in known:
                self._learn(*known["_source"])
            if name in known:  # if another thread was quicker, too
                return known[name]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)

    def _learn(self, grid: Grid, starter: Card | None, win_at: int, over: bool) -> None:
        packed = _core.pack_grid(grid._bytes + bytes((_NO_CARD if starter is None else starter.index,)))
        lines = [_shared[line] or shared_score(line) for line in packed]
        self._know(lines, heels_of(starter), over and starter is not None and grid.full, win_at)

    def _know(self, lines: list[HandScore], heels: int, complete: bool, win_at: int) -> None:
        known = known_by(self)
        known["rows"], known["columns"] = tuple(lines[:4]), tuple(lines[4:])
        known["heels"], known["won"] = heels, complete and self >= win_at
        known["win_at"], known["_complete"] = win_at, complete

    @property
    def __dict__(self) -> dict[str, Any]:  # type: ignore[override]
        getattr(self, "_complete")  # noqa: B009  so that all is learned
        return {name: value for name, value in known_by(self).items() if name != "_source"}

    def __new__(
        cls,
        rows: Iterable[HandScore],
        columns: Iterable[HandScore],
        heels: int = 0,
        complete: bool = False,
        win_at: int = WINNING_TOTAL,
    ) -> GridScore:
        four_rows, four_columns = (
            items_of(rows, "rows are 4 scores"),
            items_of(columns, "columns are 4 scores"),
        )
        if len(four_rows) != 4 or len(four_columns) != 4:
            many = f"{numbered(four_rows)} and {numbered(four_columns)}"
            raise CribscoreError(f"a grid has 4 rows and 4 columns, got {many}")
        for line in four_rows + four_columns:
            if not isinstance(line, HandScore):
                raise TypeError(f"a line is a HandScore, not {type(line).__name__}: {shown(line)}")
        if type(heels) is not int:
            raise TypeError(f"heels are a number of points, not {type(heels).__name__}: {shown(heels)}")
        if heels not in (0, 2):
            raise CribscoreError(f"heels are 0 or 2, not {shown(heels)}")
        win_at = whole("win_at", win_at, LARGEST_TOTAL, 1)
        return cls._of([*four_rows, *four_columns], heels, bool(complete), win_at)

    @classmethod
    def _of(cls, lines: list[HandScore], heels: int, complete: bool, win_at: int) -> GridScore:
        score = super().__new__(cls, sum(lines) + heels)
        score._know(lines, heels, complete, win_at)
        return score

    def to_dict(self) -> dict[str, Any]:
        """Return the total, the scores of the lines, heels and whether the game is won, as JSON has them.

        >>> score = score_grid("5H JH .. 5S / .. .. .. .. / .. .. .. .. / .. .. .. ..")
        >>> document = score.to_dict()
        >>> list(document), document["rows"][0]["fifteens"]
        (['total', 'rows', 'columns', 'heels', 'won'], 4)
        """
        return {
            "total": int(self),
            "rows": [line.to_dict() for line in self.rows],
            "columns": [line.to_dict() for line in self.columns],
            "heels": self.heels,
            "won": self.won,
        }

    def __repr__(self) -> str:
        rows, columns = " ".join(map(str, self.rows)), " ".join(map(str, self.columns))
        won = "won" if self.won else "not won"
        return f"<GridScore {self}: rows {rows}, columns {columns}, heels {self.heels}, {won}>"

    def to_html(self) -> str:
        """Return the score as HTML, as a notebook shows it: a table of the parts of each line."""
        from . import _html  # only a notebook needs it

        lines = [
            (f"{name} {number}", line.parts, line)
            for name, lines in (("row", self.rows), ("column", self.columns))
            for number, line in enumerate(lines, start=1)
        ]
        return _html.score(lines, self.heels, self, "won" if self.won else "not won")

    _repr_html_ = to_html

    def __reduce__(self) -> tuple[type[GridScore], tuple[object, ...]]:
        return type(self), (self.rows, self.columns, self.heels, self._complete, self.win_at)


def score_grid(grid: GridLike, starter: CardLike | None = None, *, win_at: int = WINNING_TOTAL) -> GridScore:
    """Score a Cribbage Squares grid: its rows, its columns and his heels.

    >>> grid = Grid("KH KC KD KS / QH QC QD QS / JH JC JD JS / TH 5C 5D 5S")
    >>> score_grid(grid, "5H")
    <GridScore 170: rows 20 20 21 28, columns 18 21 21 21, heels 0, won>
    >>> score_grid(grid.replace(3, 3, None))
    <GridScore 79: rows 12 12 12 6, columns 8 13 13 3, heels 0, not won>
    >>> score_grid(grid, "5S")
    Traceback (most recent call last):
    ...
    cribscore.InvalidGridError: 5S appears twice

    A grid in progress scores what it has: a line counts its cards, with the starter once it is turned; a
    flush counts when the line is complete; a line without cards scores 0.

    Args:
        grid: A `Grid` or what `Grid` takes.
        starter: What `Card` takes; None while it is not turned.
        win_at: How many points win: 1 to 172. It decides `won`.

    Returns:
        The score, with the scores of the lines.

    Raises:
        InvalidGridError: `grid` is not a grid, or the starter is in it.
        InvalidCardError: A value is not a card.
        TypeError: An argument is of another type.
    """
    if type(grid) is not Grid:
        grid = Grid(grid)
    if starter is not None and type(starter) is not Card:
        starter = Card(starter)
    total = _core.grid_total(grid._bytes, _NO_CARD if starter is None else starter.index)
    if total > LARGEST_TOTAL:
        raise InvalidGridError(f"{starter} appears twice")
    if win_at is not WINNING_TOTAL:
        win_at = whole("win_at", win_at, LARGEST_TOTAL, 1)
    score = _new_int(GridScore, total)
    known_by(score)["_source"] = grid, starter, win_at, True
    return score


_new_int: Final = int.__new__  # GridScore.__new__ wants the lines


def unfinished(score: GridScore) -> GridScore:
    """Return a score that was just made as that of a game that goes on, which is not won yet."""
    grid, starter, win_at, _ = known_by(score)["_source"]
    known_by(score)["_source"] = grid, starter, win_at, False
    return score


def grid_score(lines: list[HandScore], grid: Grid, starter: Card | None) -> GridScore:
    """Make the score of a grid from those of its lines, rows first."""
    return GridScore._of(lines, heels_of(starter), starter is not None and grid.full, WINNING_TOTAL)


def verdict(score: GridScore) -> str:
    """Say whether the total reaches what wins."""
    return f"{score.win_at} {'reached' if score >= score.win_at else 'not reached'}"


def board_html(
    grid: Grid, starter: Card | None, score: GridScore, said: str = "", *, coordinates: bool = False
) -> str:
    """Return a board with its points as HTML.

    Args:
        grid: The grid.
        starter: The starter, or None.
        score: The score of the grid with the starter.
        said: What follows the total; whether it reaches what wins, when it is left out.
        coordinates: Whether columns and rows are named a to d and 1 to 4, as in the moves of a game.
    """
    from . import _html  # only a notebook needs it

    return _html.board(
        faces_of(grid),
        row_points=score.rows,
        column_points=score.columns,
        starter=None if starter is None else starter.face,
        heels=score.heels,
        total=score,
        verdict=said or verdict(score),
        coordinates=coordinates,
    )
