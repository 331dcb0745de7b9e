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
    score_hand,
)
from samples import FULL, HAND, HAND_INDEXES, PARTIAL, PROTOCOLS, type_name
from strategies import NAMES
from wording import exactly

pytestmark = pytest.mark.coreless

RANK_RULE = "is not one of A 2-9 T 10 J Q K (the ace is 'A', the ten 'T' or '10')"
RANK_TEXTS = {rank: [letter, letter.lower()] for rank, letter in enumerate("A23456789TJQK", start=1)}
RANK_TEXTS[10].append("10")
SUIT_TEXTS = {0: "Cc♣♧", 1: "Dd♦♢", 2: "Hh♥♡", 3: "Ss♠♤"}

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
    message = (
        "'1H' is not a card: rank '1' is not one of A 2-9 T 10 J Q K (the ace is 'A', the ten 'T' or '10')"
    )
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


@pytest.mark.scores
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
