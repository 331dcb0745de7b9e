"""Values of positions of Cribbage Squares in the reference core, written plainly in Python.

It offers what csrc/crib_values.c offers to `_core`, from the same weights; that file says what each is.
A position is bytes, as `_wire` says. A value is in units of 1/4096 point.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import Final, NamedTuple

from ._reference import fifteens, pair_points, run_points
from ._wire import DECK_SIZE, EMPTY_PILE, NEVER, NO_CARD, PILE_MOVE, POINT, WIN, Valued

_JACK: Final = 10  # ranks count from 0 here
_OPENS: Final = comb(16, 3)  # sets of up to three ranks
_PAIRS: Final = comb(_OPENS + 1, 2)
_ROOM: Final = 16  # items of a row with one for each rank

# Where each table begins among the weights.
_SIZES: Final = {
    "line": 17 * 2 * _OPENS,
    "flush": 17 * 4 * 14,
    "crossing": 3 * _PAIRS,
    "parallel": _PAIRS,
    "shape": 8548,
    "deck": 9 * _OPENS * _ROOM,
    "pile": 17 * 2 * 6 * 6,
    "top": 9 * _OPENS * _ROOM,
    "buried": 9 * _OPENS * _ROOM,
}
_START: Final = {name: sum(list(_SIZES.values())[:place]) for place, name in enumerate(_SIZES)}

# The normal distribution in units of 2^-16 at 0, 1/8, 2/8 ... 4, and the standard deviation of the final
# score from its value in hundredths of a point, by cards placed.
_NORMAL: Final = (
    *(32768, 36028, 39234, 42336, 45287, 48047, 50587, 52885, 54929, 56717, 58253),
    *(59551, 60628, 61505, 62205, 62753, 63172, 63487, 63718, 63885, 64003, 64085),
    *(64140, 64177, 64201, 64216, 64226, 64232, 64235, 64237, 64238, 64239, 64239),
)
_DEVIATION: Final = (
    *(1035, 1033, 1025, 1016, 1013, 1005, 1000, 994, 986),
    *(967, 944, 918, 900, 883, 851, 815, 750),
)


class Weights:
    """The weights of a table."""

    def __init__(self, packed: bytes) -> None:
        items = array("h", packed)
        if sys.byteorder == "big":  # pragma: no cover, as no test runs on such a machine
            items.byteswap()
        self._items = items

    def __call__(self, table: str, *places: tuple[int, int]) -> int:
        """Return a weight of a table: each place with the number of places there."""
        index = 0
        for place, size in places:
            index = index * size + place
        index += _START[table]
        return self._items[index] if index < len(self._items) else 0


class Board(NamedTuple):
    """A position, and its rules."""

    cells: tuple[int | None, ...]
    piles: tuple[tuple[int, ...], ...]
    card: int | None  # face up
    waiting: int | None  # face up while the top card of a pile is placed
    adjacency: bool
    piles_come_back: bool

    @property
    def lines(self) -> list[tuple[int, ...]]:
        """The cards of the four rows and the four columns."""
        rows = [self.cells[4 * row : 4 * row + 4] for row in range(4)]
        columns = [self.cells[column::4] for column in range(4)]
        return [tuple(card for card in line if card is not None) for line in (*rows, *columns)]

    @property
    def unseen(self) -> list[int]:
        """The cards that can still come."""
        seen = {*self.cells, *(card for pile in self.piles for card in pile), self.card, self.waiting}
        return [card for card in range(DECK_SIZE) if card not in seen]

    def put(self, card: int, cell: int) -> Board:
        """Return the position with a card in a cell."""
        return self._replace(cells=(*self.cells[:cell], card, *self.cells[cell + 1 :]))


def read_values(packed: bytes) -> Weights:
    """Read the weights of a table."""
    return Weights(packed)


def outlook(weights: Weights, position: bytes) -> list[int]:
    """Return the value of the best move with each card that can come next, or `NEVER`."""
    board, _ = _read(position)
    if board.card is not None:
        raise ValueError("not a position")
    found = [NEVER] * DECK_SIZE
    for card in board.unseen:
        if None in board.cells:
            found[card] = max(one.value for one in _moves(weights, board._replace(card=card), card, 1))
        else:
            found[card] = POINT * _final(board, card)
    return found


def weigh(weights: Weights, position: bytes) -> list[Valued]:
    """Return each legal move with its value and the chance to win, the best first."""
    board, win_at = _read(position)
    if board.card is None or None not in board.cells:
        raise ValueError("not a position")
    return sorted(_moves(weights, board, board.card, win_at), key=lambda one: -one.value)


def _read(position: bytes) -> tuple[Board, int]:
    *places, adjacency, reserves, waste, win_at = position
    cards = [None if place == NO_CARD else place for place in places]
    seen = [card for card in cards if card is not None]
    count = 1 if waste else reserves
    piles = [tuple(card for card in pile if card is not None) for pile in (cards[16:21], cards[21:26])]
    packed = all(tuple(cards[16 + 5 * i : 16 + 5 * i + len(pile)]) == pile for i, pile in enumerate(piles))
    if len({*seen}) < len(seen) or max(seen, default=0) >= DECK_SIZE or count > 2 or not packed:
        raise ValueError("not a position")
    if any(piles[count:]):
        raise ValueError("not a position")
    board = Board(tuple(cards[:16]), tuple(piles[:count]), cards[26], None, adjacency != 0, not waste)
    return board, win_at


def _moves(weights: Weights, board: Board, card: int, win_at: int) -> list[Valued]:
    """The moves with a card, in the order: in each cell, on each pile, from each pile."""
    seen = board._replace(card=None)
    cells = _open_cells(board)
    moves = []

    def add(source: int, to: int, after: Board) -> None:
        if None not in after.cells:
            moves.append(_full(source, to, after, win_at))
        else:
            value = value_of(weights, after)
            placed = 16 - after.cells.count(None)
            moves.append(Valued(source, to, value, _chance(value, placed, win_at), False))

    hidden = seen._replace(waiting=None)
    for cell in cells:
        add(NO_CARD, cell, hidden.put(card, cell))
    for number, pile in enumerate(board.piles):
        if len(pile) < EMPTY_PILE:
            piles = (*board.piles[:number], (*pile, card), *board.piles[number + 1 :])
            add(NO_CARD, PILE_MOVE + number, hidden._replace(piles=piles))
    for number, pile in enumerate(board.piles):
        if pile and board.piles_come_back:
            piles = (*board.piles[:number], pile[:-1], *board.piles[number + 1 :])
            for cell in cells:
                add(number, cell, hidden._replace(piles=piles, waiting=card).put(pile[-1], cell))
    return moves


def _open_cells(board: Board) -> list[int]:
    """The cells that a card may be placed in."""
    filled = [divmod(cell, 4) for cell in range(16) if board.cells[cell] is not None]
    return [
        cell
        for cell in range(16)
        if board.cells[cell] is None
        and (
            not board.adjacency
            or not filled
            or any(max(abs(cell // 4 - row), abs(cell % 4 - column)) == 1 for row, column in filled)
        )
    ]


# ---------------------------------------------------------------- full grids


@cache
def _points(ranks: tuple[int, ...], starter: int) -> int:
    """The points of four ranks and a starter's, without those for suits."""
    cards = [4 * rank for rank in (*ranks, starter)]
    return 2 * len(fifteens(cards)) + pair_points(cards) + run_points(cards)


def _line_points(line: Sequence[int], starter: int) -> int:
    """The points of a full line without nobs."""
    suits = {card % 4 for card in line}
    flush = 0 if len(suits) > 1 else 5 if starter % 4 in suits else 4
    return _points(tuple(sorted(card // 4 for card in line)), starter // 4) + flush


def _final(board: Board, starter: int) -> int:
    jacks = sum(card == 4 * _JACK + starter % 4 for card in board.cells)
    heels = 2 * (starter // 4 == _JACK)
    return heels + 2 * jacks + sum(_line_points(line, starter) for line in board.lines)


def _full(source: int, to: int, board: Board, win_at: int) -> Valued:
    starters = board.unseen if board.waiting is None else [board.waiting]
    totals = [_final(board, starter) for starter in starters]
    wins = sum(total >= win_at for total in totals)
    return Valued(source, to, sum(totals) * POINT // len(totals), wins * WIN // len(totals), True)


def _chance(value: int, placed: int, win_at: int) -> int:
    """The chance that the final score reaches `win_at`, in units of 2^-16."""
    needed = win_at * POINT - POINT // 2
    far, rest = divmod(abs(value - needed) * 800 // _DEVIATION[placed], POINT)
    share = _NORMAL[32]
    if far < 32:
        share = _NORMAL[far] + (_NORMAL[far + 1] - _NORMAL[far]) * rest // POINT
    return WIN - share if value < needed else share


# ---------------------------------------------------------------- the value of a position


def _number(line: Sequence[int]) -> int:
    """The number of up to three ranks."""
    ranks = sorted([*[0] * (3 - len(line)), *(card // 4 + 1 for card in line)])
    return sum(comb(rank + place, place + 1) for place, rank in enumerate(ranks))


def _pair(one: int, other: int) -> int:
    """The number of two numbers of ranks, in either order."""
    low, high = sorted((one, other))
    return comb(high + 1, 2) + low


@cache
def _shapes() -> dict[int, int]:
    """The number of each set of cells; sets that rotations and reflections make equal have the same."""
    numbers: dict[int, int] = {}
    count = 0
    for cells in range(1 << 16):
        if cells in numbers:
            continue
        turned = cells
        for _ in range(4):
            mirrored = sum((turned >> cell & 1) << (cell ^ 3) for cell in range(16))
            numbers[turned] = numbers[mirrored] = count
            turned = sum((turned >> cell & 1) << (4 * (cell % 4) + 3 - cell // 4) for cell in range(16))
        count += 1
    return numbers


def value_of(weights: Weights, board: Board) -> int:
    """The value of a position in which the grid is not full."""
    unseen, lines = board.unseen, board.lines
    placed = 16 - board.cells.count(None)
    left = [sum(card // 4 == rank for card in unseen) for rank in range(13)]
    sure = 2 * left[_JACK]
    hoped = 0
    pair_weights = 0
    tops = [pile[-1] for pile in board.piles if pile] + [board.waiting] * (board.waiting is not None)
    buried = [card for pile in board.piles for card in pile[:-1]]
    for line in lines:
        suits = {card % 4 for card in line}
        if len(line) == 4:
            sure += sum(_line_points(line, starter) for starter in unseen)
        else:
            number = _number(line)
            weight = weights("line", (placed, 17), (len(suits) == 1, 2), (number, _OPENS))
            if len(suits) == 1:
                of_suit = sum(card % 4 in suits for card in unseen)
                weight += weights("flush", (placed, 17), (len(line), 4), (of_suit, 14))
            hoped += 16 * weight
            row = (placed // 2, 9), (number, _OPENS)
            for rank in range(13):
                hoped += weights("deck", *row, (rank, _ROOM)) * (13 * left[rank] - len(unseen))
            if board.piles_come_back:
                for table, cards in (("top", tops), ("buried", buried)):
                    hoped += sum(
                        16 * weights(table, *row, (card // 4, _ROOM)) for card in cards if card is not None
                    )
    for card in board.cells:
        if card is not None and card // 4 == _JACK:
            sure += 2 * sum(other % 4 == card % 4 for other in unseen)
    stage = 0 if placed <= 5 else 1 if placed <= 10 else 2
    for cell in range(16):
        if board.cells[cell] is None:
            pair = _pair(_number(lines[cell // 4]), _number(lines[4 + cell % 4]))
            pair_weights += weights("crossing", (stage, 3), (pair, _PAIRS))
    for side in (lines[:4], lines[4:]):
        for one, other in combinations([line for line in side if len(line) < 4], 2):
            pair_weights += weights("parallel", (_pair(_number(one), _number(other)), _PAIRS))
    filled = sum(1 << cell for cell in range(16) if board.cells[cell] is not None)
    pair_weights += weights("shape", (_shapes()[filled], 0))
    if board.piles:
        low, high = sorted([len(pile) for pile in board.piles] + [0] * (2 - len(board.piles)))
        pair_weights += weights("pile", (placed, 17), (board.waiting is not None, 2), (high, 6), (low, 6))
    return 16 * pair_weights + hoped + sure * POINT // len(unseen)
