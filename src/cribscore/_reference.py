"""The reference core: the rules of the show, plainly, in Python.

It offers what the compiled core offers to `_core`, and is used where there is no compiled core. A card is its
index, 4 * (rank - 1) + suit. docs/rules.md says the same in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

JACK = 11
NO_CARD = 255  # as a byte
NO_FIELD = 63  # as a field of a key
INVALID = 0xFFFFFFFF  # in place of a packed score


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
    """Refuse what is no card and a card that is there twice."""
    present = [card for card in cards if card != NO_CARD]
    if any(card > 51 for card in present) or len(set(present)) < len(present):
        raise ValueError("not different cards")


def pack_hand(key: int) -> int:
    """Score the hand in five six-bit fields and a bit for the crib, into one number."""
    fields = [key >> 6 * place & 63 for place in range(5)]
    cards = bytes(NO_CARD if field == NO_FIELD else field for field in fields)
    try:
        return _packed(cards, bool(key >> 30 & 1))
    except ValueError:
        return INVALID


def pack_grid(cells: bytes) -> list[int]:
    """Score the rows and the columns of sixteen cells with the starter after them."""
    check(cells)
    starter = cells[16:]
    rows = [cells[start : start + 4] for start in range(0, 16, 4)]
    columns = [cells[start:16:4] for start in range(4)]
    return [_packed(line + starter, False) for line in rows + columns]


def _packed(cards: bytes, crib: bool) -> int:
    fifteen, pair, run, flush, nobs, _ = hand_points(cards, crib)
    return fifteen | pair << 5 | run << 9 | flush << 13 | nobs << 16
