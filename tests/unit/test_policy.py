"""The policy: the bytes that are shipped, what follows from them, and what the other player may throw."""

import subprocess
import sys
from fractions import Fraction
from hashlib import sha256
from itertools import combinations, combinations_with_replacement, islice, product
from math import comb, prod
from random import Random
from types import SimpleNamespace

import pytest

from compiling import PROGRAMS, compiled
from cribscore import _core, _five_cards, _reference_policy, _steps, _wire, policy, throw_counts
from naive import row_parts
from oracles import load

CASES = load("discard_cases.json")
TABLES = load("crib_tables.json")
CHOICES = comb(46, 6) * 40
NAMES = "A23456789TJQK"


def deal_of(seed):
    return bytes(Random(seed).sample(range(52), 6))


def unseen_by(cards):
    return (1 << 52) - 1 & ~sum(1 << card for card in cards)


@pytest.mark.coreless
def test_the_shipped_bytes_are_those_of_the_digest():
    assert sha256(policy.shipped()).hexdigest() == policy.SHA256
    assert len(policy.shipped()) == 2 * CASES["facts"]["sets_of_six_ranks"]


@pytest.mark.coreless
def test_the_sets_of_ranks_stand_for_all_hands():
    sets = _reference_policy.rank_sets()
    assert len(sets) == CASES["facts"]["sets_of_six_ranks"]
    assert sum(map(policy.weight, sets)) == CASES["facts"]["hands_of_six"]
    assert list(sets) == sorted(sets)


@pytest.mark.coreless
@pytest.mark.parametrize("dealer", [True, False])
def test_each_pair_is_thrown_about_as_often_as_by_another_search(dealer):
    counts = throw_counts(dealer=dealer)
    assert sum(counts.values()) == CASES["facts"]["hands_of_six"]
    for pair, (_, _, *others) in TABLES["rank_model"].items():
        # The other search stopped elsewhere: sets that are nearly as good either way differ.
        assert counts[pair] == pytest.approx(others[0 if dealer else 1], rel=0.05, abs=2000)


def test_the_core_counts_each_choice_of_the_other_once():
    for seed, thrower in product(range(3), (_wire.BY_DEALER, _wire.BY_PONE)):
        unseen = unseen_by(deal_of(seed))
        assert sum(_core.throw_choices(policy.shipped(), thrower, unseen)) == CHOICES
        assert sum(_core.throw_choices(policy.shipped(), _wire.BY_CHANCE, unseen)) == comb(46, 2) * 44


def test_few_cards_leave_few_choices():
    cards = [0, 4, 9, 13, 22, 31, 40]  # seven: for each starter, one hand
    throws = dict(zip(_reference_policy.rank_sets(), policy.shipped(), strict=False))
    right = dict.fromkeys(product(_wire.RANK_PAIRS, range(13)), 0)
    for starter in cards:
        ranks = tuple(card // 4 for card in cards if card != starter)
        one, other = list(combinations(range(6), 2))[throws[ranks]]
        right[(ranks[one], ranks[other]), starter // 4] += 1
    found = _core.throw_choices(policy.shipped(), _wire.BY_DEALER, sum(1 << card for card in cards))
    assert found == list(right.values())


@pytest.mark.native
def test_the_two_cores_sum_up_the_same_cribs():
    random = Random(15)
    for _ in range(4):
        cards = random.sample(range(52), 6 + random.choice([0, 0, 3, 20]))
        dead = sum(1 << card for card in cards[6:])
        for thrower in range(3):
            given = policy.shipped(), thrower, bytes(cards[:6]), dead
            assert _core.crib_sums(*given) == _reference_policy.crib_sums(*given)


def test_cribs_by_chance_are_those_of_brute_force():
    for deal in CASES["deals"][:8]:
        cards = bytes(NAMES.index(card[0]) * 4 + "CDHS".index(card[1]) for card in deal["cards"].split())
        sums = _core.crib_sums(policy.shipped(), _wire.BY_CHANCE, cards, 0)
        assert sums == [_wire.CLEAR * crib for *_, crib in deal["keeps"]]


def test_cribs_of_a_few_cards_are_those_of_brute_force():
    cards = bytes([40, 41, 0, 20, 32, 36])
    left = [8, 16, 24, 28, 42, 44, 48]  # clubs, and a jack
    dead = unseen_by(cards) & ~sum(1 << card for card in left)
    throws = dict(zip(_reference_policy.rank_sets(), policy.shipped()[18395:], strict=True))
    right = []
    for mine in combinations(cards, 2):
        points = 0
        for starter in left:
            others = [card for card in left if card != starter]
            one, other = list(combinations(others, 2))[throws[tuple(card // 4 for card in others)]]
            points += sum(row_parts([*mine, one, other, starter], True))
        right.append(_wire.CLEAR * points)
    assert _core.crib_sums(policy.shipped(), _wire.BY_PONE, cards, dead) == right


@pytest.mark.native
@pytest.mark.programs
def test_every_hand_of_the_other_makes_the_same_cribs(tmp_path):
    # A deal against each player's throws: 9,366,819 hands, all their throws and all starters.
    program = (PROGRAMS / "every_other_hand.c").read_text(encoding="utf-8")
    with compiled(program, "-O2") as binary:
        for player, cards in enumerate((bytes([0, 5, 20, 35, 41, 51]), bytes([2, 16, 20, 40, 41, 43]))):
            throws = policy.shipped()[18395 * player :][:18395]
            ran = subprocess.run([binary], input=throws + cards, capture_output=True, check=True, timeout=60)
            right = [_wire.CLEAR * int(line) // 72 for line in ran.stdout.split()]
            assert _core.crib_sums(policy.shipped(), player, cards, 0) == right


@pytest.mark.parametrize(
    "given",
    [
        (0, bytes([0, 1, 2, 3, 4, 52]), 0),
        (0, bytes([0, 1, 2, 3, 4, 4]), 0),
        (0, bytes([0, 1, 2, 3, 4, 5]), 1),
        (3, bytes([0, 1, 2, 3, 4, 5]), 0),
        (-1, bytes([0, 1, 2, 3, 4, 5]), 0),
    ],
)
def test_the_core_refuses_what_is_not_a_deal(given):
    with pytest.raises(ValueError):
        _core.crib_sums(policy.shipped(), *given)


def test_the_core_refuses_other_sets_of_cards_and_other_policies():
    for thrower, unseen in ((0, 1 << 52), (0, (1 << 47) - 1), (3, 0)):
        with pytest.raises(ValueError):
            _core.throw_choices(policy.shipped(), thrower, unseen)
    for bad in (bytes([15]) + policy.shipped()[1:], policy.shipped()[:-1] + bytes([255])):
        with pytest.raises(ValueError):
            _core.throw_choices(bad, 0, 0)
    for wrong in (policy.shipped()[1:], bytearray(policy.shipped())):
        with pytest.raises(TypeError):
            _core.throw_choices(wrong, 0, 0)
        with pytest.raises(TypeError):
            _core.crib_sums(wrong, 0, bytes(range(6)), 0)
    with pytest.raises(TypeError):
        _core.crib_sums(policy.shipped(), 0, bytes(range(5)), 0)


@pytest.mark.native
def test_a_search_refuses_what_is_not_a_policy():
    with pytest.raises(ValueError):
        policy.evaluate(bytes([15]) * 36790)
    with pytest.raises(ValueError):
        _steps.throw_chooser(bytes([15]) * 36790)
    with pytest.raises(ValueError):
        _steps.keep_net(bytes([15]) * 36790, 0, True, 1, 1)
    with pytest.raises(TypeError):
        policy.evaluate(bytes(36789))


def test_without_the_c_core_a_search_says_what_it_needs(core):
    if core == "python":
        with pytest.raises(RuntimeError, match="needs the C core"):
            next(policy.search())


def made(number, *gains):
    return policy.Round(number, tuple(map(Fraction, gains)), (8, 8), (5, 5), policy.shipped()[::-1])


@pytest.mark.native
def test_the_next_round_does_not_begin_before_the_first_has_ended():
    made = _steps.Equilibrium(policy.shipped())
    before = made.found()
    made.next(forget=False)
    assert made.found() == before
    assert before[-1] == policy.shipped()


@pytest.mark.native
@pytest.mark.slow
def test_a_search_begins_with_the_best_hands_and_comes_closer():
    first, second = islice(policy.search(), 2)
    assert (first.number, second.number) == (1, 2)
    # Who looks at suits too, and throws for the hand alone, keeps 8.2939.
    assert first.hands[0] == first.hands[1]
    assert 8 < first.hands[0] < Fraction(7767205480, 936491920)
    assert all(later < gain for later, gain in zip(second.gains, first.gains, strict=True))


@pytest.mark.coreless
def test_a_search_ends_when_both_gains_are_small(monkeypatch):
    rounds = [made(1, "1/2", "1/3"), made(2, "1/100001", "1/100000"), made(3, "1/100001", "0"), made(4, 0, 0)]
    forgotten = []

    def begin_next(*, forget):
        forgotten.append(forget)

    search = SimpleNamespace(run=lambda: None, next=begin_next)
    monkeypatch.setattr(_steps, "Equilibrium", lambda: search)
    monkeypatch.setattr(policy, "_round", lambda made, number: rounds[number - 1])
    assert list(policy.search()) == rounds[:3]
    assert forgotten == [True, True]


@pytest.mark.coreless
def test_the_command_says_what_it_found_and_writes_it(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(policy, "search", lambda: iter([made(1, "1/2", "1/4")]))
    assert policy.main([str(tmp_path / "found")]) == 1
    assert (tmp_path / "found").read_bytes() == policy.shipped()[::-1]
    digest = sha256(policy.shipped()[::-1]).hexdigest()
    assert capsys.readouterr().out.splitlines() == [
        "round  1: best answers gain 5.00e-01 and 2.50e-01",
        f"SHA-256 {digest}, not as shipped",
    ]
    monkeypatch.setattr(policy, "search", lambda: iter([made(1, 0, 0)._replace(policy=policy.shipped())]))
    assert policy.main([]) == 0
    assert capsys.readouterr().out.endswith(f"SHA-256 {policy.SHA256}, as shipped\n")


@pytest.mark.coreless
def test_the_module_is_a_command():
    command = [sys.executable, "-m", "cribscore.policy", "--help"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert ran.stdout.startswith("usage: python -m cribscore.policy")


# ---------------------------------------------------------------- five cards


@pytest.mark.coreless
def test_five_cards_are_thrown_by_every_hand():
    for players, throws in _five_cards.THROWS.items():
        assert players in (3, 4)
        for counts in throws:
            assert sum(counts) == 23 * comb(52, 5)  # rounds


@pytest.mark.coreless
@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
def test_the_throws_of_one_card_are_found_again(players):
    assert _five_cards.find_throws(players) == _five_cards.THROWS[players]


@pytest.mark.coreless
def test_three_cards_by_chance_are_all_choices_of_cards():
    ways = _five_cards.three_weights([None] * 3, [4] * 13)
    assert sum(map(sum, ways)) == prod(range(49, 53))


@pytest.mark.coreless
def test_the_crib_of_three_players_by_chance_is_that_of_a_five_and_any_four_cards():
    right = Fraction(0)
    for ranks in combinations_with_replacement(range(13), 4):
        many = prod(comb(4 - (rank == 4), ranks.count(rank)) for rank in {*ranks})
        if many:
            cards = [4 * rank + ranks[:place].count(rank) + (rank == 4) for place, rank in enumerate(ranks)]
            flush = Fraction(5, 256) if len({4, *ranks}) == 5 else 0
            right += Fraction(many, comb(51, 4)) * (sum(row_parts([16, *cards], True)[:3]) + flush)
    # Each of three cards may be a jack and the starter another card, of its suit in a quarter.
    right += 3 * Fraction(4, 51) * Fraction(47, 50) * Fraction(1, 4)
    left = [4 - (rank == 4) for rank in range(13)]
    for players, dealer in product((3, 4), (True, False)):
        (points,), ways = _five_cards.mean_cribs(players, [4], left, dealer=dealer, chance=True)
        assert Fraction(points, ways) == 256 * right
