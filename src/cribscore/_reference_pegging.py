"""The play in the reference core: its rules, written plainly in Python.

It offers what csrc/crib_pegging.c offers to `_core`. A pile is an int of ranks and a set of cards an int of
bits, as `_wire` says.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from ._wire import DECK_SIZE, INVALID, NO_CARD, PEG_LAST, PEG_PACKED, CardRows, peg_parts_of

FULL: Final = 31
_TOTALS: Final = [sum(peg_parts_of(packed)) for packed in range(PEG_PACKED)]
total: Final = _TOTALS.__getitem__
"""The sum of packed points."""


def within(room: int) -> int:
    """The set of the cards whose value is at most `room`."""
    return (1 << (DECK_SIZE if room >= 10 else 4 * room)) - 1


WITHIN: Final = [within(room) for room in range(FULL + 1)]


def ranks_of(pile: int) -> list[int]:
    """The ranks of a pile, the last card first."""
    ranks = []
    while pile:
        ranks.append(pile & 15)
        pile >>= 4
    return ranks


def count_of(pile: int) -> int:
    """What the cards of a pile add up to."""
    return sum(min(rank, 10) for rank in ranks_of(pile))


def pack_peg(pile: int) -> int:
    """Score the last card of a pile, without the point for a last card."""
    ranks = ranks_of(pile)
    count = sum(min(rank, 10) for rank in ranks)
    if not ranks or not all(1 <= rank <= 13 for rank in ranks) or count > FULL:
        return INVALID
    alike = 1
    while alike < 4 and ranks[: alike + 1] == ranks[:1] * (alike + 1):
        alike += 1
    run = 0
    for length in range(3, len(ranks) + 1):
        tail = sorted(ranks[:length])
        if tail == list(range(tail[0], tail[0] + length)):
            run = length
    return (count == 15) | (count == FULL) << 1 | (alike - 1) << 2 | run << 4


_packed = lru_cache(1 << 14)(pack_peg)


def score_pegs(piles: CardRows, begin: int, end: int, scores: Any) -> int:
    """Score the last cards of many piles, as `_core.score_pegs` says."""
    scores = memoryview(scores).cast("B")
    for row in range(begin, end):
        cards = piles.row(row).rstrip(bytes([NO_CARD]))
        if len(set(cards)) < len(cards) or any(card >= DECK_SIZE for card in cards):
            return row
        pile = 0
        for card in cards:
            pile = pile << 4 | card // 4 + 1
        packed = pack_peg(pile)
        if packed == INVALID:
            return row
        scores[row] = _TOTALS[packed]
    return end


def peg_deals(hands: CardRows, plays: CardRows, begin: int, end: int, points: Any) -> int:
    """Replay many deals, as `_core.peg_deals` says."""
    points = memoryview(points).cast("B")
    for row in range(begin, end):
        scores = _play_deal(hands.row(row), plays.row(row))
        if scores is None:
            return row
        points[8 * row : 8 * row + 8] = scores
    return end


def _play_deal(cards: bytes, places: bytes) -> bytes | None:
    if len(set(cards)) < 8 or any(card >= DECK_SIZE for card in cards):
        return None
    places = places.rstrip(bytes([NO_CARD]))
    left = [sum(1 << card for card in cards[:4]), sum(1 << card for card in cards[4:])]
    turn = pile = 0
    points = bytearray(8)
    for number, place in enumerate(places):
        if place >= 8 or not left[turn] & 1 << cards[place] & WITHIN[FULL - count_of(pile)]:
            return None
        packed, pile, other, mine, again = after(cards[place], left[turn], left[1 - turn], pile)
        points[number] = _TOTALS[packed]
        left[turn], left[1 - turn] = mine, other
        turn = turn if again else 1 - turn
    return bytes(points)


def after(card: int, mine: int, other: int, pile: int) -> tuple[int, int, int, int, bool]:
    """Play a card of two players: its packed points, the pile, what the other and I hold, whether I go on."""
    pile = pile << 4 | card // 4 + 1
    mine ^= 1 << card
    packed = _packed(pile)
    room = WITHIN[FULL - count_of(pile)]
    if other & room:
        return packed, pile, other, mine, False
    if mine & room:
        return packed, pile, other, mine, True
    if room:
        packed |= PEG_LAST
    return packed, 0, other, mine, not other


def best_peg(mover: int, other: int, pile: int) -> tuple[int, int]:
    """Find the best card of the player in turn, as `_core.best_peg` says."""
    known: dict[tuple[int, int, int], tuple[int, int]] = {}

    def value_of(mine: int, other: int, pile: int, least: int, most: int) -> int:
        """The value for who is to play, by negamax with bounds and with what is known of positions."""
        if not mine:
            return 0
        low, high = known.get((mine, other, pile), (-999, 999))
        if low >= most or low == high:
            return low
        if high <= least:
            return high
        best = -999
        for found in sorted(choices(mine, other, pile), key=lambda found: -_TOTALS[found[1]]):
            best = max(best, gain(*found[1:], max(least, best), most))
            if best >= most:
                break
        known[mine, other, pile] = (
            max(low, best if best > least else low),
            min(high, best if best < most else high),
        )
        return best

    def gain(packed: int, pile: int, other: int, mine: int, again: bool, least: int, most: int) -> int:
        points = _TOTALS[packed]
        if again:
            return points + value_of(mine, other, pile, least - points, most - points)
        return points - value_of(other, mine, pile, points - most, points - least)

    best = -1, -999
    for found in choices(mover, other, pile):
        value = gain(*found[1:], best[1], 999)
        if value > best[1]:
            best = found[0], value
    return best


def choices(mine: int, other: int, pile: int) -> Iterator[tuple[int, int, int, int, int, bool]]:
    """The cards that fit, one of each rank, each with what comes after it."""
    fitting = mine & WITHIN[FULL - count_of(pile)]
    for rank in range(13):
        same = fitting >> 4 * rank & 15
        if same:
            card = 4 * rank + (same & -same).bit_length() - 1
            yield card, *after(card, mine, other, pile)
