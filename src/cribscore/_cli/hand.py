"""`cribscore hand`: score a hand, or one hand a line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any, Final

from cribscore import DECK, Card, Hand, HandExplanation, InvalidHandError, explain_hand, score_hand
from cribscore.cards import cards_of

from ._output import (
    STDIN,
    Refusals,
    add_explain_argument,
    add_output_arguments,
    card_style,
    check_explain,
    csv_text,
    json_text,
    write,
)
from ._progress import Count

_SCHEMA: Final = "cribscore.hand/1"
_PARTS: Final = ("fifteens", "pairs", "runs", "flush", "nobs")
_COLUMNS: Final = ("hand", "starter", "crib", "total", *_PARTS)
_CARDS: Final = {str(card): card for card in DECK}  # the usual spelling, which is quick to read
_BLOCK: Final = 1 << 16  # bytes that are read, scored and printed together
_MOST_BYTES: Final = 1 << 20  # of a line


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the subcommand."""
    parser.add_argument(
        "cards",
        nargs="*",
        metavar="CARD",
        help="such as 5H 5C 5S JD 5D; the fifth is the starter; - reads standard input, one hand a line",
    )
    parser.add_argument("--starter", metavar="CARD", help="the starter, with four cards in the hand")
    parser.add_argument(
        "--file",
        nargs="+",
        action="extend",
        default=[],
        metavar="FILE",
        help="score one hand a line of files",
    )
    parser.add_argument("--crib", action="store_true", help="score it as the crib")
    add_explain_argument(parser)
    add_output_arguments(parser, many="line")


def run(arguments: argparse.Namespace) -> int:
    """Score the hand or the hands; return the exit status."""
    check_explain(arguments)
    starter = None if arguments.starter is None else Card(arguments.starter)
    if arguments.cards == [STDIN]:
        arguments.cards, arguments.file = [], [*arguments.file, STDIN]
    if arguments.file:
        if arguments.cards:
            raise ValueError("give cards or files of hands, not both")
        return _run_files(arguments, starter)
    if not arguments.cards:
        raise ValueError("give the cards of a hand, or --file with files of hands")
    cards = _cards(" ".join(arguments.cards), starter)
    explanation = explain_hand(cards[:4], *cards[4:], crib=arguments.crib)
    if arguments.json:
        write(json_text(_SCHEMA, _document(explanation, arguments.explain)))
    elif arguments.csv:
        write(csv_text(_COLUMNS, _csv_row(cards, arguments.crib)))
    else:
        write(_block(explanation, arguments))
    return 0


def _cards(text: str, starter: Card | None) -> list[Card]:
    """Read a hand and its starter, if there is one."""
    try:
        cards = [_CARDS[word] for word in text.split()]
    except KeyError:
        cards = cards_of(text, starter_sign=True)
    if starter is None and len(cards) not in (4, 5):
        raise InvalidHandError(f"give the 4 cards of a hand, or 5 with the starter last; got {len(cards)}")
    if starter is not None:
        if len(cards) != 4:
            raise InvalidHandError(f"give the 4 cards of a hand with --starter; got {len(cards)}")
        cards.append(starter)
    return cards


def _document(explanation: HandExplanation, itemised: bool) -> dict[str, Any]:
    document = explanation.to_dict()
    if not itemised:
        del document["items"], document["groups"]
    return document


def _csv_row(cards: list[Card], crib: bool) -> list[object]:
    score = score_hand(cards[:4], *cards[4:], crib=crib)
    hand = " ".join(map(str, cards[:4]))
    return [hand, cards[4] if len(cards) == 5 else None, crib, score, *score.parts]


def _block(explanation: HandExplanation, arguments: argparse.Namespace) -> str:
    style, score, starter = card_style(arguments), explanation.score, explanation.starter
    turned = "no starter" if starter is None else f"starter {starter:{style}}"
    lines = [f"{'crib' if explanation.crib else 'hand'} {Hand(explanation.cards):{style}}, {turned}"]
    lines += [f"{name:<9}{points:>3}" for name, points in zip(_PARTS, score.parts, strict=True)]
    lines.append(f"{'total':<9}{score:>3}")
    if arguments.explain:
        lines += ["", format(explanation, style)]
    return "\n".join(lines)


# ---------------------------------------------------------------- one hand a line


class _TooLongError(ValueError):
    """A line is longer than a hand and a comment are: perhaps the file has no lines."""


def _where(name: str, number: int) -> str:
    return f"{'<stdin>' if name == STDIN else name}, line {number}"


def _run_files(arguments: argparse.Namespace, starter: Card | None) -> int:
    show, refusals, count = _shower(arguments), Refusals(arguments.strict), Count("hand")
    if arguments.csv:
        write(csv_text(_COLUMNS))
    try:
        for name in arguments.file:
            try:
                for first, lines in _blocks(name):
                    _run_block(name, first, lines, starter, show, refusals)
                    count.add(len(lines))
            except (OSError, _TooLongError) as error:
                refusals.add(error)
    finally:
        count.close()
    return refusals.status


def _run_block(
    name: str,
    first: int,
    lines: list[str],
    starter: Card | None,
    show: Callable[[list[Card]], str],
    refusals: Refusals,
) -> None:
    results: list[str] = []
    try:
        for number, line in enumerate(lines, first):
            text = line.partition("#")[0].strip()
            if not text:
                continue
            try:
                results.append(show(_cards(text, starter)))
            except ValueError as error:
                refusals.add(error, f"{_where(name, number)}: ")
    finally:
        if results:
            write("\n".join(results))


def _shower(arguments: argparse.Namespace) -> Callable[[list[Card]], str]:
    """Return what makes the text of one hand."""
    crib, style = arguments.crib, card_style(arguments)
    names = {card: format(card, style) for card in DECK}

    def line(cards: list[Card]) -> str:
        score = score_hand(cards[:4], *cards[4:], crib=crib)
        shown = " | ".join(
            [" ".join([names[card] for card in cards[:4]]), *[names[card] for card in cards[4:]]]
        )
        return f"{score:>2}  {shown}"

    if arguments.csv:
        return lambda cards: csv_text(_csv_row(cards, crib))
    if not (arguments.json or arguments.explain):
        return line

    def explained(cards: list[Card]) -> str:
        explanation = explain_hand(cards[:4], *cards[4:], crib=crib)
        if arguments.json:
            return json_text(_SCHEMA, _document(explanation, arguments.explain), one_line=True)
        return _block(explanation, arguments) + "\n"

    return explained


def _blocks(name: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of a file, some at a time, each time with the number of the first."""
    if name == STDIN and sys.stdin is None:  # it was closed before the program began
        raise ValueError("there is no input to read hands from")
    with nullcontext(sys.stdin.buffer) if name == STDIN else open(name, "rb") as file:
        # Who types hands wants an answer after each line.
        read = file.readline if file.isatty() else file.read
        number, begin = 1, "\N{ZERO WIDTH NO-BREAK SPACE}"  # which some editors put at the begin of a file
        data, rest = b"\n", b""
        while data:
            data = read(_BLOCK)
            *lines, rest = (rest + data).split(b"\n")
            if not data and rest:
                lines.append(rest)
            if lines:
                texts = [line.decode("utf-8", "backslashreplace") for line in lines]
                yield number, [texts[0].removeprefix(begin), *texts[1:]]
                number, begin = number + len(lines), ""
            if len(rest) > _MOST_BYTES:
                raise _TooLongError(f"{_where(name, number)}: it is longer than {_MOST_BYTES >> 20} MiB")
