"""Which cards to throw: the values of all throws, the distribution of the crib, and many deals at once."""

import copy
import pickle
from fractions import Fraction
from itertools import combinations, repeat

import numpy as np
import pytest

from arrow_made import Column, Producer
from cribscore import (
    Card,
    CribscoreError,
    Hand,
    InvalidCardError,
    InvalidHandError,
    best_discard,
    best_throws,
    crib_distribution,
    discards,
    forecast,
    keep_sums,
    score_hand,
    throw_counts,
)
from naive import hand_parts, parse
from oracles import load
from samples import PROTOCOLS
from wording import exactly

CASES = load("discard_cases.json")["deals"]
DEAL = "4C 5D 6H 6S 9C TD"
FIVE = "5H 5C 6D 7S 9C"
PAIRS = list(combinations(range(6), 2))


def by_cards(found):
    return {frozenset(map(str, throw.thrown)): throw for throw in found}


@pytest.mark.parametrize("case", CASES[::4], ids=lambda case: case["cards"])
def test_each_throw_is_worth_what_is_known(case):
    for dealer, name in ((True, "crib_dealer"), (False, "crib_pone")):
        found = by_cards(discards(case["cards"], dealer=dealer))
        random = by_cards(discards(case["cards"], dealer=dealer, thrower="random"))
        assert len(found) == len(random) == 15
        for (thrown, total, least, most, crib), mean in zip(case["keeps"], case[name], strict=True):
            throw, by_chance = found[frozenset(thrown.split())], random[frozenset(thrown.split())]
            assert throw.hand.mean == by_chance.hand.mean == Fraction(total, 46)
            assert (throw.hand.least, throw.hand.most) == (least, most)
            assert float(throw.crib) == pytest.approx(mean, abs=0.02)
            assert by_chance.crib == Fraction(crib, 45540)
            for one in (throw, by_chance):
                assert one.value == (one.hand.mean + one.crib if dealer else one.hand.mean - one.crib)
                assert one.exact is True
                assert {*one.thrown, *one.kept} == {*map(Card, case["cards"].split())}
                assert one.hand == forecast(one.kept, one.thrown)


def test_the_throws_come_best_first_and_equal_ones_in_the_order_of_the_cards():
    found = discards("TD 6S 9C 4C 6H 5D", dealer=True)
    values = [throw.value for throw in found]
    assert values == sorted(values, reverse=True)
    assert [" ".join(map(str, throw.thrown)) for throw in found[:3]] == ["9C TD", "6H 9C", "6S 9C"]
    assert found[1].value == found[2].value
    assert found == discards(DEAL, dealer=True)
    assert best_discard(DEAL, dealer=True) == found[0]


def test_a_deal_is_read_from_anything_that_holds_cards():
    right = discards(DEAL, dealer=False)
    indexes = [Card(card).index for card in DEAL.split()]
    for cards in (DEAL.split(), indexes, np.array(indexes, np.uint8), map(Card, DEAL.split())):
        assert discards(cards, dealer=False) == right


def test_dead_cards_come_neither_to_the_other_nor_as_starter():
    # All is dead but seven cards: for each starter, the other holds the six others and throws two at random.
    left = ["AC", "2D", "5S", "7C", "JH", "QH", "KD"]
    names = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    dead = " ".join(card for card in names if card not in left and card not in DEAL)
    (best, *_) = found = discards(DEAL, dealer=True, thrower="random", dead=dead)
    assert {starter for starter, _ in best.hand} == {*map(Card, left)}
    for throw in found[::5]:
        mine = [parse(str(card)) for card in throw.thrown]
        points = [
            sum(hand_parts([*mine, parse(one), parse(other)], parse(starter), True))
            for starter in left
            for one, other in combinations([card for card in left if card != starter], 2)
        ]
        assert throw.crib == Fraction(sum(points), len(points))
    policy = by_cards(discards(DEAL, dealer=True, dead=dead))
    for throw in found[::5]:
        mean = policy[frozenset(map(str, throw.thrown))].crib
        assert mean.denominator in (1, 7)  # seven starters, one hand of the other with each
    with pytest.raises(InvalidHandError, match=exactly("6 cards left, and the crib and the starter need 7")):
        discards(DEAL, dealer=True, dead=dead + " KD")


@pytest.mark.parametrize(
    ("cards", "given", "kind", "why"),
    [
        (
            "4C 5D 6H 6S 9C",
            {},
            InvalidHandError,
            "a deal holds 6 cards for two players, got 5: 4C 5D 6H 6S 9C",
        ),
        (
            DEAL,
            {"players": 3},
            InvalidHandError,
            "a deal holds 5 cards for 3 or 4 players, got 6: 4C 5D 6H 6S 9C TD",
        ),
        ("4C 5D 6H 6S 9C 4C", {}, InvalidHandError, "4C appears twice"),
        (DEAL, {"dead": "AC 4C"}, InvalidHandError, "4C is dead and in the hand"),
        (DEAL, {"dead": "AC AC"}, InvalidHandError, "AC appears twice"),
        (DEAL, {"thrower": "x"}, CribscoreError, "thrower 'x' is not 'policy' or 'random'"),
        (DEAL, {"thrower": None}, TypeError, "thrower is 'policy' or 'random', not NoneType: None"),
        (DEAL, {"players": 5}, CribscoreError, "players 5 is not 2, 3 or 4"),
        (DEAL, {"players": 1}, CribscoreError, "players 1 is not 2, 3 or 4"),
        (DEAL, {"players": "2"}, TypeError, "players '2' is not a whole number"),
        (DEAL, {"dealer": 1}, TypeError, "dealer is True or False, not 1"),
    ],
)
def test_what_is_not_a_deal_is_said(cards, given, kind, why):
    for function in (discards, best_discard):
        with pytest.raises(kind, match=exactly(why)):
            function(cards, **{"dealer": True, **given})


def test_a_text_that_is_not_a_card_is_an_invalid_card():
    with pytest.raises(InvalidCardError):
        discards("4C 5D 6H 6S 9C XX", dealer=True)


# ---------------------------------------------------------------- five cards


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("dealer", [True, False])
def test_five_cards_give_exact_hands_and_cribs_that_are_called_approximate(players, dealer):
    found = discards(FIVE, dealer=dealer, players=players)
    assert len(found) == 5
    for throw in found:
        (card,) = throw.thrown
        assert throw.hand == forecast(throw.kept, [card])
        assert throw.hand.starters == 47
        assert throw.exact is False
        assert throw.value == (throw.hand.mean + throw.crib if dealer else throw.hand.mean - throw.crib)
    assert found.to_dict()["exact"] is False


# ---------------------------------------------------------------- distributions


@pytest.mark.native
@pytest.mark.parametrize(
    ("deal", "thrown", "dealer", "thrower"),
    [
        ("5H 5C JH JD QH KH", "JH KH", True, "policy"),
        (DEAL, "9C TD", False, "policy"),
        ("AC AD AH AS 2C JC", "AC AD", False, "random"),
    ],
)
def test_the_distribution_of_the_crib_has_its_mean(deal, thrown, dealer, thrower):
    throw = by_cards(discards(deal, dealer=dealer, thrower=thrower))[frozenset(thrown.split())]
    crib = crib_distribution(deal, thrown, dealer=dealer, thrower=thrower)
    assert sum(crib.values()) == 1
    assert list(crib) == sorted(crib)
    assert sum(points * chance for points, chance in crib.items()) == throw.crib
    both = crib_distribution(deal, thrown, dealer=dealer, thrower=thrower, total=True)
    assert sum(both.values()) == 1
    assert sum(points * chance for points, chance in both.items()) == throw.value


@pytest.mark.slow_on_python
def test_the_distribution_by_chance_is_that_of_brute_force():
    deal, thrown, left = "5H 5C JH JD QH KH", "JH KH", ["5D", "2H", "3H", "JC", "TH", "9S"]
    names = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    dead = [card for card in names if card not in left and card not in deal.split()]
    counts = {}
    for starter in left:
        for pair in combinations([card for card in left if card != starter], 2):
            crib = sum(hand_parts([*map(parse, [*thrown.split(), *pair])], parse(starter), True))
            points = score_hand("5H 5C JD QH", starter) - crib
            counts[points] = counts.get(points, 0) + 1
    found = crib_distribution(deal, thrown, dealer=False, thrower="random", dead=dead, total=True)
    assert found == {points: Fraction(count, 60) for points, count in sorted(counts.items())}


@pytest.mark.parametrize(
    ("thrown", "why"),
    [
        ("9C", "2 cards are thrown, got 1: 9C"),
        ("9C 9C", "9C appears twice"),
        ("9C AC", "AC is not in the deal"),
    ],
)
def test_only_two_cards_of_the_deal_are_thrown(thrown, why):
    with pytest.raises(InvalidHandError, match=exactly(why)):
        crib_distribution(DEAL, thrown, dealer=True)


# ---------------------------------------------------------------- displays


def test_throws_are_printed_as_a_table():
    found = discards(DEAL, dealer=True)
    head, first, *rest = str(found).splitlines()
    assert head.split() == ["throw", "hand", "crib", "value", "least", "most"]
    cards, numbers = first[:5], first[5:].split()
    assert cards == "9C TD"
    assert numbers[0] == "15.391"
    assert float(numbers[1]) == pytest.approx(3.995, abs=0.02)
    assert numbers[3:5] == ["12", "24"]
    assert {*numbers[5]} == {"#"}
    assert len(rest) == 14
    assert f"{found:u}".splitlines()[1].startswith("9♣ 10♦")
    assert repr(found).startswith("<Discards of 4C 5D 6H 6S 9C TD: best 9C TD, 19.3")
    assert str(discards(FIVE, dealer=False, players=4)).splitlines()[0].split() == [
        *("throw", "hand", "~crib", "~value", "least", "most")
    ]


def test_a_table_has_bars_where_every_throw_loses():
    found = discards("AC 2D 7H 9S JC QD", dealer=False)
    assert found[0].value < 0
    lengths = [line.count("#") for line in str(found).splitlines()[1:]]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] > 0
    assert lengths[-1] == 0


def test_throws_are_a_table_in_a_notebook():
    found = discards(DEAL, dealer=True, dead="AC")
    page = found.to_html()
    assert page == found._repr_html_()
    assert page.count("<tr>") == 16
    best = found[0]
    for number in (best.hand.mean, best.crib, best.value):
        assert f">{float(number):.3f}</td>" in page
    assert "dead" in page
    assert "&ensp;dealer</caption>" in page
    page = discards(FIVE, dealer=False, players=3, thrower="random").to_html()
    assert "about crib" in page
    assert "&ensp;pone, 3 players, random throws</caption>" in page
    value = min(throw.value for throw in discards("AC 2D 7H 9S JC QD", dealer=False))
    assert f">&minus;{-float(value):.3f}</td>" in discards("AC 2D 7H 9S JC QD", dealer=False).to_html()


def test_throws_are_copied_and_pickled():
    found = discards(DEAL, dealer=True)
    for made in (
        copy.copy(found),
        copy.deepcopy(found),
        *(pickle.loads(pickle.dumps(found, p)) for p in PROTOCOLS),
    ):
        assert made == found
        assert made.to_dict() == found.to_dict()
        assert str(made) == str(found)


def test_throws_as_plain_values_say_what_they_are():
    document = discards(DEAL, dealer=False, dead="AC", thrower="random").to_dict()
    first = document.pop("throws")[0]
    assert document == {
        "cards": DEAL.split(),
        "dead": ["AC"],
        "dealer": False,
        "players": 2,
        "thrower": "random",
        "exact": True,
    }
    assert first == best_discard(DEAL, dealer=False, dead="AC", thrower="random").to_dict()
    assert first["value"] == float(Fraction(first["value_exact"]))
    assert Fraction(first["hand_exact"]) - Fraction(first["crib_exact"]) == Fraction(first["value_exact"])


# ---------------------------------------------------------------- many deals


@pytest.fixture(scope="module")
def deals():
    deck = np.tile(np.arange(52, dtype=np.uint8), (400, 1))
    return np.ascontiguousarray(np.random.default_rng(3).permuted(deck, axis=1)[:, :6])


@pytest.mark.slow
@pytest.mark.native
def test_many_throws_are_the_best(deals):
    dealers = np.arange(len(deals)) % 2 == 0
    throws = best_throws(deals, dealer=dealers)
    assert throws.shape == (len(deals), 2)
    for row, dealer, throw in zip(deals.tolist(), dealers.tolist(), throws.tolist(), strict=True):
        assert [card.index for card in best_discard(row, dealer=dealer).thrown] == throw


@pytest.mark.native
def test_many_throws_take_each_form_of_deals_and_dealers(deals):
    right = best_throws(deals, dealer=True).tobytes()
    assert best_throws(deals.tobytes(), dealer=True) == right
    assert best_throws(deals[::-1], dealer=np.ones(400, bool))[::-1].tobytes() == right
    assert best_throws(deals, dealer=[True] * 400).tobytes() == right
    assert best_throws(deals, dealer=np.ones(800, bool)[::2], threads=2).tobytes() == right
    assert best_throws(deals, dealer=np.array([True] * 400, object)).tobytes() == right
    assert best_throws(deals, dealer=memoryview(b"\1" * 400).cast("?")).tobytes() == right
    assert best_throws(deals, dealer=np.True_).tobytes() == right
    assert best_throws(deals, dealer=np.array(True)).tobytes() == right
    out = bytearray(800)
    assert best_throws([row.tolist() for row in deals], dealer=True, out=out) is out
    assert bytes(out) == right
    assert best_throws(deals, dealer=False).tobytes() != right
    assert len(best_throws([], dealer=True)) == 0


DEALERS = "dealer is True or False, or one of them for each deal"
CONVERTS = "values.astype(bool) converts"


@pytest.mark.native
@pytest.mark.parametrize(
    ("given", "kind", "why"),
    [
        ({"dealer": 1}, TypeError, "dealer is True or False, or one of them for each deal, not 1"),
        ({"dealer": "yes"}, TypeError, "dealer is True or False, or one of them for each deal, not 'yes'"),
        ({"dealer": [1]}, TypeError, "dealer is True or False, not 1"),
        ({"dealer": np.array([2], np.uint8)}, TypeError, f"{DEALERS}, not uint8; {CONVERTS}"),
        ({"dealer": b"\1"}, TypeError, f"{DEALERS}, not items of format 'B'"),
        ({"dealer": np.array(None)}, TypeError, f"{DEALERS}, not object; {CONVERTS}"),
        (
            {"dealer": repeat(True)},
            CribscoreError,
            "dealer is one value, or one for each of the 1 deals, not 3 or more",
        ),
        (
            {"dealer": Producer(Column([1], "i"))},
            TypeError,
            "dealer is True or False, or one of them for each deal, not whole numbers",
        ),
        (
            {"dealer": [True, False]},
            CribscoreError,
            "dealer is one value, or one for each of the 1 deals, not 2",
        ),
        (
            {"dealer": np.ones((1, 1), bool)},
            CribscoreError,
            "dealer is one value, or one for each of the 1 deals, not 1 x 1",
        ),
        ({"dealer": True, "threads": -1}, CribscoreError, "threads -1 is below 0"),
        ({"dealer": True, "out": bytearray(3)}, CribscoreError, "out holds 3 bytes, and the scores are 2"),
    ],
)
def test_what_many_throws_do_not_take_is_said(given, kind, why):
    with pytest.raises(kind, match=exactly(why)):
        best_throws([DEAL], **given)


@pytest.mark.native
def test_the_first_bad_deal_is_named(deals):
    bad = deals.copy()
    bad[7, 2] = 52
    bad[9, 3] = bad[9, 4]
    with pytest.raises(InvalidHandError, match=exactly("deal 7: card index 52 is above 51")):
        best_throws(bad, dealer=True)
    with pytest.raises(TypeError):
        best_throws(deals, dealer=np.ones(400))


def test_many_throws_need_the_c_core(core):
    if core == "python":
        with pytest.raises(RuntimeError, match="needs the C core"):
            best_throws([DEAL], dealer=True)


# ---------------------------------------------------------------- the policy's tables


def test_the_counts_of_throws_take_true_or_false():
    with pytest.raises(TypeError, match=exactly("dealer is True or False, not None")):
        throw_counts(dealer=None)


def test_the_hands_of_the_best_throws_are_among_the_keeps():
    sums = keep_sums([DEAL])
    best = best_discard(DEAL, dealer=True)
    assert isinstance(best.kept, Hand)
    assert best.hand.mean == Fraction(max(sums), 46)
