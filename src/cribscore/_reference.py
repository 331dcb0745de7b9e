"""The reference core: the rules of the show, written plainly in Python.

It offers the functions that the compiled core offers to `_core`, and is used where the compiled core is not
installed. A card is its index, 4 * (rank - 1) + suit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from ._overlap import overlap
from ._wire import (
    AS_CRIB,
    INVALID,
    LINES,
    MASK,
    NO_CARD,
    PARTIAL,
    PARTS,
    STRUCK,
    Column,
    Rows,
    Valid,
    fields_of,
    is_valid,
    packed_of,
    parts_of,
)

JACK = 11


def rank(card: int) -> int:
    """1 for an ace to 13 for a king."""
    return card // 4 + 1


def suit(card: int) -> int:
    """0 for clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card % 4


def value(card: int) -> int:
    """What a card counts towards fifteen: court cards count ten."""
    return min(rank(card), 10)


def fifteens(cards: Sequence[int | None]) -> list[int]:
    """The places of the cards of each fifteen, as the bits of a number."""
    places = [place for place, card in enumerate(cards) if card is not None]
    return [
        sum(1 << place for place in chosen)
        for size in range(2, len(places) + 1)
        for chosen in combinations(places, size)
        if sum(value(card) for place in chosen if (card := cards[place]) is not None) == 15
    ]


def pair_points(cards: Sequence[int]) -> int:
    """Two points for each two cards of one rank."""
    return sum(2 for one, other in combinations(cards, 2) if rank(one) == rank(other))


def run_points(cards: Sequence[int]) -> int:
    """The length of the longest run of three or more, once for each choice of cards that makes it."""
    for length in range(len(cards), 2, -1):
        runs = 0
        for chosen in combinations(cards, length):
            ranks = sorted(rank(card) for card in chosen)
            if ranks == list(range(ranks[0], ranks[0] + length)):
                runs += 1
        if runs:
            return runs * length
    return 0


def flush_points(hand: Sequence[int], starter: int | None, crib: bool) -> int:
    """Four for a hand of one suit, five with the starter; in a crib only the five count."""
    if len(hand) < 4 or len({suit(card) for card in hand}) > 1:
        return 0
    if starter is not None and suit(starter) == suit(hand[0]):
        return 5
    return 0 if crib else 4


def nobs_points(hand: Sequence[int], starter: int | None) -> int:
    """One for the jack of the starter's suit in the hand."""
    if starter is None:
        return 0
    return sum(1 for card in hand if rank(card) == JACK and suit(card) == suit(starter))


def hand_points(cards: bytes, crib: bool) -> tuple[int, int, int, int, int, int]:
    """Score four hand cards and the starter: the five parts, and the fifteens as a mask of subsets."""
    check(cards)
    places = [None if card == NO_CARD else card for card in cards]
    present = [card for card in places if card is not None]
    hand, starter = [card for card in places[:4] if card is not None], places[4]
    subsets = fifteens(places)
    return (
        2 * len(subsets),
        pair_points(present),
        run_points(present),
        flush_points(hand, starter, crib),
        nobs_points(hand, starter),
        sum(1 << subset for subset in subsets),
    )


def check(cards: bytes) -> None:
    """Raise ValueError for a byte that is not a card and for a card that appears twice."""
    present = [card for card in cards if card != NO_CARD]
    if any(card > 51 for card in present) or len(set(present)) < len(present):
        raise ValueError("not different cards")


def pack_hand(key: int) -> int:
    """Score the hand in five six-bit fields and a bit for the crib, into one number."""
    try:
        return _packed(*fields_of(key))
    except ValueError:
        return INVALID


def pack_fifteens(key: int) -> int:
    """Score the hand in a key as `pack_hand` does, with the mask of the fifteens from bit 32 up."""
    try:
        *parts, mask = hand_points(*fields_of(key))
    except ValueError:
        return INVALID
    return packed_of(*parts) | mask << 32


@lru_cache(maxsize=64)  # a score asks for the total of its grid, and perhaps for the lines after that
def pack_grid(cells: bytes) -> tuple[int, ...]:
    """Score the rows and the columns of sixteen cells with the starter after them."""
    check(cells)
    return tuple(_packed(line, False) for line in lines_of(cells))


def grid_total(_kernel: int, cells: bytes, starter: int) -> int:
    """Add up the lines of sixteen cells with the starter, and his heels."""
    try:
        lines = pack_grid(cells + bytes([starter]))
    except ValueError:
        return INVALID
    return sum(sum(parts_of(line)) for line in lines) + heels(starter)


def heels(starter: int) -> int:
    """Two for a jack turned as starter."""
    return 2 if rank(starter) == JACK else 0


def lines_of(cells: bytes) -> list[bytes]:
    """The four rows and the four columns, each with the starter."""
    rows = [cells[start : start + 4] for start in range(0, 16, 4)]
    columns = [cells[start:16:4] for start in range(4)]
    return [line + cells[16:] for line in rows + columns]


def _packed(cards: bytes, crib: bool) -> int:
    return packed_of(*hand_points(cards, crib)[:5])


def score_hands(rows: Rows, begin: int, end: int, wanted: int, scores: Any) -> int:
    """Score many hands one after the other, as `_core.score_hands` says."""

    def points(cards: bytes, crib: bool) -> list[int]:
        if NO_CARD in cards[:4]:
            raise ValueError("not a hand")
        parts = hand_points(cards, crib)[:5]
        return list(parts) if wanted & PARTS else [sum(parts)]

    return _score_rows(rows, 4, begin, end, points, wanted, scores)


def score_grids(rows: Rows, begin: int, end: int, wanted: int, scores: Any) -> int:
    """Score many grids one after the other, as `_core.score_grids` says."""

    def points(cells: bytes, _: bool) -> list[int]:
        check(cells)
        lines = [sum(hand_points(line, False)[:5]) for line in lines_of(cells)]
        return lines if wanted & LINES else [sum(lines) + heels(cells[16])]

    return _score_rows(rows, 16, begin, end, points, wanted, scores)


def _score_rows(
    rows: Rows,
    cards_a_row: int,
    begin: int,
    end: int,
    points: Callable[[bytes, bool], list[int]],
    wanted: int,
    scores: Any,
) -> int:
    cards, first, row_step, card_step, starters, first_starter, starter_step, cribs, *_ = rows
    cards, starters, scores = (memoryview(buffer).cast("B") for buffer in (cards, starters, scores))
    cribs = None if cribs is None else memoryview(cribs).cast("B")
    wide = {PARTS: 5, LINES: 8}.get(wanted & (PARTS | LINES), 1)
    crib = bool(wanted & AS_CRIB)
    for row in range(begin, end):
        places = [first + row * row_step + place * card_step for place in range(cards_a_row)]
        row_cards = bytes([*(cards[place] for place in places), starters[first_starter + row * starter_step]])
        if cribs is not None:
            crib = bool(cribs[rows.first_crib + row * rows.crib_step])
        try:
            if NO_CARD in row_cards and not wanted & PARTIAL:
                raise ValueError("a card is missing")
            result = points(row_cards, crib)
        except ValueError:
            if not wanted & MASK:
                return row
            result = [NO_CARD] * wide
        scores[row * wide : (row + 1) * wide] = bytes(result)
    return end


def score_whole(cards: Any, starters: Any, width: int, wanted: int, scores: Any) -> int:
    """Score rows that are a whole buffer, as `_core.score_whole` says."""
    if starters is not None:
        return -1  # the other way is no slower here
    hands, width = width == 4, width + 1
    wide = {PARTS: 5, LINES: 8}.get(wanted & (PARTS | LINES), 1)
    try:
        views = memoryview(cards), memoryview(scores)
    except (TypeError, ValueError):  # an array of texts of any length has no buffer
        return -1
    with views[0] as rows, views[1] as out:
        count = rows.nbytes // width
        is_rows = rows.format == "B" and rows.ndim in (1, 2) and (rows.shape or ())[1:] in ((), (width,))
        fit = rows.nbytes == count * width and out.format == "B" and out.nbytes == count * wide
        usable = rows.contiguous and out.c_contiguous and not out.readonly
        if not (is_rows and fit and usable) or overlap(cards if rows.c_contiguous else cards.T, scores):
            return -1
        row_step, card_step = (width, 1) if rows.c_contiguous else (1, count)
        data = rows.tobytes("A")
        places = Rows(data, 0, row_step, card_step, data, (width - 1) * card_step, row_step)
        return (score_hands if hands else score_grids)(places, 0, count, wanted, out)


def count_scores(rows: Rows, begin: int, end: int, wanted: int) -> tuple[int, list[int]]:
    """Count the scores of many hands, as `_core.count_scores` says."""
    scores = bytearray(end - begin)
    good = score_hands(rows.from_row(begin), 0, end - begin, wanted & ~PARTS, scores)
    return begin + good, [scores.count(points) for points in range(30)]


def narrow(column: Column, begin: int, count: int, to: Any, start: int) -> None:
    """Bring numbers into bytes, as `_core.narrow` says."""
    with memoryview(column.buffer) as shaped, shaped.cast("B") as numbers:
        for place in range(count):
            at = column.first + (begin + place) * column.step
            number = int.from_bytes(
                numbers[at : at + column.size], "big" if column.big else "little", signed=column.signed
            )
            to[start + place] = number if 0 <= number <= NO_CARD else STRUCK


def strike(valid: Valid, begin: int, count: int, to: Any, start: int, step: int) -> None:
    """Strike out what is null, as `_core.strike` says."""
    for place in range(count):
        if not is_valid(valid, begin + place):
            to[start + place * step] = STRUCK


def hand_counts(crib: bool) -> list[int]:
    """Count how many of all choices of a hand and a starter score 0 to 29."""
    counts = [0] * 30
    by_ranks: dict[
        tuple[int, ...], list[int]
    ] = {}  # the points without flush and nobs, by the starter's rank
    for hand in combinations(range(52), 4):
        ranks = tuple(rank(card) for card in hand)
        if ranks not in by_ranks:
            by_ranks[ranks] = [_points_of_ranks([*ranks, starter_rank]) for starter_rank in range(1, 14)]
        points = by_ranks[ranks]
        more = [flush_points(hand, starter, crib) + nobs_points(hand, starter) for starter in range(4)]
        for starter in range(52):
            if starter not in hand:
                counts[points[starter // 4] + more[starter % 4]] += 1
    return counts


def _points_of_ranks(ranks: list[int]) -> int:
    cards = [4 * (of_rank - 1) + place % 4 for place, of_rank in enumerate(ranks)]
    return 2 * len(fifteens(cards)) + pair_points(cards) + run_points(cards)
