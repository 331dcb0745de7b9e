"""Random rows, against their description, written here a second time, and against the counts of all hands."""

from collections import Counter
from functools import reduce
from itertools import islice
from math import perm

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cribscore import (
    CribscoreError,
    _core,
    _reference_random,
    random_deals,
    random_grids,
    random_hands,
    score_hands,
)
from oracles import TABLES
from processes import run_python
from splitmix import GAMMA, WORD, seed_whose_first_output_is, splitmix64
from wording import exactly

HANDS = perm(52, 5)  # choices of four cards in order and a starter: 2**64 / HANDS is not whole


def described(seed, row, cards):
    """Row number `row` as the docstring of random_deals describes it."""
    left, drawn = list(range(52)), []
    groups = -(-cards // 9)
    for group in range(groups):
        size = min(9, cards - 9 * group)
        output = row * groups + group  # counted from 0
        word = next(splitmix64(seed + output * GAMMA))
        ways = perm(len(left), size)
        outputs = splitmix64(word)
        while word * ways % WORD < WORD % ways:
            word = next(outputs)
        number = word * ways // WORD
        for place in range(size):
            of_each = perm(len(left) - 1, size - place - 1)
            drawn.append(left.pop(number // of_each))
            number %= of_each
    return drawn


SEEDS = st.integers(0, WORD - 1)


@given(seed=SEEDS, cards=st.integers(1, 52), first=st.integers(0, 2**60))
@example(seed=WORD - 1, cards=52, first=2**60)
@example(seed=0, cards=9, first=0)
@example(seed=0, cards=10, first=0)
def test_rows_are_those_of_the_description(seed, cards, first):
    rows = random_deals(3, cards, seed, first=first)
    assert rows.tolist() == [described(seed, first + row, cards) for row in range(3)]


def test_hands_and_grids_are_deals_of_five_and_of_seventeen():
    for deal, cards in ((random_hands, 5), (random_grids, 17)):
        rows = deal(200, 7)
        assert rows.shape == (200, cards)
        assert rows.dtype == np.uint8
        assert np.array_equal(rows, random_deals(200, cards, 7))


def test_rows_are_the_same_for_ever():
    assert random_hands(2, 0).tolist() == [described(0, 0, 5), described(0, 1, 5)]
    assert random_hands(2, 0).tolist() == [[45, 48, 27, 0, 32], [22, 23, 20, 33, 0]]


@pytest.mark.native
@pytest.mark.parametrize("cards", range(1, 53))
def test_the_two_cores_deal_the_same(cards):
    rows, twins = bytearray(130 * cards), bytearray(130 * cards)
    _core.random_deals(99, 5, cards, 0, 130, rows)
    _reference_random.random_deals(99, 5, cards, 0, 130, twins)
    assert rows == twins


# Words that are rejected: a word has lo = word * ways modulo 2**64, and is rejected if lo < 2**64 % ways.


def word_with_low(low, ways):
    """A word w with w * ways modulo 2**64 just `low`, which is below `ways`."""
    # w * ways = number * 2**64 + low for some number below ways: number * 2**64 = -low modulo ways
    shared = WORD % ways & -(WORD % ways)
    while ways % shared:
        shared //= 2
    number = -low // shared * pow(WORD // shared, -1, ways // shared) % (ways // shared)
    word, rest = divmod(number * WORD + low, ways)
    assert rest == 0
    return word


UNEVEN = WORD % HANDS
STEP = HANDS & -HANDS  # the lows of all words are multiples of this


@pytest.mark.parametrize("low", [0, STEP, 2 * STEP, UNEVEN - STEP, UNEVEN, UNEVEN + STEP])
def test_a_word_that_would_favour_some_hands_is_replaced(low):
    word = word_with_low(low, HANDS)
    assert word * HANDS % WORD == low
    seed = seed_whose_first_output_is(word)
    used = next(splitmix64(word)) if low < UNEVEN else word
    number, hand = used * HANDS // WORD, random_hands(1, seed)[0].tolist()
    # Back from the cards to the number, by counting the cards below each that were left.
    digits = [card - sum(before < card for before in hand[:place]) for place, card in enumerate(hand)]
    assert reduce(lambda sum_, place: sum_ * (52 - place) + digits[place], range(5), 0) == number


@pytest.mark.slow_on_python
def test_a_word_whose_replacement_is_rejected_too_is_replaced_once_more():
    ways = perm(52, 9)  # 1 in 14,000 words is rejected
    step = ways & -ways
    replacements = (word_with_low(low, ways) for low in range(0, WORD % ways, step))
    words = ((seed_whose_first_output_is(bad), bad) for bad in replacements)
    word, bad = next(pair for pair in words if pair[0] * ways % WORD < WORD % ways)
    _, used = islice(splitmix64(word), 2)
    assert next(splitmix64(word)) == bad
    seed, same = seed_whose_first_output_is(word), seed_whose_first_output_is(used)
    assert random_deals(1, 9, seed).tolist() == random_deals(1, 9, same).tolist() == [described(seed, 0, 9)]


def test_a_row_deep_in_a_table_is_rejected_alike():
    word, row = word_with_low(STEP, HANDS), 123_456_789_012
    seed = (seed_whose_first_output_is(word) - row * GAMMA) % WORD
    assert random_hands(1, seed, first=row)[0].tolist() == described(seed, row, 5)
    assert described(seed, row, 5) == described(seed_whose_first_output_is(next(splitmix64(word))), 0, 5)


# How the rows are spread. The bounds are passed by chance once in a hundred thousand times.


def chi_square(counts, expected):
    return sum((count - expected) ** 2 / expected for count in counts)


MANY = 520_000


@pytest.fixture(scope="module")
def many_hands():
    return random_hands(MANY, 20)


@pytest.mark.native
@pytest.mark.parametrize("crib", [False, True])
def test_hands_score_as_often_as_all_hands_do(many_hands, crib):
    table = TABLES["crib" if crib else "hand"]
    expected = [count * MANY / sum(table) for count in table]
    found = np.bincount(score_hands(many_hands, crib=crib), minlength=30).tolist()
    common = [score for score in range(30) if expected[score] >= 10]
    rare = sum(found) - sum(found[score] for score in common)
    rare_expected = MANY - sum(expected[score] for score in common)
    deviation = sum((found[score] - expected[score]) ** 2 / expected[score] for score in common)
    deviation += (rare - rare_expected) ** 2 / rare_expected
    assert 20 <= len(common) <= 26  # the degrees of freedom
    assert deviation < 70


@pytest.mark.native
def test_every_card_is_as_likely_in_every_place(many_hands):
    grids = random_grids(MANY // 4, 21)
    for rows in (many_hands, grids, random_deals(MANY // 10, 52, 22)[:, [0, 8, 9, 17, 18, 50, 51]]):
        for column in rows.T:
            assert chi_square(np.bincount(column, minlength=52), len(rows) / 52) < 105  # 51 degrees


@pytest.mark.native
def test_every_two_cards_are_as_likely_in_every_two_places(many_hands):
    grids = random_grids(MANY, 23)
    for rows, places in ((many_hands, (0, 1)), (many_hands, (3, 4)), (grids, (0, 16)), (grids, (8, 9))):
        pairs = rows[:, places[0]].astype(np.int64) * 52 + rows[:, places[1]]
        counts = np.bincount(pairs, minlength=52 * 52).reshape(52, 52)
        assert not counts.diagonal().any()
        deviation = chi_square(counts[~np.eye(52, dtype=bool)], MANY / (52 * 51))
        assert abs(deviation - 2651) < 4.5 * (2 * 2651) ** 0.5


@pytest.mark.native
def test_the_cards_of_a_row_and_of_the_next_are_independent(many_hands):
    first = many_hands[:, 0].astype(np.int64)
    deviation = chi_square(np.bincount(first[:-1] * 52 + first[1:], minlength=2704), (MANY - 1) / 2704)
    assert abs(deviation - 2703) < 4.5 * (2 * 2703) ** 0.5


@pytest.mark.native
def test_all_cards_of_a_row_are_different(many_hands):
    assert (np.diff(np.sort(many_hands)) > 0).all()
    assert (np.sort(random_deals(1000, 52, 3)) == np.arange(52)).all()
    assert Counter(map(frozenset, random_deals(6000, 3, 4).tolist())).most_common(1)[0][1] < 10


# Chunks and threads


@pytest.mark.parametrize("cards", [5, 17, 52])
def test_a_part_of_a_table_is_dealt_by_the_number_of_its_first_row(cards):
    table = random_deals(300, cards, 8)
    for first, count in ((0, 1), (63, 2), (64, 65), (299, 1)):
        assert np.array_equal(random_deals(count, cards, 8, first=first), table[first : first + count])


@pytest.mark.native
def test_threads_and_pieces_deal_the_same(monkeypatch):
    one = random_hands(300_000, 9)
    assert np.array_equal(random_hands(300_000, 9, threads=2), one)
    assert np.array_equal(random_hands(300_000, 9, threads=0), one)
    monkeypatch.setitem(_core._AT_ONCE, _core.backend(), 5 * 1001)
    assert np.array_equal(random_hands(300_000, 9, threads=2), one)


# Where the cards go


def test_out_is_filled_and_returned():
    rows = random_hands(50, 10)
    for out in (bytearray(250), np.zeros((50, 5), np.uint8), memoryview(bytearray(250))):
        assert random_hands(50, 10, out=out) is out
        assert bytes(out) == rows.tobytes()
    out = np.full((60, 5), 255, np.uint8)
    random_hands(50, 10, out=out[5:55])
    assert np.array_equal(out[5:55], rows)
    assert (out[:5] == 255).all()
    assert (out[55:] == 255).all()


def test_no_rows_are_dealt():
    assert random_grids(0, 1).shape == (0, 17)
    assert random_hands(0, 1, out=bytearray()) == b""


def test_out_of_another_size_or_type_is_refused():
    with pytest.raises(CribscoreError, match=exactly("out holds 9 bytes, and the cards are 10")):
        random_hands(2, 1, out=bytearray(9))
    with pytest.raises(TypeError, match=r"\Aeach card in out is bytes \(uint8\), not int64; "):
        random_hands(2, 1, out=np.zeros((2, 5), np.int64))
    with pytest.raises(TypeError, match=exactly("out is read-only")):
        random_hands(2, 1, out=bytes(10))
    with pytest.raises(CribscoreError, match=r"\Aout has gaps"):
        random_hands(2, 1, out=np.zeros((4, 5), np.uint8)[::2])


def test_more_rows_than_memory_has_addresses_are_a_memory_error():
    for call in (random_hands, random_grids, lambda n, seed: random_deals(n, 9, seed)):
        with pytest.raises(MemoryError):
            call(2**60, 1)


def test_where_numpy_is_not_installed_the_rows_are_a_bytearray():
    program = """
import sys
sys.modules["numpy"] = None
from cribscore import decode_cards, encode_cards, random_grids, random_hands
print(type(random_hands(2, 3)).__name__, list(random_hands(2, 3)), len(random_grids(4, 1)))
print(list(encode_cards(["5H 5C", "2H KS"])), decode_cards(encode_cards("5H 5C")))
"""
    code, printed, complaint = run_python(program, "python" if _core.backend() == "python" else "c")
    rows = described(3, 0, 5) + described(3, 1, 5)
    assert (code, complaint) == (0, "")
    assert printed.splitlines() == [f"bytearray {rows} 68", "[18, 16, 6, 51] 5H 5C"]


@pytest.mark.coreless
@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: random_hands(2, -1), "seed -1 is not 0 to 18446744073709551615"),
        (lambda: random_hands(2, WORD), "seed 18446744073709551616 is not 0 to 18446744073709551615"),
        (lambda: random_hands(-1, 1), "n -1 is not 0 to 1152921504606846976"),
        (lambda: random_grids(1, 1, first=-1), "first -1 is not 0 to 1152921504606846976"),
        (lambda: random_deals(1, 0, 1), "cards 0 is not 1 to 52"),
        (lambda: random_deals(1, 53, 1), "cards 53 is not 1 to 52"),
        (lambda: random_hands(1, 1, threads=-1), "threads -1 is below 0"),
    ],
)
def test_a_number_outside_its_range_is_a_value_error_that_names_it(call, message):
    with pytest.raises(CribscoreError, match=exactly(message)):
        call()


@pytest.mark.coreless
@pytest.mark.parametrize("value", [True, None, 1.0, "1"], ids=repr)
def test_what_is_not_a_whole_number_is_a_type_error_that_names_it(value):
    for call, name in (
        (lambda: random_hands(1, value), "seed"),
        (lambda: random_hands(value, 1), "n"),
        (lambda: random_grids(1, 1, first=value), "first"),
        (lambda: random_deals(1, value, 1), "cards"),
    ):
        with pytest.raises(TypeError, match=exactly(f"{name} {value!r} is not a whole number")):
            call()
