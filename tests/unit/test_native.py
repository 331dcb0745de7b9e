"""The C entry points called directly: no bytes and no key crash them or make a score of an invalid hand."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribscore import __version__, _core
from naive import hand_parts, parse
from oracles import EVERY_BOARD, cells_of
from packing import NO_CARD, NO_CELL, cell_bytes, fields_key, parsed, unpack
from strategies import NAMES, examples

pytestmark = pytest.mark.native

OK, ERR_CARD, ERR_TWICE, ERR_COUNT = 0, 1, 2, 3
INVALID = 0xFFFFFFFF
GUARD = 0xDEADBEEF

HAND = cell_bytes(["5C", "5D", "5S", "JH", "5H"])
GRID = cell_bytes([*NAMES[::3][:16], "KS"])
NO_HAND = bytes([NO_CELL] * 5)
NO_GRID = bytes([NO_CELL] * 17)

# Cards, empty places and nonsense, so that many rows are valid and many are not.
BYTES = st.one_of(st.integers(0, 51), st.just(NO_CELL), st.integers(0, 255))


@pytest.fixture(scope="module")
def native():
    """The C core: calls that give (code, whether the output is all zero, packed scores or None)."""
    return Native(*_core.native())


class Native:
    def __init__(self, ffi, lib):
        self.ffi = ffi
        self.lib = lib

    def filled(self, kind):
        """A struct full of ones, so that a forgotten field is seen."""
        out = self.ffi.new(f"{kind} *")
        self.ffi.buffer(out)[:] = b"\xff" * self.ffi.sizeof(kind)
        return out

    def is_zero(self, out):
        return not any(bytes(self.ffi.buffer(out)))

    def score_hand(self, cards, crib):
        out = self.filled("crib_score")
        return self.lib.crib_score_hand(cards, crib, out), self.is_zero(out)

    def score_grid(self, cells):
        out = self.filled("crib_grid_score")
        return self.lib.crib_score_grid(cells, out), self.is_zero(out)

    def pack_grid(self, cells):
        out = self.ffi.new("uint32_t[]", [GUARD] * 10)
        code = self.lib.crib_pack_grid(cells, out + 1)
        before, *packed, after = out
        assert before == after == GUARD
        return code, packed

    def pack_hand(self, key):
        return self.lib.crib_pack_hand(key)


def codes(cards):
    """The error codes that are right for these bytes: more than one where more than one rule is broken."""
    present = [card for card in cards if card != NO_CELL]
    broken = set()
    if any(card > 51 for card in present):
        broken.add(ERR_CARD)
    if len(set(present)) < len(present):
        broken.add(ERR_TWICE)
    return broken or {OK}


def check_hand(native, cards, crib):
    code, zero = native.score_hand(cards, crib)
    assert code in codes(cards)
    assert zero or code == OK


def check_grid(native, cells):
    code, zero = native.score_grid(cells)
    assert code in codes(cells)
    assert zero or code == OK
    code, packed = native.pack_grid(cells)
    assert code in codes(cells)
    assert packed == [0] * 8 or code == OK
    heels = 2 if cells[16] // 4 == 10 else 0
    total = sum(sum(unpack(line)) for line in packed) + heels if code == OK else INVALID
    for kernel in range(native.lib.CRIB_KERNELS + 1):
        runs = native.lib.crib_kernel(kernel) >= 0
        assert native.lib.crib_grid_total(kernel, cells[:16], cells[16]) == (total if runs else INVALID)


def names_of(cards):
    return [None if card > 51 else NAMES[card] for card in cards]


def expected_parts(fields, crib):
    """What the naive scorer gives for five fields, of which 63 is no card."""
    names = names_of(fields)
    return hand_parts(parsed(names[:4]), parse(names[4]), crib)


def is_valid(fields):
    present = [field for field in fields if field != NO_CARD]
    return all(field <= 51 for field in present) and len(set(present)) == len(present)


def check_key(native, fields, crib):
    packed = native.pack_hand(fields_key(fields, crib))
    if is_valid(fields):
        assert unpack(packed) == expected_parts(fields, crib)
    else:
        assert packed == INVALID
    assert native.lib.crib_pack_fifteens(fields_key(fields, crib)) & INVALID == packed


@pytest.mark.parametrize("count", [0, 1, 17, 52, 53, 2**32 - 1])
def test_a_deal_writes_so_many_cards_and_no_more(native, count):
    cards = native.ffi.new("uint8_t[]", [NO_CELL] * 60)
    code = native.lib.crib_deal(7, count, cards)
    dealt = bytes(cards)
    assert code == (OK if count <= 52 else ERR_COUNT)
    many = count if count <= 52 else 0
    assert dealt[many:] == bytes([NO_CELL] * (60 - many))
    assert len(set(dealt[:many]) & set(range(52))) == many


@pytest.mark.parametrize("cards", [HAND, NO_HAND], ids=["full", "empty"])
@pytest.mark.parametrize("crib", [0, 1])
def test_every_byte_in_every_place_of_a_hand_is_scored_or_refused_with_the_right_code(native, cards, crib):
    for place in range(5):
        for byte in range(256):
            check_hand(native, cards[:place] + bytes([byte]) + cards[place + 1 :], crib)


@pytest.mark.parametrize("cells", [GRID, NO_GRID], ids=["full", "empty"])
def test_every_byte_in_every_place_of_a_grid_is_scored_or_refused_with_the_right_code(native, cells):
    for place in range(17):
        for byte in range(256):
            check_grid(native, cells[:place] + bytes([byte]) + cells[place + 1 :])


def test_a_card_in_any_two_places_of_a_grid_is_refused(native):
    for one in range(17):
        for other in range(one):
            cells = bytearray(NO_GRID)
            cells[one] = cells[other] = 51
            check_grid(native, bytes(cells))


@given(cards=st.lists(BYTES, min_size=5, max_size=5).map(bytes), crib=st.integers(0, 1))
@examples(500)
def test_any_five_bytes_are_a_hand_or_refused(native, cards, crib):
    check_hand(native, cards, crib)


@given(cells=st.lists(BYTES, min_size=17, max_size=17).map(bytes))
@examples(500)
def test_any_seventeen_bytes_are_a_grid_or_refused(native, cells):
    check_grid(native, cells)


@pytest.mark.parametrize("board", EVERY_BOARD, ids=lambda board: "/".join(board["grid"]).replace(" ", ""))
def test_a_known_board_is_packed_line_by_line(native, board):
    cells = [None if cell == ".." else cell for cell in cells_of(board)]
    code, packed = native.pack_grid(cell_bytes([*cells, board["starter"]]))
    assert code == OK
    assert [sum(unpack(line)) for line in packed] == board["rows"] + board["columns"]


@pytest.mark.parametrize("fields", [list(HAND), [NO_CARD] * 5], ids=["full", "empty"])
@pytest.mark.parametrize("crib", [False, True])
def test_every_value_in_every_field_of_a_key_is_scored_or_invalid(native, fields, crib):
    for place in range(5):
        for value in range(64):
            check_key(native, [*fields[:place], value, *fields[place + 1 :]], crib)


@pytest.mark.parametrize("suit", range(4))
def test_four_cards_of_a_suit_are_a_flush_with_every_starter_and_with_none(native, suit):
    for starter in (*range(52), NO_CARD):
        for crib in (False, True):
            check_key(native, [suit, suit + 12, suit + 28, suit + 40, starter], crib)


@given(fields=st.lists(st.integers(0, 63), min_size=5, max_size=5), crib=st.booleans())
@examples(500)
def test_any_key_is_a_hand_or_invalid(native, fields, crib):
    check_key(native, fields, crib)


def test_twenty_thousand_random_keys_are_scored_or_invalid(native):
    numbers = random.Random(61)
    for _ in range(20_000):
        key = numbers.getrandbits(31)
        check_key(native, [key >> 6 * place & 63 for place in range(5)], key >> 30 == 1)


def test_a_key_with_its_unused_bit_set_never_gets_another_score(native):
    numbers = random.Random(62)
    for _ in range(20_000):
        key = numbers.getrandbits(31)
        assert native.pack_hand(key | 1 << 31) in {native.pack_hand(key), INVALID}


def test_the_c_core_has_the_version_of_the_package(native):
    assert native.ffi.string(native.lib.crib_version()).decode() == __version__
