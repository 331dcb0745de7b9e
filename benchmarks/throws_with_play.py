"""Say what it gains to count the play in the throws: whole deals where only some throws differ.

    python benchmarks/throws_with_play.py [DEALS]

Each deal is played from both seats against a player who throws by hand and crib alone. Both play by advice.
"""

import sys
from random import Random

from cribscore import DECK, Pegging, advise_peg, discards, score_hand


def throws(cards, dealer):
    """The throw by hand and crib alone, and the throw that counts the play too."""
    found = discards(cards, dealer=dealer, play=True)
    return max(found, key=lambda throw: throw.value - throw.play), found[0]


def points(throws, starter):
    """What the pone makes in the show and the play, less what the dealer makes."""
    pone, dealer = throws
    play = Pegging([pone.kept, dealer.kept])
    while not play.over:
        me = play.turn
        card = play.legal[0]
        if len({one.rank for one in play.legal}) > 1:
            card = advise_peg(play.view(me), thrown=throws[me].thrown, starter=starter)[0].card
        play.play(card)
    crib = score_hand([*pone.thrown, *dealer.thrown], starter, crib=True)
    shown = score_hand(pone.kept, starter) - score_hand(dealer.kept, starter) - crib
    return shown + play.points[0] - play.points[1]


def main(deals):
    numbers = Random(20)
    changed, gains = [0, 0], []
    for _ in range(deals):
        cards = numbers.sample(DECK, 13)
        starter = cards[12]
        (pone, other_pone), (dealer, other_dealer) = throws(cards[:6], False), throws(cards[6:12], True)
        gain = 0
        if other_pone.thrown != pone.thrown or other_dealer.thrown != dealer.thrown:
            usual = points((pone, dealer), starter)
            if other_pone.thrown != pone.thrown:
                changed[0] += 1
                gain += points((other_pone, dealer), starter) - usual
            if other_dealer.thrown != dealer.thrown:
                changed[1] += 1
                gain += usual - points((pone, other_dealer), starter)
        gains.append(gain / 2)
    mean = sum(gains) / deals
    error = (sum((gain - mean) ** 2 for gain in gains) / deals**2) ** 0.5
    print(f"{deals:,} deals, other throws: pone {changed[0] / deals:.2%}, dealer {changed[1] / deals:.2%}")
    print(f"gain {mean:+.4f} points a deal, standard error {error:.4f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
