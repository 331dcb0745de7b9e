"""Advice in the play: against a naive player of every hand, exact values and a greedy player."""

import struct
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from random import Random

import pytest

import naive_pegging as naive
from cribscore import (
    DECK,
    Card,
    CribscoreError,
    IllegalPegError,
    InvalidCardError,
    InvalidHandError,
    Pegging,
    _core,
    _reference_advice,
    _steps,
    advice,
    advise_peg,
    best_discard,
    best_peg,
    best_throws,
    discards,
    policy,
)
from wording import exactly

DEALS = 2000


def play_at_random(numbers, cards=None):
    """Each position of a random play, with the hands of both as they were dealt."""
    cards = cards or numbers.sample(DECK, 8)
    hands = cards[:4], cards[4:]
    play = Pegging(hands)
    while not play.over:
        yield play, hands
        play.play(numbers.choice(play.legal))


def bits(cards):
    return sum(1 << card.index for card in cards)


def asked(play, hands, unseen, worlds=1820, seed=0, player=None):
    """What the core answers to the player in turn, if the other's cards are of the unseen ones."""
    player = play.turn if player is None else player
    played = bytes(played.card.index for played in play.plays)
    return _core.advise_peg(policy.shipped(), bits(hands[player]), bits(unseen), played, worlds, seed)


# ---------------------------------------------------------------- what it knows


@pytest.mark.slow_on_python
def test_the_advice_is_the_same_whatever_the_hidden_hand_is():
    numbers = Random(3)
    asked_at = 0
    for play, hands in play_at_random(numbers):
        me = play.turn
        found = advise_peg(play.view(me), worlds=20)
        at_the_table = Pegging([hands[0], 4] if me == 0 else [4, hands[1]])
        for played in play.plays:
            at_the_table.play(played.card)
        assert advise_peg(at_the_table.view(me), worlds=20) == found
        shown = [played.card for played in play.plays if played.player != me]
        for _ in range(20):  # the other may hold these too, and then plays look the same
            others = numbers.sample(
                [card for card in DECK if card not in (*hands[me], *shown)], 4 - len(shown)
            )
            try:
                other = Pegging.replay(
                    [hands[0], [*shown, *others]] if me == 0 else [[*shown, *others], hands[1]],
                    [played.card for played in play.plays],
                )
            except IllegalPegError:
                continue
            if other.turn == me and other.view(me) == play.view(me):
                assert advise_peg(other.view(me), worlds=20) == found
                asked_at += 1
    assert asked_at > 20


def test_the_advice_at_a_table_is_for_the_case_that_the_other_says_go():
    table = Pegging.replay(["KC QD 5S AH", 4], "KC TD QD")
    assert (table.turn, table.count) == (1, 30)
    (found,) = advise_peg(table.view(0))
    assert (found.card, found.now) == (Card("AH"), 2)
    other = Pegging.replay(["KC QD 5S AH", "TD 9C 9D 9S"], "KC TD QD")
    assert advise_peg(other.view(0)) == (found,)


@pytest.mark.parametrize("seed", [1, 2])
def test_with_one_hand_left_the_nets_are_those_of_exact_play(seed):
    for play, hands in play_at_random(Random(seed)):
        me = play.turn
        weight, tried, nets = asked(play, hands, hands[1 - me])
        assert (tried, max(nets.values()) / weight) == (1, best_peg(play).value)
        for card in play.legal:
            after = play.copy()
            before = after.points[me] - after.points[1 - me]
            after.play(card)
            made = after.points[me] - after.points[1 - me] - before
            rest = 0 if after.over else best_peg(after).value * (1 if after.turn == me else -1)
            assert nets[card.rank] == (made + rest) * weight


@pytest.mark.slow_on_python
def test_a_hand_that_is_known_is_valued_exactly():
    numbers, exact = Random(5), 0
    for _ in range(8):
        for play, _ in play_at_random(numbers):
            found = advise_peg(play.view(play.turn), worlds=1820)
            if found[0].worlds == 1:
                assert found[0].net == best_peg(play).value
                exact += 1
    assert exact >= 8


# ---------------------------------------------------------------- against a naive player of every hand


@cache
def kept_by(player):
    """How often the policy keeps any four cards of each set of four ranks."""
    throws = iter(policy.shipped()[18395 * player :])
    kept = Counter()
    for ranks in combinations_with_replacement(range(1, 14), 6):
        if max(Counter(ranks).values()) <= 4:
            gone = list(combinations(range(6), 2))[next(throws)]
            four = tuple(rank for place, rank in enumerate(ranks) if place not in gone)
            kept[four] += prod(comb(4, number) for number in Counter(ranks).values())
    return {
        four: 1 + Fraction(kept[four], prod(comb(4, number) for number in Counter(four).values()))
        for four in combinations_with_replacement(range(1, 14), 4)
    }


def careful(table):
    def worth(card):
        pile = [*table.pile, card]
        count = sum(map(naive.value, pile))
        leads_low = not table.pile and naive.rank(card) < 5
        return sum(naive.card_parts(pile)), count not in (5, 21), leads_low, naive.rank(card)

    return max(table.playable(table.player), key=worth)


def expected(mine, played, unseen, kept):
    """The net of each rank of mine that fits, over all cards that the other may hold."""
    shown = [card for card in played if card not in mine]
    nets, weights = Counter(), Fraction()
    for rest in combinations(unseen, 4 - len(shown)):
        other = [*shown, *rest]
        weight = kept[tuple(sorted(map(naive.rank, other)))]
        table = naive.Table([mine, other])
        for card in played if weight else ():
            if card not in table.playable(table.player):
                weight = 0
                break
            if table.player == 1:
                ranks = {naive.rank(one) for one in table.playable(1)}
                same = naive.rank(careful(table)) == naive.rank(card)
                weight *= Fraction(1, 2) / len(ranks) + Fraction(same, 2)
            table.play(card)
        if not weight or table.player != 0:
            continue
        weights += weight
        for card in {naive.rank(card): card for card in table.playable(0)}.values():
            after = naive.replay([mine, other], [*played, card])
            while not after.over:
                after.play(careful(after))
            nets[naive.rank(card)] += weight * sum(
                sum(points) * (1 if player == 0 else -1) for player, _, *points in after.plays[len(played) :]
            )
    return {rank: net / weights for rank, net in nets.items()}


@pytest.mark.parametrize(
    ("mine", "played", "gone"),
    [
        ("8C 7D 2S AH", "8C 7C 7D 7H AH QD", "KH KS 9C"),  # at 30 both said go
        pytest.param("5H 4D 6S KC", "KC 5D 4D 7C", "QH QS 2D", marks=pytest.mark.slow),
        pytest.param("TC 9D 9S AH", "TC 7D 9D 2D", "KH KS 9C", marks=pytest.mark.slow),
        pytest.param("QC JD 6H 3S", "QC KD JD TD", "", marks=pytest.mark.slow),  # and he led
    ],
)
def test_the_nets_are_those_of_a_naive_player_of_every_hand(mine, played, gone):
    mine, played = mine.split(), played.split()
    unseen = [str(card) for card in DECK if str(card) not in (*mine, *played, *gone.split())]
    play = Pegging.replay([mine, 4], played)
    *thrown, starter = gone.split() or [None]
    found = advise_peg(play.view(0), thrown=thrown, starter=starter, worlds=1820)
    right = expected(mine, played, unseen, kept_by(0))
    assert {card.rank: pytest.approx(net, abs=1e-9) for card, _, net, _ in found} == right
    assert [card.rank for card, *_ in found] == sorted(right, key=lambda rank: (-right[rank], rank))


# ---------------------------------------------------------------- the values and the sample


def test_each_legal_card_is_there_the_best_first():
    play = Pegging.replay(["5H 5C 5D JC", "8C 2D TS QD"], "JC TS")
    found = advise_peg(play.view(0))
    assert {one.card for one in found} == set(play.legal)
    assert [one.net for one in found] == sorted((one.net for one in found), reverse=True)
    assert [one.card for one in found] == [Card("5C"), Card("5D"), Card("5H")]
    assert found[0].to_dict() == {
        "card": "5C",
        "now": found[0].now.to_dict(),
        "net": found[0].net,
        "worlds": found[0].worlds,
    }


def test_what_a_card_scores_at_once_is_counted_in_its_count():
    pair = Pegging.replay([4, "7H 8C 9D KS"], "7D").view(1)
    assert {str(card): int(now) for card, now, *_ in advise_peg(pair)} == {"7H": 2, "8C": 2, "9D": 0, "KS": 0}
    # At 30 neither can play, and I lead: the king is not a pair.
    new = Pegging.replay(["TD 9H KS QC", 4], "TD AC 9H KC").view(0)
    assert {str(card): int(now) for card, now, *_ in advise_peg(new)} == {"KS": 0, "QC": 0}


@pytest.mark.slow_on_python
def test_a_sample_is_as_large_as_asked_and_comes_near_to_all_hands():
    view = Pegging(["7S 6H JH KC", 4]).view(0)
    everything = advise_peg(view, worlds=1820)
    assert 100 < everything[0].worlds <= 1820
    right = {one.card: one.net for one in everything}
    sums = Counter()
    for seed in range(20):
        found = advise_peg(view, seed=seed)
        assert found == advise_peg(view, seed=seed)
        assert 50 < found[0].worlds <= 100
        sums.update({one.card: one.net for one in found})
    assert {card: pytest.approx(total / 20, abs=0.2) for card, total in sums.items()} == right
    assert len({advise_peg(view, seed=seed)[0].net for seed in range(20)}) > 10


@pytest.mark.slow_on_python
def test_cards_that_are_known_to_be_elsewhere_are_in_no_hand():
    view = Pegging.replay(["7S 6H JH KC", 4], "JH").view(0)
    for gone in ({"thrown": "5C 5D", "starter": "5H"}, {"thrown": "5C 5D"}, {"starter": "5H"}):
        with pytest.raises(IllegalPegError):
            advise_peg(view, **gone)  # five spades is left, and the other must play
    play = Pegging(["7S 6H JH KC", 4])
    nets = {one.card: one.net for one in advise_peg(play.view(0), worlds=1820)}
    without = advise_peg(play.view(0), worlds=1820, thrown="5C 5D", starter="5H")
    assert {one.card: one.net for one in without} != nets


def test_no_hand_is_impossible_because_the_policy_does_not_keep_it():
    assert kept_by(0)[1, 1, 2, 5] == 1
    mine, others = ([Card(name) for name in names.split()] for names in ("TS JS QS KS", "AC AD 2C 5C"))
    weight, tried, nets = _core.advise_peg(policy.shipped(), bits(mine), bits(others), b"", 10, 0)
    assert (tried, max(nets.values()) / weight) == (1, best_peg(Pegging([mine, others])).value)


# ---------------------------------------------------------------- both cores


def alike_at_random(numbers, deals):
    for _ in range(deals):
        for play, hands in play_at_random(numbers):
            unseen = [card for card in DECK if card not in hands[play.turn]]
            others = [card for card in unseen if card not in hands[1 - play.turn]]
            gone = numbers.sample(others, numbers.choice([0, 3, 36, 42]))
            unseen = [card for card in unseen if card not in gone]
            played = bytes(played.card.index for played in play.plays)
            given = bits(unseen), played, numbers.choice([1, 30, 1820]), numbers.randrange(2**64)
            for player in (play.turn, 1 - play.turn):
                mine = bits(hands[player])
                rest = (
                    given[0] | bits(hands[1 - player]) & ~mine
                    if player == play.turn
                    else (1 << 52) - 1 & ~mine
                )
                arguments = policy.shipped(), mine, rest, *given[1:]
                yield _core.advise_peg(*arguments), _reference_advice.advise_peg(*arguments)


@pytest.mark.native
@pytest.mark.slow
def test_both_cores_give_the_same_advice():
    answers = list(alike_at_random(Random(7), 10))
    for found, right in answers:
        assert found == right
    assert {found is None for found, _ in answers} == {True, False}


@pytest.mark.native
def test_both_cores_give_the_same_advice_late_in_a_deal():
    for play, hands in play_at_random(Random(8)):
        if len(play.plays) >= 4:
            me = play.turn
            arguments = policy.shipped(), bits(hands[me]), (1 << 52) - 1 & ~bits(hands[me])
            played = bytes(played.card.index for played in play.plays)
            found = _core.advise_peg(*arguments, played, 20, 1)
            assert found == _reference_advice.advise_peg(*arguments, played, 20, 1)


@pytest.mark.parametrize(
    ("hand", "unseen", "worlds"),
    [(0b111, 0xF0, 1), (0b1111, 0b11000, 0), (0b1111, 0b1000, 1), (0b1111, 1 << 52, 1)],
)
def test_the_core_is_given_four_cards_and_others(hand, unseen, worlds):
    with pytest.raises(ValueError, match="four cards"):
        _core.advise_peg(policy.shipped(), hand, unseen, b"", worlds, 0)


def test_the_core_is_given_a_policy():
    with pytest.raises(ValueError, match="not a policy"):
        _core.advise_peg(bytes([15]) * 36790, 0b1111, 0xFFFF0, b"", 1, 0)


# Hand 0 is the four aces; the other may hold four of the cards from two to five.
@pytest.mark.parametrize(
    "played",
    [
        bytes(9),
        b"\x00\x00",  # an ace twice
        b"\xff",
        b"\x20",  # a nine
        b"\x00\x04\x01\x02",  # an ace out of turn
        b"\x04\x00\x08\x01\x09\x02\x0a\x03\x05",  # a fifth card
    ],
)
def test_a_play_that_is_not_possible_has_no_advice(played):
    assert _core.advise_peg(policy.shipped(), 0b1111, 0xFFFF0, played, 10, 0) is None


# ---------------------------------------------------------------- the functions in C

OK, ERR_CARD, ERR_TWICE, ERR_COUNT = range(4)
ACES, KINGS = 15, 15 << 48
TEN, TWO, THREE = 36, 4, 8  # the first cards of these ranks


@pytest.mark.native
@pytest.mark.parametrize(
    ("changes", "right"),
    [
        ({}, OK),
        ({"unseen": 1 << 52}, ERR_CARD),
        ({"unseen": ACES}, ERR_TWICE),
        ({"hand": 7}, ERR_COUNT),
        ({"worlds": 0}, ERR_COUNT),
        ({"weight": 2**32 - 1}, ERR_COUNT),
        ({"played": [52]}, ERR_CARD),
        ({"played": [0, 0]}, ERR_TWICE),
        ({"played": [0, TEN]}, OK),
        ({"played": [0]}, ERR_COUNT),  # it is the other's turn, who can play any card
        ({"played": [0, 1]}, ERR_COUNT),  # so it was here
        # At 23 I could have played my last ace.
        ({"played": [0, TEN, 1, TEN + 1, 2, TEN + 2]}, ERR_COUNT),
        # At 23 the other said go, and had no two.
        ({"played": [0, TEN, 1, TEN + 1, 2, 3, TWO]}, ERR_COUNT),
        # The other plays on alone, and has no fifth card.
        ({"hand": KINGS, "played": [TEN, 48, TWO, TWO + 1, TWO + 2]}, OK),
        ({"hand": KINGS, "played": [TEN, 48, TWO, TWO + 1, TWO + 2, THREE]}, ERR_COUNT),
        ({"played": [0, TEN, 1, TEN + 1, 2, 3, TEN + 2]}, ERR_COUNT),  # I have no card left
        ({"played": [TEN, 0, TEN + 1, 1, THREE, 2, THREE + 1, 3]}, ERR_COUNT),
    ],
)
def test_the_advice_in_c_says_why_there_is_none(changes, right):
    ffi, lib = _core.native()
    weights = ffi.new("uint32_t[3640]", [changes.get("weight", 1)] * 3640)
    hand, played = changes.get("hand", ACES), changes.get("played", [])
    unseen = changes.get("unseen", (1 << 52) - 1 & ~hand)
    found = ffi.new("crib_advice *")
    worlds = changes.get("worlds", 1)
    assert lib.crib_advise_peg(weights, hand, unseen, bytes(played), len(played), worlds, 0, found) == right
    assert (found.hands > 0) == (right == OK)


@pytest.mark.native
@pytest.mark.parametrize(
    ("keep", "worlds", "deals", "end"), [(1820, 1, 1, 1), (0, 0, 1, 1), (0, 1, 1, 2), (0, 1, 2**20 + 1, 1)]
)
def test_a_number_outside_its_range_makes_no_net_in_c(keep, worlds, deals, end):
    ffi, lib = _core.native()
    weights = ffi.new("uint32_t[3640]", [1] * 3640)
    assert lib.crib_keep_net(weights, 7, True, 1, 1, 0, 1) != 0
    assert lib.crib_keep_net(weights, keep, True, worlds, deals, 0, end) == 0


# ---------------------------------------------------------------- what is refused

VIEW = Pegging(["5H 4D 6S KC", "JC 5D 2H 9S"]).view(0)


@pytest.mark.parametrize(
    ("given", "error", "why"),
    [
        ({"view": Pegging(["5H", "JC"])}, TypeError, "a view is a PeggingView, not Pegging: "),
        (
            {"view": Pegging(["5H", "JC", "2H"]).view(0)},
            CribscoreError,
            "advise_peg is for two players, not 3",
        ),
        (
            {"view": Pegging(["5H 4D 6S KC", "JC 5D 2H"]).view(0)},
            InvalidHandError,
            "advise_peg is for hands of 4 cards, hand 1 had 3",
        ),
        (
            {"view": Pegging(["5H 4D 6S KC", 4]).view(0), "thrown": "5H 2C"},
            InvalidHandError,
            "5H appears twice",
        ),
        ({"thrown": "2C 3C 4C"}, InvalidHandError, "2 cards are thrown, got 3: 2C 3C 4C"),
        ({"thrown": "2C", "starter": "2C"}, InvalidHandError, "2C appears twice"),
        ({"starter": "1C"}, InvalidCardError, "'1C' is not a card"),
        ({"worlds": 0}, CribscoreError, "worlds 0 is not 1 to 1820"),
        ({"worlds": 1821}, CribscoreError, "worlds 1821 is not 1 to 1820"),
        ({"seed": -1}, CribscoreError, "seed -1 is not 0 to 18446744073709551615"),
        ({"seed": "x"}, TypeError, "seed 'x' is not a whole number"),
        ({"view": Pegging([4, "5H 4D 6S KC"]).view(1)}, IllegalPegError, "hand 0 is to play"),
        ({"view": Pegging.replay(["5H 4D 6S KC", 4], "KC").view(0)}, IllegalPegError, "hand 1 is to play"),
        (
            {"view": Pegging.replay(["AH 5C 4D 6H", "5H AD 6S 5S"], "AH 6S 4D 5S 6H AD 5C 5H").view(0)},
            IllegalPegError,
            "the play is over",
        ),
    ],
)
def test_what_cannot_be_advised_is_refused(given, error, why):
    with pytest.raises(error) as raised:
        advise_peg(**{"view": VIEW, **given})
    assert str(raised.value).startswith(why)


# ---------------------------------------------------------------- how good it is


def dealt(seed, deals):
    """Deals whose throws are those of the policy: the hands of pone and dealer, their throws, the starter."""
    numbers = Random(seed)
    for _ in range(deals):
        cards = numbers.sample(range(52), 13)
        sides = []
        for six, dealer in ((cards[:6], False), (cards[6:12], True)):
            thrown = [DECK[card] for card in best_throws(bytes(six), dealer=dealer)]
            sides.append(([DECK[card] for card in six if DECK[card] not in thrown], thrown))
        yield *zip(*sides, strict=True), DECK[cards[12]]


def greedy(play):
    """The most points at once, else the highest card."""
    pile = [str(card) for card in play.pile]
    return max(play.legal, key=lambda card: (sum(naive.card_parts([*pile, str(card)])), card))


def played_out(hands, thrown, starter, advised):
    play = Pegging(hands)
    while not play.over:
        me = play.turn
        if me not in advised or len({card.rank for card in play.legal}) == 1:
            play.play(greedy(play))
        else:
            play.play(advise_peg(play.view(me), thrown=thrown[me], starter=starter)[0].card)
    return play.points


@pytest.mark.native
@pytest.mark.slow
def test_advice_gains_more_than_six_tenths_of_a_point_a_deal_over_a_greedy_player():
    gains = []
    for deal in dealt(2026, DEALS):
        pone, other_dealer = played_out(*deal, advised={0})
        other_pone, dealer = played_out(*deal, advised={1})
        gains.append((pone - other_dealer + dealer - other_pone) / 2)
    mean = sum(gains) / DEALS
    error = (sum((gain - mean) ** 2 for gain in gains) / DEALS**2) ** 0.5
    assert mean > 0.6
    assert error < 0.04


@pytest.mark.native
@pytest.mark.slow
def test_two_advised_players_peg_what_is_published():
    points = [played_out(*deal, advised={0, 1}) for deal in dealt(2026, DEALS)]
    pone, dealer = (sum(side) / DEALS for side in zip(*points, strict=True))
    assert 2.0 < pone < 2.3
    assert 3.2 < dealer < 3.6


# ---------------------------------------------------------------- what each hand makes in the play


def net_of(cards, *, dealer):
    return float(advice.keep_net([Card(name) for name in cards.split()], dealer=dealer))


@pytest.mark.coreless
def test_the_nets_are_those_whose_digest_is_known():
    assert sha256(advice.shipped()).hexdigest() == advice.SHA256
    assert len(advice.shipped()) == 2 * 2 * 1820


@pytest.mark.coreless
def test_the_nets_of_two_hands_are_about_those_of_another_program():
    # Self-play of the prototype: +1.9 and +0.3 for the dealer.
    assert net_of("4C 5C 6C KC", dealer=True) == pytest.approx(1.9, abs=0.4)
    assert net_of("5C 5D 5H 5S", dealer=True) == pytest.approx(0.3, abs=0.5)


@pytest.mark.coreless
def test_what_the_dealer_gains_in_the_play_the_pone_loses():
    means = []
    for player, dealer in enumerate((True, False)):
        ways = {
            four: (kept - 1) * prod(comb(4, number) for number in Counter(four).values())
            for four, kept in kept_by(player).items()
        }
        assert sum(ways.values()) == comb(52, 6)
        suits = "CDHS"
        cards = {
            four: " ".join(naive.RANKS[rank - 1] + suit for rank, suit in zip(four, suits, strict=True))
            for four in ways
        }
        means.append(
            sum(number * net_of(cards[four], dealer=dealer) for four, number in ways.items()) / comb(52, 6)
        )
    assert means[0] == pytest.approx(-means[1], abs=0.05)
    assert means[0] == pytest.approx(3.33 - 2.08, abs=0.1)


@pytest.mark.native
def test_a_net_is_found_again():
    keep = next(
        number
        for number, four in enumerate(sorted(kept_by(0), key=lambda four: four[::-1]))
        if four == (5, 5, 5, 5)
    )
    assert _steps.keep_net(policy.shipped(), keep, False, 100, 400) == 400 * Fraction(
        net_of("5C 5D 5H 5S", dealer=False)
    ).limit_denominator(400)


@pytest.mark.native
@pytest.mark.slow
def test_the_net_of_a_keep_is_that_of_simulated_deals():
    deals = 300
    mine, numbers = [Card(name) for name in ("AC", "4D", "7H", "9S")], Random(9)
    rest = [card for card in DECK if card not in mine]
    kept = kept_by(0)
    hands = [numbers.sample(rest, 4) for _ in range(8 * deals)]
    weights = [float(kept[tuple(sorted(card.rank for card in hand))]) for hand in hands]
    nets = []
    for hand in numbers.choices(hands, weights, k=deals):
        pone, dealer = played_out((mine, hand), ((), ()), None, advised={0, 1})
        nets.append(pone - dealer)
    mean = sum(nets) / deals
    error = (sum((net - mean) ** 2 for net in nets) / deals**2) ** 0.5
    assert abs(mean - net_of("AC 4D 7H 9S", dealer=False)) < 4 * (error + 0.13)


@pytest.mark.native
@pytest.mark.slow
def test_a_deal_with_each_hand_makes_on_average_what_many_deals_make():
    nets = list(advice.play_keeps(1))
    means = struct.unpack("<3640h", advice.shipped())
    assert len(nets) == len(means) == 3640
    errors = [net - mean / 400 for net, mean in zip(nets, means, strict=True)]
    spread = sum(error**2 for error in errors) ** 0.5 / len(errors)
    assert abs(sum(errors) / len(errors)) < 4 * spread


@pytest.mark.coreless
def test_the_command_says_whether_it_found_what_is_shipped_and_writes_it(monkeypatch, capsys, tmp_path):
    sums = [number - 1820 for number in range(3640)]
    found = struct.pack("<3640h", *sums)
    monkeypatch.setattr(advice, "play_keeps", lambda: iter(sums))
    assert advice.main([str(tmp_path / "found")]) == 1
    assert (tmp_path / "found").read_bytes() == found
    *counted, said = capsys.readouterr().out.splitlines()
    assert (len(counted), counted[-1]) == (40, "3640 of 3640 hands")
    assert said == f"SHA-256 {sha256(found).hexdigest()}, not as shipped"
    monkeypatch.setattr(advice, "play_keeps", lambda: iter(struct.unpack("<3640h", advice.shipped())))
    assert advice.main([]) == 0
    assert capsys.readouterr().out.endswith(f"SHA-256 {advice.SHA256}, as shipped\n")


@pytest.mark.coreless
def test_the_module_is_a_command():
    command = [sys.executable, "-m", "cribscore.advice", "--help"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert ran.stdout.startswith("usage: python -m cribscore.advice")


def test_throws_may_count_the_play():
    for dealer in (True, False):
        found = discards("4C 5D 6H 6S 9C TD", dealer=dealer, play=True)
        usual = {throw.thrown: throw for throw in discards("4C 5D 6H 6S 9C TD", dealer=dealer)}
        for throw in found:
            net = advice.keep_net([*throw.kept], dealer=dealer)
            assert throw == usual[throw.thrown]._replace(play=net, value=usual[throw.thrown].value + net)
        assert [throw.value for throw in found] == sorted((throw.value for throw in found), reverse=True)
        assert found[0] == best_discard("4C 5D 6H 6S 9C TD", dealer=dealer, play=True)
        head, first, *_ = str(found).splitlines()
        assert head.split() == ["throw", "hand", "crib", "~play", "~value", "least", "most"]
        numbers = (found[0].hand.mean, found[0].crib, found[0].play, found[0].value)
        assert first.split()[2:6] == [f"{float(number):.3f}" for number in numbers]
        assert "about play" in found.to_html()
        assert found[0].to_dict()["play"] == float(found[0].play)


def test_the_play_of_three_players_is_not_counted():
    with pytest.raises(CribscoreError, match=exactly("play=True is for two players, not 3")):
        discards("4C 5D 6H 6S 9C", dealer=True, players=3, play=True)
    with pytest.raises(TypeError, match=exactly("play is True or False, not 1")):
        discards("4C 5D 6H 6S 9C TD", dealer=True, play=1)
