"""The largest total: its proof, held against the rules, known totals and a second program."""

from collections import Counter
from functools import cache
from itertools import permutations

import pytest
from hypothesis import given

import independent_maximum
from cribscore import Card, Grid, _core, _steps, best_grid, prove_maximum, score_grid
from naive import grid_lines, parse
from oracles import LARGEST_BY_STARTER, RECORD_170, RECORD_172
from strategies import distinct, examples
from wording import exactly, needs_the_c_core


def total_of(grid, starter):
    """The total by the rules."""
    rows, columns, heels = grid_lines([parse(str(card)) for card in grid], parse(str(starter)))
    return sum(map(sum, rows + columns)) + heels


def smallest(grid, starter):
    """One grid for all that differ in the order of lines, in rows and columns exchanged or names of suits."""
    grids = []
    for turned in (grid, grid.transposed()):
        for rows in permutations(turned.rows):
            for order in permutations(range(4)):
                names = {starter.suit: 0}
                cards = [row[place] for row in rows for place in order]
                grids.append([(card.rank, names.setdefault(card.suit, len(names))) for card in cards])
    return tuple(min(grids))


@pytest.fixture(scope="module")
def proof():
    return prove_maximum()


@cache
def proof_of(rank):
    return prove_maximum(rank)


# The proofs of aces and twos take as long as the rest, and fours have the most boards.
each_rank = pytest.mark.parametrize(
    "rank",
    [pytest.param(rank, marks=pytest.mark.slow) if rank in (1, 2, 4) else rank for rank in range(1, 14)],
)


# ---------------------------------------------------------------- the largest of all


@pytest.mark.native
def test_the_largest_total_is_172_on_six_boards_and_the_next_is_170(proof):
    assert (proof.total, proof.second) == (172, 170)
    assert [(step.target, step.exactly, step.boards) for step in proof.steps] == [
        (173, False, 0),
        (172, False, 6),
        (171, True, 0),
        (170, True, 1),
    ]
    assert proof.seconds > 0


@pytest.mark.native
def test_the_six_boards_make_172_and_differ(proof):
    assert [total_of(grid, starter) for grid, starter in proof.boards] == [172] * 6
    assert [score_grid(grid, starter) for grid, starter in proof.boards] == [172] * 6
    assert len({smallest(grid, starter) for grid, starter in proof.boards}) == 6
    assert {starter.rank for _, starter in proof.boards} == {5}


@pytest.mark.native
def test_two_proofs_are_equal_whatever_time_they_took(proof):
    slow = proof._replace(seconds=proof.seconds + 1)
    assert proof == slow
    assert (proof != slow) is False
    assert hash(proof) == hash(slow)
    for other in (proof._replace(second=169), tuple(proof)):
        assert proof != other
        assert (proof == other) is False


@pytest.mark.native
def test_the_known_record_is_one_of_the_six(proof):
    record = smallest(Grid(" / ".join(RECORD_172["grid"])), Card(RECORD_172["starter"]))
    assert record in {smallest(grid, starter) for grid, starter in proof.boards}


@pytest.mark.slow
@pytest.mark.native
def test_a_second_program_finds_the_same_six_and_neither_171_nor_173(proof):
    everything, boards, row_sets = Counter(), set(), 0
    for starter in range(1, 14):
        grids, count = independent_maximum.grids_of_ranks(starter, 171)
        row_sets += count
        for ranks in grids:
            found = independent_maximum.totals(ranks, starter)
            everything += found
            boards |= {ranks} if found[172] else set()
    assert (everything[172], everything[171], max(everything)) == (6, 0, 172)
    assert {independent_maximum.smallest([card.rank for card in grid]) for grid, _ in proof.boards} == boards
    assert {step.row_sets for step in proof.steps if step.target in (171, 172)} == {row_sets}


@pytest.mark.slow
@pytest.mark.coreless
@pytest.mark.parametrize("record", [RECORD_170, RECORD_172], ids=["170", "172"])
def test_the_second_program_gives_a_record_among_the_totals_of_its_ranks(record):
    ranks = [parse(card)[0] for row in record["grid"] for card in row.split()]
    assert max(independent_maximum.totals(ranks, 5)) == record["total"]


# ---------------------------------------------------------------- by the starter's rank


@pytest.mark.native
@each_rank
def test_the_largest_total_with_each_rank_as_starter(rank):
    assert proof_of(rank).total == LARGEST_BY_STARTER[rank - 1]


@pytest.mark.slow
@pytest.mark.native
@each_rank
def test_every_board_of_every_rank_makes_its_total_and_differs_from_the_others(rank):
    proof = proof_of(rank)
    assert 1 <= len(proof.boards) < 256  # as many as are kept
    assert {total_of(grid, starter) for grid, starter in proof.boards} == {proof.total}
    assert {starter.rank for _, starter in proof.boards} == {rank}
    assert len({smallest(grid, starter) for grid, starter in proof.boards}) == len(proof.boards)


@pytest.mark.native
@each_rank
def test_the_best_placement_of_a_board_s_cards_is_the_board(rank):
    proof = proof_of(rank)
    for grid, starter in proof.boards[:8]:
        assert best_grid(grid, starter).score == proof.total


@pytest.mark.native
@each_rank
def test_the_steps_go_from_one_above_the_total_down_to_the_next(rank):
    proof = proof_of(rank)
    targets = [step.target for step in proof.steps]
    assert targets == list(range(proof.total + 1, proof.second - 1, -1))
    assert [step.exactly for step in proof.steps] == [False, False] + [True] * (len(targets) - 2)
    assert [step.boards for step in proof.steps[2:]] == [0] * (len(targets) - 3) + [1]


@pytest.mark.native
@given(cards=distinct(17))
@examples(150)
def test_no_best_placement_exceeds_the_largest_total_of_its_starter(cards):
    *cells, starter = cards
    assert best_grid(cells, starter).score <= LARGEST_BY_STARTER[Card(starter).rank - 1]


# ---------------------------------------------------------------- what the bounds rest on


@given(cards=distinct(17))
@examples(300)
def test_no_grid_has_more_than_four_flushes(cards):
    *cells, starter = cards
    score = score_grid(cells, starter)
    assert sum(line.flush > 0 for line in score.rows + score.columns) <= 4


@given(cards=distinct(17))
@examples(300)
def test_no_line_makes_more_than_its_ranks_allow_and_nobs_and_heels_add_two_at_most(cards):
    *cells, starter = cards
    rank = parse(starter)[0]
    score, nobs = score_grid(cells, starter), 0
    for line, places in zip(score.rows + score.columns, independent_maximum.LINES, strict=True):
        ranks = tuple(sorted(parse(cells[place])[0] for place in places))
        assert line - line.nobs <= independent_maximum.most_of(ranks, rank)
        nobs += line.nobs
    assert nobs + score.heels <= independent_maximum.EXTRA


# ---------------------------------------------------------------- what is taken and what is refused


@pytest.mark.coreless
@pytest.mark.parametrize(
    ("rank", "error", "message"),
    [
        (0, ValueError, "starter_rank 0 is not 1 to 13"),
        (14, ValueError, "starter_rank 14 is not 1 to 13"),
        (-1, ValueError, "starter_rank -1 is not 1 to 13"),
        ("A", TypeError, "starter_rank 'A' is not a whole number"),
        (True, TypeError, "starter_rank True is not a whole number"),
        (5.0, TypeError, "starter_rank 5.0 is not a whole number"),
    ],
)
def test_a_starter_s_rank_is_a_whole_number_from_1_to_13(rank, error, message):
    with pytest.raises(error, match=exactly(message)):
        prove_maximum(rank)


def test_the_python_core_says_that_the_proof_needs_the_c_core(core):
    if core == "python":
        with pytest.raises(RuntimeError, match=exactly(needs_the_c_core("prove_maximum"))):
            prove_maximum(13)
    else:
        assert prove_maximum(13).total == LARGEST_BY_STARTER[12]


# ---------------------------------------------------------------- the C functions themselves


@pytest.fixture(scope="module")
def native():
    return _core.native()


class InC:
    """A search in memory full of ones."""

    def __init__(self, native, rank, target, exactly=False):
        self.ffi, self.lib = native
        self.words = self.ffi.new("uint64_t[]", self.lib.crib_maximum_size() // 8 + 2)
        self.ffi.buffer(self.words)[:] = b"\xff" * self.ffi.sizeof(self.words)
        self.state = self.ffi.cast("crib_maximum *", self.words)
        self.code = self.lib.crib_maximum_start(self.state, rank, target, exactly)

    def run(self, work):
        steps = 1
        while not self.lib.crib_maximum_step(self.state, work):
            steps += 1
        return steps

    def found(self):
        found = self.ffi.new("crib_largest *")
        self.lib.crib_maximum_found(self.state, found)
        return [found.bound, found.total, found.boards, found.row_sets, found.grids, found.suits]

    def board(self, index):
        cells = self.ffi.new("uint8_t[17]")
        return self.lib.crib_maximum_board(self.state, index, cells), bytes(cells)


@pytest.mark.native
def test_how_the_search_is_cut_into_steps_makes_no_difference(native):
    whole, cut = InC(native, 5, 172), InC(native, 5, 172)
    assert (whole.run(2**63), cut.run(1) > 10) == (1, True)
    assert whole.found() == cut.found()
    assert whole.found()[1:3] == [172, 6]
    assert [whole.board(index) for index in range(7)] == [cut.board(index) for index in range(7)]
    assert whole.board(6) == (3, bytes([255] * 17))
    assert bytes(whole.ffi.buffer(whole.words))[-8:] == b"\xff" * 8


@pytest.mark.native
@pytest.mark.parametrize(
    ("rank", "target", "exactly"), [(5, 160, False), (12, 153, False), (13, 140, False), (5, 150, True)]
)
def test_a_search_that_is_cut_inside_a_grid_of_ranks_finds_the_same(native, rank, target, exactly):
    whole, *cut = (InC(native, rank, target, exactly) for _ in range(4))
    whole.run(2**63)
    for search, work in zip(cut, (0, 7, 1000), strict=True):
        assert search.run(work) > 10
        assert search.found() == whole.found()
        assert search.board(0) == whole.board(0)


@pytest.mark.native
@pytest.mark.parametrize("exactly", [False, True])
@pytest.mark.parametrize("target", [0, 60, 120])
@pytest.mark.parametrize("rank", [1, 5, 13])
def test_a_step_does_no_more_than_its_work_however_low_the_target(native, rank, target, exactly):
    search = InC(native, rank, target, exactly)
    for _ in range(200):
        *_, rows_before, grids_before, suits_before = search.found()
        over = search.lib.crib_maximum_step(search.state, 1000)
        *_, rows, grids, suits = search.found()
        assert 15 * (rows - rows_before) + 30 * (grids - grids_before) + 10 * (suits - suits_before) < 5000
        if over:
            break
        assert (rows, grids, suits) != (rows_before, grids_before, suits_before)


@pytest.mark.native
@pytest.mark.parametrize("target", [140, 150, 160])
def test_a_search_for_one_grid_is_over_when_it_has_it(native, target):
    search = InC(native, 5, target, exactly=True)
    search.run(2**63)  # to go on with the rows at hand would take seconds
    found, (code, cells) = search.found(), search.board(0)
    assert (found[1:3], code) == ([target, 1], 0)
    assert total_of(Grid([Card(cell) for cell in cells[:16]]), Card(cells[16])) == target
    assert found[4] < 1000  # grids of ranks: all with those rows are thousands to millions


@pytest.mark.native
def test_a_target_below_the_largest_total_still_gives_the_largest(native):
    for target in (150, 160, 171):
        search = InC(native, 5, target)
        search.run(10**6)
        assert search.found()[1:3] == [172, 6]


@pytest.mark.native
@pytest.mark.parametrize(("rank", "target"), [(0, 1), (14, 1), (5, 256), (2**32 - 1, 2**32 - 1)])
def test_a_search_that_cannot_start_says_so_and_is_over(native, rank, target):
    search = InC(native, rank, target)
    assert search.code == 1
    assert search.run(1) == 1
    assert search.found() == [0] * 6
    assert search.board(0)[0] == 3
    with pytest.raises(ValueError, match="no such rank or target"):
        _steps.largest(rank, target, False)
