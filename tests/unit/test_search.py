"""The best placement: held against full enumeration, known optima and brute force from the rules."""

import os
import random
import signal
import subprocess
import threading
import time
from decimal import Decimal
from functools import cache
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiling import PROGRAMS, compile_and_run, compiled
from cribscore import (
    BestGrid,
    Card,
    Grid,
    InvalidCardError,
    InvalidGridError,
    _core,
    _steps,
    best_grid,
    deal,
    prove_maximum,
    score_grid,
)
from naive import grid_lines, hand_parts, parse
from oracles import EVERY_BOARD, RECORD_165, RECORD_170, RECORD_172, cells_of, load
from packing import deals_text
from strategies import NAMES, distinct, examples
from wording import exactly, needs_the_c_core

ENUMERATED = int(os.environ.get("CRIBSCORE_ENUMERATED_DEALS", "4"))  # at four seconds each


def naive_total(grid, starter):
    """The total by the rules."""
    rows, columns, heels = grid_lines([parse(str(card)) for card in grid], parse(str(starter)))
    return sum(map(sum, rows + columns)) + heels


def check_solution(solution, cards, starter=None, fixed=None):
    """Everything about a proved solution but that nothing is better."""
    given = {str(Card(card)) for card in cards} | ({str(Card(starter))} if starter else set())
    given |= {str(card) for card in fixed or [] if card is not None}
    assert {str(card) for card in solution.grid} | {str(solution.starter)} == given
    assert starter is None or solution.starter is Card(starter)
    if fixed is not None:
        assert all(old in (None, new) for old, new in zip(fixed, solution.grid, strict=True))
    assert solution.score == naive_total(solution.grid, solution.starter)
    assert solution.score.rows == score_grid(solution.grid, solution.starter).rows
    assert solution.optimal
    assert solution.bound == solution.score
    assert solution.nodes >= 0  # 0 where the first bound decides
    assert solution.seconds > 0


def few_ranks(seed, ranks):
    """Seventeen cards of some neighbouring ranks, where most points are made and bounds are weakest."""
    numbers = random.Random(seed)
    low = numbers.randrange(14 - ranks)
    return [Card(name) for name in numbers.sample(NAMES[4 * low : 4 * (low + ranks)], 17)]


def mixed_deal(number):
    """Deals of all kinds: by turns from the whole pack, from five, six and eight ranks."""
    kind = number % 4
    return list(deal(number)) if kind == 0 else few_ranks(number, (5, 6, 8)[kind - 1])


# ---------------------------------------------------------------- that nothing is better


@pytest.mark.native
@pytest.mark.parametrize("known", load("open_deals.json")["deals"], ids=lambda known: known["starter"])
def test_a_known_optimum_is_found_and_proved(known):
    cards = known["cards"].split()
    solution = best_grid(known["cards"], known["starter"])
    check_solution(solution, cards, known["starter"])
    assert solution.score == known["best"]


@pytest.mark.programs
@pytest.mark.native
def test_the_proof_finds_the_best_grid_without_what_the_local_search_found():
    program, deals = (PROGRAMS / "proof.c").read_text(encoding="utf-8"), load("open_deals.json")["deals"]
    assert compile_and_run(program, "-O2", given=deals_text(deals)).split() == [str(len(deals))]


@pytest.fixture(scope="module")
def enumerate_partitions():
    """The program that reads a deal and tries all partitions; it answers the best total, and their number."""
    with compiled((PROGRAMS / "every_partition.c").read_text(encoding="utf-8"), "-O3") as program:

        def enumerate_partitions(cards):
            given = " ".join(str(card.index) for card in cards)
            ran = subprocess.run(
                [program], input=given, capture_output=True, text=True, check=True, timeout=300
            )
            return [int(number) for number in ran.stdout.split()]

        yield enumerate_partitions


@pytest.mark.programs
@pytest.mark.exhaustive
@pytest.mark.native
@pytest.mark.parametrize("number", range(ENUMERATED))
def test_full_enumeration_of_all_partitions_gives_the_same_total(number, enumerate_partitions):
    *cards, starter = mixed_deal(number)
    assert [int(best_grid(cards, starter).score), 2_627_625] == enumerate_partitions([*cards, starter])


@pytest.mark.native
@pytest.mark.parametrize("record", [RECORD_172, RECORD_170, RECORD_165], ids=["172", "170", "165"])
def test_the_cards_of_a_record_make_no_more_than_the_record(record):
    solution = best_grid(cells_of(record), record["starter"])
    check_solution(solution, cells_of(record), record["starter"])
    assert solution.score == record["total"]


@pytest.mark.native
def test_no_known_board_has_more_than_the_best_of_its_cards():
    full = [board for board in EVERY_BOARD if board["starter"] and ".." not in cells_of(board)]
    assert len(full) > 40
    for board in full:
        assert best_grid(cells_of(board), board["starter"]).score >= board["total"]


def brute_force(cards, starter, fixed):
    """The largest total of all placements, by the rules."""
    empty = [place for place, cell in enumerate(fixed) if cell is None]

    @cache
    def line(hand, turned):
        return sum(hand_parts([parse(str(card)) for card in hand], parse(str(turned)), False))

    best = 0
    for placed in permutations(cards):
        turned = starter or placed[-1]
        cells = list(fixed)
        for place, card in zip(empty, placed, strict=False):
            cells[place] = card
        lines = [cells[4 * i : 4 * i + 4] for i in range(4)] + [cells[i::4] for i in range(4)]
        total = sum(line(tuple(sorted(each)), turned) for each in lines)
        best = max(best, total + (2 if Card(turned).rank == 11 else 0))
    return best


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize(
    "number", [pytest.param(n, marks=pytest.mark.slow) if n % 8 == 7 and n > 7 else n for n in range(60)]
)
def test_every_placement_of_up_to_eight_cards_is_tried_and_none_is_better(number):
    numbers = random.Random(number)
    cards = mixed_deal(number)
    numbers.shuffle(cards)
    places = number % 8 + 1
    any_starter = number % 16 >= 8 and places < 7
    empty = set(numbers.sample(range(16), places))
    fixed = Grid([None if place in empty else cards[place] for place in range(16)])
    loose = [card for place, card in enumerate(cards[:16]) if place in empty]
    loose, starter = ([*loose, cards[16]], None) if any_starter else (loose, cards[16])
    solution = best_grid(loose, starter, fixed=fixed)
    check_solution(solution, loose, starter, fixed)
    assert solution.score == brute_force(loose, starter, fixed)


@pytest.mark.native
@pytest.mark.parametrize("number", range(40))
def test_keeping_any_cards_of_a_best_grid_in_place_loses_nothing(number):
    numbers = random.Random(number)
    *cards, starter = mixed_deal(number)
    best = best_grid(cards, starter)
    kept = set(numbers.sample(range(16), number % 16))
    fixed = Grid([card if place in kept else None for place, card in enumerate(best.grid)])
    loose = [card for place, card in enumerate(best.grid) if place not in kept]
    solution = best_grid(loose, starter, fixed=fixed)
    check_solution(solution, loose, starter, fixed)
    assert solution.score == best.score


@pytest.mark.native
@pytest.mark.parametrize("number", range(40))
def test_any_cards_in_any_cells_cost_the_same_transposed_and_never_less_than_fewer_of_them(number):
    numbers = random.Random(number)
    *cards, starter = mixed_deal(number)
    numbers.shuffle(cards)
    kept = numbers.sample(range(16), 2 + number % 8)
    totals = []
    for keep in (kept, kept[:-1], kept[:1]):
        fixed = Grid([card if place in keep else None for place, card in enumerate(cards)])
        loose = [card for place, card in enumerate(cards) if place not in keep]
        solution = best_grid(loose, starter, fixed=fixed)
        check_solution(solution, loose, starter, fixed)
        assert best_grid(loose, starter, fixed=fixed.transposed()).score == solution.score
        totals.append(solution.score)
    assert totals == sorted(totals)
    assert totals[-1] == best_grid(cards, starter).score


@pytest.mark.native
@pytest.mark.parametrize("place", range(16))
def test_one_card_in_any_cell_costs_nothing(place):
    *cards, starter = deal(place)
    fixed = Grid([cards[0] if cell == place else None for cell in range(16)])
    assert best_grid(cards[1:], starter, fixed=fixed).score == best_grid(cards, starter).score


@pytest.mark.native
@pytest.mark.parametrize(
    "number", [pytest.param(number, marks=pytest.mark.slow) if number > 2 else number for number in range(8)]
)
def test_with_any_starter_the_best_of_the_seventeen_is_found(number):
    cards = mixed_deal(number)
    solution = best_grid(cards)
    check_solution(solution, cards)
    each = [best_grid([card for card in cards if card is not starter], starter).score for starter in cards]
    assert solution.score == max(each)


def climb(cells, starter):
    """Exchange two cards while that helps."""
    grid, improved = list(cells), True
    while improved:
        improved = False
        for one in range(16):
            for other in range(one):
                tried = list(grid)
                tried[one], tried[other] = grid[other], grid[one]
                if score_grid(tried, starter) > score_grid(grid, starter):
                    grid, improved = tried, True
    return score_grid(grid, starter)


@pytest.mark.native
@pytest.mark.parametrize("number", range(10))
def test_hill_climbing_never_gets_above_the_best(number):
    *cards, starter = mixed_deal(number)
    best = best_grid(cards, starter).score
    assert max(climb(random.Random(start).sample(cards, 16), starter) for start in range(3)) <= best


@pytest.mark.native
@given(cards=distinct(17))
@examples(60)
def test_no_placement_as_given_is_better(cards):
    *cells, starter = cards
    solution = best_grid(cells, starter)
    check_solution(solution, cells, starter)
    assert solution.score >= naive_total(cells, starter)


# ---------------------------------------------------------------- the same answer always


@pytest.mark.native
@given(cards=distinct(17), order=st.randoms(use_true_random=False), suits=st.permutations("CDHS"))
@examples(60)
def test_neither_order_nor_names_of_suits_change_the_total(cards, order, suits):
    *cells, starter = cards
    best = best_grid(cells, starter)
    other = list(cells)
    order.shuffle(other)
    again = best_grid(other, starter)
    assert (again.grid, again.nodes) == (best.grid, best.nodes)
    renamed = [card[0] + suits["CDHS".index(card[1])] for card in cards]
    assert best_grid(renamed[:16], renamed[16]).score == best.score


@pytest.mark.native
@pytest.mark.parametrize("number", range(8))
def test_the_order_of_the_cards_does_not_choose_the_starter(number):
    cards = mixed_deal(number)
    best = best_grid(cards)
    again = best_grid(cards[::-1])
    assert (again.grid, again.starter) == (best.grid, best.starter)


def arrangements(grid):
    """All grids with the same rows and columns, in any order."""
    for turned in (grid, grid.transposed()):
        for rows in permutations(turned.rows):
            for order in permutations(range(4)):
                yield [row[place] for row in rows for place in order]


@pytest.mark.native
@pytest.mark.parametrize("number", range(4))
def test_of_the_1152_arrangements_of_a_best_grid_the_first_in_the_order_of_cards_is_given(number):
    *cards, starter = mixed_deal(number)
    grid = best_grid(cards, starter).grid
    assert list(grid) == min(arrangements(grid))


@pytest.mark.native
def test_free_rows_and_columns_stand_in_the_order_of_cards_beside_fixed_ones():
    *cards, starter = deal(4)
    cards.sort()
    fixed = Grid([None] * 5 + [cards.pop(9)] + [None] * 4 + [cards.pop(3)] + [None] * 5)
    grid = best_grid(cards, starter, fixed=fixed).grid
    others = []
    for rows in ((0, 1, 2, 3), (3, 1, 2, 0)):
        for columns in ((0, 1, 2, 3), (3, 1, 2, 0)):
            others.append([grid[row, column] for row in rows for column in columns])
    assert list(grid) == min(others)


# ---------------------------------------------------------------- limits, interruption, threads

HARD = few_ranks(3, 5)  # any starter takes several milliseconds


@pytest.mark.native
@pytest.mark.parametrize("number", range(6))
def test_the_bound_is_sound_at_every_step_and_steps_change_nothing(number, monkeypatch):
    cards = mixed_deal(number)
    any_starter = number >= 4
    final = best_grid(cards) if any_starter else best_grid(cards[:16], cards[16])
    monkeypatch.setattr(_steps, "_STEP", 1)
    board = bytes([255] * 16) + (b"\xff" if any_starter else bytes(cards[16:]))
    steps = list(_steps.search(board, bytes(cards if any_starter else cards[:16])))
    totals, bounds = [step[1] for step in steps], [step[2] for step in steps]
    assert len(steps) > 1
    assert totals == sorted(totals)
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[-1] == totals[-1] == final.score
    assert min(bounds) >= final.score
    assert bytes(steps[-1][0]) == bytes(final.grid) + bytes([final.starter])
    for cells, total, *_ in steps:
        assert total == score_grid([*cells[:16]], cells[16])


@pytest.mark.native
@pytest.mark.parametrize("number", range(4))
def test_the_bound_is_sound_at_every_step_where_rows_and_columns_differ(number, monkeypatch):
    *cards, starter = mixed_deal(number)
    board = [*cards[:2], *[None] * 14]  # two in the first row, in different columns
    final = best_grid(cards[2:], starter, fixed=board)
    monkeypatch.setattr(_steps, "_STEP", 1)
    steps = list(_steps.search(bytes(Grid(board)) + bytes([starter]), bytes(cards[2:])))
    bounds = [step[2] for step in steps]
    assert len(steps) > 1
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[-1] == final.score


@pytest.mark.native
def test_a_time_limit_of_nothing_gives_a_full_grid_and_an_honest_bound(monkeypatch):
    best = best_grid(HARD)
    monkeypatch.setattr(_steps, "_STEP", 1)
    hasty = best_grid(HARD, time_limit=0)
    assert hasty.grid.full
    assert hasty.score == naive_total(hasty.grid, hasty.starter)
    assert not hasty.optimal
    assert hasty.score <= best.score <= hasty.bound
    assert hasty.bound > hasty.score


@pytest.mark.native
@pytest.mark.parametrize(
    "limit", [10, 1e9, 10**400, float("inf"), None], ids=["10", "1e9", "10**400", "inf", "None"]
)
def test_a_long_time_limit_changes_nothing(limit):
    *cards, starter = deal(9)
    solution = best_grid(cards, starter, time_limit=limit)
    assert solution[:6] == best_grid(cards, starter)[:6]


class StopError(Exception):
    """What the alarm of the next test raises, as Ctrl-C raises KeyboardInterrupt."""


@pytest.mark.timing
@pytest.mark.native
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no interval timer")
@pytest.mark.parametrize(
    "search", [lambda: best_grid(HARD), lambda: prove_maximum(2)], ids=["best", "maximum"]
)
def test_a_signal_is_answered_within_a_tenth_of_a_second_and_leaves_nothing_behind(search):
    before = search()

    def stop(*_):
        nonlocal rung
        rung = time.perf_counter()
        raise StopError

    def search_on():
        while True:
            search()

    answers = []
    previous = signal.signal(signal.SIGALRM, stop)
    try:
        for delay in (0.002, 0.005, 0.02):
            rung = None
            alarm = time.perf_counter() + delay
            signal.setitimer(signal.ITIMER_REAL, delay)
            with pytest.raises(StopError):
                search_on()
            assert rung is not None
            answers.append(time.perf_counter() - alarm)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    assert min(answers) < 0.1
    assert search()[:-1] == before[:-1]


@pytest.mark.timing
@pytest.mark.native
def test_other_threads_run_during_a_step(monkeypatch):
    monkeypatch.setattr(_steps, "_STEP", 2**63)  # one call for the whole search
    longest_wait, started, done = 0.0, threading.Event(), threading.Event()

    def solve():
        started.set()
        solutions.append(best_grid(HARD))
        done.set()

    solutions = []
    thread = threading.Thread(target=solve)
    thread.start()
    started.wait()
    last = time.perf_counter()
    turns = 0
    while not done.is_set():
        now = time.perf_counter()
        longest_wait, last, turns = max(longest_wait, now - last), now, turns + 1
    thread.join()
    assert turns > 1000
    assert longest_wait < 0.7 * solutions[0].seconds


# ---------------------------------------------------------------- what is taken and what is refused


@pytest.mark.native
def test_a_full_grid_and_the_grid_but_for_its_starter_are_completed():
    grid = Grid(" / ".join(RECORD_170["grid"]))
    assert best_grid([], "5H", fixed=grid).grid == grid
    assert best_grid([], "5H", fixed=grid).score == 170
    alone = best_grid(["5H"], fixed=grid)
    assert (alone.grid, alone.starter, alone.score) == (grid, Card("5H"), 170)


@pytest.mark.native
def test_two_best_grids_are_equal_whatever_time_they_took():
    best = best_grid(deal(6))
    slow = best._replace(seconds=best.seconds + 1)
    assert best == slow
    assert (best != slow) is False
    assert hash(best) == hash(slow)
    for other in (best._replace(nodes=best.nodes + 1), tuple(best)):
        assert best != other
        assert (best == other) is False


@pytest.mark.native
def test_cards_are_taken_in_every_notation():
    *cards, starter = deal(6)
    best = best_grid(cards, starter)
    for notation in (
        [card.index for card in cards],
        " ".join(map(str, cards)),
        (f"{card:u}" for card in cards),
    ):
        assert best_grid(notation, starter.index).grid == best.grid
    assert isinstance(best, BestGrid)
    assert type(best.grid) is Grid


FIFTEEN_CELLS = [*NAMES[::3][:15], None]
SIXTEEN = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD 2D 3D"


@pytest.mark.coreless
@pytest.mark.parametrize(
    ("cards", "starter", "fixed", "message"),
    [
        ("5C 5D", "5H", None, "16 empty cells take 16 cards, got 2: 5C 5D"),
        ("", "5H", None, "16 empty cells take 16 cards, got 0"),
        (SIXTEEN, None, None, f"16 empty cells and the starter take 17 cards, got 16: {SIXTEEN}"),
        (f"{SIXTEEN} 4D", "5H", None, f"16 empty cells take 16 cards, got 17: {SIXTEEN} 4D"),
        (SIXTEEN, "3D", None, "3D appears twice"),
        (SIXTEEN.replace("AD", "AC"), "KS", None, "AC appears twice"),
        ("KS KH", "5H", ["AC"] + [None] * 15, "15 empty cells take 15 cards, got 2: KS KH"),
        ("KS", "AC", FIFTEEN_CELLS, "AC appears twice"),
        ("AC", "KS", FIFTEEN_CELLS, "AC appears twice"),
        ("KS KH", "QS", FIFTEEN_CELLS, "1 empty cell takes 1 card, got 2: KS KH"),
    ],
)
def test_too_few_cards_too_many_and_twice_the_same_are_refused(cards, starter, fixed, message):
    with pytest.raises(InvalidGridError, match=exactly(message)):
        best_grid(cards, starter, fixed=fixed)


@pytest.mark.coreless
def test_what_is_no_card_is_refused():
    with pytest.raises(InvalidCardError, match="'1H' is not a card"):
        best_grid(SIXTEEN.replace("AD", "1H"), "KS")
    with pytest.raises(TypeError, match="a card is made from"):
        best_grid([None] * 16, "KS")
    with pytest.raises(TypeError, match="cards are given as text or one by one"):
        best_grid(16, "KS")
    with pytest.raises(InvalidGridError, match="a grid is 4 lines"):
        best_grid(SIXTEEN, "KS", fixed="AC")


@pytest.mark.coreless
@pytest.mark.parametrize(
    ("limit", "error", "message"),
    [
        (-1, ValueError, "time_limit -1 is not 0 or more seconds"),
        (float("nan"), ValueError, "time_limit nan is not 0 or more seconds"),
        ("1", TypeError, "time_limit '1' is not a number of seconds"),
        (True, TypeError, "time_limit True is not a number of seconds"),
        (1j, TypeError, "time_limit 1j is not a number of seconds"),
        (-(10**400), ValueError, f"time_limit -1{'0' * 16}...{'0' * 19} is not 0 or more seconds"),
        (Decimal("NaN"), ValueError, "time_limit Decimal('NaN') is not 0 or more seconds"),
        (Decimal("sNaN"), TypeError, "time_limit Decimal('sNaN') is not a number of seconds"),
        (np.array([1, 2]), TypeError, "time_limit array([1, 2]) is not a number of seconds"),
    ],
)
def test_a_time_limit_is_a_number_of_seconds(limit, error, message):
    with pytest.raises(error, match=exactly(message)):
        best_grid(SIXTEEN, "KS", time_limit=limit)


def test_the_python_core_says_that_the_search_needs_the_c_core(core):
    if core == "python":
        with pytest.raises(RuntimeError, match=exactly(needs_the_c_core("best_grid"))):
            best_grid(SIXTEEN, "KS")
    else:
        assert best_grid(SIXTEEN, "KS").optimal


# ---------------------------------------------------------------- the C functions themselves

OK, ERR_CARD, ERR_TWICE, ERR_COUNT = 0, 1, 2, 3


@pytest.fixture(scope="module")
def native():
    return _core.native()


def start(native, board, cards):
    """Start a search in memory full of ones: (the code, the search, the memory)."""
    ffi, lib = native
    words = ffi.new("uint64_t[]", lib.crib_search_size() // 8 + 2)
    ffi.buffer(words)[:] = b"\xff" * ffi.sizeof(words)
    search = ffi.cast("crib_search *", words)
    return lib.crib_search_start(search, board, cards, len(cards)), search, words


@pytest.mark.native
def test_a_search_that_cannot_start_says_why_and_is_over(native):
    ffi, lib = native
    board, cards = bytes([255] * 16 + [50]), bytes(range(16))
    for given_board, given_cards, right in [
        (board, cards, OK),
        (board, cards[:15], ERR_COUNT),
        (board, cards + b"\x2f", ERR_COUNT),
        (board, bytes(range(40)), ERR_COUNT),
        (board, bytes([1, *cards[1:]]), ERR_TWICE),
        (board, bytes([50, *cards[1:]]), ERR_TWICE),
        (board, bytes([52, *cards[1:]]), ERR_CARD),
        (board, bytes([255, *cards[1:]]), ERR_CARD),
        (bytes([99, *board[1:]]), cards[1:], ERR_CARD),
        (board[:16] + b"\xff", cards, ERR_COUNT),
    ]:
        code, search, words = start(native, given_board, given_cards)
        assert code == right
        if code != OK:
            assert lib.crib_search_step(search, 10**9) == 1
            found = ffi.new("crib_placement *")
            ffi.buffer(found)[:] = b"\xff" * ffi.sizeof("crib_placement")
            lib.crib_search_found(search, found)
            assert not any(bytes(ffi.buffer(found)))
        assert bytes(ffi.buffer(words))[-8:] == b"\xff" * 8


@pytest.mark.native
def test_the_door_to_the_core_refuses_a_search_that_cannot_start():
    with pytest.raises(ValueError, match="not as many different cards as places"):
        next(_steps.search(bytes([255] * 16 + [50]), bytes(range(15))))


CELLS = st.one_of(st.integers(0, 51), st.just(255), st.integers(0, 255))


@pytest.mark.native
@given(board=st.lists(CELLS, min_size=17, max_size=17), cards=st.lists(CELLS, max_size=20))
@examples(300)
def test_any_bytes_are_searched_or_refused(native, board, cards):
    _, lib = native
    code, search, _ = start(native, bytes(board), bytes(cards))
    assert code in (OK, ERR_CARD, ERR_TWICE, ERR_COUNT)
    assert code == OK or lib.crib_search_step(search, 1) == 1


# ---------------------------------------------------------------- slow deals, and bounds for them

# Found by hill climbing on the time of the search; the totals are those of the full enumeration.
SLOW = [
    {"cards": "9D 6C 7C 7S 7H TD TS 7D TC TH AS 2S 6S 9S 6H 6D", "starter": "8C", "best": 103},
    {"cards": "6D 8H 8D 7D 7S JD 6H QD QH TD 7H 8C TS JH 7C 2D", "starter": "JS", "best": 73},
    {"cards": "9C 6D 6S 6H 8D QD 8C JD 2D JS JH KH QS 9H 6C 9D", "starter": "KD", "best": 61},
]


@pytest.mark.native
@pytest.mark.parametrize("known", SLOW, ids=lambda known: known["starter"])
def test_the_best_of_a_slow_deal_is_that_of_full_enumeration(known):
    solution = best_grid(known["cards"], known["starter"])
    check_solution(solution, known["cards"].split(), known["starter"])
    assert solution.score == known["best"]


@pytest.mark.programs
@pytest.mark.exhaustive
@pytest.mark.native
@pytest.mark.parametrize("known", SLOW, ids=lambda known: known["starter"])
def test_full_enumeration_of_a_slow_deal_gives_its_total(known, enumerate_partitions):
    cards = map(Card, [*known["cards"].split(), known["starter"]])
    assert enumerate_partitions(cards) == [known["best"], 2_627_625]


@pytest.mark.programs
@pytest.mark.native
def test_the_proof_of_a_slow_deal_finds_its_best_grid_without_the_local_search():
    program = (PROGRAMS / "proof.c").read_text(encoding="utf-8")
    assert compile_and_run(program, "-O2", given=deals_text(SLOW)).split() == [str(len(SLOW))]


def of_two_suits(seed):
    """Seventeen cards of two suits, where most flushes are made."""
    names = [name for name in NAMES if name[1] in "DS"]
    return [Card(name) for name in random.Random(seed).sample(names, 17)]


@pytest.mark.programs
@pytest.mark.native
def test_no_bound_on_the_columns_across_given_rows_is_below_what_they_make():
    deals = [of_two_suits(number) if number % 3 == 0 else mixed_deal(number) for number in range(24)]
    given = "".join(
        f"{' '.join(str(card.index) for card in cards)} {(0, 0, 3, 6)[number // 2 % 4]}\n"
        for number, cards in enumerate(deals)
    )
    program = (PROGRAMS / "columns.c").read_text(encoding="utf-8")
    tried = int(compile_and_run(program, "-O2", given=given))
    assert tried > 24 * 60
