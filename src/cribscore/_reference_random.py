"""The reference core: deals from a seed. csrc/cribscore.h says how they are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any, Final

from ._wire import DECK_SIZE, GROUP

WORD: Final = 2**64
GAMMA: Final = 0x9E3779B97F4A7C15  # what SplitMix64 adds to its state before each output


def deal_cards(seed: int, count: int) -> list[int]:
    """Deal the first cards of a deck that SplitMix64 shuffles, as `deal` says."""
    state, deck = seed, list(range(DECK_SIZE))
    for place in range(count):
        choices = DECK_SIZE - place
        draw = WORD
        while draw >= WORD - WORD % choices:
            state += GAMMA
            draw = mix(state)
        other = place + draw % choices
        deck[place], deck[other] = deck[other], deck[place]
    return deck[:count]


def random_deals(seed: int, first: int, cards: int, begin: int, end: int, rows: Any) -> None:
    """Deal rows, as `_core.random_deals` says."""
    rows = memoryview(rows).cast("B")
    groups = [range(start, min(start + GROUP, cards)) for start in range(0, cards, GROUP)]
    for row in range(begin, end):
        left = list(range(DECK_SIZE))
        dealt = bytearray()
        for group, places in enumerate(groups):
            output = (first + row) * len(groups) + group + 1
            for drawn in _drawn(mix(seed + output * GAMMA), [DECK_SIZE - place for place in places]):
                dealt.append(left.pop(drawn))
        rows[row * cards : (row + 1) * cards] = dealt


def mix(state: int) -> int:
    """The output of SplitMix64 for a state."""
    state %= WORD
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % WORD
    state = (state ^ state >> 27) * 0x94D049BB133111EB % WORD
    return state ^ state >> 31


def _words(word: int) -> Iterator[int]:
    """A word, then the outputs of SplitMix64 started at it."""
    yield word
    state = word
    while True:
        state += GAMMA
        yield mix(state)


def _drawn(word: int, choices: list[int]) -> list[int]:
    """Draw a number below each of the choices."""
    product = prod(choices)
    accepted = next(found for found in _words(word) if found * product % WORD >= WORD % product)
    number = accepted * product // WORD
    drawn = []
    for count in reversed(choices):
        number, digit = divmod(number, count)
        drawn.append(digit)
    return drawn[::-1]
