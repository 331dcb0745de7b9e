"""Suit, Card and Hand: what they are made of, what they refuse in which words, how they behave as values."""

import copy
import itertools
import operator
import pickle
from collections.abc import Sequence
from decimal import Decimal
from enum import Enum
from fractions import Fraction

import pytest

from cribscore import (
    DECK,
    Card,
    Hand,
    InvalidCardError,
    InvalidGridError,
    InvalidHandError,
    Suit,
)
from samples import HAND, HAND_INDEXES, PROTOCOLS, type_name
from strategies import NAMES
from wording import exactly

pytestmark = pytest.mark.coreless

NOT_CARD_TYPES = [
    *(True, False, None, 3.0, 1j, Fraction(5), Decimal(5)),
    *(b"5H", bytearray(b"5H"), (5, 2), ("5H",), ["5H"], {"5H"}, {5: "H"}, object(), Suit.HEARTS, int),
]


class Eighteen:
    """Not an int, but usable as an index: the five of hearts."""

    def __index__(self):
        return 18


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


def test_a_number_that_is_no_index_is_named():
    with pytest.raises(
        TypeError, match=exactly("a card is made from a card, an index or text, not float: 3.5")
    ):
        Card(3.5)


def test_a_card_needs_exactly_one_argument():
    with pytest.raises(TypeError):
        Card()
    with pytest.raises(TypeError):
        Card("5", "H")


def test_the_errors_are_value_errors_and_different():
    errors = [InvalidCardError, InvalidHandError, InvalidGridError]
    for one, other in itertools.permutations(errors, 2):
        assert issubclass(one, ValueError)
        assert not issubclass(one, other)


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
    with pytest.raises(TypeError, match=exactly("there are 52 cards and no more: Card takes no subclass")):
        type("Joker", (Card,), {})


# Hand


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


def test_a_bad_card_in_a_list_is_refused_in_the_words_of_the_card():
    message = "'1H' is not a card: rank '1' is not one of A 2-9 T 10 J Q K (the ace is 'A')"
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


@pytest.mark.parametrize("other", [HAND, 0, None, bytes(HAND_INDEXES)], ids=repr)
def test_a_hand_is_not_equal_to_what_is_no_hand(other):
    assert Hand(HAND) != other
    assert other != Hand(HAND)


def test_the_bytes_of_a_hand_are_its_indexes_in_the_order_given():
    assert bytes(Hand(HAND)) == bytes(HAND_INDEXES)
    assert bytes(Hand("JD 5S 5C 5H")) == bytes(HAND_INDEXES[::-1])


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
