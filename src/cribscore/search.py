"""The best placement of known cards, and the largest total that any grid can reach, both proved."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from time import perf_counter
from typing import Any, NamedTuple

from . import _steps
from ._messages import shown, whole
from .cards import DECK, Card, CardLike, CardsLike, cards_of, counted, first_repeated, indexes_of
from .errors import CribscoreError, InvalidGridError
from .grids import Grid, GridLike
from .scoring import GridScore, board_html, score_grid

__all__ = ["BestGrid", "MaximumProof", "ProofStep", "best_grid", "prove_maximum"]


class BestGrid(NamedTuple):
    """What `best_grid` found, and whether it is proved to be the best.

    >>> from cribscore import deal
    >>> solution = best_grid(deal(1))
    >>> solution.optimal, solution.bound == solution.score
    (True, True)

    Attributes:
        grid: The full grid.
        starter: The starter; where any card could be it, the one that was chosen.
        score: The score of the grid with the starter.
        optimal: Whether it is proved that no placement scores more.
        bound: What no placement can exceed: the score itself when it is optimal.
        nodes: How many partitions of the cards into rows were looked at, in whole or in part.
        seconds: How long it took. Equality and hash ignore it.
    """

    grid: Grid
    starter: Card
    score: GridScore
    optimal: bool
    bound: int
    nodes: int
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Return the placement, its score and the figures of the proof as plain values, as JSON has them.

        >>> from cribscore import deal
        >>> list(best_grid(deal(1)).to_dict())
        ['grid', 'starter', 'score', 'optimal', 'bound', 'nodes', 'seconds']
        """
        return {
            "grid": self.grid.to_lists(),
            "starter": str(self.starter),
            "score": self.score.to_dict(),
            "optimal": self.optimal,
            "bound": self.bound,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
        }

    def to_html(self) -> str:
        """Return the placement as HTML, as a notebook shows it: the board, and whether it is proved."""
        from . import _html  # only a notebook needs it

        said = (
            "No placement scores more."
            if self.optimal
            else f"Not proved: no placement scores more than {self.bound}."
        )
        return board_html(self.grid, self.starter, self.score) + _html.remark(
            f"{said} Partitions into rows looked at: {self.nodes:,} in {_duration(self.seconds)}."
        )

    def _repr_html_(self) -> str:
        return self.to_html()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BestGrid) and self[:-1] == other[:-1]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:-1])


BestGrid.__module__ = "cribscore"


def best_grid(
    cards: CardsLike,
    starter: CardLike | None = None,
    *,
    fixed: GridLike | None = None,
    time_limit: float | None = None,
) -> BestGrid:
    """Find the placement of known cards with the largest total, and prove that none has a larger one.

    >>> from cribscore import deal
    >>> *cards, starter = deal(1)
    >>> best_grid(cards, starter).score
    <GridScore 72: rows 12 4 16 8, columns 4 4 12 10, heels 2, won>
    >>> best = best_grid(deal(1))  # any of the seventeen as starter
    >>> best.score, best.starter, best.optimal
    (<GridScore 73: rows 20 5 10 9, columns 2 4 7 16, heels 0, won>, Card('9S'), True)
    >>> best_grid("5H KD QC", "2S", fixed="AC AD .. 3C / 5C 6D 7C 8C / 9C JC .. KC / 3D 4D 5D ..").grid
    Grid('AC AD KD 3C / 5C 6D 7C 8C / 9C JC QC KC / 3D 4D 5D 5H')
    >>> best_grid("5C 5D 5S", "5H")
    Traceback (most recent call last):
    ...
    cribscore.InvalidGridError: 16 empty cells take 16 cards, got 3: 5C 5D 5S

    It takes about a millisecond, and about ten milliseconds with any starter.
    Ctrl-C stops it at once.

    Of several best placements the answer is always the same one, in whatever order the cards are given; its
    rows and columns without fixed cards are so arranged that the grid, read row by row, comes first in the
    order of cards.

    Args:
        cards: The cards to place: one text, or an iterable of what `Card` takes. As many as the grid has
            empty cells, and one more when the starter is any of them.
        starter: What `Card` takes; None when any of `cards` may be the starter.
        fixed: A grid in progress, whose cards stay where they are.
        time_limit: Seconds after which the best placement found by then is returned, proved or not; it is
            looked at about every ten milliseconds.

    Returns:
        The placement, its score and the proof's figures.

    Raises:
        InvalidGridError: There are too few cards or too many, or a card appears twice.
        InvalidCardError: A value is not a card.
        CribscoreError: The time limit is negative or not a number.
        TypeError: An argument is of another type.
        RuntimeError: The Python core is in use; the search needs the C core.
    """
    began = perf_counter()
    board = Grid([None] * 16 if fixed is None else fixed)
    starter = None if starter is None else Card(starter)
    loose = cards_of(cards)
    _check_cards(loose, starter, board)
    deadline = began + _limit(time_limit)
    steps = _steps.search(bytes(board) + indexes_of([starter]), indexes_of(loose))
    for cells, total, bound, nodes in steps:  # noqa: B007, the last step counts
        if perf_counter() >= deadline:
            break
    grid, turned = _board(cells)
    return BestGrid(
        grid, turned, score_grid(grid, turned), bound == total, bound, nodes, perf_counter() - began
    )


def _board(cells: bytes) -> tuple[Grid, Card]:
    """The grid and the starter in seventeen bytes of the core."""
    *placed, starter = [DECK[cell] for cell in cells]
    return Grid(placed), starter


def _check_cards(loose: Sequence[Card], starter: Card | None, board: Grid) -> None:
    """Refuse cards that are too few or too many for what is to be filled, or there twice."""
    empty = 16 - len(board.cards)
    needed = empty + (starter is None)
    if len(loose) != needed:
        takes = "takes" if empty == needed == 1 else "take"
        cells = f"{empty} empty cell{'s' * (empty != 1)}" + " and the starter" * (starter is None)
        raise InvalidGridError(f"{cells} {takes} {needed} card{'s' * (needed != 1)}, got {counted(loose)}")
    repeated = first_repeated([*board, starter, *loose])
    if repeated is not None:
        raise InvalidGridError(f"{repeated} appears twice")


def _limit(seconds: float | None) -> float:
    """The time limit in seconds, which may be infinite."""
    if seconds is None:
        return math.inf
    try:
        if isinstance(seconds, bool) or not hasattr(seconds, "__float__"):
            raise TypeError
        limit = float(seconds)
    except OverflowError:  # a whole number beyond all floats
        limit = math.inf if seconds > 0 else -math.inf
    except (TypeError, ValueError):  # an array and a signalling NaN have a __float__, too
        raise TypeError(f"time_limit {shown(seconds)} is not a number of seconds") from None
    if not limit >= 0:
        raise CribscoreError(f"time_limit {shown(seconds)} is not 0 or more seconds")
    return limit


def _duration(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"


class ProofStep(NamedTuple):
    """One exhaustive search of a `MaximumProof`.

    >>> prove_maximum(13).steps[0]
    ProofStep(target=152, exactly=False, row_sets=1, grids=78, suits=450, boards=0)

    Attributes:
        target: The total that was searched for.
        exactly: Whether it was that total alone, or that and every larger one.
        row_sets: How many sets of four rows of ranks were tried.
        grids: How many grids of ranks had the choices of their suits looked into.
        suits: How many choices of suits, in whole or in part.
        boards: How many boards were found: where `exactly`, 1 stands for one or more.
    """

    target: int
    exactly: bool
    row_sets: int
    grids: int
    suits: int
    boards: int


ProofStep.__module__ = "cribscore"


class MaximumProof(NamedTuple):
    """What `prove_maximum` proved.

    >>> proof = prove_maximum()
    >>> [(step.target, step.boards) for step in proof.steps]
    [(173, 0), (172, 6), (171, 0), (170, 1)]

    Attributes:
        total: The largest total.
        boards: All boards that reach it, each a grid and its starter. Boards that differ in the order of rows
            or columns, in rows and columns exchanged or in the names of the suits count as one.
        second: The next total below it that any grid reaches.
        steps: The searches that prove this: that nothing reaches `total` + 1; all boards that reach `total`;
            and each total below it down to `second`.
        seconds: How long it took. Equality and hash ignore it.
    """

    total: int
    boards: tuple[tuple[Grid, Card], ...]
    second: int
    steps: tuple[ProofStep, ...]
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Return the total, the boards and the steps as plain values, as JSON has them.

        >>> document = prove_maximum(11).to_dict()
        >>> list(document), document["total"], document["boards"][0]["starter"]
        (['total', 'boards', 'second', 'steps', 'seconds'], 155, 'JH')
        """
        return {
            "total": self.total,
            "boards": [{"grid": grid.to_lists(), "starter": str(starter)} for grid, starter in self.boards],
            "second": self.second,
            "steps": [step._asdict() for step in self.steps],
            "seconds": round(self.seconds, 6),
        }

    def to_html(self) -> str:
        """Return the proof as HTML, as a notebook shows it: the searches, and a fold for each board."""
        from . import _html  # only a notebook needs it

        steps = [
            (
                f"{step.target} exactly" if step.exactly else f"{step.target} or more",
                [f"{number:,}" for number in (step.row_sets, step.grids, step.suits)]
                + ["some" if step.exactly and step.boards else str(step.boards)],
            )
            for step in self.steps
        ]
        said = f"The largest total is {self.total}; the next that a grid can have is {self.second}."
        folds = [
            _html.fold(f"board {number} of {self.total}", board_html(*board, score_grid(*board)))
            for number, board in enumerate(self.boards, 1)
        ]
        return _html.remark(said) + _html.proof(steps) + "".join(folds)

    def _repr_html_(self) -> str:
        return self.to_html()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MaximumProof) and self[:-1] == other[:-1]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:-1])


MaximumProof.__module__ = "cribscore"


def prove_maximum(starter_rank: int | None = None) -> MaximumProof:
    """Prove the largest total that any grid can reach, by a search of all of them.

    >>> proof = prove_maximum()
    >>> proof.total, len(proof.boards), proof.second
    (172, 6, 170)
    >>> proof.boards[1]
    (Grid('4C 4D 6H 6S / 5C 5D JH 5S / 6C 6D 4H 4S / TC TD TH TS'), Card('5H'))
    >>> score_grid(*proof.boards[1])
    <GridScore 172: rows 24 29 24 20, columns 20 20 15 20, heels 0, won>
    >>> prove_maximum(starter_rank=11).total
    155

    It takes some hundredths of a second; up to one second for an ace or a two as starter. Ctrl-C stops it at
    once.

    Args:
        starter_rank: The starter's rank, 1 (ace) to 13 (king); None for any.

    Returns:
        The total, the boards that reach it, and the counts of the search.

    Raises:
        CribscoreError: The rank is not 1 to 13.
        TypeError: The rank is not a whole number.
        RuntimeError: The Python core is in use; the search needs the C core.
    """
    began = perf_counter()
    ranks = range(1, 14) if starter_rank is None else [whole("starter_rank", starter_rank, 13, 1)]
    nothing = 255  # a target out of reach, for the bounds alone
    bounds = {rank: _steps.largest(rank, nothing, False)[0] for rank in ranks}

    def search(target: int, exactly: bool) -> tuple[ProofStep, list[bytes]]:
        return _search([rank for rank in ranks if bounds[rank] >= target], target, exactly)

    target = max(bounds.values()) + 1
    step, found = search(target, False)
    while not found:
        nothing_above = step
        target -= 1
        step, found = search(target, False)
    steps, second, boards = [nothing_above, step], target, [_board(cells) for cells in found]
    found = []
    while not found:
        second -= 1
        step, found = search(second, True)
        steps.append(step)
    return MaximumProof(target, tuple(boards), second, tuple(steps), perf_counter() - began)


def _search(ranks: Iterable[int], target: int, exactly: bool) -> tuple[ProofStep, list[bytes]]:
    """Search the grids with starters of these ranks; where any one will do, no further than to the first."""
    row_sets, grids, suits, boards = 0, 0, 0, []
    for rank in ranks:
        _, *counts, found = _steps.largest(rank, target, exactly)
        row_sets, grids, suits = row_sets + counts[0], grids + counts[1], suits + counts[2]
        boards += found
        if exactly and found:
            break
    return ProofStep(target, exactly, row_sets, grids, suits, len(boards)), boards
