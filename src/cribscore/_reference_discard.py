"""The reference core, continued: four cards over all the starters that are left.

It offers to `_core` what crib_discard.c offers there. The points are those of `_reference`; the fifteens,
pairs and runs of five cards depend on their ranks alone, and are remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from ._reference import check, fifteens, flush_points, nobs_points, pair_points, rank, run_points
from ._wire import DECK_SIZE, NO_CARD, CardRows


def forecast_hands(hands: CardRows, dead: CardRows, crib: bool, begin: int, end: int, counts: Any) -> int:
    """Count the points of many hands, as `_core.forecast_hands` says."""

    def counted(row: int) -> bytes:
        hand = hands.row(row)
        gone = [card for card in dead.row(row) if card != NO_CARD]
        _check_cards([*hand, *gone])
        found = [0] * 30
        for points in _points(hand, gone, crib):
            found[points] += 1
        return bytes(found)

    return _fill(counted, begin, end, memoryview(counts).cast("B"))


def keep_sums(deals: CardRows, begin: int, end: int, sums: Any) -> int:
    """Sum up the keeps of many deals, as `_core.keep_sums` says."""

    def summed(row: int) -> list[int]:
        deal = deals.row(row)
        _check_cards(deal)
        return [
            sum(_points([card for card in deal if card not in thrown], thrown, False))
            for thrown in combinations(deal, 2)
        ]

    return _fill(summed, begin, end, memoryview(sums).cast("B").cast("H"))


def _check_cards(cards: Sequence[int]) -> None:
    """Raise ValueError for a byte that is not a card, 255 too, and for a card that appears twice."""
    if NO_CARD in cards:
        raise ValueError("a card is missing")
    check(bytes(cards))


def _points(hand: Sequence[int], gone: Iterable[int], crib: bool) -> list[int]:
    """The points of a hand with each starter that is left."""
    out = {*hand, *gone}
    ranks = [rank(card) for card in hand]
    return [
        _points_of_ranks(tuple(sorted([*ranks, rank(starter)])))
        + flush_points(hand, starter, crib)
        + nobs_points(hand, starter)
        for starter in range(DECK_SIZE)
        if starter not in out
    ]


@cache
def _points_of_ranks(ranks: tuple[int, ...]) -> int:
    """The points for fifteens, pairs and runs, of which the suits are no part."""
    cards = [4 * (of_rank - 1) for of_rank in ranks]
    return 2 * len(fifteens(cards)) + pair_points(cards) + run_points(cards)


def _fill(results: Callable[[int], Sequence[int]], begin: int, end: int, out: memoryview) -> int:
    """Write the results of each row; return the number of the first bad row, or `end`."""
    for row in range(begin, end):
        try:
            result = results(row)
        except ValueError:
            return row
        for place, number in enumerate(result, start=row * len(result)):
            out[place] = number
    return end
