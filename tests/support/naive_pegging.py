"""A naive play of cribbage, the yardstick of the tests: the rules followed card by card and go by go.

Cards are two-letter names such as 'JH'; a player is a number from 0.
"""

from itertools import pairwise

RANKS = "A23456789TJQK"


def rank(card):
    return RANKS.index(card[0]) + 1


def value(card):
    return min(rank(card), 10)


def card_parts(pile):
    """Score the last card of the cards since the count was 0: (fifteen, thirty-one, pairs, run)."""
    count = sum(map(value, pile))
    ranks = list(map(rank, pile))
    alike = max(k for k in range(1, len(ranks) + 1) if len(set(ranks[-k:])) == 1)
    run = 0
    for k in range(3, len(ranks) + 1):
        if all(high - low == 1 for low, high in pairwise(sorted(ranks[-k:]))):
            run = k
    return 2 * (count == 15), 2 * (count == 31), {1: 0, 2: 2, 3: 6, 4: 12}[alike], run


class Table:
    """A play in progress, with every go said aloud. `refuse` is raised as AssertionError."""

    def __init__(self, hands, lead=0):
        self.hands = [list(hand) for hand in hands]
        self.pile = []
        self.plays = []  # [player, card, fifteen, thirty-one, pairs, run, last], as in pegging_cases.json
        self.goes = []  # for each play, who said go after it
        self.counts = []
        self.player = lead  # whose turn it is to play or to say go
        self.silent = 0  # how many players in a row could not play
        self._ask()

    def playable(self, player):
        return [card for card in self.hands[player] if sum(map(value, [*self.pile, card])) <= 31]

    @property
    def over(self):
        return not any(self.hands)

    @property
    def points(self):
        return [
            sum(sum(play[2:]) for play in self.plays if play[0] == player)
            for player in range(len(self.hands))
        ]

    def play(self, card):
        assert not self.over
        assert card in self.playable(self.player)
        self.hands[self.player].remove(card)
        self.pile.append(card)
        self.plays.append([self.player, card, *card_parts(self.pile), 0])
        self.counts.append(sum(map(value, self.pile)))
        self.goes.append([])
        self.silent = 0
        if self.counts[-1] == 31:
            self._new_count()
        self.player = (self.player + 1) % len(self.hands)
        self._ask()

    def _ask(self):
        """Go round the table until a player can play."""
        while not self.over or self.pile:
            if self.playable(self.player):
                return
            if self.hands[self.player]:
                self.goes[-1].append(self.player) if self.pile else None
            if self.pile:
                self.silent += 1
                if self.silent == len(self.hands):
                    self.plays[-1][-1] = 1
                    self._new_count()
            self.player = (self.player + 1) % len(self.hands)

    def _new_count(self):
        self.pile = []
        self.silent = 0


def replay(hands, cards, lead=0):
    table = Table(hands, lead)
    for card in cards:
        table.play(card)
    return table


def best(hands, cards, lead=0):
    """The mover's points to come less the other's, trying every order: (value, the best cards)."""
    table = replay(hands, cards, lead)
    mover, before = table.player, table.points

    def search(cards):
        table = replay(hands, cards, lead)
        if table.over:
            return gain(table.points), []
        found = [(search([*cards, card])[0], card) for card in table.playable(table.player)]
        value = (max if table.player == mover else min)(value for value, _ in found)
        return value, [card for one, card in found if one == value]

    def gain(points):
        mine, other = (points[who] - before[who] for who in (mover, 1 - mover))
        return mine - other

    return search(list(cards))
