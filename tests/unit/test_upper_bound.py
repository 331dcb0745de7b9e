"""The upper bound of all players: its penalties have mean 0, and its search finds the best grid."""

import importlib.util
import itertools
import json
import random
import sys
from pathlib import Path

import pytest

from cribscore import DECK, Card, Grid, best_grid, deal, score_grid, score_hand

ROOT = Path(__file__).parents[2]
ROUNDED = 8 / 4096  # the values of the eight lines of a grid are rounded up
RESULTS = ROOT / "benchmarks" / "results" / "upper_bound.json"
PAGE = ROOT / "docs" / "background" / "upper-bound.md"


def compiles(test):
    """Mark a test that compiles the benchmark."""
    return pytest.mark.native(pytest.mark.programs(test))


@pytest.fixture(scope="module")
def script():
    """The benchmark, as a module."""
    sys.path.insert(0, str(ROOT / "benchmarks"))  # for the scripts that it imports
    try:
        spec = importlib.util.spec_from_file_location("upper_bound", ROOT / "benchmarks" / "upper_bound.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        del sys.path[0]
    return module


@pytest.fixture(scope="module")
def built(script, tmp_path_factory):
    return script.Bound(tmp_path_factory.mktemp("bound"))


@pytest.fixture
def bound(built):
    """The bound without penalties."""
    built.ffi.buffer(built.learner)[:] = bytes(built.ffi.sizeof(built.learner))
    return built


def averaged(cards, grid):
    """Score each line with all starters that were unseen when it became full, and average; by the scorer."""
    total = 8 / 52  # his heels: 2 points, 4 of 52 cards
    for line in [*grid.rows, *grid.columns]:
        full = 1 + max(cards.index(card) for card in line)
        unseen = [card for card in DECK if card not in cards[:full]]
        total += sum(score_hand(line, starter) for starter in unseen) / len(unseen)
    return total


@compiles
def test_without_penalties_a_line_is_worth_its_mean_over_the_unseen_cards(bound):
    for seed in range(5):
        *cards, starter = deal(seed)
        grid = Grid(random.Random(seed).sample(cards, 16))
        bound.read([*cards, starter])
        value = bound.value_of(cards, grid)
        assert 0 <= value - averaged(cards, grid) <= ROUNDED


@compiles
def test_lines_that_are_one_suit_or_hold_jacks_are_averaged_too(bound):
    cards = Grid("JC 2C 4C 9C / JD JH JS 5C / 5D 5H 5S 6S / 7S 8S 9S TS").cards
    bound.read([*cards, Card("KC")])
    assert 0 <= bound.value_of(cards, Grid(cards)) - averaged(cards, Grid(cards)) <= ROUNDED


@pytest.mark.parametrize("suited", [False, True])
@compiles
def test_the_penalties_of_the_last_two_cards_have_mean_0_over_all_that_can_come(bound, suited):
    generator = random.Random(1)
    placed = deal(1)[:14]
    filled = generator.sample(placed, 14)
    holes = sorted(generator.sample(range(16), 2))
    if suited:  # the lines of the last two cards are of one suit, but for a column
        filled = [
            Card(name) for name in ["AC", "5D", "9H", "KH", "TC", "4D", "8H", "QS", "6D", "2D", "7D", "3H"]
        ]
        filled += [Card("JH"), Card("6H")]
        placed, holes = tuple(generator.sample(filled, 14)), [11, 14]
    for hole in holes:
        filled.insert(hole, None)
    unseen = [card for card in DECK if card not in placed]

    def values():
        for one, other in itertools.permutations(unseen, 2):
            cells = list(filled)
            # A player: a red card goes to the first of the two cells.
            first, second = (one, other) if one.suit.letter in "DH" else (other, one)
            cells[holes[0]], cells[holes[1]] = first, second
            cards = [*placed, one, other]
            bound.read([*cards, next(card for card in unseen if card not in (one, other))])
            yield bound.value_of(cards, Grid(cells))

    before = list(values())
    table = bound.penalties()
    for ranks in table.rank[7]:  # with fourteen and fifteen cards placed
        for rank in range(13):
            ranks[rank] = generator.uniform(-5, 5)
    for count in 14, 15:
        for cards, one, left in itertools.product(range(4), range(13), range(5)):
            for rank in range(13):
                table.pair[count][cards][one][left][rank] = generator.uniform(-5, 5)
        for cards, left in itertools.product(range(4), range(14)):
            table.suit[count][cards][left] = generator.uniform(-5, 5)
        for cards in range(4):
            table.growth[count][cards] = generator.uniform(-2, 2)
    penalties = [one - other for one, other in zip(before, values(), strict=True)]
    assert max(penalties) > 1
    assert abs(sum(penalties) / len(penalties)) < ROUNDED


@compiles
def test_the_search_finds_the_totals_that_best_grid_proves(bound):
    for seed in range(10):
        *cards, starter = deal(seed)
        for places in itertools.combinations(range(16), 4):
            points = score_hand([cards[place] for place in places], starter)
            bound.line[sum(1 << place for place in places)] = points
        lines = bound.ffi.new("uint32_t[8]")
        heels = 2 * (starter.rank == 11)
        assert bound.lib.bound_best(bound.line, lines) + heels == best_grid(cards, starter).score.total
        cells = [
            next(card for place, card in enumerate(cards) if lines[i] & lines[4 + j] & 1 << place)
            for i, j in itertools.product(range(4), repeat=2)
        ]
        assert score_grid(Grid(cells), starter).total == best_grid(cards, starter).score.total


def splits(hands, left=0xFFFF):
    """List the ways to split a set of cards into some of the hands."""
    if left == 0:
        return [()]
    lowest = left & -left
    return [
        (hand, *others)
        for hand in hands
        if hand & lowest and hand & left == hand
        for others in splits(hands, left ^ hand)
    ]


@pytest.mark.parametrize("seed", range(20))
@compiles
def test_the_search_finds_the_best_of_all_grids_of_few_lines(bound, seed):
    generator = random.Random(seed)
    hands = set()
    for _ in range(8):  # the lines of some grids
        order = generator.sample(range(16), 16)
        rows = [order[4 * i : 4 * i + 4] for i in range(4)]
        for line in [*rows, *zip(*rows, strict=True)]:
            hands.add(sum(1 << place for place in line))
    for places in itertools.combinations(range(16), 4):
        bound.line[sum(1 << place for place in places)] = -1_000_000
    for hand in hands:
        bound.line[hand] = generator.randint(-40_000, 90_000)
    sides = splits(sorted(hands))
    assert len(sides) > 15
    expected = max(
        sum(bound.line[hand] for hand in rows + columns)
        for rows, columns in itertools.combinations(sides, 2)
        if all((row & column).bit_count() == 1 for row in rows for column in columns)
    )
    assert bound.lib.bound_best(bound.line, bound.ffi.new("uint32_t[8]")) == expected


@compiles
def test_the_best_grid_is_never_below_the_grid_of_a_player(script, bound, monkeypatch):
    monkeypatch.setattr(script, "BLOCK", 200)
    bound.learn(200)
    for seed in range(3):
        cards = deal(seed)
        bound.read(cards)
        grid, total, _ = script.play(seed, script.greedy_move)
        assert total == score_grid(grid, cards[16]).total
        made = bound.value_of(cards, grid)
        assert made < bound.largest()
        assert made != averaged(cards, grid)  # there are penalties


@pytest.mark.coreless
def test_the_page_says_what_the_results_say():
    found, page = json.loads(RESULTS.read_text(encoding="utf-8")), PAGE.read_text(encoding="utf-8")
    assert f"**{found['bound']:.2f} ± {found['error']:.2f}**" in page
    assert f"| {found['gap']:.2f} ± {found['gap_error']:.2f} |" in page
    assert f"| {found['level_0']:.2f} ± {found['level_0_error']:.2f} |" in page
    for check in found["checks"].values():
        assert abs(check["penalty"]) < 3 * check["error"]
        assert f"| {check['penalty']:+.2f} ± {check['error']:.2f} |" in page
    assert f"{found['deals']:,} deals" in page
    assert f"{found['learned']:,} deals" in page
    assert found["least_gap"] >= 0
