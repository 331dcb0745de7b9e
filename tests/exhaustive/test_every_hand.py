"""Every hand there is, through the compiled core: against published counts and against the reference."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from cribscore import _core, _wire
from every_hand import CHOICES, UP_TO_SUITS
from oracles import PARTS, TABLES
from packing import unpack

pytestmark = [pytest.mark.native, pytest.mark.exhaustive]


def keys_by_starter(crib):
    """Yield for each starter the list of the keys of the 249,900 hands beside it."""
    hands = [(a | b << 6 | c << 12 | d << 18, (a, b, c, d)) for a, b, c, d in combinations(range(52), 4)]
    for starter in range(52):
        rest = starter << 24 | crib << 30
        yield [key | rest for key, cards in hands if starter not in cards]


@pytest.mark.parametrize(
    ("crib", "totals", "flush"),
    [(False, "hand", "flush"), (True, "crib", "flush_in_crib")],
    ids=["hand", "crib"],
)
def test_all_hands_score_as_often_as_the_tables_say(crib, totals, flush):
    seen = Counter()
    for keys in keys_by_starter(crib):
        seen.update(map(_core.pack_hand, keys))
    assert seen.total() == CHOICES
    assert _wire.INVALID not in seen

    by_total = Counter()
    by_part = [Counter() for _ in PARTS]
    for packed, count in seen.items():
        parts = unpack(packed)
        by_total[sum(parts)] += count
        for points, counts in zip(parts, by_part, strict=True):
            counts[points] += count
    assert by_total == {total: count for total, count in enumerate(TABLES[totals]) if count}
    for part, counts in zip(PARTS, by_part, strict=True):
        table = TABLES["parts"][flush if part == "flush" else part]
        assert counts == {int(points): count for points, count in table.items()}


def test_the_hands_up_to_renaming_suits_stand_for_all_hands(up_to_suits):
    assert len(up_to_suits) == len({key for key, _ in up_to_suits}) == UP_TO_SUITS
    assert sum(stands_for for _, stands_for in up_to_suits) == CHOICES == 52 * comb(51, 4)


@pytest.mark.parametrize("crib", [False, True], ids=["hand", "crib"])
def test_both_cores_agree_on_every_hand_up_to_renaming_suits(crib, up_to_suits, reference):
    compiled, plain = _core.pack_hand, reference.pack_hand
    keys = [key | crib << 30 for key, _ in up_to_suits]
    wrong = [key for key in keys if compiled(key) != plain(key)]
    assert wrong[:10] == []


def test_the_hands_up_to_renaming_suits_weighted_give_the_tables(up_to_suits):
    by_total = Counter()
    for key, stands_for in up_to_suits:
        by_total[sum(unpack(_core.pack_hand(key)))] += stands_for
    assert by_total == {total: count for total, count in enumerate(TABLES["hand"]) if count}
