"""Suit, Card, Hand and Grid: what they accept, what they refuse in which words, how they behave as values."""

import copy
import itertools
import locale
import operator
import pickle
import random
import re
from collections.abc import Sequence
from contextlib import suppress
from decimal import Decimal
from enum import Enum
from fractions import Fraction

import pytest
from hypothesis import example, given, settings

import naive
from cribscore import (
    DECK,
    Card,
    CribscoreError,
    Grid,
    Hand,
    InvalidCardError,
    InvalidGridError,
    InvalidHandError,
    Suit,
    deal,
    explain_hand,
    score_grid,
    score_hand,
)
from strategies import NAMES, boards, distinct, texts, things
from wording import exactly

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)

RANK_TEXTS = {rank: [letter, letter.lower()] for rank, letter in enumerate("A23456789TJQK", start=1)}
RANK_TEXTS[10].append("10")
SUIT_TEXTS = {
    0: ["C", "c", "♣", "♧"],
    1: ["D", "d", "♦", "♢"],
    2: ["H", "h", "♥", "♡"],
    3: ["S", "s", "♠", "♤"],
}
SELECTORS = ["\ufe0e", "\ufe0f"]

LOOK_ALIKES = [
    "5\N{LATIN SMALL LETTER LONG S}",
    "\N{KELVIN SIGN}H",
    "\N{FULLWIDTH DIGIT FIVE}H",
    "5\N{FULLWIDTH LATIN CAPITAL LETTER H}",
    "\N{ARABIC-INDIC DIGIT FIVE}H",
    "1\N{ARABIC-INDIC DIGIT ZERO}H",
    "\N{SUPERSCRIPT FIVE}H",
    "5\N{MODIFIER LETTER SMALL H}",
    "\N{CYRILLIC CAPITAL LETTER KA}H",
    "5\N{CYRILLIC CAPITAL LETTER ES}",
    "\N{GREEK CAPITAL LETTER ALPHA}H",
    "\N{PLAYING CARD FIVE OF HEARTS}",
    "5\N{COMBINING ACUTE ACCENT}H",
]
CONTROLS = ["5H\x00", "\x005H", "5\x00H", "5\x1b[31mH", "5\x08H", "\x7f5H", "5H\N{RIGHT-TO-LEFT OVERRIDE}"]
SURROGATES = ["\ud800", "5\ud83c", "\udcffH", "5H\udfff"]
NOT_CARDS = [
    *("1H", "00H", "01H", "010H", "11H", "12H", "13H", "14S", "100H", "T0H", "1OH", "XH"),
    *("H5", "♥5", "DK", "5X", "5", "H", "10", "", " ", "   ", "5 H", "10 H", "1 0H", "5\ufe0f♥"),
    *("5HH", "5H5", "5HS", "5H5H", "5H 5C", "5H,", ",5H", "5H.", "5♥♥", "5H♥", "..", ".", "--", "?"),
    *("+5H", "-5H", "5.0H", "5_H", "0x5H", "5H#", "Five of Heart", "JACK", "None", "18"),
    *("5H\u200b", "5\u200bH", "5\u00adH", *LOOK_ALIKES, *CONTROLS, *SURROGATES),
]
NOT_CARD_TYPES = [
    *(True, False, None, 3.0, 1j, Fraction(5), Decimal(5)),
    *(b"5H", bytearray(b"5H"), (5, 2), ("5H",), ["5H"], {"5H"}, {5: "H"}, object(), Suit.HEARTS, int),
]


class Eighteen:
    """Not an int, but usable as an index: the five of hearts."""

    def __index__(self):
        return 18


def type_name(thing):
    return type(thing).__name__


def beginning(text):
    return text[:4]


# Suit


def test_suits_are_clubs_diamonds_hearts_spades_in_this_order():
    assert list(Suit) == [Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES]
    assert [suit.index for suit in Suit] == [0, 1, 2, 3]
    assert [suit.letter for suit in Suit] == ["C", "D", "H", "S"]
    assert [suit.symbol for suit in Suit] == ["♣", "♦", "♥", "♠"]


def test_a_suit_is_an_enum_member_and_no_number_and_never_falsy():
    for suit in Suit:
        assert isinstance(suit, Enum)
        assert not isinstance(suit, int)
        assert suit
        assert suit != suit.index


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_suit_is_itself_after_pickling(protocol):
    for suit in Suit:
        assert pickle.loads(pickle.dumps(suit, protocol)) is suit


def test_a_suit_is_made_from_every_sign_that_a_card_is_read_with():
    for suit, signs in zip(Suit, ("Cc♣♧", "Dd♦♢", "Hh♥♡", "Ss♠♤"), strict=True):
        assert [Suit(sign) for sign in signs] == [suit] * 4


@pytest.mark.parametrize(
    "value", ["X", "", "CD", "hearts", 0, None, Card("5H"), "c" * 10**6], ids=lambda value: repr(value)[:8]
)
def test_what_is_no_suit_is_refused_shortly(value):
    with pytest.raises(ValueError, match=r"is not a suit: it is not one of C D H S\Z") as caught:
        Suit(value)
    assert len(str(caught.value)) < 120
    assert str(caught.value).startswith(repr(value)[:8])
    assert caught.value.__context__ is None


# Card


def test_the_deck_is_every_card_in_the_order_of_the_index():
    assert isinstance(DECK, tuple)
    assert [str(card) for card in DECK] == NAMES
    assert [card.index for card in DECK] == list(range(52))


def test_a_card_knows_rank_suit_value_and_index():
    for rank, suit in itertools.product(range(1, 14), Suit):
        card = DECK[4 * (rank - 1) + suit.index]
        assert card.rank == rank
        assert card.suit is suit
        assert card.value == min(rank, 10)
        assert card.index == 4 * (rank - 1) + suit.index


def test_every_rank_and_suit_text_names_the_same_card_in_any_case():
    for (rank, rank_texts), (suit, suit_texts) in itertools.product(RANK_TEXTS.items(), SUIT_TEXTS.items()):
        for rank_text, suit_text in itertools.product(rank_texts, suit_texts):
            assert Card(rank_text + suit_text) is DECK[4 * (rank - 1) + suit]


def test_a_variation_selector_after_a_symbol_is_ignored():
    for suit, suit_texts in SUIT_TEXTS.items():
        for symbol, selector in itertools.product(suit_texts[2:], SELECTORS):
            assert Card(f"10{symbol}{selector}") is DECK[36 + suit]
            assert Card(f" q{symbol}{selector} ") is DECK[44 + suit]


@pytest.mark.parametrize("text", [" JH", "JH ", "   jh   ", "\tJH", "JH\t", " J♥ "])
def test_blanks_at_either_end_of_a_card_are_ignored(text):
    assert Card(text) is Card("JH")


def test_a_card_is_made_from_a_card_or_an_index():
    for index, card in enumerate(DECK):
        assert Card(card) is card
        assert Card(index) is card
    assert Card(Eighteen()) is Card("5H")


def test_a_card_is_made_from_numpy_integers_but_not_from_other_numpy_values():
    numpy = pytest.importorskip("numpy")
    for kind in (numpy.int8, numpy.uint8, numpy.int16, numpy.int32, numpy.uint32, numpy.int64, numpy.uint64):
        assert Card(kind(18)) is Card("5H")
        with pytest.raises(InvalidCardError, match=exactly("card index 52 is above 51")):
            Card(kind(52))
    for value in (numpy.float64(18), numpy.bool_(True), numpy.array([18, 19])):
        with pytest.raises(TypeError):
            Card(value)
    assert Hand(numpy.array([18, 16, 19, 41], dtype=numpy.uint8)) == Hand("5H 5C 5S JD")


@pytest.mark.parametrize("text", NOT_CARDS)
def test_text_that_is_no_card_is_refused(text):
    with pytest.raises(InvalidCardError, match="is not a card"):
        Card(text)


@pytest.mark.parametrize("rank", ["1", "00", "14", "X", "01"])
def test_a_wrong_rank_is_named_with_the_ranks_there_are(rank):
    with pytest.raises(
        InvalidCardError, match=exactly(f"'{rank}H' is not a card: rank '{rank}' {RANK_RULE}")
    ):
        Card(f"{rank}H")


@pytest.mark.parametrize("suit", ["X", "E", "*"])
def test_a_wrong_suit_is_named_with_the_suits_there_are(suit):
    message = f"'5{suit}' is not a card: suit '{suit}' is not one of C D H S"
    with pytest.raises(InvalidCardError, match=exactly(message)):
        Card(f"5{suit}")


def test_an_empty_text_is_refused_as_empty():
    with pytest.raises(InvalidCardError, match=exactly("'' is not a card: it is empty")):
        Card("")


@pytest.mark.parametrize(
    ("index", "rule"), [(52, "above 51"), (255, "above 51"), (-1, "below 0"), (-52, "below 0")]
)
def test_an_index_outside_the_deck_is_refused_with_the_limit(index, rule):
    with pytest.raises(InvalidCardError, match=exactly(f"card index {index} is {rule}")):
        Card(index)


@pytest.mark.parametrize(
    ("index", "rule"), [(10**5000, "above 51"), (-(10**5000), "below 0")], ids=["above", "below"]
)
def test_an_index_with_more_digits_than_python_prints_is_refused_like_any_other(index, rule):
    with pytest.raises(InvalidCardError, match=exactly(f"card index <int too long to print> is {rule}")):
        Card(index)


@pytest.mark.parametrize("thing", NOT_CARD_TYPES, ids=type_name)
def test_a_thing_that_is_neither_card_nor_index_nor_text_is_a_type_error_that_names_its_type(thing):
    with pytest.raises(TypeError, match=type_name(thing)):
        Card(thing)


RANK_RULE = "is not one of A 2-9 T 10 J Q K (the ace is 'A', the ten 'T' or '10')"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("5H!", "'!' follows the card 5H"),
        ("H", "it needs a rank and a suit"),
        ("5 H", "a blank stands between rank and suit"),
        ("5 X", f"rank '5 ' {RANK_RULE}"),
        ("1 H", f"rank '1 ' {RANK_RULE}"),
        ("1H", f"rank '1' {RANK_RULE}"),
        ("10X", "suit 'X' is not one of C D H S"),
    ],
)
def test_a_text_that_is_no_card_is_refused_with_the_rule_that_it_breaks(text, why):
    with pytest.raises(InvalidCardError, match=exactly(f"{text!r} is not a card: {why}")):
        Card(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (",5H 5C 5S JD", "a card is missing before a ',' of ',5H 5C 5S JD'"),
        ("5H,,5C 5S JD", "a card is missing before a ',' of '5H,,5C 5S JD'"),
        ("5H 5C 5S JD,", "a card is missing after the last ',' of '5H 5C 5S JD,'"),
        ("5H 1C 5S JD", f"'1C' is not a card: rank '1' {RANK_RULE}"),
        ("5H,1C,5S,JD", f"'1C' is not a card: rank '1' {RANK_RULE}"),
    ],
)
def test_a_text_that_holds_no_cards_is_refused_with_what_is_wrong_in_it(text, message):
    with pytest.raises(InvalidCardError, match=exactly(message)):
        Hand(text)


def test_a_number_that_is_no_index_is_named():
    with pytest.raises(
        TypeError, match=exactly("a card is made from a card, an index or text, not float: 3.5")
    ):
        Card(3.5)


def test_a_card_is_padded_in_each_style():
    assert f"{Card('5H'):>4}|{Card('5H'):>4u}|{Card('5H'):>16n}" == "  5H|  5♥|  Five of Hearts"


def test_a_card_needs_one_or_two_arguments():
    with pytest.raises(TypeError):
        Card()
    with pytest.raises(TypeError):
        Card("5", "H", 1)


def test_the_errors_are_value_errors_and_different():
    errors = [InvalidCardError, InvalidHandError, InvalidGridError]
    for one, other in itertools.permutations(errors, 2):
        assert issubclass(one, ValueError)
        assert not issubclass(one, other)


@pytest.mark.parametrize(
    "text", ["5" * 10**6, "5H" * 10**6, "\x00" * 10**6, " " * 10**6 + "1H", "♥\ufe0f" * 10**6], ids=beginning
)
def test_a_huge_text_is_shortened_in_the_message(text):
    with pytest.raises(InvalidCardError) as refusal:
        Card(text)
    assert len(str(refusal.value)) < 300


@pytest.mark.parametrize("text", [*CONTROLS, *SURROGATES, "5\nH", "\N{RIGHT-TO-LEFT OVERRIDE}H5"])
def test_a_message_shows_control_characters_and_surrogates_escaped(text):
    for make in (Card, lambda text: Hand([text, "5C", "5S", "JD"]), lambda text: Grid([text] + [None] * 15)):
        with pytest.raises(ValueError, match="is not a card") as refusal:
            make(text)
        assert str(refusal.value).isprintable()


def test_a_card_is_itself_after_copying():
    for card in DECK:
        assert copy.copy(card) is card
        assert copy.deepcopy(card) is card
    assert copy.deepcopy({"cards": list(DECK)})["cards"][18] is Card("5H")


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_card_is_itself_after_pickling(protocol):
    loaded = pickle.loads(pickle.dumps(DECK, protocol))
    assert all(one is other for one, other in zip(loaded, DECK, strict=True))


def test_cards_are_ordered_by_index():
    assert sorted([*DECK[26:], *DECK[:26]]) == list(DECK)
    assert max(DECK) is Card("KS")
    for relation in (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne):
        for one, other in itertools.product(DECK, repeat=2):
            assert relation(one, other) is relation(one.index, other.index)


@pytest.mark.parametrize("other", ["JH", 42, 42.0, None, (11, 2)])
def test_a_card_is_neither_equal_to_nor_ordered_with_anything_but_a_card(other):
    card = Card("JH")
    assert card.index == 42
    assert (card == other, card != other) == (False, True)
    for relation in (operator.lt, operator.le, operator.gt, operator.ge):
        with pytest.raises(TypeError):
            relation(card, other)
        with pytest.raises(TypeError):
            relation(other, card)


def test_each_comparison_of_cards_answers_by_itself():
    low, high = Card("QS"), Card("KC")
    assert (low.__lt__(high), high.__lt__(low), low.__lt__(low)) == (True, False, False)
    assert (low.__le__(high), high.__le__(low), low.__le__(low)) == (True, False, True)
    assert (low.__gt__(high), high.__gt__(low), low.__gt__(low)) == (False, True, False)
    assert (low.__ge__(high), high.__ge__(low), low.__ge__(low)) == (False, True, True)


def test_cards_are_keys_of_sets_and_dictionaries():
    assert len(set(DECK) | {Card(name.lower()) for name in NAMES}) == 52
    assert {Card("JH"): "nobs"}[Card("j♥")] == "nobs"
    assert "JH" not in {Card("JH")}
    assert 42 not in {Card("JH")}


def test_a_card_is_an_index_but_no_number():
    card = Card("JH")
    assert operator.index(card) == 42
    assert NAMES[card] == "JH"
    assert bytes([Card("AC"), card]) == bytes([0, 42])
    assert not isinstance(card, int)
    with pytest.raises(TypeError):
        card + 1


def test_no_card_is_falsy():
    assert all(DECK)


@pytest.mark.parametrize("attribute", ["rank", "suit", "value", "index", "colour", "__dict__"])
def test_a_card_cannot_be_changed(attribute):
    card = Card("JH")
    with pytest.raises(AttributeError, match=exactly("a Card cannot change")):
        setattr(card, attribute, 1)
    with pytest.raises(AttributeError, match=exactly("a Card cannot change")):
        delattr(card, attribute)
    assert (card.rank, card.suit, card.value, card.index) == (11, Suit.HEARTS, 10, 42)


def test_a_card_has_slots_and_no_dictionary():
    assert not hasattr(Card("JH"), "__dict__")


def test_card_cannot_be_subclassed():
    with pytest.raises(TypeError, match=exactly("there are only 52 cards: Card cannot be subclassed")):
        type("Joker", (Card,), {})


def test_a_card_is_written_in_four_ways():
    card = Card("JH")
    assert repr(card) == "Card('JH')"
    assert str(card) == f"{card}" == format(card, "") == "JH"
    assert f"{card:u}" == "J♥"
    assert f"{card:n}" == "Jack of Hearts"


@pytest.mark.parametrize(
    ("text", "name"),
    [("AC", "Ace of Clubs"), ("JD", "Jack of Diamonds"), ("QH", "Queen of Hearts"), ("KS", "King of Spades")],
)
def test_the_name_of_a_card_is_its_rank_of_its_suit(text, name):
    assert f"{Card(text):n}" == name


def test_the_names_of_the_cards_are_different():
    assert len({f"{card:n}" for card in DECK}) == 52


@pytest.mark.parametrize("make", [Card, Hand, Grid], ids=lambda make: make.__name__)
@pytest.mark.parametrize("code", ["x", "U", "N", "uu", "d"])
def test_an_unknown_format_code_is_a_value_error(make, code):
    value = {Card: "5H", Hand: "5H 5C 5S JD", Grid: [None] * 16}[make]
    with pytest.raises(ValueError, match=r".+"):
        format(make(value), code)


def test_a_card_is_read_back_from_everything_that_it_writes():
    for card in DECK:
        assert Card(str(card)) is card
        assert Card(f"{card:u}") is card
        assert eval(repr(card), {"Card": Card}) is card


@given(text=texts)
@example(text="10♥\ufe0f")
@settings(max_examples=500)
def test_any_text_is_a_card_or_a_value_error(text):
    with suppress(InvalidCardError):
        assert Card(text) in DECK


# Hand

HAND = "5H 5C 5S JD"
HAND_INDEXES = [18, 16, 19, 41]
HAND_TEXTS = [
    *("5H 5C 5S JD", "5H,5C,5S,JD", "5H5C5SJD", "5H, 5C 5S,JD", "5H, 5C, 5S, JD", "5H , 5C ,5S JD"),
    *("5h 5c 5s jd", "5h5C5sJd", "  5H  5C   5S JD ", "5H\t5C\t5S\tJD", "5H5C 5S,JD"),
    *("5♥ 5♣ 5♠ J♦", "5♥5♣5♠J♦", "5♡,5♧,5♤,J♢", "5♥\ufe0f5♣\ufe0e5♠\ufe0fJ♦\ufe0f", "5♥\ufe0f, 5C 5♠ jd"),
]


@pytest.mark.parametrize("text", HAND_TEXTS)
def test_a_hand_is_read_from_text_with_blanks_commas_both_or_nothing_between_the_cards(text):
    assert list(Hand(text)) == [DECK[index] for index in HAND_INDEXES]


@pytest.mark.parametrize(
    "text", ["10H 10C 10S 10D", "10H10C10S10D", "THTCTSTD", "10HTC10STD", "10♥,t♣,10♠ Td"]
)
def test_tens_are_read_in_both_notations_within_a_hand(text):
    assert list(Hand(text)) == [DECK[index] for index in (38, 36, 39, 37)]


@pytest.mark.parametrize(
    "cards",
    [
        ["5H", "5C", "5S", "JD"],
        ("5H", "5C", "5S", "JD"),
        ["5♥", " 5c ", "5S", "j♢"],
        HAND_INDEXES,
        bytes(HAND_INDEXES),
        [DECK[index] for index in HAND_INDEXES],
        [DECK[18], "5C", 19, "JD"],
        {"5H": 1, "5C": 2, "5S": 3, "JD": 4}.keys(),
    ],
    ids=repr,
)
def test_a_hand_is_made_from_any_iterable_of_what_card_takes(cards):
    assert [card.index for card in Hand(cards)] == HAND_INDEXES
    assert [card.index for card in Hand(iter(cards))] == HAND_INDEXES
    assert [card.index for card in Hand(card for card in cards)] == HAND_INDEXES


def test_a_hand_is_made_from_a_hand_and_from_a_set():
    assert list(Hand(Hand(HAND))) == list(Hand(HAND))
    assert Hand(set(Hand(HAND))) == Hand(HAND)


@pytest.mark.parametrize(
    "text",
    [
        *("5H,,5C,5S,JD", ",5H,5C,5S,JD", "5H,5C,5S,JD,", "5H, ,5C,5S,JD", " , 5H 5C 5S JD", "5H 5C 5S JD ,"),
        *("5H;5C;5S;JD", "5H-5C-5S-JD", "5H/5C/5S/JD", "5 H 5 C 5 S J D", "H5 C5 S5 DJ", "5H 5C 5S 1D"),
        *("5H 5C 5S JX", "5H 5C 5S J", "5H 5C 5S ..", "5555", "HCSD", "5H 5C 5S JD!", "[5H 5C 5S JD]"),
        *(
            "5H 5C 5S JD\x00",
            "5H\x005C\x005S\x00JD",
            "5H\u200b5C\u200b5S\u200bJD",
            "\ud800",
            ",",
            "5H 5C, 5S,, JD",
        ),
    ],
)
def test_text_that_is_no_list_of_cards_is_refused(text):
    with pytest.raises((InvalidCardError, InvalidHandError)):
        Hand(text)


@pytest.mark.parametrize("text", LOOK_ALIKES)
def test_look_alikes_are_refused_within_a_hand(text):
    with pytest.raises((InvalidCardError, InvalidHandError)):
        Hand(f"5C {text} 5S JD")
    with pytest.raises(InvalidCardError):
        Hand(["5C", text, "5S", "JD"])


def test_a_bad_card_in_a_list_is_refused_in_the_words_of_the_card():
    message = f"'1H' is not a card: rank '1' {RANK_RULE}"
    for cards in (["1H", "5C", "5S", "JD"], ["5C", "5S", "JD", "1H"]):
        with pytest.raises(InvalidCardError, match=exactly(message)):
            Hand(cards)
    with pytest.raises(InvalidCardError, match=exactly("card index 52 is above 51")):
        Hand(bytes([1, 2, 3, 52]))
    with pytest.raises(InvalidCardError, match=exactly("card index -1 is below 0")):
        Hand([-1, 1, 2, 3])


@pytest.mark.parametrize("cards", ["5H 5C 5S", ["5H", "5C", "5S"], bytes([18, 16, 19])], ids=repr)
def test_three_cards_are_refused_with_the_number_and_the_cards(cards):
    with pytest.raises(InvalidHandError, match=exactly("a hand holds 4 cards, got 3: 5H 5C 5S")):
        Hand(cards)


@pytest.mark.parametrize("cards", ["", "  ", [], (), b""], ids=repr)
def test_no_cards_are_refused_with_the_number(cards):
    with pytest.raises(InvalidHandError, match="a hand holds 4 cards, got 0"):
        Hand(cards)


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (0, "0"),
        (1, "1: AC"),
        (17, "17: AC AD AH AS 2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S 5C"),
        (18, "18: AC AD AH AS 2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S 5C ..."),
        (52, "52: AC AD AH AS 2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S 5C ..."),
        (53, "more than 52"),
    ],
)
def test_the_first_seventeen_of_too_many_cards_are_named_and_a_pack_of_them_is_counted(count, told):
    with pytest.raises(InvalidHandError, match=exactly(f"a hand holds 4 cards, got {told}")):
        Hand([*DECK, Card("AC")][:count])


def test_five_cards_in_one_text_are_refused_with_the_number_and_the_cards():
    with pytest.raises(InvalidHandError, match="a hand holds 4 cards, got 5: 5H 5C 5S JD 5D"):
        Hand("5H 5C 5S JD 5D")


def test_five_cards_in_a_list_are_refused():
    with pytest.raises(InvalidHandError, match="a hand holds 4 cards"):
        Hand(["5H", "5C", "5S", "JD", "5D"])


@pytest.mark.parametrize(
    "cards",
    ["5H 5C 5h JD", "5H5C5♥JD", ["5H", 18, "5C", "JD"], [DECK[18], "5C", "5S", "5♡"], [18, 18, 1, 2]],
    ids=repr,
)
def test_a_card_twice_in_a_hand_is_named(cards):
    with pytest.raises(InvalidHandError, match=exactly("5H appears twice")):
        Hand(cards)


@pytest.mark.parametrize(
    "thing",
    [
        *(None, 5, True, 3.0, object(), DECK[18], Hand, [None] * 4, [True, "5C", "5S", "JD"]),
        *([5.0, 1, 2, 3], [b"5H", 1, 2, 3], [("5", "H"), 1, 2, 3], [1, 2, 3, ["5H"]]),
    ],
    ids=type_name,
)
def test_what_is_no_iterable_of_cards_is_a_type_error(thing):
    with pytest.raises(TypeError):
        Hand(thing)


@pytest.mark.parametrize(
    "endless",
    [itertools.count, lambda: itertools.cycle(DECK), lambda: itertools.repeat("5H")],
    ids=["count", "cycle", "repeat"],
)
def test_an_endless_iterator_is_refused_as_a_hand_and_does_not_hang(endless):
    with pytest.raises(InvalidHandError, match=r"a hand holds 4 cards|5H appears twice"):
        Hand(endless())


@pytest.mark.parametrize(
    "text", ["5H" * 10**6, "5H " * 10**6, "x" * 10**6, "," * 10**6, " " * 10**6 + "5H"], ids=beginning
)
def test_a_huge_text_is_refused_as_a_hand_with_a_short_message(text):
    with pytest.raises((InvalidCardError, InvalidHandError)) as refusal:
        Hand(text)
    assert len(str(refusal.value)) < 500


def test_a_hand_is_a_sequence_in_the_order_given():
    hand = Hand(HAND)
    cards = [Card("5H"), Card("5C"), Card("5S"), Card("JD")]
    assert isinstance(hand, Sequence)
    assert len(hand) == 4
    assert list(hand) == cards
    assert [hand[place] for place in range(-4, 4)] == cards + cards
    assert hand[1:3] == (Card("5C"), Card("5S"))
    assert hand[::-1] == tuple(reversed(cards))
    assert list(reversed(hand)) == cards[::-1]
    assert [hand.index(card) for card in cards] == [0, 1, 2, 3]
    assert [hand.count(card) for card in (Card("5S"), Card("5D"))] == [1, 0]
    assert Card("JD") in hand
    assert Card("JH") not in hand
    assert all(one is other for one, other in zip(hand, cards, strict=True))


def test_a_hand_refuses_places_and_cards_that_it_does_not_have():
    hand = Hand(HAND)
    for place in (4, -5):
        with pytest.raises(IndexError):
            hand[place]
    with pytest.raises(TypeError):
        hand["5H"]
    with pytest.raises(ValueError, match=r".*"):
        hand.index(Card("JH"))


def test_a_card_that_is_not_in_the_hand_has_no_place_and_the_message_says_so():
    hand = Hand("5H 5C 5S JD")
    for missing in (Card("JH"), "5H", 18):
        with pytest.raises(ValueError, match=exactly(f"{missing!r} is not a card of the hand 5H 5C 5S JD")):
            hand.index(missing)
    with pytest.raises(ValueError, match="is not a card of the hand"):
        hand.index(Card("5H"), 1)
    with pytest.raises(ValueError, match="is not a card of the hand"):
        hand.index(Card("JD"), 0, 3)
    assert hand.index(Card("JD"), 1, 4) == 3


def test_a_hand_unpacks_in_a_match_statement():
    match Hand(HAND):
        case [first, *_, last]:
            assert (first, last) == (Card("5H"), Card("JD"))
        case _:
            pytest.fail("a hand is a sequence")


def test_hands_are_equal_and_hashed_as_sets():
    hand = Hand(HAND)
    for order in itertools.permutations(HAND.split()):
        assert (Hand(order) == hand, Hand(order) != hand) == (True, False)
        assert hash(Hand(order)) == hash(hand)
    assert len({Hand(order) for order in itertools.permutations(HAND.split())}) == 1
    assert Hand("5H 5C 5S JH") != hand


def test_different_hands_and_different_grids_seldom_have_the_same_hash():
    assert len({hash(Hand(deal(seed, 4))) for seed in range(1000)}) > 900
    assert len({hash(Grid(deal(seed, 16))) for seed in range(1000)}) > 900


@pytest.mark.parametrize("other", [HAND, 0, None, bytes(HAND_INDEXES)], ids=repr)
def test_a_hand_is_not_equal_to_what_is_no_hand(other):
    assert Hand(HAND) != other
    assert other != Hand(HAND)


def test_the_bytes_of_a_hand_are_its_indexes_in_the_order_given():
    assert bytes(Hand(HAND)) == bytes(HAND_INDEXES)
    assert bytes(Hand("JD 5S 5C 5H")) == bytes(HAND_INDEXES[::-1])


def test_a_hand_is_written_in_four_ways():
    hand = Hand("5h, jc qd ks")
    assert repr(hand) == "Hand('5H JC QD KS')"
    assert str(hand) == f"{hand}" == "5H JC QD KS"
    assert f"{hand:u}" == "5♥ J♣ Q♦ K♠"
    assert f"{hand:n}" == ", ".join(f"{card:n}" for card in hand)
    assert f"{hand:n}".endswith(", Jack of Clubs, Queen of Diamonds, King of Spades")


@pytest.mark.parametrize("attribute", ["cards", "index", "count", "colour", "__dict__"])
def test_a_hand_cannot_be_changed(attribute):
    hand = Hand(HAND)
    with pytest.raises(AttributeError, match=exactly("a Hand cannot change")):
        setattr(hand, attribute, 1)
    with pytest.raises(AttributeError, match=exactly("a Hand cannot change")):
        delattr(hand, attribute)
    with pytest.raises(TypeError):
        hand[0] = Card("5D")
    with pytest.raises(TypeError):
        del hand[0]
    assert str(hand) == HAND


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_hand_keeps_its_cards_and_their_order_through_pickling(protocol):
    hand = pickle.loads(pickle.dumps(Hand(HAND), protocol))
    assert type(hand) is Hand
    assert all(one is other for one, other in zip(hand, Hand(HAND), strict=True))


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy])
def test_a_hand_keeps_its_cards_and_their_order_through_copying(duplicate):
    hand = duplicate(Hand(HAND))
    assert type(hand) is Hand
    assert all(one is other for one, other in zip(hand, Hand(HAND), strict=True))


@given(names=distinct(4))
def test_a_hand_is_read_back_from_everything_that_it_writes(names):
    hand = Hand(names)
    text = str(hand)
    for written in (text, f"{hand:u}", bytes(hand), text.replace(" ", ""), text.replace(" ", ",")):
        assert list(Hand(written)) == list(hand)
    assert list(eval(repr(hand), {"Hand": Hand})) == list(hand)


@given(text=texts)
@example(text="5H,5C,5S,JD,")
@settings(max_examples=500)
def test_any_text_is_a_hand_or_a_value_error(text):
    with suppress(InvalidCardError, InvalidHandError):
        assert len(set(Hand(text))) == 4


# Grid

FULL = "KH KC KD KS\nQH QC QD QS\nJH JC JD JS\nTH 5C 5D 5S"
FULL_NAMES = FULL.split()
PARTIAL = "KH .. KD KS\n.. .. .. ..\nJH JC JD ..\nTH 5C 5D 5S"
PARTIAL_NAMES = [None if name == ".." else name for name in PARTIAL.split()]
FULL_ROWS = FULL.splitlines()


def card_or_none(name):
    return None if name is None else Card(name)


@pytest.mark.parametrize(
    "grid",
    [
        FULL,
        FULL.lower(),
        " / ".join(FULL_ROWS),
        "/".join(FULL_ROWS),
        FULL.replace("\n", "\r\n"),
        FULL.replace(" ", ""),
        FULL.replace(" ", ", "),
        FULL.replace("TH", "10H").replace("KC", "k♣"),
        FULL_NAMES,
        tuple(FULL_NAMES),
        [Card(name) for name in FULL_NAMES],
        [Card(name).index for name in FULL_NAMES],
        bytes(Card(name).index for name in FULL_NAMES),
        FULL_ROWS,
        [row.split() for row in FULL_ROWS],
        tuple(tuple(map(Card, row.split())) for row in FULL_ROWS),
        [Hand(row) for row in FULL_ROWS],
        [FULL_ROWS[0], FULL_ROWS[1].split(), Hand(FULL_ROWS[2]), bytes([38, 16, 17, 19])],
    ],
    ids=repr,
)
def test_a_full_grid_is_made_from_sixteen_items_from_four_rows_or_from_four_lines(grid):
    assert list(Grid(grid)) == [Card(name) for name in FULL_NAMES]


@pytest.mark.parametrize(
    "grid",
    [
        PARTIAL,
        PARTIAL.replace("\n", " / "),
        PARTIAL.split(),
        PARTIAL_NAMES,
        [card_or_none(name) for name in PARTIAL_NAMES],
        PARTIAL.splitlines(),
        [row.split() for row in PARTIAL.splitlines()],
        [PARTIAL_NAMES[0:4], [None] * 4, "JH JC JD ..", PARTIAL_NAMES[12:16]],
    ],
    ids=repr,
)
def test_an_empty_cell_is_none_or_two_points_in_every_form(grid):
    assert list(Grid(grid)) == [card_or_none(name) for name in PARTIAL_NAMES]


@pytest.mark.parametrize("names", [FULL_NAMES, PARTIAL_NAMES], ids=["full", "partial"])
@pytest.mark.parametrize("separator", [" ", ",", ""])
def test_a_grid_is_made_from_sixteen_items_in_one_line(names, separator):
    assert Grid(separator.join([name or ".." for name in names])) == Grid(names)


def test_a_grid_of_another_shape_in_text_is_told_what_it_has():
    with pytest.raises(
        InvalidGridError, match=exactly("a grid is 4 lines of 4 cards, or 16 in one line; got 3 lines")
    ):
        Grid("\n".join(FULL_ROWS[:3]))
    one_line = "a grid is 4 lines of 4 cards, or 16 in one line; got 4: KH KC KD KS in one"
    with pytest.raises(InvalidGridError, match=exactly(one_line)):
        Grid("KH KC KD KS")


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: Hand(5), TypeError, "a hand is made from text or from four cards, not int: 5"),
        (lambda: Grid(5), TypeError, "a grid is made from text, 4 rows or 16 cells, not int: 5"),
        (lambda: Grid([5, 6, 7, 8]), TypeError, "a row is made from text or four cells, not int: 5"),
        (
            lambda: Hand("5H 5C 5S .."),
            InvalidCardError,
            "'..' is not a card: it stands for an empty cell, which only a grid has",
        ),
    ],
    ids=["hand", "grid", "row", "empty"],
)
def test_what_makes_no_hand_or_grid_is_told_what_would(make, error, message):
    with pytest.raises(error, match=exactly(message)):
        make()


def test_a_grid_is_made_from_a_grid_and_from_iterators():
    assert Grid(Grid(PARTIAL)) == Grid(PARTIAL)
    assert Grid(iter(PARTIAL_NAMES)) == Grid(PARTIAL)
    assert Grid(iter(row.split()) for row in PARTIAL.splitlines()) == Grid(PARTIAL)


@pytest.mark.parametrize(
    "grid",
    [
        *("", "KH KC KD KS", "\n".join(FULL_ROWS[:3]), FULL + "\nAH AC AD AS"),
        *(
            " ".join(FULL_NAMES[:15]),
            " ".join(FULL_NAMES) + " AS",
            f"{FULL_ROWS[0]} {FULL_ROWS[1]}\n{FULL_ROWS[2]}",
        ),
        FULL.replace("QS", ""),
        FULL.replace("QS", "QS AS"),
        *([], FULL_NAMES[:15], [*FULL_NAMES, "AS"], FULL_ROWS[:3], [*FULL_ROWS, "AH AC AD AS"], [None] * 15),
        [*FULL_ROWS[:3], "TH 5C 5D"],
        [*FULL_ROWS[:3], "TH 5C 5D 5S AS"],
        [*FULL_ROWS[:3], []],
        [*FULL_ROWS[:3], ["TH", "5C", "5D"]],
        [*FULL_ROWS[:3], [None] * 5],
    ],
    ids=repr,
)
def test_a_grid_of_another_shape_is_refused(grid):
    with pytest.raises(InvalidGridError):
        Grid(grid)


@pytest.mark.parametrize(
    "grid",
    [
        FULL.replace("QC", "KH"),
        [FULL_ROWS[0], FULL_ROWS[1], FULL_ROWS[2], "TH 5C 5D kh"],
        ["KH", *[None] * 14, "k♥"],
        [50, 50, *[None] * 14],
        "KH KH .. ..\n.. .. .. ..\n.. .. .. ..\n.. .. .. ..",
    ],
    ids=repr,
)
def test_a_card_twice_in_a_grid_is_named(grid):
    with pytest.raises(InvalidGridError, match="KH appears twice"):
        Grid(grid)


@pytest.mark.parametrize("bad", ["1H", "", "5 H", ". .", "...", "-", "5H5C", *LOOK_ALIKES, *CONTROLS])
def test_a_bad_card_in_a_grid_is_refused(bad):
    with pytest.raises((InvalidCardError, InvalidGridError)):
        Grid([*FULL_NAMES[:15], bad])


def test_a_bad_card_in_a_grid_is_refused_in_the_words_of_the_card():
    message = re.escape(f"'1H' is not a card: rank '1' {RANK_RULE}")
    for grid in ([*FULL_NAMES[:15], "1H"], FULL.replace("5S", "1H"), FULL.replace("5S", "1H").splitlines()):
        with pytest.raises((InvalidCardError, InvalidGridError), match=message):
            Grid(grid)
    for index, rule in ((52, "above 51"), (-1, "below 0")):
        with pytest.raises((InvalidCardError, InvalidGridError), match=f"card index {index} is {rule}"):
            Grid([*FULL_NAMES[:15], index])


@pytest.mark.parametrize(
    "thing",
    [
        *(None, 5, True, 3.0, object(), DECK[0], Grid),
        *([*FULL_NAMES[:15], True], [*FULL_NAMES[:15], 3.0], [3.0, *FULL_NAMES[:15]]),
        [*FULL_ROWS[:3], ["TH", "5C", "5D", 3.0]],
    ],
    ids=type_name,
)
def test_what_is_no_iterable_of_cells_or_rows_is_a_type_error(thing):
    with pytest.raises(TypeError):
        Grid(thing)


@pytest.mark.parametrize(
    ("count", "told"), [(0, "0"), (52, "52"), (53, "more than 52"), (99, "more than 52")]
)
def test_cells_are_counted_up_to_a_pack(count, told):
    with pytest.raises(InvalidGridError, match=exactly(f"a grid is 4 rows or 16 cells, got {told} of them")):
        Grid([None] * count)


@pytest.mark.parametrize(
    "endless",
    [
        itertools.count,
        lambda: itertools.cycle(DECK),
        lambda: itertools.repeat(None),
        lambda: itertools.repeat(".."),
        lambda: itertools.repeat("5H"),
        lambda: itertools.repeat("KH KC KD KS"),
        lambda: [itertools.repeat(None)] * 4,
        lambda: [itertools.count(4 * row) for row in range(4)],
        lambda: (itertools.repeat(None) for _ in itertools.count()),
    ],
)
def test_an_endless_iterator_is_refused_as_a_grid_and_does_not_hang(endless):
    with pytest.raises(InvalidGridError):
        Grid(endless())


@pytest.mark.parametrize(
    "text", ["5H " * 10**6, "\n" * 10**6, "/" * 10**6, "x" * 10**6, "5H 5C 5S JD\n" * 10**5], ids=beginning
)
def test_a_huge_text_is_refused_as_a_grid_with_a_short_message(text):
    with pytest.raises((InvalidCardError, InvalidGridError)) as refusal:
        Grid(text)
    assert len(str(refusal.value)) < 500


def test_a_cell_is_read_by_row_and_column():
    grid = Grid(PARTIAL)
    for row, column in itertools.product(range(4), repeat=2):
        assert grid[row, column] is card_or_none(PARTIAL_NAMES[4 * row + column])


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ((4, 0), "row 4 is not 0 to 3"),
        ((0, 4), "column 4 is not 0 to 3"),
        ((-1, 0), "row -1 is not 0 to 3"),
        ((0, -1), "column -1 is not 0 to 3"),
        ((10**30, 0), f"row {10**30} is not 0 to 3"),
        ((0, 100), "column 100 is not 0 to 3"),
    ],
)
def test_a_place_outside_the_grid_is_an_index_error(place, message):
    with pytest.raises(IndexError, match=exactly(message)):
        Grid(FULL)[place]
    with pytest.raises(IndexError, match=exactly(message)):
        Grid(FULL).replace(*place, "AH")


@pytest.mark.parametrize("place", [0, None, (0,), (0, 0, 0), (), slice(None)], ids=repr)
def test_what_is_no_pair_is_no_place(place):
    with pytest.raises(TypeError, match=exactly(f"a cell is grid[row, column], not grid[{place!r}]")):
        Grid(FULL)[place]


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("00", "row '0' is not a number from 0 to 3"),
        ((0.0, 0), "row 0.0 is not a number from 0 to 3"),
        ((0, "0"), "column '0' is not a number from 0 to 3"),
        ((slice(None), 0), "row slice(None, None, None) is not a number from 0 to 3"),
    ],
)
def test_a_place_that_is_no_pair_of_integers_is_a_type_error(place, message):
    with pytest.raises(TypeError, match=exactly(message)):
        Grid(FULL)[place]


def test_replacing_a_cell_gives_a_new_grid_and_leaves_the_old():
    grid = Grid(FULL)
    for card in ("AH", 2, Card("AH")):
        changed = grid.replace(1, 2, card)
        assert type(changed) is Grid
        assert changed[1, 2] is Card("AH")
        assert [str(cell) for cell in changed] == [*FULL_NAMES[:6], "AH", *FULL_NAMES[7:]]
    assert str(grid) == FULL


@pytest.mark.parametrize("nothing", [None, ".."])
def test_replacing_by_nothing_empties_a_cell(nothing):
    emptied = Grid(FULL).replace(3, 3, nothing)
    assert emptied[3, 3] is None
    assert not emptied.full
    assert emptied.replace(3, 3, "5S") == Grid(FULL)
    assert emptied.replace(3, 3, nothing) == emptied


def test_replacing_by_a_card_that_stands_elsewhere_is_refused_and_in_its_own_place_is_not():
    grid = Grid(FULL.replace("TH", "5H"))
    with pytest.raises(InvalidGridError, match=exactly("5H appears twice")):
        grid.replace(0, 0, "5H")
    assert grid.replace(3, 0, "5H") == grid


def test_replacing_by_what_is_no_card_is_refused():
    with pytest.raises((InvalidCardError, InvalidGridError), match="'1H' is not a card"):
        Grid(FULL).replace(0, 0, "1H")
    for thing in (3.0, True, b"5H", ["5H"]):
        with pytest.raises(TypeError):
            Grid(FULL).replace(0, 0, thing)


def test_a_grid_has_four_rows_and_four_columns():
    for names, grid in ((FULL_NAMES, Grid(FULL)), (PARTIAL_NAMES, Grid(PARTIAL))):
        cells = [card_or_none(name) for name in names]
        assert grid.rows == tuple(tuple(cells[4 * row : 4 * row + 4]) for row in range(4))
        assert grid.columns == tuple(tuple(cells[column::4]) for column in range(4))


@given(board=boards())
def test_transposing_exchanges_rows_and_columns_and_twice_changes_nothing(board):
    grid = Grid(board[0])
    turned = grid.transposed()
    assert type(turned) is Grid
    assert turned.rows == grid.columns
    assert turned.columns == grid.rows
    assert turned.transposed() == grid


def test_a_grid_is_iterated_row_by_row_and_knows_its_cards():
    grid = Grid(PARTIAL)
    assert len(grid) == 16
    assert list(grid) == [card_or_none(name) for name in PARTIAL_NAMES]
    assert grid.cards == tuple(Card(name) for name in PARTIAL_NAMES if name is not None)
    assert Card("KD") in grid
    assert Card("KC") not in grid


def test_a_grid_is_full_when_no_cell_is_empty():
    assert Grid(FULL).full is True
    assert Grid(PARTIAL).full is False
    assert Grid([None] * 16).full is False
    assert Grid([None] * 16).cards == ()


def test_grids_are_equal_and_hashed_by_the_cells_in_place():
    grid = Grid(FULL)
    assert (grid == Grid(FULL_NAMES), grid != Grid(FULL_NAMES)) == (True, False)
    assert hash(grid) == hash(Grid(FULL_NAMES))
    assert grid != grid.transposed()
    assert grid != Grid(PARTIAL)
    assert len({grid, Grid(FULL_ROWS), grid.transposed(), Grid(PARTIAL)}) == 3


@pytest.mark.parametrize("other", [FULL, FULL_NAMES, None, 0], ids=repr)
def test_a_grid_is_not_equal_to_what_is_no_grid(other):
    assert Grid(FULL) != other
    assert other != Grid(FULL)


def test_the_bytes_of_a_grid_are_its_indexes_and_255_where_it_is_empty():
    assert bytes(Grid(FULL)) == bytes(NAMES.index(name) for name in FULL_NAMES)
    assert bytes(Grid(PARTIAL)) == bytes(255 if name is None else NAMES.index(name) for name in PARTIAL_NAMES)


def test_a_grid_is_written_in_three_ways():
    assert str(Grid(FULL)) == f"{Grid(FULL)}" == FULL
    assert str(Grid(PARTIAL)) == PARTIAL
    assert repr(Grid(PARTIAL)) == "Grid('KH .. KD KS / .. .. .. .. / JH JC JD .. / TH 5C 5D 5S')"
    assert f"{Grid(FULL):u}".splitlines()[1] == "Q♥ Q♣ Q♦ Q♠"


@pytest.mark.parametrize("attribute", ["rows", "columns", "cards", "full", "colour", "__dict__"])
def test_a_grid_cannot_be_changed(attribute):
    grid = Grid(FULL)
    with pytest.raises(AttributeError, match=exactly("a Grid cannot change")):
        setattr(grid, attribute, 1)
    with pytest.raises(AttributeError, match=exactly("a Grid cannot change")):
        delattr(grid, attribute)
    with pytest.raises(TypeError):
        grid[0, 0] = Card("AH")
    with pytest.raises(TypeError):
        del grid[0, 0]
    assert str(grid) == FULL


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("text", [FULL, PARTIAL])
def test_a_grid_keeps_its_cells_through_pickling(text, protocol):
    grid = pickle.loads(pickle.dumps(Grid(text), protocol))
    assert type(grid) is Grid
    assert all(one is other for one, other in zip(grid, Grid(text), strict=True))


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy])
def test_a_grid_keeps_its_cells_through_copying(duplicate):
    grid = duplicate(Grid(PARTIAL))
    assert type(grid) is Grid
    assert all(one is other for one, other in zip(grid, Grid(PARTIAL), strict=True))


@given(board=boards())
def test_a_grid_is_read_back_from_everything_that_it_writes(board):
    grid = Grid(board[0])
    for written in (str(grid), f"{grid:u}", list(grid), grid.rows, str(grid).replace("\n", "/")):
        assert Grid(written) == grid
    assert eval(repr(grid), {"Grid": Grid}) == grid


@given(text=texts)
@settings(max_examples=500)
def test_any_text_is_a_grid_or_a_value_error(text):
    with suppress(InvalidCardError, InvalidGridError):
        assert len(list(Grid(text))) == 16


# All of them


@pytest.mark.parametrize("make", [Card, Hand, Grid], ids=lambda make: make.__name__)
@given(thing=things)
@settings(max_examples=500)
def test_any_object_is_taken_or_is_a_value_error_or_a_type_error(make, thing):
    with suppress(InvalidCardError, InvalidHandError, InvalidGridError, TypeError):
        make(thing)


def test_a_list_that_is_given_is_not_changed():
    hand, grid, rows = HAND.split(), list(PARTIAL_NAMES), [row.split() for row in FULL_ROWS]
    for use in (Hand, score_hand):
        use(hand)
    for use in (Grid, score_grid):
        use(grid)
        use(rows)
    assert hand == HAND.split()
    assert grid == PARTIAL_NAMES
    assert rows == [row.split() for row in FULL_ROWS]


def test_a_list_that_is_changed_later_does_not_change_the_value_made_from_it():
    names, cells = HAND.split(), list(PARTIAL_NAMES)
    hand, grid = Hand(names), Grid(cells)
    names[0], cells[0] = "5D", "AH"
    assert str(hand) == HAND
    assert str(grid) == PARTIAL


def test_no_global_state_is_touched():
    before = random.getstate(), locale.setlocale(locale.LC_ALL)
    deal(7)
    score_hand(Hand(HAND), Card("5D"))
    score_grid(Grid(PARTIAL), "5H")
    format(copy.deepcopy(Card("5H")), "n")
    assert (random.getstate(), locale.setlocale(locale.LC_ALL)) == before


# A card by its rank and its suit


def test_a_card_is_made_from_its_rank_and_its_suit():
    for name in NAMES:
        rank, suit = naive.parse(name)
        ranks = [rank, *RANK_TEXTS[rank], *(["0"] if rank == 10 else [])]
        for given_rank, given_suit in itertools.product(ranks, [Suit(name[1]), *SUIT_TEXTS[suit]]):
            assert Card(given_rank, given_suit) is DECK[NAMES.index(name)]


def test_the_rank_of_a_card_may_be_anything_with_an_index_but_a_bool_or_a_card():
    assert Card(Eighteen.__index__(Eighteen()) - 13, "H") is Card("5H")
    for rank in (True, False, None, 5.0, b"5", ("5",), Card("5H"), Suit.HEARTS):
        with pytest.raises(TypeError, match=f"^a rank is a number or text, not {type_name(rank)}: "):
            Card(rank, "H")


@pytest.mark.parametrize("rank", [0, 14, -1, 52, 10**30])
def test_a_rank_that_no_card_has_is_named(rank):
    message = f"rank {rank} is not 1 (ace) to 13 (king)"
    with pytest.raises(InvalidCardError, match=exactly(message)):
        Card(rank, "H")


@pytest.mark.parametrize("rank", ["", "1", "X", "11", "JH", "Jack", " J", "j "])
def test_a_rank_in_text_that_no_card_has_is_named(rank):
    with pytest.raises(InvalidCardError, match=exactly(f"rank {rank!r} {RANK_RULE}")):
        Card(rank, "H")


@pytest.mark.parametrize("suit", ["", "X", "hearts", "JH", "5"])
def test_a_suit_in_text_that_no_card_has_is_named(suit):
    message = f"{suit!r} is not a suit: it is not one of C D H S"
    with pytest.raises(InvalidCardError, match=exactly(message)):
        Card(5, suit)


@pytest.mark.parametrize("suit", [None, 2, b"H", Card("5H"), ["H"], True], ids=type_name)
def test_a_suit_of_another_type_is_a_type_error_and_none_is_not_a_missing_suit(suit):
    with pytest.raises(TypeError, match=f"^a suit is a Suit or text, not {type_name(suit)}: "):
        Card(5, suit)


def test_the_name_of_a_card_is_an_attribute_that_cannot_change():
    assert [card.name for card in (Card("AC"), Card("TD"), Card("QH"), Card("KS"))] == [
        *("Ace of Clubs", "Ten of Diamonds", "Queen of Hearts", "King of Spades"),
    ]
    with pytest.raises(AttributeError, match=exactly("a Card cannot change")):
        Card("AC").name = "Joker"


def test_suits_are_ordered_as_the_indexes_are():
    assert sorted([Suit("S"), Suit("C"), Suit("H"), Suit("D")]) == list(Suit)
    assert max(Suit) is Suit.SPADES
    for relation in (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne):
        for one, other in itertools.product(Suit, repeat=2):
            assert relation(one, other) is relation("CDHS".index(one.value), "CDHS".index(other.value))
    for other in (2, "H", Card("5H"), None):
        for relation in (operator.lt, operator.le, operator.gt, operator.ge):
            with pytest.raises(TypeError):
                relation(Suit.HEARTS, other)


# Errors of the caller's own objects


def failing(error, after):
    """Yield some cards and then fail."""
    yield from ["5H", "5C", "5S", "JD"][:after]
    raise error


@pytest.mark.parametrize(
    "error", [AttributeError, ValueError, KeyError, IndexError, TypeError, StopAsyncIteration]
)
@pytest.mark.parametrize("after", [0, 2, 4])
@pytest.mark.parametrize("starter", [None, "5D", Card("5D"), 17])
def test_an_error_in_the_caller_s_iterable_comes_through_as_it_is(error, after, starter):
    raised = error("the caller's own")
    for call in (Hand, lambda cards: score_hand(cards, starter), lambda cards: explain_hand(cards, starter)):
        with pytest.raises(error) as caught:
            call(failing(raised, after))
        assert caught.value is raised
        assert caught.value.__context__ is None


def test_an_iterable_is_gone_through_once():
    passes = []

    class Once:
        def __iter__(self):
            passes.append(1)
            return iter(HAND.split())

    for starter in (None, "5D", Card("5D"), 17):
        assert score_hand(Once(), starter) in (14, 29)
    assert len(passes) == 4


class Failing:
    """What fails when it is asked for anything."""

    def __init__(self, error):
        self.error = error

    def fail(self, *_):
        raise self.error("the caller's own")

    __repr__ = __str__ = __eq__ = __hash__ = __bool__ = __len__ = fail


class NotAvailable:
    """As the missing value of pandas: it compares to itself and is neither true nor false."""

    def __eq__(self, other):
        return self

    def __bool__(self):
        raise TypeError("boolean value of NA is ambiguous")

    def __hash__(self):
        return 1

    def __repr__(self):
        return "<NA>"


array = type("array", (), {"__repr__": lambda self: "<neither of array nor of numpy>"})


class FailsLater:
    """A key of a dictionary that cannot be hashed any more."""

    hashed = False

    def __hash__(self):
        if self.hashed:
            raise ValueError("the caller's own")
        self.hashed = True
        return 1


list_by_name = type("list", (), {"__repr__": lambda self: "<not a list>"})


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (NotAvailable(), "<NA>"),
        (array(), "<neither of array nor of numpy>"),
        (list_by_name(), "<not a list>"),
        *(
            (Failing(error), "<Failing whose repr fails>")
            for error in (ValueError, AttributeError, MemoryError)
        ),
        ({FailsLater(): 1}, "<dict whose repr fails>"),
        ([Failing(ValueError)], "[<Failing whose repr fails>]"),
        ([[array()], {1: NotAvailable()}], "[[<neither of array nor of numpy>], {1: <NA>}]"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_value_is_quoted_whatever_its_class_is_named_and_its_repr_does(value, shown):
    kind = type(value).__name__
    message = f"a card is made from a card, an index or text, not {kind}: {shown}"
    for call in (
        lambda: Card(value),
        lambda: Hand([value, "5C", "5S", "JD"]),
        lambda: Grid([value] * 16),
        lambda: Grid([value] + [None] * 15),
        lambda: score_hand(HAND, value),
        lambda: Grid([None] * 16).replace(0, 0, value),
    ):
        with pytest.raises(TypeError, match=exactly(message)):
            call()
    with pytest.raises(TypeError, match=exactly(f"seed {shown} is not a whole number")):
        deal(value)
    with pytest.raises(TypeError, match=exactly(f"a rank is a number or text, not {kind}: {shown}")):
        Card(value, "H")
    with pytest.raises(TypeError, match=exactly(f"row {shown} is not a number from 0 to 3")):
        Grid([None] * 16)[value, 0]


@pytest.mark.parametrize("value", [NotAvailable(), Failing(ValueError), array(), "5H", 18, [], None])
def test_a_hand_and_a_grid_hold_only_cards_whatever_is_looked_for(value):
    hand, grid = Hand(HAND), Grid(FULL)
    assert value not in hand
    assert value not in grid
    assert hand.count(value) == 0
    with pytest.raises(ValueError, match=r"is not a card of the hand 5H 5C 5S JD\Z"):
        hand.index(value)


def test_none_is_in_a_grid_with_an_empty_cell():
    assert None in Grid(PARTIAL)
    assert None not in Grid(FULL)


@pytest.mark.parametrize("value", [b"x" * 10**7, bytearray(10**7)], ids=type_name)
def test_a_large_buffer_is_quoted_by_its_beginning(value):
    with pytest.raises(
        TypeError, match=r"^seed (b'xxx|bytearray\(b'\\x00).* is not a whole number$"
    ) as refusal:
        deal(value)
    assert len(str(refusal.value)) < 120


def test_every_value_error_of_a_value_is_a_cribscore_error():
    for call in (
        lambda: Card("1H"),
        lambda: Card(52),
        lambda: Card(0, "H"),
        lambda: Card(5, "X"),
        lambda: Suit("X"),
        lambda: Hand("5H"),
        lambda: Hand(HAND).index("5H"),
        lambda: Grid("5H"),
        lambda: deal(-1),
        lambda: deal(1, 53),
    ):
        with pytest.raises(CribscoreError):
            call()
