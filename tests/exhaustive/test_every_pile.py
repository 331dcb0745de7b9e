"""Every pile of up to five cards, by ranks, on both cores and by the naive play."""

from itertools import product

import pytest

from cribscore import _core, _reference_pegging, _wire
from naive_pegging import RANKS, card_parts

pytestmark = [pytest.mark.native, pytest.mark.exhaustive]


def test_both_cores_score_every_pile_of_up_to_five_cards_by_the_rules():
    native, plain, scored, piles = _core.pack_peg, _reference_pegging.pack_peg, 0, 0
    for length in range(1, 6):
        for ranks in product(range(1, 14), repeat=length):
            if max(map(ranks.count, ranks)) > 4:
                continue
            key = 0
            for rank in ranks:
                key = key << 4 | rank
            packed, piles = native(key), piles + 1
            assert packed == plain(key)
            if sum(min(rank, 10) for rank in ranks) > 31:
                assert packed == _wire.INVALID
            else:
                parts = card_parts([RANKS[rank - 1] for rank in ranks])
                assert _wire.peg_parts_of(packed) == (*parts, 0)
                scored += 1
    assert piles == sum(13**length for length in range(1, 6)) - 13
    assert scored > 100_000
