"""Every kernel of the C core that runs here, in all layouts, with all lengths and all bad bytes."""

import platform
import sys
from itertools import combinations_with_replacement, pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

from compiling import PROGRAMS, compile_and_run
from cribscore import InvalidGridError, InvalidHandError, _core, score_grids, score_hands
from naive import grid_lines, hand_parts, row_lines, row_parts
from wording import exactly

pytestmark = pytest.mark.native

CPU_INFO = Path("/proc/cpuinfo")
KERNELS = _core.kernels()
AS_CRIB, PARTS, LINES = 1, 2, 4
CHOICES = 12_994_800
GUARD = 0xA5
GUARDS = 64
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
LENGTHS = [*range(301), *range(480, 580, 3), 1023, 1024, 1025]
ROWS = max(LENGTHS)

each_kernel = pytest.mark.parametrize("kernel", KERNELS)


def c_program(name, *flags):
    return compile_and_run((PROGRAMS / name).read_text(encoding="utf-8"), *flags)


# Calling the C functions


class Kind:
    """What is scored, with what is wanted of it, and the right answer by the naive scorer."""

    def __init__(self, name, function, width, results, wanted, right):
        self.name = name
        self.function = function
        self.width = width  # cards a row, the starter too
        self.results = results
        self.wanted = wanted
        self.right = right

    def __repr__(self):
        return self.name


KINDS = [
    Kind("hands", "crib_score_hands", 5, 1, 0, lambda row: [sum(row_parts(row))]),
    Kind("cribs", "crib_score_hands", 5, 1, AS_CRIB, lambda row: [sum(row_parts(row, crib=True))]),
    Kind("parts", "crib_score_hands", 5, 5, PARTS, row_parts),
    Kind("parts of cribs", "crib_score_hands", 5, 5, PARTS | AS_CRIB, lambda row: row_parts(row, crib=True)),
    Kind("grids", "crib_score_grids", 17, 1, 0, lambda row: [row_lines(row)[1]]),
    Kind("lines", "crib_score_grids", 17, 8, LINES, lambda row: row_lines(row)[0]),
]

# (row step, card step, where the starters are) for `count` rows of `width` cards with the starter.
LAYOUTS = {
    "rows": lambda width, count: (width, 1, "last"),
    "rows and starters": lambda width, count: (width - 1, 1, "apart"),
    "rows and one starter": lambda width, count: (width - 1, 1, "one"),
    "rows with one starter among them": lambda width, count: (width, 1, "among"),
    "rows with a byte between": lambda width, count: (width + 1, 1, "last"),
    "rows with a byte between and starters": lambda width, count: (width, 1, "apart"),
    "columns": lambda width, count: (1, count, "last"),
    "columns with gaps": lambda width, count: (1, count + 9, "last"),
    "columns with a byte between": lambda width, count: (2, 2 * count, "last"),
    "columns backwards": lambda width, count: (-1, count, "last"),
    "columns and starters": lambda width, count: (1, count, "apart"),
    "columns and one starter": lambda width, count: (1, count, "one"),
    "decks": lambda width, count: (52, 1, "last"),
    "rows backwards": lambda width, count: (-width, 1, "last"),
    "cards backwards": lambda width, count: (width, -1, "last"),
    "gaps everywhere": lambda width, count: (3 * width, 3, "last"),
}


def guarded(size):
    return np.full(GUARDS + size + GUARDS, GUARD, np.uint8)


class Placed:
    """Rows of cards laid out in memory, with bytes that are no cards everywhere else."""

    def __init__(self, rows, layout):
        self.count, width = rows.shape
        self.row_step, self.card_step, starters = LAYOUTS[layout](width, self.count)
        together = width if starters == "last" else width - 1
        at = self.row_step * np.arange(self.count)[:, None] + self.card_step * np.arange(together)
        self.first = GUARDS - at.min(initial=0)
        at += self.first
        self.cards = guarded(at.max(initial=0))
        self.cards[at] = rows[:, :together]
        if starters == "last":
            self.starters, self.first_starter = self.cards, self.first + (width - 1) * self.card_step
            self.starter_step = self.row_step
        elif starters == "among":  # one for all, where the first row's would be
            self.starters, self.first_starter, self.starter_step = self.cards, self.first + together, 0
            self.cards[self.first_starter] = rows[:1, -1].max(initial=0)
        else:
            self.starter_step = int(starters == "apart")
            last = rows[:, -1] if starters == "apart" else rows[:1, -1]
            self.starters, self.first_starter = guarded(len(last)), GUARDS
            self.starters[GUARDS : GUARDS + len(last)] = last

    def score(self, kernel, kind, out):
        """What the C function returns; it writes into `out` behind the guard."""
        ffi, lib = _core.native()
        cards, starters = (
            ffi.from_buffer("uint8_t[]", self.cards),
            ffi.from_buffer("uint8_t[]", self.starters),
        )
        return getattr(lib, kind.function)(
            _core.KERNELS.index(kernel),
            cards + int(self.first),
            self.row_step,
            self.card_step,
            starters + int(self.first_starter),
            self.starter_step,
            self.count,
            kind.wanted,
            ffi.from_buffer("uint8_t[]", out, True) + GUARDS,
        )


@pytest.fixture(scope="module")
def dealt():
    """Random rows by kind, with any starter or all with one."""
    numbers = Random(1729)
    found = {}
    for kind in KINDS:
        found[kind, False] = np.array([numbers.sample(range(52), kind.width) for _ in range(ROWS)], np.uint8)
        starter = 41  # the jack of diamonds, for heels and nobs
        others = [card for card in range(52) if card != starter]
        found[kind, True] = np.array(
            [[*numbers.sample(others, kind.width - 1), starter] for _ in range(ROWS)], np.uint8
        )
    return found


@pytest.fixture(scope="module")
def answers(dealt):
    """These rows, and what the naive scorer gives them."""
    return {key: (rows, np.array(list(map(key[0].right, rows)), np.uint8)) for key, rows in dealt.items()}


@pytest.mark.slow
@each_kernel
@pytest.mark.parametrize(
    "layout",
    [
        name
        if name in ("rows", "columns", "decks", "rows and starters", "gaps everywhere")
        else pytest.param(name, marks=pytest.mark.slow)
        for name in LAYOUTS
    ],
)
@pytest.mark.parametrize("kind", KINDS, ids=repr)
def test_any_number_of_rows_in_any_layout_is_scored_and_nothing_is_written_beside(
    kernel, layout, kind, answers
):
    rows, right = answers[kind, "one starter" in layout]
    for count in LENGTHS:
        out, expected = guarded(count * kind.results), guarded(count * kind.results)
        expected[GUARDS : GUARDS + count * kind.results] = right[:count].ravel()
        placed = Placed(rows[:count], layout)
        before = placed.cards.copy()
        assert placed.score(kernel, kind, out) == count
        assert np.array_equal(out, expected)
        assert np.array_equal(placed.cards, before)


@each_kernel
@pytest.mark.usefixtures("selected")
def test_rows_that_overlap_are_scored_where_they_lie():
    cards = np.random.default_rng(1).permutation(np.arange(52, dtype=np.uint8))
    scores = (
        (17, score_grids, lambda row: row_lines(row)[1]),
        (5, score_hands, lambda row: sum(row_parts(row))),
    )
    for width, score_rows, score_row in scores:
        windows = np.lib.stride_tricks.sliding_window_view(np.tile(cards, 21), width)[:1040]
        assert list(score_rows(windows)) == 20 * [score_row(row) for row in windows[:52].tolist()]
        row = cards[:width]
        assert list(score_rows(np.broadcast_to(row, (1040, width)))) == 1040 * [score_row(row.tolist())]


@each_kernel
@pytest.mark.parametrize("kind", KINDS, ids=repr)
@pytest.mark.parametrize("layout", ["rows", "columns", "decks"])
def test_a_bad_row_is_told_and_nothing_is_written_beside(kernel, kind, layout, dealt):
    rows = dealt[kind, False]
    for count in (1, 31, 32, 33, 100, 512, 600):
        for bad in {0, count // 2, count - 1}:
            changed = rows[:count].copy()
            changed[bad, bad % kind.width] = 52
            changed[-1, 0] = 255  # one more, behind it or the same
            out = guarded(count * kind.results)
            assert Placed(changed, layout).score(kernel, kind, out) == bad
            assert set(out[:GUARDS]) == set(out[-GUARDS:]) == {GUARD}


# Options

MASK, PARTIAL, EACH = 8, 16, 32


def score_rows(kernel, function, rows, wanted, results, cribs=None):
    """What a C function returns and writes for rows with the starter last."""
    ffi, lib = _core.native()
    count, width = rows.shape
    data, out = ffi.from_buffer("uint8_t[]", rows), guarded(count * results)
    more = [] if cribs is None else [ffi.from_buffer("uint8_t[]", cribs), 1]
    good = getattr(lib, function)(
        *(_core.KERNELS.index(kernel), data, width, 1, data + width - 1, width),
        *more,
        *(count, wanted, ffi.from_buffer("uint8_t[]", out, True) + GUARDS),
    )
    assert set(out[:GUARDS]) == set(out[-GUARDS:]) == {GUARD}
    return good, out[GUARDS:-GUARDS].reshape(count, results)


def right_partial(kind, row):
    cards = [None if index == 255 else (index // 4 + 1, index % 4) for index in row]
    if kind.width == 5:
        parts = hand_parts(cards[:4], cards[4], bool(kind.wanted & AS_CRIB))
        return parts if kind.results > 1 else [sum(parts)]
    rows, columns, heels = grid_lines(cards[:16], cards[16])
    lines = [sum(parts) for parts in rows + columns]
    return lines if kind.results > 1 else [sum(lines) + heels]


@pytest.mark.slow
@each_kernel
@pytest.mark.parametrize("kind", KINDS, ids=repr)
@pytest.mark.parametrize("gone", [0.05, 0.5, 0.95])
def test_rows_with_missing_cards_are_scored_as_the_rules_say(kernel, kind, gone):
    numbers = Random(kernel + kind.name)
    rows = np.array([numbers.sample(range(52), kind.width) for _ in range(300)], np.uint8)
    rows[150:] = [numbers.sample(range(16, 44), kind.width) for _ in range(150)]  # more points, more jacks
    rows[100:110, :] = np.arange(kind.width) * 4 % 52 + 3 - np.arange(kind.width) // 13  # mostly of one suit
    for row in rows:
        for place in range(kind.width):
            if numbers.random() < gone and (kind.width == 17 or place == 4):
                row[place] = 255
    good, scores = score_rows(kernel, kind.function, rows, kind.wanted | PARTIAL, kind.results)
    assert good == len(rows)
    assert scores.tolist() == [list(right_partial(kind, row.tolist())) for row in rows]


@pytest.mark.slow
@each_kernel
@pytest.mark.parametrize("options", [MASK, MASK | PARTIAL])
@pytest.mark.parametrize("kind", KINDS, ids=repr)
def test_every_byte_in_every_place_is_masked_if_it_is_bad(kernel, kind, options, answers):
    rows = np.resize(answers[kind, False][0], (256 * kind.width + 7, kind.width))
    expected = np.resize(answers[kind, False][1], (len(rows), kind.results))
    for number in range(256 * kind.width):
        place, byte = number // 256, number % 256
        twin = byte in np.delete(rows[number], place)
        rows[number, place] = byte
        missing = byte == 255 and options & PARTIAL and (kind.width == 17 or place == 4)
        if (byte > 51 and not missing) or twin:
            expected[number] = 255
        else:
            expected[number] = right_partial(kind, rows[number].tolist())
    good, scores = score_rows(kernel, kind.function, rows, kind.wanted | options, kind.results)
    assert good == len(rows)
    assert np.array_equal(scores, expected)
    columns = np.asfortranarray(rows)
    placed = Placed(columns, "columns")
    out = guarded(len(rows) * kind.results)
    masked = Kind(kind.name, kind.function, kind.width, kind.results, kind.wanted | options, None)
    assert placed.score(kernel, masked, out) == len(rows)
    assert np.array_equal(out[GUARDS:-GUARDS].reshape(-1, kind.results), expected)


@each_kernel
@pytest.mark.parametrize("results", [1, 5])
def test_each_hand_may_say_whether_it_is_a_crib(kernel, results):
    numbers = Random(5)
    rows = np.array([[card * 4 + 1 for card in numbers.sample(range(13), 5)] for _ in range(600)], np.uint8)
    rows[::2, 4] -= 1  # a starter of another suit
    cribs = np.array([numbers.choice((0, 0, 1, 255)) for _ in rows], np.uint8)
    parts = [row_parts(row, crib=bool(crib)) for row, crib in zip(rows, cribs, strict=True)]
    wide = PARTS if results == 5 else 0
    for wanted in (wide, AS_CRIB | wide):
        good, scores = score_rows(kernel, "crib_score_mixed", rows, wanted, results, cribs)
        assert good == len(rows)
        assert scores.tolist() == [list(found) if results == 5 else [sum(found)] for found in parts]


@each_kernel
def test_scores_are_counted_without_the_bad_rows(kernel):
    ffi, lib = _core.native()
    numbers = Random(6)
    different = [numbers.sample(range(52), 5) for _ in range(1009)]
    right = [sum(row_parts(row)) for row in different]
    different[500][2] = 52
    for count in (0, 1, 7, 8, 9, 4095, 4097, 600_001):
        rows = np.resize(np.array(different, np.uint8), (count, 5)) if count else np.zeros((1, 5), np.uint8)
        data, counts = ffi.from_buffer("uint8_t[]", rows), ffi.new("int64_t[30]", [9] * 30)

        where = _core.KERNELS.index(kernel), data, 5, 1, data + 4, 5, data, 0, count
        assert lib.crib_count_scores(*where, MASK, counts) == count
        times, rest = divmod(count, 1009)
        good = [points for place, points in enumerate(right) if place != 500]
        some = [points for place, points in enumerate(right[:rest]) if place != 500]
        assert list(counts) == [times * good.count(points) + some.count(points) for points in range(30)]
        assert lib.crib_count_scores(*where, 0, counts) == (500 if count > 500 else count)


@each_kernel
@pytest.mark.parametrize("dtype", ["u1", "<u2", ">u2", "<i4", ">i4", "<i8", ">i8"])
def test_numbers_of_any_width_become_bytes(kernel, dtype):
    ffi, lib = _core.native()
    numbers = Random(dtype)
    size, big = np.dtype(dtype).itemsize, dtype[0] == ">"
    for count in (0, 1, 127, 128, 129, 700):
        values = np.array([numbers.randrange(256) for _ in range(count)], object)
        for bad in range(0, count, 5) if size > 1 else ():
            values[bad] = numbers.choice(
                [256, 300, *(1 << bit for bit in range(8, 8 * size - 1)), -1 % 2 ** (8 * size - 1)]
            )
        for step in (1, 3, -1):
            memory = np.full((abs(step) * max(count, 1),), 77, dtype)
            memory[::step][:count] = values
            first = memory[::step].ctypes.data - memory.ctypes.data
            out = guarded(count)
            code = lib.crib_narrow(
                *(_core.KERNELS.index(kernel), ffi.from_buffer("uint8_t[]", memory) + first, size * step),
                *(size, size - 1 if big else 0, count, ffi.from_buffer("uint8_t[]", out, True) + GUARDS),
            )
            assert code == lib.CRIB_OK
            assert out[GUARDS:-GUARDS].tolist() == [value if value < 256 else 254 for value in values]
            assert set(out[:GUARDS]) == set(out[-GUARDS:]) == {GUARD}


def test_bytes_whose_bit_is_not_set_are_struck_out(lib):
    ffi = _core.native()[0]
    numbers = Random(8)
    bits = bytes(numbers.randrange(256) for _ in range(40))
    for first, bit_step, count, step in ((0, 1, 320, 1), (3, 1, 300, 1), (7, 5, 60, 2), (0, 1, 0, 1)):
        out = np.full(700, 9, np.uint8)
        lib.crib_strike(bits, first, bit_step, count, step, ffi.from_buffer("uint8_t[]", out, True))
        expected = np.full(700, 9, np.uint8)
        for number in range(count):
            bit = first + number * bit_step
            if not bits[bit // 8] >> bit % 8 & 1:
                expected[number * step] = 254
        assert np.array_equal(out, expected)


# Bad bytes, as the library tells them


@pytest.fixture(scope="module")
def a_batch():
    """Seventy rows by width, so that a bad one may stand in any lane and in the rest."""
    numbers = Random(2)
    return {
        width: np.array([numbers.sample(range(52), width) for _ in range(70)], np.uint8) for width in (5, 17)
    }


@pytest.mark.slow
@each_kernel
@pytest.mark.usefixtures("selected")
@pytest.mark.parametrize(
    ("score", "width", "name", "error"),
    [(score_hands, 5, "hand", InvalidHandError), (score_grids, 17, "grid", InvalidGridError)],
    ids=["hands", "grids"],
)
def test_every_byte_that_is_no_card_is_told_in_every_place(score, width, name, error, a_batch):
    rows = a_batch[width].copy()
    for number, byte in enumerate(range(52, 256)):
        for place in range(width):
            row = (number * width + place) % len(rows)
            kept = rows[row, place]
            rows[row, place] = byte
            with pytest.raises(error, match=exactly(f"{name} {row}: card index {byte} is above 51")):
                score(rows)
            rows[row, place] = kept


# Which kernels there are


@pytest.mark.skipif(not CPU_INFO.exists(), reason="only Linux lists what a CPU has")
def test_the_kernels_are_those_for_which_the_system_lists_instructions():
    listed = set(CPU_INFO.read_text().split()) if sys.maxsize > 1 << 32 else set()
    avx512 = ["avx512"] if listed >= {"avx512vl", "avx512bw", "avx512vbmi"} else []
    assert [*KERNELS] == ["portable", *({"avx2"} & listed), *avx512]


# The same in C, with a sanitizer and without


@pytest.mark.programs
def test_each_kernel_agrees_with_the_one_hand_kernel_in_c_and_tells_the_first_bad_row():
    assert c_program("kernels.c", "-O3", "-DEVERY=23").split() == KERNELS


@pytest.mark.programs
def test_each_kernel_reads_and_writes_no_byte_too_many_and_does_nothing_undefined():
    found = c_program("kernels.c", "-O2", *SANITIZERS, "-DEVERY=1999", "-DDEALS=10000")
    assert found.split() == KERNELS


@pytest.mark.programs
def test_more_hands_than_32_bits_count_are_scored_and_a_bad_one_at_the_end_is_told():
    assert c_program("huge.c", "-O3").split() == ["0", "-6"]


# The choice of a kernel


def test_each_kernel_has_its_number_and_its_name(lib):
    ffi = _core.native()[0]
    names = [ffi.string(lib.crib_kernel_name(number)).decode() for number in range(lib.CRIB_KERNELS)]
    assert names == ["best", "portable", "avx2", "avx512"] == list(_core.KERNELS)
    assert (lib.CRIB_BEST, lib.CRIB_PORTABLE, lib.CRIB_AVX2, lib.CRIB_AVX512) == (0, 1, 2, 3)


@pytest.mark.parametrize("number", [-(2**31), -2, -1, 4, 5, 64, 2**31 - 1])
def test_a_number_that_is_no_kernel_has_no_name_and_does_not_run(number, lib):
    ffi = _core.native()[0]
    assert lib.crib_kernel_name(number) == ffi.NULL
    assert lib.crib_kernel(number) == lib.CRIB_ERR_KERNEL == -1


def test_the_best_kernel_is_the_last_that_runs_and_the_portable_one_always_does(lib):
    running = [number for number in range(1, lib.CRIB_KERNELS) if lib.crib_kernel(number) == number]
    assert lib.CRIB_PORTABLE in running
    assert lib.crib_kernel(lib.CRIB_BEST) == max(running)
    assert [_core.KERNELS[number] for number in running] == KERNELS


@pytest.mark.programs
def test_every_machine_gets_the_best_kernel_that_its_cpu_has_and_its_system_keeps_registers_for():
    on_x86 = platform.machine() in ("x86_64", "AMD64") and sys.maxsize > 1 << 32
    assert c_program("choice.c").split() == ["16384" if on_x86 else "1"]


@pytest.mark.parametrize("number", [-1, 4, 99])
@pytest.mark.parametrize("count", [0, 3])
def test_a_kernel_that_is_not_there_scores_nothing(number, count, lib):
    ffi = _core.native()[0]
    rows, out = bytes(range(51)), ffi.new("uint8_t[]", [GUARD] * 24)
    for function, width in ((lib.crib_score_hands, 5), (lib.crib_score_grids, 17)):
        for wanted in (0, PARTS | LINES):
            code = function(
                number, rows, width, 1, ffi.from_buffer(rows) + width - 1, width, count, wanted, out
            )
            assert code == lib.CRIB_ERR_KERNEL
    assert bytes(ffi.buffer(out)) == bytes([GUARD] * 24)
    assert lib.crib_hand_counts(number, 0, ffi.new("int64_t[30]")) == lib.CRIB_ERR_KERNEL
    assert lib.crib_narrow(number, rows, 1, 1, 0, count, out) == lib.CRIB_ERR_KERNEL
    where = number, rows, 5, 1, rows, 5, rows, 1, count
    assert lib.crib_score_mixed(*where, 0, out) == lib.CRIB_ERR_KERNEL
    assert lib.crib_count_scores(*where, 0, ffi.new("int64_t[30]")) == lib.CRIB_ERR_KERNEL
    assert bytes(ffi.buffer(out)) == bytes([GUARD] * 24)


@each_kernel
@pytest.mark.usefixtures("selected")
def test_a_kernel_can_be_chosen_and_is_named(kernel):
    assert _core.backend() == kernel
    assert list(score_hands(bytes([18, 16, 19, 41, 17]))) == [29]


# The tables of pairs and runs

SHOW_TABLES = """
#include <stdio.h>
#include "crib_impl.h"
static void show(const uint8_t *table, int size)
{
    for (int i = 0; i < size; i++) {
        printf("%d ", table[i]);
    }
    puts("");
}
int main(void)
{
    show(crib_side, 16);
    show(crib_side_pairs, 64);
    show(crib_side_runs, 64);
    show(crib_side_points, 64);
    return 0;
}
"""


@pytest.mark.programs
def test_the_tables_give_five_ranks_in_order_the_pairs_and_runs_of_the_rules():
    side, pairs, runs, points = (
        [int(number) for number in line.split()] for line in compile_and_run(SHOW_TABLES).splitlines()
    )
    looked_up = set()
    for ranks in combinations_with_replacement(range(1, 14), 5):
        if ranks[0] == ranks[4]:
            continue  # there are four suits
        gaps = [min(high - low, 2) for low, high in pairwise(ranks)]
        place = 8 * side[4 * gaps[0] + gaps[1]] + side[4 * gaps[3] + gaps[2]]
        *cards, starter = [(rank, number % 4) for number, rank in enumerate(ranks)]
        _, right_pairs, right_runs, _, _ = hand_parts(cards, starter, False)
        assert (pairs[place], runs[place]) == (right_pairs, right_runs), ranks
        assert points[place] == right_pairs + right_runs
        looked_up.add(place)
    assert looked_up == set(range(63))
