"""Dealing, against the published generator and the documented shuffle, written here a second time."""

import copy
import pickle
from itertools import islice

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cribscore import DECK, Card, Deal, Grid, Hand, deal
from splitmix import WORD, seed_whose_first_output_is, splitmix64
from wording import exactly

SEEDS = st.integers(0, WORD - 1)
COUNTS = st.integers(0, 52)


def shuffled(seed, count):
    """The indexes of the first cards of a Fisher-Yates shuffle without bias."""
    outputs = splitmix64(seed)
    deck = list(range(52))
    for place in range(count):
        choices = 52 - place
        output = next(outputs)
        while output >= WORD // choices * choices:
            output = next(outputs)
        other = place + output % choices
        deck[place], deck[other] = deck[other], deck[place]
    return deck[:count]


def test_the_generator_written_here_gives_the_published_outputs():
    assert list(islice(splitmix64(1234567), 5)) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(seed=SEEDS, count=COUNTS)
@example(seed=0, count=52)
@example(seed=WORD - 1, count=52)
def test_a_deal_is_the_documented_shuffle_by_the_documented_generator(seed, count):
    assert [card.index for card in deal(seed, count)] == shuffled(seed, count)


def test_a_deal_is_the_same_for_ever():
    assert " ".join(map(str, deal(0))) == "9S 4D 8S 6D QS TD 3D JH TS TH 8D 2S 4S 5C 3C 5D 2D"
    assert " ".join(map(str, deal(1234567))) == "9D 5D 7D 7S AC 4D KD 8D 6C AH 7C 3C TS JH KC QD TC"


@pytest.mark.parametrize("output", range(WORD - 17, WORD))
def test_an_output_from_the_uneven_end_of_the_range_is_rejected(output):
    # 2**64 is 16 more than a multiple of 52, so the last 16 outputs would favour the first 16 cards.
    seed = seed_whose_first_output_is(output)
    first, second = islice(splitmix64(seed), 2)
    assert first == output
    kept = first if output == WORD - 17 else second
    assert deal(seed, 1) == (DECK[kept % 52],)


def test_seventeen_cards_are_dealt_unless_asked_otherwise():
    assert deal(5) == deal(5, 17) == deal(5, n=17) == deal(seed=5)
    assert len(deal(5)) == 17


@given(seed=SEEDS, one=COUNTS, other=COUNTS)
def test_a_shorter_deal_is_the_beginning_of_a_longer_one(seed, one, other):
    fewer, more = sorted([one, other])
    assert deal(seed, fewer) == deal(seed, more)[:fewer]


@given(seed=SEEDS, count=COUNTS)
def test_a_deal_is_a_tuple_of_different_cards_of_the_deck(seed, count):
    cards = deal(seed, count)
    assert isinstance(cards, tuple)
    assert len(cards) == len(set(cards)) == count
    assert all(DECK[card.index] is card for card in cards)


def test_no_card_and_the_whole_pack_can_be_dealt():
    assert deal(3, 0) == ()
    assert sorted(deal(3, 52)) == list(DECK)


@pytest.mark.parametrize("place", [0, 1, 8, 16])
def test_every_card_is_as_likely_as_any_other_in_every_place(place):
    deals = 5200
    seen = [0] * 52
    for seed in range(deals):
        seen[deal(seed)[place].index] += 1
    expected = deals / 52
    # 51 degrees of freedom: more than 105 happens by chance once in a hundred thousand times.
    assert sum((count - expected) ** 2 / expected for count in seen) < 105


def test_different_seeds_deal_differently():
    assert len({deal(seed) for seed in range(1000)}) == 1000


@pytest.mark.parametrize(
    ("seed", "shown"),
    [
        (-1, "-1"),
        (WORD, "18446744073709551616"),
        *((10**5000 * sign, "<int too long to print>") for sign in (1, -1)),
    ],
    ids=["negative", "65 bits", "huge", "huge and negative"],
)
def test_a_seed_outside_64_bits_is_a_value_error_that_names_it(seed, shown):
    with pytest.raises(ValueError, match=exactly(f"seed {shown} is not 0 to 18446744073709551615")):
        deal(seed)


@pytest.mark.parametrize("seed", [True, False, None, 1.0, "1", b"1", (1,), 1j], ids=repr)
def test_a_seed_that_is_no_integer_is_a_type_error_that_names_it(seed):
    with pytest.raises(TypeError, match=exactly(f"seed {seed!r} is not a whole number")):
        deal(seed)


@pytest.mark.parametrize("count", [-1, 53, 10**30])
def test_a_number_of_cards_that_the_pack_does_not_have_is_a_value_error_that_names_it(count):
    with pytest.raises(ValueError, match=exactly(f"n {count} is not 0 to 52")):
        deal(1, count)


@pytest.mark.parametrize("count", [None, True, 17.0, "17", (17,)], ids=repr)
def test_a_number_of_cards_that_is_no_integer_is_a_type_error_that_names_it(count):
    with pytest.raises(TypeError, match=exactly(f"n {count!r} is not a whole number")):
        deal(1, count)


# A deal as a value


def test_a_deal_is_a_tuple_that_equals_a_tuple_of_the_same_cards():
    cards = deal(1, 5)
    plain = tuple(map(Card, ["QD", "9S", "JH", "8S", "4D"]))
    assert type(cards) is Deal
    assert (cards == plain, plain == cards, cards != plain) == (True, True, False)
    assert hash(cards) == hash(plain)
    assert {plain: "known"}[cards] == "known"
    assert cards != list(plain)
    assert (cards[0], cards[-1], cards.index(Card("JH")), len(cards)) == (plain[0], plain[-1], 2, 5)
    assert cards[1:3] == plain[1:3]
    assert cards + cards == plain + plain
    assert repr(cards) == repr(plain)
    first, *rest = cards
    assert (first, rest) == (plain[0], list(plain[1:]))


def test_a_deal_cannot_change():
    cards = deal(1)
    with pytest.raises(TypeError):
        cards[0] = Card("5H")
    with pytest.raises(AttributeError):
        cards.seed = 1


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_deal_is_a_deal_of_the_same_cards_after_pickling(protocol):
    for count in (0, 1, 52):
        cards = deal(7, count)
        loaded = pickle.loads(pickle.dumps(cards, protocol))
        assert type(loaded) is Deal
        assert all(one is other for one, other in zip(loaded, cards, strict=True))


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy])
def test_a_deal_is_a_deal_of_the_same_cards_after_copying(duplicate):
    cards = duplicate(deal(7))
    assert type(cards) is Deal
    assert all(one is other for one, other in zip(cards, deal(7), strict=True))


def test_a_deal_is_a_hand_a_grid_and_a_starter_as_any_tuple_is():
    cards = deal(3)
    assert list(Hand(cards[:4])) == list(Hand(deal(3, 4))) == list(cards[:4])
    assert list(Grid(cards[:16])) == list(cards[:16])
