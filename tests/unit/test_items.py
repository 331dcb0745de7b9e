"""Rows that come one by one: read a block at a time or each by itself, they score and fail alike."""

from random import Random

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cribscore import (
    DECK,
    Card,
    Grid,
    Hand,
    InvalidGridError,
    InvalidHandError,
    _core,
    _items,
    _reference_text,
    forecast_hands,
    keep_sums,
    peg_deals,
    score_grids,
    score_hands,
    score_pegs,
)
from cribscore._notation import cells_of_text
from cribscore._wire import TEXT_GRID, TEXT_STARTER, TEXT_UNEVEN
from cribscore.batch import _HANDS, _row_and_starter
from naive import row_parts
from strategies import NAMES, examples
from wording import exactly

BLOCK = 8  # rows


@pytest.fixture(autouse=True)
def _short_blocks(monkeypatch):
    monkeypatch.setattr(_items, "_BLOCK", BLOCK)


def outcome(score, *arguments, **options):
    """The scores, or the error's type and message."""
    try:
        return bytes(score(*arguments, **options))
    except (ValueError, TypeError) as error:
        return type(error), str(error)


def one_by_one(monkeypatch):
    """Read each row by itself, as every row was read before there were blocks."""
    monkeypatch.setattr(_items, "_block", lambda *_: None)


def dealt(count, cards, seed=1):
    numbers = Random(seed)
    return [numbers.sample(range(52), cards) for _ in range(count)]


# Ways to write a row of five cards. Those of the first half are read in blocks.

SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
OUTLINES = {"C": "♧\ufe0e", "D": "♢\ufe0f", "H": "❤\ufe0f", "S": "♤"}


def named(row, suits=None, ten="T"):
    names = [NAMES[index] for index in row]
    return [name[0].replace("T", ten) + (suits or {}).get(name[1], name[1]) for name in names]


WRITTEN = {
    "blanks": lambda row: " ".join(named(row)),
    "nothing": lambda row: "".join(named(row)),
    "lower case, commas, 10": lambda row: " , ".join(named(row, ten="10")).lower(),
    "lines": lambda row: "\n" + "\t\r\n".join(named(row, ten="0")) + "\f",
    "a starter's sign": lambda row: f"{' '.join(named(row[:4]))} | {named(row)[4]}",
    "symbols": lambda row: " ".join(named(row, SYMBOLS)),
    "outlines": lambda row: "".join(named(row, OUTLINES, "10")),
    "texts": named,
    "indexes": list,
    "a tuple of indexes": tuple,
    "cards": lambda row: [DECK[index] for index in row],
    "objects": lambda row: (Hand([DECK[index] for index in row[:4]]), DECK[row[4]]),
    "a pair of texts": lambda row: (" ".join(named(row[:4])), named(row)[4]),
    "a pair of lists": lambda row: [row[:4], row[4]],
    "names": lambda row: ", ".join(f"{DECK[index]:n}" for index in row),
    "an array": lambda row: np.array(row, np.uint8),
    "a wide array": np.array,
    "a pair with an array": lambda row: (np.array(row[:4]), row[4]),
    "bytes": bytes,
    "an iterator": iter,
    "a mixed pair": lambda row: (named(row[:4]), DECK[row[4]]),
    "a list of all kinds": lambda row: [*named(row[:2]), DECK[row[2]], *row[3:]],
    "a separator of information": lambda row: "\x1c".join(named(row)),
    "a wide blank": lambda row: "\u3000".join(named(row)),
}
BAD = {
    "a card twice": lambda row: WRITTEN["blanks"]([*row[:3], row[0], row[4]]),
    "the starter in the hand": lambda row: WRITTEN["blanks"]([*row[:4], row[2]]),
    "an index twice": lambda row: [*row[:3], row[0], row[4]],
    "an index above 51": lambda row: [*row[:3], 52, row[4]],
    "255": lambda row: [*row[:3], 255, row[4]],
    "300": lambda row: [*row[:3], 300, row[4]],
    "-1": lambda row: [*row[:3], -1, row[4]],
    "a bool": lambda row: [*row[:3], True, row[4]],
    "an array of floats": lambda row: np.array(row, float),
    "an array of booleans": lambda row: np.array(row, bool),
    "an array of one number": lambda row: np.array(5),
    "a float": lambda row: [*row[:3], 7.0, row[4]],
    "four": lambda row: row[:4],
    "six": lambda row: WRITTEN["blanks"]([*row, 5]),
    "no text": lambda row: "",
    "not a card": lambda row: WRITTEN["blanks"](row) + "X",
    "a comma at the end": lambda row: WRITTEN["blanks"](row) + ",",
    "two commas": lambda row: ",,".join(named(row)),
    "a sign before the fourth": lambda row: (
        " | ".join([" ".join(named(row[:3])), *named(row[3:])][:2]) + " 2C"
    ),
    "a zero byte": lambda row: WRITTEN["blanks"](row) + "\0" + WRITTEN["blanks"](row),
    "a selector after a letter": lambda row: WRITTEN["blanks"](row) + "\ufe0f",
    "a selector too many": lambda row: WRITTEN["symbols"](row) + "\ufe0f\ufe0f",
    "the Kelvin sign": lambda row: WRITTEN["blanks"](row)[:-2] + "\u212aS",
    "a starter that is not a card": lambda row: (" ".join(named(row[:4])), "5X"),
    "a starter that is a bool": lambda row: (Hand([DECK[index] for index in row[:4]]), True),
    "three in a pair": lambda row: (" ".join(named(row[:3])), "5D"),
    "nothing": lambda row: None,
}


@pytest.mark.parametrize("form", WRITTEN)
def test_rows_in_every_form_score_as_the_naive_scorer_says(form):
    rows = dealt(7, 5)
    items = [WRITTEN[form](row) for row in rows]
    assert list(score_hands(items)) == [sum(row_parts(row)) for row in rows]
    assert list(score_hands(WRITTEN[form](row) for row in rows)) == [sum(row_parts(row)) for row in rows]


@pytest.mark.native
@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("form", ["blanks", "symbols", "indexes", "objects", "an array", "names"])
def test_a_bad_row_is_refused_alike_first_in_the_middle_and_last(monkeypatch, form, bad):
    rows = dealt(BLOCK + 3, 5)
    good = [WRITTEN[form](row) for row in rows]
    found = []
    for place in (0, 2, BLOCK - 1, BLOCK, len(rows) - 1):
        items = [*good[:place], BAD[bad](rows[place]), *good[place + 1 :]]
        found.append(outcome(score_hands, items))
        assert outcome(score_hands, iter(items)) == found[-1]
        assert f"hand {place}: " in found[-1][1]
    one_by_one(monkeypatch)
    for place, right in zip((0, 2, BLOCK - 1, BLOCK, len(rows) - 1), found, strict=True):
        assert outcome(score_hands, [*good[:place], BAD[bad](rows[place]), *good[place + 1 :]]) == right


@st.composite
def some_rows(draw):
    """Rows in one or in several forms, some of them bad."""
    forms = draw(st.lists(st.sampled_from([*WRITTEN, *BAD]), min_size=1, max_size=3))
    write = {**WRITTEN, **BAD}
    rows = dealt(draw(st.integers(1, 12)), 5, draw(st.integers(0, 1000)))
    return [(write[draw(st.sampled_from(forms))], row) for row in rows]


@examples(200)
@given(rows=some_rows())
def test_rows_in_blocks_and_one_by_one_are_read_alike(rows):
    def items():
        return [write(row) for write, row in rows]

    listed, iterated = outcome(score_hands, items()), outcome(score_hands, iter(items()))
    with pytest.MonkeyPatch.context() as patch:
        one_by_one(patch)
        assert outcome(score_hands, items()) == listed == iterated


LETTERS = st.text(st.sampled_from("5HacT10d jQsK,,/|;:+\n\t\r\v\f\0."), max_size=60)
CARDS = st.lists(
    st.sampled_from([*NAMES, "10h", "0C", " ", ",", " , ", "/", "\n", " | ", ";", "\0", "..", "1"])
)
PLAIN = st.one_of(LETTERS, CARDS.map("".join), st.lists(st.sampled_from(NAMES), max_size=20).map(" ".join))
GRID_TEXT = st.lists(
    st.lists(st.sampled_from(NAMES), min_size=3, max_size=5).map(" ".join), min_size=3, max_size=5
)


@pytest.mark.native
@examples(500)
@given(
    texts=st.lists(st.one_of(PLAIN, GRID_TEXT.map(" / ".join)), max_size=5),
    form=st.sampled_from([0, TEXT_STARTER, TEXT_GRID, TEXT_UNEVEN]),
    width=st.integers(1, 17),
    count=st.integers(0, 5),
)
@example(texts=["5H 5C 5S JD\n5D 6D 7D 8D//AC 2C 3C 4C/KS KD KH KC /"], form=TEXT_GRID, width=16, count=1)
@example(texts=[], form=0, width=1, count=0)
def test_the_two_cores_read_the_same_of_any_text(texts, form, width, count):
    joined = "\0".join(texts).encode()
    rows, twins = bytearray(width * count), bytearray(width * count)
    right = _reference_text.read_rows(joined, form, width, count, twins)
    assert _core.read_rows(joined, form, width, count, rows) is right
    assert not right or rows == twins
    cards, twin = bytearray(len(joined) // 2), bytearray(len(joined) // 2)
    number = _reference_text.read_cards(joined, twin)
    assert _core.read_cards(joined, cards) == number
    assert cards[: max(number, 0)] == twin[: max(number, 0)]


@examples(300)
@given(text=PLAIN, form=st.sampled_from([0, TEXT_STARTER]))
def test_what_is_plain_reads_as_it_reads_to_the_function_that_knows_all_notations(text, form):
    cards = bytearray(60)
    if not _core.read_rows(text.encode(), form | TEXT_UNEVEN, 60, 1, cards):
        assert "\0" in text
    elif cards[0] != 255:
        cells, _ = cells_of_text(text, starter_sign=bool(form), most=60)
        assert bytes(cells).ljust(60, b"\xff") == cards


@examples(300)
@given(
    lines=GRID_TEXT, breaks=st.sampled_from(["/", " / ", "\n", "\r\n", " \n/", ",", " ; ", "\f", ",/", " "])
)
@example(lines=["5H 5C 5S JD 5D 6D 7D 8D AC 2C 3C 4C KS KD KH KC"], breaks="/")
@example(lines=["5H 5C 5S JD", "5D 6D 7D 8D", "AC 2C 3C 4C", "KS KD KH KC"], breaks=" / ")
def test_a_plain_grid_reads_as_it_reads_to_the_function_that_knows_all_notations(lines, breaks):
    text, cards = breaks.join(lines), bytearray(16)
    assert _core.read_rows(text.encode(), TEXT_GRID, 16, 1, cards)
    if cards[0] != 255 and len(set(cards)) == 16:
        assert bytes(Grid(text)) == cards


# Rows that change, and iterables that fail


def test_a_generator_may_fill_the_same_list_again_and_again():
    rows = dealt(10, 5)

    def lists():
        row = [0] * 5
        for cards in rows:
            row[:] = cards
            yield row

    def pairs():
        hand = [0] * 4
        for cards in rows:
            hand[:] = cards[:4]
            yield hand, cards[4]

    def arrays():
        row = bytearray(5)
        for cards in rows:
            row[:] = bytes(cards)
            yield row

    right = [sum(row_parts(row)) for row in rows]
    assert list(score_hands(lists())) == list(score_hands(pairs())) == list(score_hands(arrays())) == right


def test_what_is_wrong_with_a_row_comes_before_an_error_of_the_iterable():
    def items(first):
        yield first
        raise RuntimeError("the file ends here")

    with pytest.raises(
        InvalidHandError, match=exactly("hand 0: '5X' is not a card: suit 'X' is not one of C D H S")
    ):
        score_hands(items("5X 5C 5S JD 5D"))
    with pytest.raises(RuntimeError, match=exactly("the file ends here")):
        score_hands(items("5H 5C 5S JD 5D"))


def test_an_iterator_is_not_asked_for_more_than_a_block_before_a_bad_row_is_told():
    asked = []

    def texts():
        while True:
            asked.append(1)
            yield "5H 5C 5S JD 5D" if len(asked) > 1 else "5H"

    with pytest.raises(InvalidHandError, match=r"\Ahand 0: "):
        score_hands(texts())
    assert len(asked) <= BLOCK


@pytest.mark.parametrize("form", WRITTEN)
def test_the_first_bad_row_is_told_though_a_later_one_cannot_even_be_read(form):
    rows = dealt(4, 5)
    rows[1][4] = rows[1][2]
    items = [*map(WRITTEN[form], rows[:3]), None]
    with pytest.raises(InvalidHandError, match=exactly(f"hand 1: {NAMES[rows[1][2]]} appears twice")):
        score_hands(items)
    grids = dealt(2, 17)
    grids[0][16] = grids[0][7]
    with pytest.raises(InvalidGridError, match=exactly(f"grid 0: {NAMES[grids[0][7]]} appears twice")):
        score_grids([*map(named, grids), None])


# Bad rows set aside


@pytest.mark.parametrize("form", ["blanks", "indexes", "objects", "names"])
def test_bad_rows_are_set_aside_with_their_reasons(form):
    rows = dealt(BLOCK + 5, 5)
    items = [WRITTEN[form](row) for row in rows]
    bad = {0: "5H 5H 5S JD 5D", 3: None, BLOCK: [1, 2, 3, 52, 5], BLOCK + 4: ("5H", "5D")}
    for place, item in bad.items():
        items[place] = item
    spoiled = _items.Spoiled(every=True)
    found = _items.item_rows(
        _HANDS, items, starter=True, read=lambda item: _row_and_starter(_HANDS, item, False), spoiled=spoiled
    )
    assert list(spoiled.errors) == list(bad)
    assert [why for *_, why in spoiled.errors.values()] == [
        "5H appears twice",
        "give a (hand, starter) pair, 5 cards, or the starters apart, not NoneType",
        "card index 52 is above 51",
        "a hand holds 4 cards, got 1: 5H",
    ]
    right = [bytes([255] * 5) if number in bad else bytes(row) for number, row in enumerate(rows)]
    assert found == b"".join(right)


# Other batches


def test_other_batches_read_texts_and_objects_alike(monkeypatch):
    grids = [[NAMES[index] for index in row] for row in dealt(5, 17)]
    fours = [" / ".join(" ".join(row[start : start + 4]) for start in range(0, 16, 4)) for row in grids]
    starters = [row[16] for row in grids]
    piles = ["7H 8C", "5h5c5s", "4C 2C 6C 3C 5H", "KH", "7♥ 8♣", "AC AD AH AS 2C 2D 2H 2S 3C 3D 3H 3S 4C"]
    play = [*["AH", "6S", "4D", "5S", "6H", "AD", "5C", "5H"]]
    calls = [
        (score_grids, [*zip(fours, starters, strict=True)]),
        (score_grids, [(Grid(four), Card(starter)) for four, starter in zip(fours, starters, strict=True)]),
        (score_grids, [" ".join(row) for row in grids]),
        (score_grids, [[NAMES.index(name) for name in row] for row in grids]),
        (score_grids, fours, starters),
        (score_grids, fours, [Card(starter) for starter in starters]),
        (score_grids, fours, starters[:-1]),
        (score_grids, fours, [*starters[:-1], "5X"]),
        (score_grids, [*fours[:2], fours[2].replace("/", ",", 1), *fours[3:]], starters),
        (forecast_hands, [" ".join(row[:4]) for row in grids]),
        (forecast_hands, [Hand(row[:4]) for row in grids]),
        (forecast_hands, [*(row[:4] for row in grids), ["5H"] * 4]),
        (keep_sums, [" ".join(row[:6]) for row in grids]),
        (keep_sums, [" ".join(row[:6]) for row in grids] + ["5H 5H 5S JD 5D 6D"]),
        (score_pegs, piles),
        (score_pegs, [*piles, "KH QH JH 2C", "7H 7H", "5X"]),
        (score_pegs, [*piles, "7H 7H", "KH QH JH 2C", ""]),
        (peg_deals, ["AH 5C 4D 6H 5H AD 6S 5S"], [" ".join(play)]),
        (peg_deals, ["AH 5C 4D 6H 5H AD 6S 5S", "AH 5C 4D 6H 5H AD 6S"], [" ".join(play)]),
    ]
    in_blocks = [outcome(score, *arguments) for score, *arguments in calls]
    assert sum(isinstance(found, tuple) for found in in_blocks) == 8
    one_by_one(monkeypatch)
    assert [outcome(score, *arguments) for score, *arguments in calls] == in_blocks


def test_starters_apart_may_be_texts_cards_or_indexes():
    rows = dealt(9, 5)
    hands, right = [" ".join(named(row[:4])) for row in rows], [sum(row_parts(row)) for row in rows]
    for starters in (
        [named(row)[4] for row in rows],
        [DECK[row[4]] for row in rows],
        tuple(row[4] for row in rows),
        [named(row, SYMBOLS)[4] for row in rows],
        [f"{DECK[row[4]]:n}" for row in rows],
    ):
        assert list(score_hands(hands, starters)) == right
