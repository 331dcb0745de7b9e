"""`cribscore peg`: follow the play of a deal, or ask which card to play."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Final

from cribscore import CribscoreError, PegAdvice, Pegging, PegLine, advise_peg, best_peg
from cribscore.cards import cards_of, spaced
from cribscore.pegging import FULL, PlayHand, plays_of

from ._output import json_text, number, write

_DEALT: Final = 4  # cards that each of two players keeps
_WITH_MINE: Final = ("dealer", "pone", "pile", "played", "other", "thrown", "starter", "worlds")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the subcommand."""
    parser.add_argument(
        "hands",
        nargs="*",
        metavar="HAND",
        help='2 to 4 hands, each one argument such as "5H 4D 6S KC", or a number of cards if it is hidden',
    )
    _add_cards(
        parser,
        "--plays",
        "the cards that were played, in their order; as 1:3H if only the player's number shows who played it",
    )
    parser.add_argument(
        "--lead", type=number, metavar="N", help="the player who leads, counted from 0 (default: 0)"
    )
    parser.add_argument("--best", action="store_true", help="find the best card, with both hands known")
    advice = parser.add_argument_group(
        "which card to play", "Give your own hand in place of HAND, and say whose crib it is."
    )
    _add_cards(advice, "--mine", "the four cards that you kept, those that you have played too")
    role = advice.add_mutually_exclusive_group()
    role.add_argument("--dealer", action="store_true", help="the crib is mine, so the other led")
    role.add_argument("--pone", action="store_true", help="the crib is the other's, so I led")
    _add_cards(advice, "--pile", "the cards of both since the count was 0, in the order of play")
    _add_cards(advice, "--played", "the cards of both before them, in the order of play")
    advice.add_argument(
        "--other", type=number, metavar="N", help="how many cards the other still holds, which is checked"
    )
    _add_cards(advice, "--thrown", "the two cards that you threw into the crib")
    advice.add_argument("--starter", metavar="CARD", help="the starter")
    advice.add_argument(
        "--worlds", type=number, metavar="N", help="how many hands of the other to try at most (default: 100)"
    )
    style = parser.add_mutually_exclusive_group()
    style.add_argument("--json", action="store_true", help="print JSON")
    style.add_argument("--unicode", action="store_true", help="print the suits as symbols")


def _add_cards(parser: argparse._ActionsContainer, name: str, explained: str) -> None:
    parser.add_argument(name, nargs="+", action="extend", default=[], metavar="CARD", help=explained)


def run(arguments: argparse.Namespace) -> None:
    """Print the play so far, and the best card or advice if it is asked for."""
    style = "u" if arguments.unicode else ""
    if arguments.mine:
        _advise(arguments, style)
        return
    _refuse(arguments, _WITH_MINE, "needs --mine")
    hands = [_hand(text) for text in arguments.hands]
    play = Pegging.replay(hands, " ".join(arguments.plays), lead=arguments.lead or 0)
    best = best_peg(play) if arguments.best else None
    if arguments.json:
        document = play.to_dict() if best is None else {**play.to_dict(), "best": best.to_dict()}
        write(json_text("cribscore.peg/1", document))
        return
    text = format(play, style)
    write(text if best is None else f"{text}\n{_best_text(best, style)}")


def _hand(text: str) -> str | int:
    """Read a hand, or the number of cards of a hidden one."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else text


def _best_text(best: PegLine, style: str) -> str:
    return f"best {best.card:{style}}, value {best.value:+}: {spaced(best.line, style)}"


def _refuse(arguments: argparse.Namespace, names: Sequence[str], why: str) -> None:
    """Refuse options that belong to the other use of the subcommand."""
    for name in names:
        value = getattr(arguments, name)
        if value is not None and value is not False and value != []:
            raise CribscoreError(f"--{name} {why}")


def _advise(arguments: argparse.Namespace, style: str) -> None:
    """Print what each card is worth that may be played."""
    _refuse(arguments, ("plays", "lead", "best"), "does not go with --mine")
    if arguments.hands:
        raise CribscoreError(f"--mine takes the place of the hands: {' '.join(arguments.hands)}")
    if not (arguments.dealer or arguments.pone):
        raise CribscoreError("--mine needs --dealer or --pone")
    mine, plays = cards_of(" ".join(arguments.mine)), [*plays_of(" ".join(arguments.pile))]
    pile = [card for _, card in plays]
    if len(mine) != _DEALT:
        raise CribscoreError(f"--mine takes the {_DEALT} cards that you kept, got {len(mine)}")
    me = 0 if arguments.pone else 1
    hands: list[PlayHand] = [mine, _DEALT] if arguments.pone else [_DEALT, mine]
    play = Pegging.replay(hands, [*plays_of(" ".join(arguments.played)), *plays])
    left = play.hands[1 - me]
    if arguments.other not in (None, left):
        raise CribscoreError(f"the other holds {left} cards after these, not {arguments.other}")
    # Without a pile the count is 0: my cards must all be too high for the cards that lie there.
    goes_on = bool(pile) or any(play.count + card.value <= FULL for card in play.view(me).hand)
    if goes_on and [*play.pile] not in (pile, []):
        given = spaced(pile) or "none: give them as --pile"
        raise CribscoreError(f"the cards since the count was 0 are {spaced(play.pile)}, not {given}")
    found = advise_peg(
        play.view(me),
        thrown=" ".join(arguments.thrown),
        starter=arguments.starter,
        worlds=100 if arguments.worlds is None else arguments.worlds,
    )
    if arguments.json:
        document = {**play.to_dict(), "advice": [advice.to_dict() for advice in found]}
        write(json_text("cribscore.peg/1", document))
    else:
        write(_advice_text(found, style))


def _advice_text(found: Sequence[PegAdvice], style: str) -> str:
    lines = [f"{format(card, style):<4}{int(now):>5}  {net:>+6.2f}" for card, now, net, _ in found]
    hands = f"{found[0].worlds} hand{'s' if found[0].worlds != 1 else ''} of the other"
    return "\n".join(["card  now     net", *lines, "", f"over {hands}"])
