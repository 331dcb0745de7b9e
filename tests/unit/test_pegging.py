"""The play: against the file of cases, the naive play and brute force; every refusal; what a view hides."""

import copy
import pickle
import re
from itertools import combinations, permutations
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_pegging as naive
from compiling import PROGRAMS, compile_and_run
from cribscore import (
    DECK,
    Card,
    CribscoreError,
    IllegalPegError,
    InvalidCardError,
    InvalidHandError,
    Pegging,
    PegLine,
    PegScore,
    _core,
    _reference_pegging,
    best_peg,
    peg_deals,
    score_peg,
    score_pegs,
)
from oracles import load
from samples import PROTOCOLS
from strategies import NAMES, distinct, examples
from wording import exactly

CASES = load("pegging_cases.json")
SEQUENCES = CASES["hard"] + CASES["random"] + CASES["more_players"]
HANDS = ["5H 4D 6S KC", "JC 5D 2H 9S"]


def names(cards):
    return [str(card) for card in cards]


@st.composite
def deals(draw, players=(2, 3, 4), most=5):
    """Hands of the play as names, the lead, and numbers that choose among the playable cards."""
    number = draw(st.sampled_from(players))
    sizes = draw(
        st.one_of(st.just([4] * number), st.lists(st.integers(1, most), min_size=number, max_size=number))
    )
    cards = draw(distinct(sum(sizes)))
    hands = [[cards.pop() for _ in range(size)] for size in sizes]
    choices = draw(st.lists(st.integers(0, 11), min_size=20, max_size=20))
    return hands, draw(st.integers(0, number - 1)), choices


def random_deal(numbers, players, size):
    cards = numbers.sample(NAMES, players * size)
    return [cards[size * player : size * player + size] for player in range(players)]


def play_at_random(numbers, hands, lead=0):
    """Play a deal to its end by the naive rules."""
    table = naive.Table(hands, lead)
    while not table.over:
        table.play(numbers.choice(table.playable(table.player)))
    return table


def played(play):
    """The cards of a play as pegging_cases.json has them."""
    return [[player, str(card), *score.parts] for player, card, score, _, _ in play.plays]


# ---------------------------------------------------------------- the file


@pytest.mark.coreless
def test_the_naive_play_agrees_with_the_file():
    for case in SEQUENCES:
        table = naive.replay(
            [hand.split() for hand in case["hands"]], [play[1] for play in case["plays"]], case["lead"]
        )
        assert (table.plays, table.points, table.over) == (case["plays"], case["points"], True)
    for pile, *parts in CASES["piles"]:
        assert list(naive.card_parts(pile.split())) == parts


def test_every_sequence_of_the_file_scores_as_it_says():
    assert len(SEQUENCES) >= 140
    for case in SEQUENCES:
        play = Pegging.replay(case["hands"], [card for _, card, *_ in case["plays"]], lead=case["lead"])
        assert played(play) == case["plays"]
        assert (list(play.points), play.over) == (case["points"], True)


def test_every_pile_of_the_file_scores_as_it_says():
    for pile, fifteen, thirty_one, pairs, run in CASES["piles"]:
        assert score_peg(pile).parts == (fifteen, thirty_one, pairs, run, 0), pile
    assert [*score_pegs([pile for pile, *_ in CASES["piles"]])] == [
        sum(parts) for _, *parts in CASES["piles"]
    ]


@pytest.mark.parametrize("case", CASES["illegal"], ids=lambda case: case["reason"])
def test_what_the_file_calls_illegal_is_refused(case):
    play = Pegging.replay(case["hands"], case["plays"], lead=case["lead"])
    before = play.to_dict()
    with pytest.raises(CribscoreError):
        play.play(case["then"])
    assert play.to_dict() == before


def test_every_exact_value_of_the_file_is_found():
    for pone, dealer, value in CASES["double_dummy"]:
        best = best_peg(Pegging([pone, dealer]))
        assert best.value == value
        first, second = Pegging.replay([pone, dealer], best.line).points
        assert first - second == value


# Piles and their points, from the questions and the faults of other programs.
@pytest.mark.parametrize(
    ("pile", "parts"),
    [
        ("7C 6D 5H", (0, 0, 0, 3, 0)),
        ("TC 5D", (2, 0, 0, 0, 0)),
        ("4C 6D 5H", (2, 0, 0, 3, 0)),  # a run does not hide its fifteen
        ("5C 5D 5H", (2, 0, 6, 0, 0)),  # nor do pairs
        ("JC TD 9H 2C", (0, 2, 0, 0, 0)),
        ("9C JD QH 2S", (0, 2, 0, 0, 0)),
        ("TD JC 9H", (0, 0, 0, 3, 0)),
        ("7C 7D 8H 9S", (0, 2, 0, 3, 0)),  # a run does not hide thirty-one
        ("6C 5D 6H 5S", (0, 0, 0, 0, 0)),  # pairs apart do not score
        ("6C 7D 5H 6S", (0, 0, 0, 3, 0)),  # a rank that lies further back does not spoil a run
        ("7C 6D 8H 6S", (0, 0, 0, 0, 0)),
        ("6C 7D 8H 6S", (0, 0, 0, 3, 0)),
        ("2C 3D 5H 6S AC 7D 4H", (0, 0, 0, 7, 0)),
        ("2C 3D 5H 6S AC 7D 4H 2D", (0, 0, 0, 7, 0)),
        ("QC KD AH", (0, 0, 0, 0, 0)),  # the ace is low only
        ("AC AD AH AS", (0, 0, 12, 0, 0)),
        ("AC 2C 2D 3C", (0, 0, 0, 0, 0)),  # a repeated rank among the last cards
    ],
)
def test_a_pile_of_which_players_ask_scores_by_the_rules(pile, parts):
    assert score_peg(pile).parts == parts == (*naive.card_parts(pile.split()), 0)


def test_the_last_card_scores_one_but_not_at_thirty_one():
    assert score_peg("KH 9C", last=True).parts == (0, 0, 0, 0, 1)
    assert score_peg("7H 8C", last=True).parts == (2, 0, 0, 0, 1)
    assert score_peg("KH QH JH AC", last=True).parts == (0, 2, 0, 0, 0)


# ---------------------------------------------------------------- against the naive play


@examples(200)
@given(deals())
def test_every_position_is_that_of_the_naive_play(deal):
    hands, lead, choices = deal
    table, play = naive.Table(hands, lead), Pegging([" ".join(hand) for hand in hands], lead=lead)
    for choice in choices:
        assert play.over == table.over
        if table.over:
            break
        playable = table.playable(table.player)
        assert (play.turn, names(play.legal), names(play.pile)) == (table.player, playable, table.pile)
        card = playable[choice % len(playable)]
        table.play(card)
        score = play.play(card)
        assert list(score.parts) == table.plays[-1][2:]
        assert play.count == sum(map(naive.value, table.pile))
        assert [*map(names, play.hands)] == table.hands
        assert list(play.points) == table.points
    assert played(play) == table.plays
    assert [move.count for move in play.plays] == table.counts
    assert [[*move.go] for move in play.plays] == table.goes
    assert Pegging.replay(hands, " ".join(names(move.card for move in play.plays)), lead=lead) == play


@pytest.mark.parametrize(("players", "size"), [(2, 4), (2, 1), (3, 5), (4, 4)])
def test_every_card_of_the_deck_is_refused_unless_it_may_be_played(players, size):
    numbers = Random(players * size)
    hands = random_deal(numbers, players, size)
    table, play = naive.Table(hands), Pegging(hands)
    while not table.over:
        before, playable = play.to_dict(), table.playable(table.player)
        for name in NAMES:
            if name in playable:
                continue
            with pytest.raises(IllegalPegError, match=name):
                play.play(name)
        assert play.to_dict() == before
        card = numbers.choice(playable)
        table.play(card)
        play.play(card)
    assert (play.over, play.turn, play.legal) == (True, None, ())
    for card in DECK:
        with pytest.raises(IllegalPegError, match=exactly("the play is over")):
            play.play(card)


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("hands", "plays", "card", "error"),
    [
        (["KC QC JC TC", "9C 8C 7C AC"], "KC 9C QC", "8C", "8C brings the count to 37: above 31"),
        (["KC QC JC TC", "9C 8C 7C AC"], "", "9H", "9H is not in hand 0: KC QC JC TC"),
        (["KC QC JC TC", "9C 8C 7C AC"], "KC", "QC", "hand 1 is to play, and QC is in hand 0"),
        (["KC QC JC TC", "9C 8C 7C AC"], "KC", "KC", "KC was played already"),
        (["KC QC JC TC", "9C 8C 7C AC"], "KC 9C", "KH", "KH is not in hand 0: QC JC TC"),
        (["KC", "9C"], "KC 9C", "9C", "the play is over"),
        (["KC QC", 2], "", "9C", "9C is not in hand 0: KC QC"),
        (["KC QC AC", 3], "KC 9C QC", "8C", "8C brings the count to 37: above 31"),
        (["KC QC AC", 3], "KC", "QC", "hand 1 is to play, and QC is in hand 0"),
        (["KC 9C 5C 2C", 4], "KC JD 9C 2C", "2D", "2D is not in hand 1, which could not play it before"),
    ],
)
def test_a_card_is_refused_by_name(hands, plays, card, error):
    play = Pegging.replay(hands, plays)
    before = copy.copy(play)
    with pytest.raises(IllegalPegError, match=exactly(error)):
        play.play(card)
    assert play == before
    assert play.to_dict() == before.to_dict()


@pytest.mark.parametrize(
    ("hands", "kind", "error"),
    [
        (["5H"], InvalidHandError, "the play has 2 to 4 hands, got 1"),
        (["5H", "5C", "5D", "5S", "6H"], InvalidHandError, "the play has 2 to 4 hands, got 5"),
        (["5H 4C", "5H"], InvalidHandError, "5H appears twice"),
        (["5H", ""], InvalidHandError, "hand 1 has 1 to 13 cards, got 0"),
        (["5H", 0], InvalidHandError, "hand 1 has 1 to 13 cards, got 0"),
        (["5H", 14], InvalidHandError, "hand 1 has 1 to 13 cards, got 14"),
        (["5H", -1], InvalidHandError, "hand 1 has 1 to 13 cards, got -1"),
        (
            ["5H", "1H"],
            InvalidCardError,
            "hand 1: '1H' is not a card: rank '1' is not one of A 2-9 T 10 J Q K (the ace is 'A', "
            "the ten 'T' or '10')",
        ),
        ("5H 5C", TypeError, "hands are given one by one, not in one text: '5H 5C'"),
        (7, TypeError, "hands are given one by one, not int: 7"),
        (["5H", True], TypeError, "cards are given as text or one by one, not bool: True"),
        (["5H", 3.0], TypeError, "cards are given as text or one by one, not float: 3.0"),
    ],
)
def test_hands_that_cannot_be_played_are_refused(hands, kind, error):
    with pytest.raises(kind, match=exactly(error)):
        Pegging(hands)


def test_what_is_not_a_card_or_a_player_is_refused():
    play = Pegging(HANDS)
    with pytest.raises(InvalidCardError):
        play.play("go")
    with pytest.raises(TypeError):
        play.play(None)
    with pytest.raises(CribscoreError, match=exactly("lead 2 is not 0 to 1")):
        Pegging(HANDS, lead=2)
    with pytest.raises(CribscoreError, match=exactly("player 2 is not 0 to 1")):
        play.view(2)
    with pytest.raises(CribscoreError, match=exactly("hand 1 is hidden")):
        Pegging(["5H", 2]).view(1)
    with pytest.raises(IllegalPegError, match=exactly("nothing to undo")):
        play.undo()


@pytest.mark.parametrize(
    ("pile", "error"),
    [
        ("", "a pile holds at least 1 card, got 0"),
        ("KC QC JC 4C", "a pile adds up to 34: above 31"),
        ("5H 4C 5H", "5H appears twice"),
        (NAMES, "a pile adds up to 340: above 31"),
    ],
)
def test_cards_that_are_not_a_pile_are_refused(pile, error):
    with pytest.raises(IllegalPegError, match=exactly(error)):
        score_peg(pile)


# ---------------------------------------------------------------- hidden hands


@examples(200)
@given(deals(), st.sets(st.integers(0, 3), min_size=1))
def test_hidden_hands_end_with_the_same_points_and_goes(deal, hidden):
    """A card is refused or played by who played it; with the player named it is played."""
    hands, lead, choices = deal
    table = naive.Table(hands, lead)
    known = [len(hand) if who in hidden else hand for who, hand in enumerate(hands)]
    play, told = Pegging(known, lead=lead), []
    for choice in choices:
        if table.over:
            break
        assert play.hands == tuple(
            len(hand) if who in hidden else tuple(map(Card, hand)) for who, hand in enumerate(table.hands)
        )
        playable = table.playable(table.player)
        player, card = table.player, playable[choice % len(playable)]
        assert Card(card) in play.legal
        error = ""
        try:
            play.copy().play(card)
        except IllegalPegError as refused:
            error = str(refused)
        if error:
            assert re.search(rf"\bplayer {player}\b.* may have played {card}", error)
            assert len(hidden & {*range(len(hands))}) > 1
        told.append(f"{player}:{card}" if error else card)
        table.play(card)
        play.play(card, player)
    assert played(play) == table.plays
    assert [[*move.go] for move in play.plays] == table.goes
    assert list(play.points) == table.points
    assert play.over
    assert Pegging.replay(known, " ".join(told), lead=lead) == play
    assert pickle.loads(pickle.dumps(play)) == play


@pytest.mark.parametrize("seed", range(6))
def test_the_cards_legal_with_a_hidden_hand_are_those_that_some_hand_allows(seed):
    """Brute force over all hands that can be hidden and that agree with what was played."""
    numbers = Random(seed)
    size = 1 + seed % 2
    shown, true = random_deal(numbers, 2, size)
    shown += [name for name in ("KC", "9D") if name not in true + shown]
    lead = seed % 3 % 2
    order = [play[1] for play in play_at_random(numbers, [shown, true], lead).plays]
    for length in range(len(order)):
        before = order[:length]
        mine = [card for card in before if card not in shown]
        rest = [name for name in NAMES if name not in shown and name not in mine]
        allowed = set()
        for others in combinations(rest, size - len(mine)):
            try:
                table = naive.replay([shown, [*mine, *others]], before, lead)
            except AssertionError:
                continue
            allowed.update(table.playable(table.player))
        play = Pegging.replay([shown, size], before, lead=lead)
        assert set(names(play.legal)) == allowed
        for name in NAMES:
            if name not in allowed:
                with pytest.raises(IllegalPegError):
                    play.play(name)


def test_the_point_for_a_go_is_added_when_a_card_shows_it():
    play = Pegging(["KC 9D 8D 7D", 4])
    play.play("KC")
    play.play("QH")
    assert play.play("9D").parts == (0, 0, 0, 0, 0)  # 29, and the other may have an ace or a two
    assert (play.turn, play.count, play.points) == (1, 29, (0, 0))
    play.play("JH")  # so it had not
    assert play.plays[2].score.parts == (0, 0, 0, 0, 1)
    assert play.plays[2].go == (1, 0)
    assert (play.turn, play.count, play.points) == (0, 10, (1, 0))
    play.undo()
    assert play.plays[2].score.parts == (0, 0, 0, 0, 0)
    assert (play.turn, play.count, play.points) == (1, 29, (0, 0))
    play.play("2H")
    assert play.plays[2].go == ()
    assert play.points == (0, 2)


def test_a_card_that_two_hidden_hands_may_hold_is_played_by_the_player_named():
    play = Pegging.replay([3, 3, "KC QC JC"], "9H 8H KC")
    with pytest.raises(
        IllegalPegError,
        match=exactly('player 0 or player 1 may have played 2H: say which, by "0:2H" or player=0'),
    ):
        play.play("2H")
    first, second = play.copy(), play.copy()
    first.play("2H", 0)
    second.play("2H", player=np.int64(1))
    assert first != second
    assert [move.player for move in first.plays] == [0, 1, 2, 0]
    assert [move.player for move in second.plays] == [0, 1, 2, 1]
    assert (first.plays[2].go, second.plays[2].go) == ((), (0,))
    second.undo()
    assert second == play


@pytest.mark.parametrize("cards", ["KC,9D 4H 5H 2:3H qc", ["KC", (1, "9D"), "4H", "5H", "2:3H", Card("QC")]])
def test_a_player_is_named_before_a_card(cards):
    hands = [["KC", "QC", "JC", "5H"], ["9D", "8S", "7S", "6D"], ["4H", "3H", "2H", "AS"]]
    play = Pegging.replay([hands[0], 4, 4], cards)
    assert played(play) == naive.replay(hands, ["KC", "9D", "4H", "5H", "3H", "QC"]).plays
    assert play.points == (0, 0, 5)  # by hand: a run of three and thirty-one


@pytest.mark.parametrize(
    ("hands", "cards", "kind", "error"),
    [
        (HANDS, "1:5H", IllegalPegError, "player 0 is to play, not player 1"),
        (HANDS, "5H 0:JC", IllegalPegError, "player 1 is to play, not player 0"),
        ([4, 4, 4], "KC 9D 4H 2:5H 1:3H", IllegalPegError, "player 2 or player 0 is to play, not player 1"),
        (["KC 9D", 2, 2], "0:4H", IllegalPegError, "4H is not in hand 0: KC 9D"),
        (["KC 9D", 2, 2], "KC QC 2:TC 1:9H", IllegalPegError, "9H brings the count to 39: above 31"),
        (HANDS, "2:5H", CribscoreError, "player 2 is not 0 to 1"),
        (HANDS, [("0", "5H")], TypeError, "player '0' is not a whole number"),
        (HANDS, "0:", CribscoreError, "no card follows '0:'"),
    ],
)
def test_a_player_who_cannot_have_played_a_card_is_refused(hands, cards, kind, error):
    with pytest.raises(kind, match=exactly(error)):
        Pegging.replay(hands, cards)


def test_of_two_hidden_hands_the_next_player_leads_after_a_count():
    play = Pegging.replay([3, 3, "KC QC JC"], "9H 8H KC")
    assert play.turn == 0
    play.play("TH")  # no hand had four or less: the count ended, and player 0 leads
    assert play.plays[2].go == (0, 1, 2)
    assert (play.turn, play.count, play.points) == (1, 10, (0, 0, 1))
    with pytest.raises(IllegalPegError, match=exactly("hand 1 is to play, and QC is in hand 2")):
        play.play("QC")


def test_cards_that_another_hidden_hand_must_hold_are_not_legal():
    first, last = "JC JD JH JS QD QH QS KC KD KH KS AC 7C", "QC TC 2C"  # what counts ten but TD, TH and TS
    play = Pegging.replay([first, 3, 3, last], "TD QC AC AD 2C 7C", lead=2)
    # At 22 hand 2 said go: its two cards count ten. Hand 0 made 31, so hand 1 leads.
    assert (play.turn, play.count, play.points) == (1, 0, (2, 2, 0, 0))
    out = {*first.split(), *last.split(), "AD", "TD", "TH", "TS"}
    assert names(play.legal) == [name for name in NAMES if name not in out]
    with pytest.raises(IllegalPegError, match=exactly("TH is not in hand 1: other hidden hands hold it")):
        play.play("TH")


# ---------------------------------------------------------------- views


@examples(60)
@given(deals(), st.randoms(use_true_random=False))
def test_a_view_is_the_same_whatever_the_others_hold(deal, numbers):
    hands, lead, choices = deal
    play = Pegging(hands, lead=lead)
    for choice in choices[: choices[0] + 1]:
        if not play.over:
            play.play(play.legal[choice % len(play.legal)])
    cards = names(move.card for move in play.plays)
    player = numbers.randrange(len(hands))
    # The cards that the player cannot see, dealt anew: the view is the same if what is on the table can be.
    unseen = [name for name in NAMES if name not in cards and name not in hands[player]]
    numbers.shuffle(unseen)
    other = [
        hand if who == player else [card if card in cards else unseen.pop() for card in hand]
        for who, hand in enumerate(hands)
    ]
    try:
        again = Pegging.replay(other, cards, lead=lead)
    except IllegalPegError:
        return
    if again.plays == play.plays and (again.turn, again.points) == (play.turn, play.points):
        assert [move.score.parts for move in again.plays] == [move.score.parts for move in play.plays]
        assert again.view(player) == play.view(player)
        assert hash(again.view(player)) == hash(play.view(player))
        assert again.view(player).to_dict() == play.view(player).to_dict()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_view_shows_no_card_of_another_hand(players):
    numbers = Random(players)
    hands = random_deal(numbers, players, 4)
    play = Pegging(hands)
    while True:
        on_the_table = {str(move.card) for move in play.plays}
        for player in range(players):
            view = play.view(player)
            others = {card for who, hand in enumerate(hands) if who != player for card in hand} - on_the_table
            told = f"{view!r} {view.to_dict()} {[getattr(view, name) for name in view.__slots__]}"
            told += repr(pickle.dumps(view))
            assert [card for card in others if card in told] == []
            assert names(view.hand) == [card for card in hands[player] if card not in on_the_table]
            assert view.hands[player] == view.hand == play.hands[player]
            assert view.legal == (play.legal if play.turn == player else ())
            assert (view.turn, view.count, view.pile, view.points, view.plays, view.over, view.lead) == (
                play.turn,
                play.count,
                play.pile,
                play.points,
                play.plays,
                play.over,
                play.lead,
            )
        if play.over:
            break
        play.play(numbers.choice(play.legal))


def test_a_view_of_a_play_with_a_hidden_hand_lets_its_player_play():
    view = Pegging.replay([3, "KC QC 4C"], "9H").view(1)
    assert (names(view.legal), view.hands[0]) == (["KC", "QC", "4C"], 2)
    with pytest.raises(AttributeError, match=exactly("a PeggingView cannot change")):
        view.count = 3
    with pytest.raises(TypeError, match=exactly("a PeggingView is made by Pegging.view")):
        type(view)()


# ---------------------------------------------------------------- as values


def test_a_play_can_be_taken_back_to_its_beginning():
    for case in SEQUENCES[:20]:
        play = Pegging(case["hands"], lead=case["lead"])
        positions = []
        for _, card, *_ in case["plays"]:
            positions.append(play.to_dict())
            play.play(card)
        while positions:
            play.undo()
            assert play.to_dict() == positions.pop()


@pytest.mark.parametrize(
    "again",
    [copy.copy, copy.deepcopy, Pegging.copy]
    + [lambda play, protocol=protocol: pickle.loads(pickle.dumps(play, protocol)) for protocol in PROTOCOLS],
)
@pytest.mark.parametrize("hands", [HANDS, ["5H 4D 6S KC", 4]])
def test_a_copy_is_equal_and_goes_its_own_way(again, hands):
    play = Pegging.replay(hands, "5H JC")
    other = again(play)
    assert other == play
    assert other.to_dict() == play.to_dict()
    other.play("KC")
    assert other != play
    assert len(play.plays) == 2
    other.undo()
    assert other == play
    other.undo()
    assert (len(play.plays), len(other.plays)) == (2, 1)


@pytest.mark.coreless
def test_plays_compare_by_their_hands_their_lead_and_what_was_played():
    assert Pegging(["5H 4D", "JC 2H"]) == Pegging([["4D", Card("5H")], "2H JC"])
    assert Pegging(["5H 4D", "JC 2H"]) != Pegging(["5H 4D", "JC 2H"], lead=1)
    assert Pegging(["5H 4D", "JC 2H"]) != Pegging(["5H 4D", 2])
    assert Pegging(["5H 4D", "JC 2H"]) != "5H 4D"
    view = Pegging(HANDS).view(0)
    assert view == Pegging(HANDS).view(0)
    assert view != Pegging(HANDS).view(1)
    assert view != "5H 4D"
    with pytest.raises(TypeError):
        hash(Pegging(HANDS))


def test_a_play_and_its_views_show_themselves():
    play = Pegging(HANDS)
    assert repr(play) == (
        "<Pegging: hands 5H 4D 6S KC / JC 5D 2H 9S, 0 to play, pile empty, count 0, points 0 0>"
    )
    assert (
        repr(Pegging(["5H", 3]))
        == "<Pegging: hands 5H / 3 hidden, 0 to play, pile empty, count 0, points 0 0>"
    )
    over = Pegging.replay(["5H", "JC"], "5H JC")
    assert repr(over) == "<Pegging over: points 0 3>"
    assert repr(over.view(0)) == "<PeggingView of player 0: over, points 0 3>"
    assert repr(play.view(1)) == (
        "<PeggingView of player 1, player 0 to play: hand JC 5D 2H 9S, others 4, "
        "pile empty, count 0, points 0 0>"
    )


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_view_and_a_score_survive_pickling(protocol):
    view = Pegging.replay(HANDS, "5H JC").view(1)
    assert pickle.loads(pickle.dumps(view, protocol)) == view
    score = score_peg("7H 8C", last=True)
    again = pickle.loads(pickle.dumps(score, protocol))
    assert (type(again), again.parts) == (PegScore, score.parts)


def test_a_score_is_an_int_that_knows_its_parts():
    score = score_peg("5C 5D 5H", last=True)
    assert isinstance(score, int)
    assert score == score.total == 9
    assert (
        (score.fifteen, score.thirty_one, score.pairs, score.run, score.last)
        == score.parts
        == (2, 0, 6, 0, 1)
    )
    assert score.to_dict() == {"total": 9, "fifteen": 2, "thirty_one": 0, "pairs": 6, "run": 0, "last": 1}
    assert f"{score}" == str(score) == "9"
    assert score is score_peg("5C 5D 5S", last=True)
    assert Pegging.replay(["5C", "5D"], "5C 5D").plays[1].score is score_peg("5C 5D", last=True)
    with pytest.raises(AttributeError, match=exactly("a PegScore cannot change")):
        score.last = 0
    with pytest.raises(CribscoreError, match=exactly("run 2 is not one of 0, 3, 4, 5, 6, 7")):
        PegScore(run=2)
    with pytest.raises(TypeError, match=exactly("pairs is a number of points, not float: 2.0")):
        PegScore(pairs=2.0)


@pytest.mark.parametrize(
    ("hands", "cards", "said"),
    [
        (["7H", "8C"], "7H 8C", "fifteen for two, last card for one"),
        (["5C 5S", "5D KH"], "5C 5D 5S", "fifteen for two, a pair royal for six"),
        (["7C 8H KH", "7D 9S KS"], "7C 7D 8H 9S", "thirty-one for two, a run of three for three"),
        (["KC QC", "KD QD"], "KC KD QC", "go for one"),
        (["AC AD", "AH AS"], "AC AH AD AS", "a double pair royal for twelve, last card for one"),
        (["KC QC", "KD QD"], "KC", ""),
    ],
)
def test_a_card_is_said_as_players_say_it(hands, cards, said):
    assert Pegging.replay(hands, cards).plays[-1].said == said


def test_a_play_is_printed_card_by_card():
    play = Pegging.replay(["5H 4D 6S KC", "JC 5D 2H 9S"], "5H JC KC 5D")
    assert (
        str(play)
        == f"{play}"
        == (
            "player  card  count  points  said\n"
            "0       5H        5       0\n"
            "1       JC       15       2  fifteen for two\n"
            "0       KC       25       0\n"
            "1       5D       30       1  go for one\n"
            "\n"
            "player 0 to play, count 0, points 0 3"
        )
    )
    play = Pegging.replay(["TH 9H KH", "4C 2D 3C"], "TH 4C 9H 2D 3C")
    assert f"{play:u}".splitlines()[1:6] == [
        "0       10♥      10       0",
        "1       4♣       14       0",
        "0       9♥       23       0",
        "1       2♦       25       0  player 0 says go",
        "1       3♣       28       1  go for one",
    ]
    assert str(Pegging.replay(["5H", "JC"], "5H JC")).endswith("\n\nover, points 0 3")


# ---------------------------------------------------------------- the best card


def check_best(hands, cards=(), lead=0):
    """Hold the best card against brute force."""
    play = Pegging.replay(hands, cards, lead=lead)
    best = best_peg(play)
    value, good = naive.best(hands, [*map(str, cards)], lead)
    assert isinstance(best, PegLine)
    assert best.value == value
    assert best.card == min(map(Card, good)) == best.line[0]
    mover, before = play.turn, play.points
    for card in best.line:
        play.play(card)
    gained = [after - points for after, points in zip(play.points, before, strict=True)]
    assert play.over
    assert gained[mover] - gained[1 - mover] == value


@examples(60)
@given(deals(players=(2,), most=3), st.integers(0, 3))
def test_the_best_card_is_that_of_brute_force(deal, already):
    hands, lead, choices = deal
    hands = [hand[:3] for hand in hands]
    table = naive.Table(hands, lead)
    for choice in choices[:already]:
        playable = table.playable(table.player)
        if len(table.plays) + 1 < sum(map(len, hands)):
            table.play(playable[choice % len(playable)])
    check_best(hands, [play[1] for play in table.plays], lead)


def test_the_best_card_does_not_depend_on_suits_and_order():
    best = best_peg(Pegging(["5C 6D 4H 4S", "JH 5D 5H 9C"]))
    again = best_peg(Pegging(["4D 5S 4C 6H", "9S 5C 5H JD"]))
    assert again.value == best.value
    assert [card.rank for card in again.line] == [card.rank for card in best.line]


def test_the_best_card_leaves_the_play_as_it_is():
    play = Pegging.replay(HANDS, "5H JC")
    before = play.to_dict()
    best = best_peg(play)
    assert play.to_dict() == before
    assert best.to_dict() == {"card": str(best.card), "value": best.value, "line": names(best.line)}


@pytest.mark.parametrize(
    ("play", "kind", "error"),
    [
        (Pegging(["5H", "5C", "5D"]), CribscoreError, "best_peg is for two players, not 3"),
        (Pegging(["5H", 1]), CribscoreError, "hand 1 is hidden: best_peg needs both hands"),
        (
            Pegging([NAMES[:13], NAMES[13:26]]),
            CribscoreError,
            "best_peg takes up to 20 cards in both hands, got 26",
        ),
        ("5H", TypeError, "a play is a Pegging, not str: '5H'"),
    ],
    ids=["three players", "a hidden hand", "too many cards", "not a play"],
)
def test_what_has_no_best_card_is_refused(play, kind, error):
    with pytest.raises(kind, match=exactly(error)):
        best_peg(play)


def test_a_play_that_is_over_has_no_best_card():
    with pytest.raises(IllegalPegError, match=exactly("the play is over")):
        best_peg(Pegging.replay(["5H", "5C"], "5H 5C"))


@pytest.mark.native
def test_the_cores_agree_on_the_best_card_of_larger_hands():
    numbers = Random(6)
    for size in (4, 4, 4, 5, 6):
        one, other = (sum(1 << NAMES.index(card) for card in hand) for hand in random_deal(numbers, 2, size))
        assert _core.best_peg(one, other, 0) == _reference_pegging.best_peg(one, other, 0)


# ---------------------------------------------------------------- batches

NUMBERS = Random("piles")
PILES = [[NAMES.index(card) for card in pile.split()] for pile, *_ in CASES["piles"]]
PILE_SCORES = [sum(parts) for _, *parts in CASES["piles"]]
PILE_ROWS = np.array([pile + [255] * (9 - len(pile)) for pile in PILES], np.uint8)

FOURS = [
    case for case in SEQUENCES if [len(hand.split()) for hand in case["hands"]] == [4, 4] and not case["lead"]
]
DEALS = np.array(
    [[NAMES.index(card) for hand in case["hands"] for card in hand.split()] for case in FOURS], np.uint8
)
PLAYS = np.array(
    [[" ".join(case["hands"]).split().index(card) for _, card, *_ in case["plays"]] for case in FOURS],
    np.uint8,
)
POINTS = [[sum(parts) for _, _, *parts in case["plays"]] for case in FOURS]

LAYOUTS = {
    "rows": np.ascontiguousarray,
    "columns": np.asfortranarray,
    "backwards": lambda rows: np.ascontiguousarray(rows[::-1, ::-1])[::-1, ::-1],
    "with gaps": lambda rows: np.repeat(rows, 2, axis=1)[:, ::2],
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_batches_read_arrays_of_any_layout(layout):
    lay = LAYOUTS[layout]
    scores = score_pegs(lay(PILE_ROWS))
    assert (scores.shape, scores.dtype, scores.tolist()) == ((len(PILES),), np.uint8, PILE_SCORES)
    points = peg_deals(lay(DEALS), lay(PLAYS))
    assert (points.shape, points.dtype, points.tolist()) == ((len(FOURS), 8), np.uint8, POINTS)


def test_batches_read_buffers_and_items():
    flat = [point for points in POINTS for point in points]
    for result in (
        peg_deals(DEALS.tobytes(), PLAYS.tobytes()),
        peg_deals(DEALS.tolist(), PLAYS.tolist()),
        peg_deals(
            [" ".join(case["hands"]) for case in FOURS],
            [" ".join(card for _, card, *_ in case["plays"]) for case in FOURS],
        ),
    ):
        assert (type(result), [*result]) == (bytearray, flat)
    for piles in (
        memoryview(PILE_ROWS.tobytes()).cast("B", PILE_ROWS.shape),
        PILES,
        [pile for pile, *_ in CASES["piles"]],
    ):
        result = score_pegs(piles)
        assert (type(result), [*result]) == (bytearray, PILE_SCORES)
    texts = np.array([pile for pile, *_ in CASES["piles"]])
    assert score_pegs(texts).tolist() == PILE_SCORES
    assert (score_pegs([]), peg_deals([], [])) == (bytearray(), bytearray())
    assert score_pegs(np.empty((0, 5), np.uint8)).shape == (0,)
    assert peg_deals(np.empty((0, 8), np.uint8), b"").shape == (0, 8)


@pytest.mark.parametrize("dtype", ["uint16", "int64", ">i4"])
def test_batches_read_whole_numbers_of_any_width(dtype):
    assert score_pegs(PILE_ROWS.astype(dtype)).tolist() == PILE_SCORES
    assert peg_deals(DEALS.astype(dtype), np.asfortranarray(PLAYS.astype(dtype))).tolist() == POINTS
    piles, deals, plays = PILE_ROWS.astype(dtype), DEALS.astype(dtype), PLAYS.astype(dtype)
    piles[3, 0] = deals[2, 1] = plays[1, 0] = 300
    with pytest.raises(IllegalPegError, match=exactly("pile 3: card index 300 is above 51")):
        score_pegs(piles)
    with pytest.raises(IllegalPegError, match=exactly("deal 2: card index 300 is above 51")):
        peg_deals(deals, PLAYS)
    why = "deal 1: play 0 is 300, not the number 0 to 7 of a card"
    with pytest.raises(IllegalPegError, match=exactly(why)):
        peg_deals(DEALS, plays)


def test_batches_write_where_they_are_told():
    out = np.full(len(PILES) + 2, 77, np.uint8)
    assert score_pegs(PILE_ROWS, out=out[1:-1], threads=2).tolist() == PILE_SCORES
    assert (out[0], out[-1]) == (77, 77)
    points = bytearray(8 * len(FOURS))
    assert peg_deals(DEALS, PLAYS, out=points, threads=0) is points
    assert [*points] == [point for row in POINTS for point in row]
    rows = DEALS.copy()
    with pytest.raises(CribscoreError, match="overlaps"):
        peg_deals(rows, PLAYS, out=rows)
    with pytest.raises(CribscoreError, match=exactly("out holds 3 bytes, and the scores are 1")):
        score_pegs(["5H"], out=bytearray(3))
    with pytest.raises(TypeError, match=exactly("out is read-only")):
        score_pegs(["5H"], out=b"1")


def test_a_deal_may_end_early():
    for length in range(9):
        plays = PLAYS.copy()
        plays[:, length:] = 255
        expected = [points[:length] + [0] * (8 - length) for points in POINTS]
        assert peg_deals(DEALS, plays).tolist() == expected
    assert [*peg_deals(["5H 4D 6S KC JC 5D 2H 9S"], ["5H JC"])] == [0, 2, 0, 0, 0, 0, 0, 0]


def random_pile(width):
    """Up to `width` different cards that add up to 31 at most; many are low, so that many are long."""
    pile, most = [], NUMBERS.randint(1, width)
    for card in NUMBERS.sample(NUMBERS.choice([NAMES, NAMES[:28], NAMES[:16]]), most):
        if sum(map(naive.value, [*pile, card])) > 31:
            break
        pile.append(card)
    return pile


@pytest.mark.native
@pytest.mark.parametrize("width", range(1, 14))
def test_many_piles_score_as_each_does_and_the_first_bad_one_is_told(width):
    piles = [random_pile(width) for _ in range(100)]
    rows = np.array(
        [[NAMES.index(card) for card in pile] + [255] * (width - len(pile)) for pile in piles], np.uint8
    )
    scores = [sum(naive.card_parts(pile)) for pile in piles]
    for lay in LAYOUTS.values():
        assert score_pegs(lay(rows)).tolist() == scores
    kinds = [[255], [52], [128], [254]]
    if width > 1:
        kinds += [[255, 7], [7, 7], [7, 254], [7, 100]]
    if width > 3:
        kinds += [[51, 47, 43, 39], [7, 7, 255, 255], [5, 255, 255, 7]]
    for bad in (0, 31, 32, 95, 96, 99):
        for kind in kinds:
            changed = rows.copy()
            changed[bad] = changed[99] = kind + [255] * (width - len(kind))
            with pytest.raises(IllegalPegError, match=f"^pile {bad}: "):
                score_pegs(changed)


@pytest.mark.parametrize(
    ("row", "error"),
    [
        ([52], "card index 52 is above 51"),
        ([16, 254], "card index 254 is above 51"),
        ([16, 17, 16], "5C appears twice"),
        ([51, 50, 49, 12], "a pile adds up to 34: above 31"),
        ([], "a pile holds at least 1 card, got 0"),
        ([255, 16], "card index 255 is above 51"),
    ],
)
def test_the_first_bad_pile_is_named(row, error):
    piles = PILE_ROWS.copy()
    piles[7] = piles[9] = row + [255] * (9 - len(row))
    with pytest.raises(IllegalPegError, match=exactly(f"pile 7: {error}")):
        score_pegs(piles)


@pytest.mark.parametrize(
    ("deal", "plays", "error"),
    [
        ([52, 1, 2, 3, 4, 5, 6, 7], [0], "card index 52 is above 51"),
        ([0, 1, 2, 3, 4, 5, 6, 0], [0], "AC appears twice"),
        ([0, 1, 2, 3, 4, 5, 6, 7], [4], "hand 0 is to play, and 2C is in hand 1"),
        ([0, 1, 2, 3, 4, 5, 6, 7], [0, 4, 0], "AC was played already"),
        ([0, 1, 2, 3, 4, 5, 6, 7], [0, 8], "play 1 is 8, not the number 0 to 7 of a card"),
        ([0, 1, 2, 3, 4, 5, 6, 7], [0, 255, 1], "play 1 is 255, not the number 0 to 7 of a card"),
        ([48, 44, 40, 0, 49, 45, 41, 1], [0, 4, 1, 5], "QD brings the count to 40: above 31"),
    ],
)
def test_the_first_bad_deal_is_named(deal, plays, error):
    hands, places = DEALS.copy(), PLAYS.copy()
    for row in (5, 8):
        hands[row], places[row] = deal, plays + [255] * (8 - len(plays))
    with pytest.raises(IllegalPegError, match=exactly(f"deal 5: {error}")):
        peg_deals(hands, places)


@pytest.mark.parametrize(
    ("call", "kind", "error"),
    [
        (lambda: score_pegs(b"1234"), CribscoreError, "piles have 2 dimensions, not 1"),
        (lambda: score_pegs("5H"), TypeError, "piles are a buffer or an iterable of piles, not one text"),
        (lambda: score_pegs(5), TypeError, "piles are a buffer or an iterable of piles, not int: 5"),
        (
            lambda: score_pegs(["5H", 5]),
            TypeError,
            "pile 1: cards are given as text or one by one, not int: 5",
        ),
        (
            lambda: score_pegs(["5H", "KC KD KH 2C"]),
            IllegalPegError,
            "pile 1: a pile adds up to 32: above 31",
        ),
        (lambda: score_pegs(["5H"], threads=-1), CribscoreError, "threads -1 is below 0"),
        (
            lambda: peg_deals(b"12345678", b"1"),
            CribscoreError,
            "1 bytes cannot be divided into plays of 8 numbers",
        ),
        (
            lambda: peg_deals(DEALS[:, :7], PLAYS),
            CribscoreError,
            f"deals of shape ({len(FOURS)}, 7) are not rows of 8 cards",
        ),
        (
            lambda: peg_deals(DEALS, PLAYS[1:]),
            CribscoreError,
            f"there are plays for {len(FOURS) - 1} deals, and {len(FOURS)} deals",
        ),
        (
            lambda: peg_deals(["5H 4D"], []),
            IllegalPegError,
            "deal 0: a deal of the play holds 8 cards, got 2: 5H 4D",
        ),
        (lambda: peg_deals(DEALS[:1], ["AC 2C"] * 2), IllegalPegError, "play 0: AC is not in the deal"),
        (lambda: peg_deals(DEALS[:0], ["AC 2C"]), IllegalPegError, "play 0: there are 0 deals"),
        (lambda: peg_deals(DEALS[:1], [[0], [0]]), IllegalPegError, "play 1: there is 1 deal"),
        (
            lambda: score_pegs(np.zeros((3, 0), np.uint8)),
            IllegalPegError,
            "pile 0: a pile holds at least 1 card, got 0",
        ),
        (
            lambda: peg_deals(DEALS[:1], [[0, 9]]),
            IllegalPegError,
            "play 0: a play is up to 8 numbers 0 to 7, got [0, 9]",
        ),
        (
            lambda: peg_deals(DEALS[:1], ["AC 2C 3C 4C 5C 6C 7C 8C 9C"]),
            IllegalPegError,
            "play 0: a play has up to 8 cards, got 9: AC 2C 3C 4C 5C 6C 7C 8C 9C",
        ),
        (
            lambda: peg_deals(DEALS[:1], [[0, None]]),
            TypeError,
            "play 0: a play is text or the numbers of cards: [0, None]",
        ),
    ],
)
def test_batches_of_another_form_are_refused(call, kind, error):
    with pytest.raises(kind, match=exactly(error)):
        call()


def test_rows_of_the_play_that_were_bad_but_are_no_longer_are_still_an_error(monkeypatch):
    monkeypatch.setattr(_core, "score_pegs", lambda *_: 3)  # as if another thread had mended the third
    monkeypatch.setattr(_core, "peg_deals", lambda *_: 3)
    with pytest.raises(IllegalPegError, match=exactly("pile 3: its bytes changed while it was scored")):
        score_pegs(PILE_ROWS)
    with pytest.raises(IllegalPegError, match=exactly("deal 3: its bytes changed while it was scored")):
        peg_deals(DEALS, PLAYS)


def test_a_large_batch_is_shared_among_threads_and_names_its_first_bad_row():
    rows = np.tile(DEALS, (4000 if _core.backend() != "python" else 1, 1))
    plays = np.tile(PLAYS, (len(rows) // len(DEALS), 1))
    expected = np.tile(np.array(POINTS, np.uint8), (len(rows) // len(DEALS), 1))
    assert np.array_equal(peg_deals(rows, plays, threads=2), expected)
    plays[len(rows) - 3, 2] = 8
    with pytest.raises(IllegalPegError, match=f"deal {len(rows) - 3}: play 2 is 8"):
        peg_deals(rows, plays, threads=2)


# ---------------------------------------------------------------- the functions in C


def start(ffi, lib, hands, lead=0):
    play = ffi.new("crib_play *")
    sets = [sum(1 << NAMES.index(card) for card in hand) for hand in hands]
    return play, lib.crib_play_start(play, sets, len(sets), lead)


@pytest.mark.native
def test_the_play_in_c_is_that_of_the_file():
    ffi, lib = _core.native()
    for case in SEQUENCES:
        hands = [hand.split() for hand in case["hands"]]
        play, error = start(ffi, lib, hands, case["lead"])
        assert error == lib.CRIB_OK
        table = naive.Table(hands, case["lead"])
        for player, card, *parts in case["plays"]:
            assert play.turn == player
            legal = lib.crib_play_legal(play)
            assert [name for place, name in enumerate(NAMES) if legal >> place & 1] == sorted(
                table.playable(player), key=NAMES.index
            )
            before = bytes(ffi.buffer(play))
            for index in {*range(256)} - {place for place in range(52) if legal >> place & 1}:
                assert lib.crib_play_card(play, index) == lib.CRIB_INVALID
            assert bytes(ffi.buffer(play)) == before
            packed = lib.crib_play_card(play, NAMES.index(card))
            assert packed == (
                parts[0] // 2 | parts[1] | (0, 2, 6, 12).index(parts[2]) << 2 | parts[3] << 4 | parts[4] << 7
            )
            table.play(card)
            assert play.count == sum(map(naive.value, table.pile))
        assert [*play.points][: len(hands)] == case["points"]
        assert lib.crib_play_legal(play) == 0


@pytest.mark.native
@pytest.mark.parametrize(
    ("hands", "lead", "error"),
    [
        ([["5H"]], 0, "CRIB_ERR_COUNT"),
        ([["5H"], ["5C"]], 2, "CRIB_ERR_COUNT"),
        ([["5H"], []], 0, "CRIB_ERR_COUNT"),
        ([["5H"], NAMES[:14]], 0, "CRIB_ERR_COUNT"),
        ([["5H"], ["5H"]], 0, "CRIB_ERR_TWICE"),
    ],
)
def test_a_play_in_c_is_not_begun_with_bad_hands(hands, lead, error):
    ffi, lib = _core.native()
    play, answer = start(ffi, lib, hands, lead)
    assert answer == getattr(lib, error)
    assert lib.crib_play_legal(play) == 0
    assert {lib.crib_play_card(play, index) for index in range(256)} == {lib.CRIB_INVALID}
    assert lib.crib_play_start(play, [1 << 52, 1], 2, 0) == lib.CRIB_ERR_CARD


@pytest.mark.native
def test_no_bytes_of_a_play_in_c_lead_outside_it():
    ffi, lib = _core.native()
    numbers = Random(1)
    play, card, value = ffi.new("crib_play *"), ffi.new("uint8_t *"), ffi.new("int *")
    for _ in range(300):
        ffi.buffer(play)[:] = numbers.randbytes(ffi.sizeof("crib_play"))
        legal = lib.crib_play_legal(play)
        assert legal < 1 << 52
        for index in range(52):
            lib.crib_play_card(play, index)
        one, other = (
            numbers.getrandbits(60) & numbers.getrandbits(60) & numbers.getrandbits(60) for _ in "12"
        )
        pile = numbers.getrandbits(64) >> numbers.randrange(64)
        if lib.crib_play_best(one, other & ~one, pile, card, value) == lib.CRIB_OK:
            assert one >> card[0] & 1
        else:
            assert (card[0], value[0]) == (lib.CRIB_NONE, 0)
    assert lib.crib_play_best(3, 1, 0, card, value) == lib.CRIB_ERR_TWICE
    assert lib.crib_play_best(0, 1, 0, card, value) == lib.CRIB_ERR_COUNT
    assert lib.crib_play_best(1, 2, 14, card, value) == lib.CRIB_ERR_CARD


@pytest.mark.native
@pytest.mark.programs
def test_the_best_card_in_c_is_that_of_brute_force_on_thousands_of_positions():
    printed = compile_and_run((PROGRAMS / "play.c").read_text(encoding="utf-8"))
    assert re.fullmatch(r"1\d{4} positions, 0 wrong\n", printed)


def test_no_number_but_a_pile_has_points():
    for pile in (0, 14, 15, 0x10, 0x101, 0xDDDD, 0xDDD2, (1 << 64) - 1):
        assert _core.pack_peg(pile) == 0xFFFFFFFF
    assert _core.pack_peg(0xDDD1) == 2
    for pile in permutations([1, 2, 3]):
        assert _core.pack_peg(pile[0] << 8 | pile[1] << 4 | pile[2]) == 3 << 4
