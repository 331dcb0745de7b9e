"""Every kernel of the C core that runs here, over all hands and millions of grids."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from cribscore import _core, score_grids, score_hands
from every_hand import CHOICES
from oracles import TABLES
from packing import unpack

pytestmark = [pytest.mark.native, pytest.mark.exhaustive]

each_kernel = pytest.mark.parametrize("kernel", _core.kernels())


class EveryHand:
    """All hands in random order, the four cards of each too, with their parts by the one-hand kernel."""

    def __init__(self, pack_hand):
        chance = np.random.default_rng(20)
        fours = np.array(list(combinations(range(52), 4)), np.uint8)
        rows = np.empty((52, len(fours) * 48 // 52, 5), np.uint8)
        for starter in range(52):
            rows[starter, :, :4] = fours[(fours != starter).all(axis=1)]
            rows[starter, :, 4] = starter
        rows = rows.reshape(-1, 5)[chance.permutation(CHOICES)]
        chance.permuted(rows[:, :4], axis=1, out=rows[:, :4])
        self.rows = rows
        self.columns = np.ascontiguousarray(rows.T)
        self.parts = {crib: self._parts(pack_hand, crib) for crib in (False, True)}

    def _parts(self, pack_hand, crib):
        keys = np.full(CHOICES, crib << 30, np.uint32)
        for place in range(5):
            keys |= self.columns[place].astype(np.uint32) << np.uint32(6 * place)
        packed = np.concatenate(
            [
                np.fromiter(map(pack_hand, some.tolist()), np.uint32, len(some))
                for some in np.array_split(keys, 50)
            ]
        )
        values, places = np.unique(packed, return_inverse=True)
        return np.array([unpack(int(value)) for value in values], np.uint8)[places]


@pytest.fixture(scope="module")
def every_hand(lib):
    return EveryHand(lib.crib_pack_hand)


def test_the_hands_are_all_there_are_in_random_order(every_hand):
    rows = every_hand.rows
    choose = np.array([[comb(card, place) for card in range(52)] for place in range(1, 5)])
    cards = np.sort(rows[:, :4], axis=1)
    numbers = 52 * sum(choose[place][cards[:, place]] for place in range(4)) + rows[:, 4]
    seen = np.zeros(comb(52, 4) * 52, bool)
    seen[numbers] = True
    assert len(rows) == seen.sum() == CHOICES
    assert not (rows[:, :4] == rows[:, 4:]).any()
    assert (rows[:, 0] < rows[:, 1]).mean() == pytest.approx(0.5, abs=0.001)


@each_kernel
@pytest.mark.parametrize("crib", [False, True], ids=["hand", "crib"])
@pytest.mark.parametrize("layout", ["rows", "columns"])
@pytest.mark.parametrize("parts", [False, True], ids=["totals", "parts"])
@pytest.mark.usefixtures("selected")
def test_every_hand_scores_as_the_one_hand_kernel_says(crib, layout, parts, every_hand):
    hands = every_hand.rows if layout == "rows" else every_hand.columns.T
    scores = score_hands(hands, crib=crib, parts=parts)
    expected = every_hand.parts[crib]
    assert np.array_equal(scores, expected if parts else expected.sum(axis=1, dtype=np.uint8))


@each_kernel
@pytest.mark.parametrize(("crib", "table"), [(False, "hand"), (True, "crib")], ids=["hand", "crib"])
def test_a_kernel_counts_the_hands_as_the_tables_do(kernel, crib, table, lib):
    counts = _core.native()[0].new("int64_t[32]", [-1] * 32)
    assert lib.crib_hand_counts(_core.KERNELS.index(kernel), crib, counts + 1) == 0
    assert list(counts) == [-1, *TABLES[table], -1]


def windows_of_packs(pack, packs):
    """Grids of seventeen neighbours in shuffled packs, round the end too; each is as random as one dealt."""
    shuffled = np.random.default_rng(17).permuted(np.tile(np.array(pack, np.uint8), (packs, 1)), axis=1)
    around = np.concatenate([shuffled, shuffled[:, :16]], axis=1)
    return np.lib.stride_tricks.sliding_window_view(around, 17, axis=1).reshape(-1, 17)


@each_kernel
@pytest.mark.usefixtures("selected")
@pytest.mark.parametrize(
    ("pack", "packs"),
    [
        (range(52), 96_200),
        ([card for card in range(52) if card % 4 in (0, 2)], 20_000),
        (range(16, 36), 20_000),
        (range(32, 52), 20_000),
    ],
    ids=["all cards", "two suits", "five to nine", "nine to king"],
)
def test_the_lines_of_millions_of_grids_score_as_the_hands_they_are(pack, packs, every_hand):
    grids = windows_of_packs(pack, packs)
    cells, starters = grids[:, :16].reshape(-1, 4, 4), grids[:, 16]
    hands = np.concatenate([cells, cells.transpose(0, 2, 1)], axis=1).reshape(-1, 4)
    right = score_hands(hands, np.repeat(starters, 8)).reshape(-1, 8)
    assert np.array_equal(score_grids(grids, lines=True), right)
    totals = right.sum(axis=1, dtype=np.int64) + 2 * (starters // 4 == 10)
    assert np.array_equal(score_grids(grids), totals)
