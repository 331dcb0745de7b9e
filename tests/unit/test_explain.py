"""explain_hand and explain_grid: every combination, by brute force from the rules, and how it is said."""

import copy
import pickle
import re
from functools import cache
from itertools import permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cribscore import (
    Card,
    Combination,
    CombinationKind,
    Grid,
    GridExplanation,
    Hand,
    HandExplanation,
    InvalidCardError,
    InvalidGridError,
    InvalidHandError,
    _core,
    explain_grid,
    explain_hand,
    score_grid,
    score_hand,
)
from every_hand import UP_TO_SUITS
from naive import hand_parts, parse, rank_groups, rank_items, suit_items
from oracles import EVERY_BOARD, KNOWN_HANDS, RECORD_172, cells_of
from packing import fields_key
from strategies import boards, examples, hands
from wording import exactly

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)
COPIES = [copy.copy, copy.deepcopy] + [
    lambda value, protocol=protocol: pickle.loads(pickle.dumps(value, protocol)) for protocol in PROTOCOLS
]
COPY_NAMES = ["copy", "deepcopy", *(f"pickle{protocol}" for protocol in PROTOCOLS)]
KINDS = ["fifteen", "pair", "run", "flush", "nobs"]


def plain(combinations):
    """Combinations as the naive scorer has them: (kind, cards as pairs of rank and suit, points)."""
    return [
        (str(kind), tuple((card.rank, card.suit.index) for card in cards), points)
        for kind, cards, points in combinations
    ]


def expected_items(cards, starter, crib):
    """The items of up to four naive cards and a starter, by brute force."""
    places = [*cards] if starter is None else [*cards, starter]
    by_rank = [
        (kind, tuple(places[place] for place in chosen), points)
        for kind, chosen, points in rank_items([rank for rank, _ in places])
    ]
    return by_rank + suit_items(cards, starter, crib)


def expected_groups(cards, starter, crib):
    """The groups of up to four naive cards and a starter, by brute force: (name, set of cards, points)."""
    places = [*cards] if starter is None else [*cards, starter]
    by_rank = [
        (name, {places[place] for place in chosen}, points)
        for name, chosen, points in rank_groups(rank_items([rank for rank, _ in places]))
    ]
    by_suit = [
        ({4: "four-card flush", 5: "five-card flush", 1: "nobs"}[points], set(chosen), points)
        for _, chosen, points in suit_items(cards, starter, crib)
    ]
    return by_rank + by_suit


def check(explanation, cards, starter, crib):
    """Hold an explanation against brute force; the cards are those of the naive scorer."""
    parts = hand_parts(cards, starter, crib)
    items = plain(explanation.items)
    assert items == expected_items(cards, starter, crib)
    assert [sum(points for kind, _, points in items if kind == part) for part in KINDS] == list(parts)
    assert explanation.score.parts == parts

    named = [(group.name, set(chosen), points) for group, (_, chosen, points) in both(explanation.groups)]
    assert named == expected_groups(cards, starter, crib)
    assert sum(group.points for group in explanation.groups) == sum(parts) == explanation.score


def both(combinations):
    return zip(combinations, plain(combinations), strict=True)


# Every hand


def ranks_of(indexes):
    return tuple([index // 4 + 1 for index in indexes])


@pytest.fixture(scope="module")
def every_hand(up_to_suits):
    """The card indexes of every hand up to renaming suits, the four cards in order, then the starter."""
    fields = [[key >> shift & 63 for shift in (0, 6, 12, 18, 24)] for key, _ in up_to_suits]
    every = {(*sorted(four), starter) for *four, starter in fields}
    assert len(every) == UP_TO_SUITS
    return sorted(every)


@cache
def ranks_alone(ranks):
    """What brute force finds among five ranks: the items, the points of each part, and the groups."""
    items = rank_items(ranks)
    parts = tuple(sum(points for kind, _, points in items if kind == part) for part in KINDS[:3])
    return items, parts, rank_groups(items)


def found_in(indexes, crib):
    """The items and the groups that brute force finds in a hand of card indexes, and the five parts."""
    suits = [index % 4 for index in indexes]
    items, parts, groups = ranks_alone(ranks_of(indexes))
    chosen = [(kind, tuple([indexes[place] for place in places]), points) for kind, places, points in items]
    named = [(name, {indexes[place] for place in places}, points) for name, places, points in groups]
    flush = nobs = 0
    if suits[0] == suits[1] == suits[2] == suits[3]:
        flush = 5 if suits[4] == suits[0] else 0 if crib else 4
    if flush:
        chosen.append(("flush", indexes[:flush], flush))
        named.append((f"{'four' if flush == 4 else 'five'}-card flush", set(indexes[:flush]), flush))
    jack = 40 + suits[4]
    if jack in indexes[:4]:
        nobs = 1
        chosen.append(("nobs", (jack,), 1))
        named.append(("nobs", {jack}, 1))
    return chosen, named, (*parts, flush, nobs)


@pytest.mark.exhaustive
@pytest.mark.native
@pytest.mark.parametrize("crib", [False, True], ids=["hand", "crib"])
def test_the_items_of_every_hand_up_to_renaming_suits_are_all_its_combinations_and_each_once(
    crib, every_hand
):
    # A crib differs in its flush alone: all of one suit, and every seventh of the others.
    hands = every_hand
    if crib:
        hands = [
            hand for n, hand in enumerate(hands) if n % 7 == 0 or len({card % 4 for card in hand[:4]}) == 1
        ]
    for indexes in hands:
        explanation = explain_hand(indexes[:4], indexes[4], crib=crib)
        items = [
            (kind.value, tuple([card.index for card in cards]), points)
            for kind, cards, points in explanation.items
        ]
        groups = [
            (group.name, {card.index for card in group.cards}, group.points) for group in explanation.groups
        ]
        chosen, named, parts = found_in(indexes, crib)
        assert items == chosen
        assert groups == named
        assert explanation.score.parts == parts
        total = sum(parts)
        assert sum([points for _, _, points in items]) == total
        assert sum([points for _, _, points in groups]) == total


@pytest.mark.exhaustive
@pytest.mark.native
def test_both_cores_find_the_same_fifteens_among_the_ranks_of_every_hand(every_hand, reference):
    hands_of_ranks = {ranks_of(indexes): fields_key(indexes, False) for indexes in every_hand}
    assert {tuple(sorted(ranks)) for ranks in hands_of_ranks} == every_five_ranks()
    for key in hands_of_ranks.values():
        assert _core.pack_fifteens(key) == reference.pack_fifteens(key)


def every_five_ranks():
    """The multisets of five ranks that four suits allow."""
    sets = {()}
    for _ in range(5):
        sets = {
            tuple(sorted((*some, rank))) for some in sets for rank in range(1, 14) if some.count(rank) < 4
        }
    assert len(sets) == 6175
    return sets


# Any hand and any line


@given(hand=hands(), crib=st.booleans())
@example(hand=(["5C", "5D", "5S", "JH"], "5H"), crib=False)
@example(hand=(["2H", "4H", "8H", "KH"], None), crib=True)
@example(hand=(["5S", "3D", "4H", "3C"], "3H"), crib=False)
@examples(500)
def test_a_hand_in_any_order_is_explained_as_brute_force_does(hand, crib):
    names, starter = hand
    explanation = explain_hand(names, starter, crib=crib)
    assert [str(card) for card in explanation.cards] == names
    assert explanation.starter == (None if starter is None else Card(starter))
    assert explanation.crib is crib
    check(explanation, [parse(name) for name in names], parse(starter), crib)


@given(board=boards())
@examples(300)
def test_the_lines_of_a_grid_full_or_in_progress_are_explained_as_brute_force_does(board):
    cells, starter = board
    explanation = explain_grid(cells, starter)
    rows = [cells[start : start + 4] for start in range(0, 16, 4)]
    columns = [cells[start::4] for start in range(4)]
    for line, names in zip(explanation.rows + explanation.columns, rows + columns, strict=True):
        cards = [name for name in names if name is not None]
        assert [str(card) for card in line.cards] == cards
        check(line, [parse(card) for card in cards], parse(starter), False)
    points = sum(item.points for line in explanation.rows + explanation.columns for item in line.items)
    assert points + explanation.heels == explanation.score


@pytest.mark.parametrize("known", KNOWN_HANDS, ids=lambda known: known["mistake"])
def test_the_hands_that_other_programs_got_wrong_are_explained_to_their_total(known):
    explanation = explain_hand(known["hand"], known["starter"], crib=known["crib"])
    assert sum(item.points for item in explanation.items) == known["total"]
    for kind, part in zip(KINDS, ("fifteens", "pairs", "runs", "flush", "nobs"), strict=True):
        assert sum(item.points for item in explanation.items if item.kind == kind) == known[part]


def test_fifteens_come_by_number_of_cards_and_then_by_place():
    explanation = explain_hand("5H JC 5D KS", "5S")
    fifteens = [" ".join(map(str, item.cards)) for item in explanation.items if item.kind == "fifteen"]
    assert fifteens == ["5H JC", "5H KS", "JC 5D", "JC 5S", "5D KS", "KS 5S", "5H 5D 5S"]


def test_pairs_and_runs_come_by_rank_and_then_by_place():
    explanation = explain_hand("5H 3S 4D 3C", "4C")
    rest = [" ".join(map(str, item.cards)) for item in explanation.items if item.kind != "fifteen"]
    assert rest == ["3S 3C", "4D 4C", "3S 4D 5H", "3S 4C 5H", "3C 4D 5H", "3C 4C 5H"]
    assert list(map(str, explanation.groups[-1].cards)) == ["3S", "3C", "4D", "4C", "5H"]


@given(hand=hands())
def test_the_order_of_the_cards_changes_no_combination(hand):
    names, starter = hand
    explained = {
        frozenset((item.kind, frozenset(item.cards), item.points) for item in explanation.items)
        for explanation in (explain_hand(order, starter) for order in permutations(names))
    }
    assert len(explained) == 1


# What a player says


# Each counted by hand: cards, starter, and the lines of words and cards.
COUNTS = {
    "pair, run of three and nobs, 10": (
        *("JH JC 5D 6S", "7H"),
        [
            ("fifteen two", "JH 5D"),
            ("fifteen four", "JC 5D"),
            ("and a pair is six", "JH JC"),
            ("and a run of three is nine", "5D 6S 7H"),
            ("and nobs is ten", "JH"),
        ],
    ),
    "the perfect hand, 29": (
        *("5H 5C 5S JD", "5D"),
        [
            ("fifteen two", "5H JD"),
            ("fifteen four", "5C JD"),
            ("fifteen six", "5S JD"),
            ("fifteen eight", "JD 5D"),
            ("fifteen ten", "5H 5C 5S"),
            ("fifteen twelve", "5H 5C 5D"),
            ("fifteen fourteen", "5H 5S 5D"),
            ("fifteen sixteen", "5C 5S 5D"),
            ("and a double pair royal is twenty-eight", "5H 5C 5S 5D"),
            ("and nobs is twenty-nine", "JD"),
        ],
    ),
    "the jack turned, 28": (
        *("5C 5D 5H 5S", "JD"),
        [
            ("fifteen two", "5C JD"),
            ("fifteen four", "5D JD"),
            ("fifteen six", "5H JD"),
            ("fifteen eight", "5S JD"),
            ("fifteen ten", "5C 5D 5H"),
            ("fifteen twelve", "5C 5D 5S"),
            ("fifteen fourteen", "5C 5H 5S"),
            ("fifteen sixteen", "5D 5H 5S"),
            ("and a double pair royal is twenty-eight", "5C 5D 5H 5S"),
        ],
    ),
    "double double run 4-4-5-6-6, 24": (
        *("4C 4D 6H 6S", "5C"),
        [
            ("fifteen two", "4C 6H 5C"),
            ("fifteen four", "4C 6S 5C"),
            ("fifteen six", "4D 6H 5C"),
            ("fifteen eight", "4D 6S 5C"),
            ("and a double double run is twenty-four", "4C 4D 5C 6H 6S"),
        ],
    ),
    "double double run 7-7-8-8-9, 24": (
        *("7C 7D 8H 8S", "9C"),
        [
            ("fifteen two", "7C 8H"),
            ("fifteen four", "7C 8S"),
            ("fifteen six", "7D 8H"),
            ("fifteen eight", "7D 8S"),
            ("and a double double run is twenty-four", "7C 7D 8H 8S 9C"),
        ],
    ),
    "four threes and a nine, 24": (
        *("3C 3D 3H 3S", "9C"),
        [
            ("fifteen two", "3C 3D 9C"),
            ("fifteen four", "3C 3H 9C"),
            ("fifteen six", "3C 3S 9C"),
            ("fifteen eight", "3D 3H 9C"),
            ("fifteen ten", "3D 3S 9C"),
            ("fifteen twelve", "3H 3S 9C"),
            ("and a double pair royal is twenty-four", "3C 3D 3H 3S"),
        ],
    ),
    "double double run without a fifteen, 16": (
        *("AC AH 2D 2H", "3S"),
        [("a double double run is sixteen", "AC AH 2D 2H 3S")],
    ),
    "triple run, 21": (
        *("3C 3D 3H 4S", "5C"),
        [
            ("fifteen two", "3C 3D 4S 5C"),
            ("fifteen four", "3C 3H 4S 5C"),
            ("fifteen six", "3D 3H 4S 5C"),
            ("and a triple run is twenty-one", "3C 3D 3H 4S 5C"),
        ],
    ),
    "pair and pair royal, 20": (
        *("5H 5C TD TS", "TH"),
        [
            ("fifteen two", "5H TD"),
            ("fifteen four", "5H TS"),
            ("fifteen six", "5H TH"),
            ("fifteen eight", "5C TD"),
            ("fifteen ten", "5C TS"),
            ("fifteen twelve", "5C TH"),
            ("and a pair is fourteen", "5H 5C"),
            ("and a pair royal is twenty", "TD TS TH"),
        ],
    ),
    "double run of four, 16": (
        *("6C 7D 7H 8S", "9C"),
        [
            ("fifteen two", "6C 9C"),
            ("fifteen four", "7D 8S"),
            ("fifteen six", "7H 8S"),
            ("and a double run of four is sixteen", "6C 7D 7H 8S 9C"),
        ],
    ),
    "double run of three, 12": (
        *("6C 7D 7H 8S", "KC"),
        [
            ("fifteen two", "7D 8S"),
            ("fifteen four", "7H 8S"),
            ("and a double run of three is twelve", "6C 7D 7H 8S"),
        ],
    ),
    "run of five, 7": (
        *("AC 2D 3H 4S", "5C"),
        [("fifteen two", "AC 2D 3H 4S 5C"), ("and a run of five is seven", "AC 2D 3H 4S 5C")],
    ),
    "run of four without a fifteen, 4": (
        *("TH JD QS KC", "2H"),
        [("a run of four is four", "TH JD QS KC")],
    ),
    "five-card flush and nobs, 8": (
        *("2H 6H 9H JH", "KH"),
        [
            ("fifteen two", "6H 9H"),
            ("and a five-card flush is seven", "2H 6H 9H JH KH"),
            ("and nobs is eight", "JH"),
        ],
    ),
    "four-card flush, 6": (
        *("2H 4H 8H KH", "9C"),
        [("fifteen two", "2H 4H 9C"), ("and a four-card flush is six", "2H 4H 8H KH")],
    ),
    "pair outside the run, 5": (
        *("AD 3D 4D AS", "5D"),
        [("a pair is two", "AD AS"), ("and a run of three is five", "3D 4D 5D")],
    ),
    "two pairs without a fifteen, 4": (
        *("2C 2D KH KS", "8C"),
        [("a pair is two", "2C 2D"), ("and a pair is four", "KH KS")],
    ),
    "run first, then nobs, 4": (
        *("JC QD KH 2S", "7C"),
        [("a run of three is three", "JC QD KH"), ("and nobs is four", "JC")],
    ),
    "nobs alone, 1": (*("JD 2C 4S 8H", "QD"), [("nobs is one", "JD")]),
    "before the starter, 14": (
        *("5H 5C 5S JD", None),
        [
            ("fifteen two", "5H JD"),
            ("fifteen four", "5C JD"),
            ("fifteen six", "5S JD"),
            ("fifteen eight", "5H 5C 5S"),
            ("and a pair royal is fourteen", "5H 5C 5S"),
        ],
    ),
}


@pytest.mark.parametrize(("hand", "starter", "lines"), COUNTS.values(), ids=COUNTS)
def test_a_hand_is_counted_aloud_line_by_line_with_its_cards(hand, starter, lines):
    width = max(len(words) for words, _ in lines)
    text = "\n".join(f"{words.ljust(width)}  {cards}" for words, cards in lines)
    assert str(explain_hand(hand, starter)) == text


def test_the_cards_of_a_count_stand_below_each_other():
    assert str(explain_hand("JH JC 5D 6S", "7H")) == (
        "fifteen two                 JH 5D\n"
        "fifteen four                JC 5D\n"
        "and a pair is six           JH JC\n"
        "and a run of three is nine  5D 6S 7H\n"
        "and nobs is ten             JH"
    )


def test_a_crib_with_a_four_card_flush_is_counted_without_it():
    assert str(explain_hand("2H 4H 8H KH", "9C", crib=True)) == "fifteen two  2H 4H 9C"
    assert str(explain_hand("2H 4H 8H KH", crib=True)) == "nineteen (0)"
    crib = explain_hand("2H 4H 8H KH", "9H", crib=True)
    assert str(crib).splitlines()[-1] == "and a five-card flush is seven  2H 4H 8H KH 9H"


@pytest.mark.parametrize("starter", ["QH", None])
@pytest.mark.parametrize("crib", [False, True])
def test_a_hand_of_nothing_is_nineteen(starter, crib):
    explanation = explain_hand("2C 4D 6S 8H", starter, crib=crib)
    assert str(explanation) == f"{explanation:u}" == "nineteen (0)"
    assert explanation.items == explanation.groups == ()


def test_the_format_code_u_shows_the_suits_as_symbols():
    assert f"{explain_hand('AD 3D 4D AS', '5D'):u}" == (
        "a pair is two               A♦ A♠\nand a run of three is five  3♦ 4♦ 5♦"
    )
    assert f"{explain_hand('JD 2C 4S 8H', 'QD')}" == "nobs is one  JD"
    assert f"{explain_hand('2C 4D 6S 8H'):>15}" == "   nineteen (0)"
    with pytest.raises(ValueError, match="format"):
        format(explain_hand("2C 4D 6S 8H"), "x")


NUMBERS = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen twenty twenty-one twenty-two twenty-three twenty-four twenty-five
twenty-six twenty-seven twenty-eight twenty-nine
"""


@given(hand=hands(), crib=st.booleans())
@examples(300)
def test_each_line_of_the_count_says_the_points_so_far_in_plain_ascii(hand, crib):
    explanation = explain_hand(*hand, crib=crib)
    text = str(explanation)
    assert text.isascii()
    assert text.replace("\n", "").isprintable()
    assert [line.rstrip() for line in text.splitlines()] == text.splitlines()
    if explanation.score == 0:
        assert text == "nineteen (0)"
        return
    total = 0
    for number, (line, group) in enumerate(zip(text.splitlines(), explanation.groups, strict=True)):
        words, _, cards = line.partition("  ")
        total += group.points
        assert words.split()[-1] == NUMBERS.split()[total]
        assert words.startswith("and ") == (number > 0 and group.kind != "fifteen")
        assert group.name in words
        assert cards.split() == list(map(str, group.cards))
    assert total == explanation.score


# Combinations and their names


@pytest.mark.coreless
def test_the_kinds_are_words_in_the_order_of_the_parts_of_a_score():
    assert [str(kind) for kind in CombinationKind] == KINDS
    assert CombinationKind("run") is CombinationKind.RUN == "run"


def test_a_combination_is_a_tuple_of_kind_cards_and_points_with_a_name():
    item = explain_hand("5H 2C 7D KS", "9H").items[0]
    assert item == Combination(CombinationKind.FIFTEEN, (Card("5H"), Card("KS")), 2)
    assert item == ("fifteen", (Card("5H"), Card("KS")), 2)
    assert type(item.kind) is CombinationKind
    assert item.name == "fifteen"
    kind, cards, points = item
    assert (kind, cards, points) == (item.kind, item.cards, item.points)
    with pytest.raises(AttributeError):
        item.points = 3


@pytest.mark.coreless
def test_a_combination_that_no_rule_knows_has_no_name():
    with pytest.raises(ValueError, match=exactly("no pair is worth 3 points")):
        _ = Combination(CombinationKind.PAIR, (Card("5H"), Card("5C")), 3).name


# As values


HAND = explain_hand("5H 5C 5S JD", "5D")
GRID = explain_grid(RECORD_172["grid"], RECORD_172["starter"])
IN_PROGRESS = explain_grid("5H JH .. 5S / .. .. .. .. / .. .. .. .. / .. .. .. ..", "KH")
VALUES = [
    HAND,
    explain_hand("2H 4H 8H KH", crib=True),
    GRID,
    IN_PROGRESS,
    IN_PROGRESS.rows[0],
    IN_PROGRESS.rows[1],
    explain_grid([None] * 16),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
@pytest.mark.parametrize("duplicate", COPIES, ids=COPY_NAMES)
def test_an_explanation_is_whole_after_copying_and_pickling(value, duplicate):
    twin = duplicate(value)
    assert twin == value
    assert hash(twin) == hash(value)
    assert (type(twin), str(twin), repr(twin)) == (type(value), str(value), repr(value))
    assert [getattr(twin, name) for name in value.__slots__] == [
        getattr(value, name) for name in value.__slots__
    ]


def test_a_pickle_that_holds_a_card_twice_is_refused():
    again, (cards, starter, crib) = HAND.__reduce__()
    assert again(cards, starter, crib) == HAND
    with pytest.raises(ValueError, match=exactly("not different cards")):
        again((*cards[:3], cards[0]), starter, crib)


def test_explanations_are_equal_when_they_explain_the_same():
    assert explain_hand("5H 5C 5S JD", "5D") == HAND
    assert explain_hand("5H 5C 5S JD", "5D", crib=True) != HAND
    assert explain_hand("5H 5C 5S JD") != HAND
    assert explain_hand("5C 5H 5S JD", "5D") != HAND  # the items come in another order
    assert explain_grid(RECORD_172["grid"], "5H") == GRID
    assert explain_grid(RECORD_172["grid"]) != GRID
    assert GRID.rows[0] == explain_hand(RECORD_172["grid"][0], "5H")
    assert HAND != 29
    assert GRID != 172
    assert len({HAND, explain_hand("5H 5C 5S JD", "5D"), GRID, GRID.rows[0]}) == 3


@pytest.mark.parametrize("value", [HAND, GRID], ids=repr)
def test_an_explanation_cannot_be_changed(value):
    for name in (*value.__slots__, "other"):
        with pytest.raises(AttributeError, match=exactly(f"a {type(value).__name__} cannot change")):
            setattr(value, name, 1)
        with pytest.raises(AttributeError, match=exactly(f"a {type(value).__name__} cannot change")):
            delattr(value, name)
    assert not hasattr(value, "__dict__")


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (HandExplanation, "a HandExplanation is made by explain_hand, explain_cards and explain_grid"),
        (GridExplanation, "a GridExplanation is made by explain_grid"),
    ],
)
def test_an_explanation_is_made_by_its_function_only(kind, message):
    for arguments in ((), ("5H 5C 5S JD", "5D")):
        with pytest.raises(TypeError, match=exactly(message)):
            kind(*arguments)


def test_an_explanation_names_what_it_explains():
    assert repr(HAND) == "<HandExplanation 29: 5H 5C 5S JD, starter 5D>"
    crib = explain_hand("2H 4H 8H KH", crib=True)
    assert repr(crib) == "<HandExplanation 0: crib 2H 4H 8H KH, no starter>"
    assert repr(IN_PROGRESS.rows[1]) == "<HandExplanation 0: no cards, starter KH>"
    cells = "5C 5D 5S JH / 4C 4D 6S 6H / 6C 6D 4S 4H / TC TD TS TH"
    assert repr(GRID) == f"<GridExplanation 172: {cells}, starter 5H>"


@given(hand=hands(), crib=st.booleans())
def test_the_score_of_an_explanation_is_the_score_of_the_hand(hand, crib):
    assert explain_hand(*hand, crib=crib).score is score_hand(*hand, crib=crib)


@pytest.mark.parametrize(
    "hand",
    ["5h,5c,5s,jd", "5♥5♣5♠J♦", ["5H", "5C", "5S", "JD"], (18, 16, 19, 41), Hand("5H 5C 5S JD")],
    ids=repr,
)
@pytest.mark.parametrize("starter", ["5♦", 17, Card("5D")], ids=repr)
def test_hand_and_starter_are_taken_in_every_form(hand, starter):
    assert explain_hand(hand, starter) == HAND
    assert explain_hand(iter(list(Hand(hand))), starter=starter) == HAND


@pytest.mark.parametrize(
    ("hand", "starter", "error", "message"),
    [
        ("5H 5C 5S", "5D", InvalidHandError, "a hand holds 4 cards, got 3: 5H 5C 5S"),
        ("5H 5C 5S JD", "5H", InvalidHandError, "5H appears twice"),
        ("5H 5C 5S 5H", None, InvalidHandError, "5H appears twice"),
        ("5H 5C 5S JD", 52, InvalidCardError, "card index 52 is above 51"),
        ("5H 5C 5S JD", True, TypeError, "a card is made from a card, an index or text, not bool: True"),
        (None, None, TypeError, "a hand is made from text or from four cards, not NoneType: None"),
    ],
    ids=repr,
)
def test_what_is_no_hand_is_refused_as_by_score_hand(hand, starter, error, message):
    for function in (score_hand, explain_hand):
        with pytest.raises(error, match=exactly(message)):
            function(hand, starter)
    assert explain_hand("5H 5C 5S JD", "5D") == HAND


# Grids


@pytest.mark.parametrize("board", EVERY_BOARD, ids=lambda board: "/".join(board["grid"]).replace(" ", ""))
def test_the_lines_of_every_known_board_are_explained_to_their_points(board):
    explanation = explain_grid(board["grid"], board["starter"])
    assert [sum(item.points for item in line.items) for line in explanation.rows] == board["rows"]
    assert [sum(group.points for group in line.groups) for line in explanation.columns] == board["columns"]
    assert explanation.heels == board["heels"]
    assert explanation.score == board["total"]
    assert explanation.grid == Grid(cells_of(board))


def test_the_score_of_a_grid_explanation_is_the_score_of_the_grid():
    for explanation in (GRID, IN_PROGRESS):
        score = score_grid(explanation.grid, explanation.starter)
        assert explanation.score == score
        assert [line.parts for line in explanation.score.rows] == [line.parts for line in score.rows]
        assert [line.score for line in explanation.columns] == list(score.columns)
        assert explanation.score.won is score.won


def test_a_starter_in_the_grid_is_refused_as_by_score_grid():
    for function in (score_grid, explain_grid):
        with pytest.raises(InvalidGridError, match=exactly("5C appears twice")):
            function(RECORD_172["grid"], "5C")


def test_a_grid_explanation_is_the_board_and_then_the_count_of_each_line():
    # The jack of clubs is turned: 2 for his heels, which belong to no line. Counted by hand.
    grid = "5H JH .. 5S / .. .. .. .. / 2C .. .. .. / .. KD QD TD"
    assert str(explain_grid(grid, "JC")) == "\n".join(
        [
            " 5H  JH  ..  5S   12",
            " ..  ..  ..  ..    0",
            " 2C  ..  ..  ..    0",
            " ..  KD  QD  TD    4",
            "  2   2   0   4",
            "",
            "starter  JC",
            "heels      2",
            "total     26  (61 not reached)",
            "",
            "row 1     5H JH .. 5S  12",
            "  fifteen two           5H JH",
            "  fifteen four          5H JC",
            "  fifteen six           JH 5S",
            "  fifteen eight         5S JC",
            "  and a pair is ten     5H 5S",
            "  and a pair is twelve  JH JC",
            "",
            "row 2     .. .. .. ..   0",
            "  nineteen (0)",
            "",
            "row 3     2C .. .. ..   0",
            "  nineteen (0)",
            "",
            "row 4     .. KD QD TD   4",
            "  a run of four is four  TD JC QD KD",
            "",
            "column 1  5H .. 2C ..   2",
            "  fifteen two  5H JC",
            "",
            "column 2  JH .. .. KD   2",
            "  a pair is two  JH JC",
            "",
            "column 3  .. .. .. QD   0",
            "  nineteen (0)",
            "",
            "column 4  5S .. .. TD   4",
            "  fifteen two   5S TD",
            "  fifteen four  5S JC",
        ]
    )


def test_a_grid_without_cards_is_explained_as_nothing():
    explanation = explain_grid([None] * 16, "JC")
    assert explanation.heels == explanation.score == 2
    assert [line.items for line in explanation.rows + explanation.columns] == [()] * 8
    assert str(explanation).count("nineteen (0)") == 8
    assert "starter  not turned\n" in str(explain_grid([None] * 16))


def test_the_format_code_u_shows_the_suits_of_a_grid_as_symbols():
    letters = str(GRID)
    assert letters.isascii()
    symbols = f"{GRID:u}"
    in_letters = re.sub(
        "(10|[A2-9JQK])([♣♦♥♠])",
        lambda card: card[1].replace("10", "T") + "CDHS"["♣♦♥♠".index(card[2])],
        symbols,
    )
    assert [line.split() for line in in_letters.split("\n")] == [line.split() for line in letters.split("\n")]
    board = symbols.split("\n")[:5]
    assert board[3] == "10♣ 10♦ 10♠ 10♥   20"
    assert list(map(len, board)) == list(map(len, letters.split("\n")[:5]))
    assert f"{GRID}" == letters


@given(board=boards())
def test_the_board_and_all_counts_of_any_grid_stand_in_its_text(board):
    explanation = explain_grid(*board)
    head, *counts = str(explanation).split("\n\n")
    assert [line.split() for line in head.splitlines()] == [
        *(
            [*(".." if cell is None else str(cell) for cell in row), str(points)]
            for row, points in zip(explanation.grid.rows, explanation.score.rows, strict=True)
        ),
        list(map(str, explanation.score.columns)),
    ]
    last, *counts = counts
    assert f"total    {explanation.score:>3}" in last
    lines = explanation.rows + explanation.columns
    for count, line in zip(counts, lines, strict=True):
        title, *spoken = count.splitlines()
        assert title.split()[-1] == str(line.score)
        assert "\n".join(words.removeprefix("  ") for words in spoken) == str(line)
