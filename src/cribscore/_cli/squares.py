"""`cribscore squares`: play Cribbage Squares, one command a line, at a terminal or through a pipe."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterator
from io import TextIOWrapper
from typing import TYPE_CHECKING, TextIO

from cribscore import Card, explain_grid, score_grid
from cribscore._messages import shown

from ._output import plain, seed, write

if TYPE_CHECKING:  # the game is imported by who plays it, not by each of the other commands
    from cribscore.squares import Game

NAME = "squares"
HELP = "Play Cribbage Squares: a card at a time into a grid, and 61 points win."

_COMMANDS = """\
b3         place the card in column b, row 3
r1         put the card on reserve 1, or on the waste
r1 b3      place the top card of reserve 1
5H b3      place the 5H, in an open game
b3 c4      swap two cards, in a shuffle
finish     end a shuffle
undo, redo take a move back, make it again
hint       the move that makes the most points at once
explain    which cards make which points
help       this list
quit       leave the game"""


class _Presets:
    """The names of the rules, looked up when they are needed."""

    def __iter__(self) -> Iterator[str]:
        from cribscore.squares import PRESETS

        return iter(PRESETS)

    def __contains__(self, name: object) -> bool:
        return name in tuple(self)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the subcommand."""
    parser.add_argument(
        "--rules",
        metavar="NAME",
        choices=_Presets(),
        default="standard",
        help="one of %(choices)s; %(default)s when left out",
    )
    parser.add_argument(
        "--seed", metavar="N", type=seed, help="the number of the deal; a random one when left out"
    )
    parser.add_argument(
        "--unicode",
        action=argparse.BooleanOptionalAction,
        help="print the suits as symbols, or as letters; symbols on a terminal that shows them when left out",
    )


def run(arguments: argparse.Namespace) -> None:
    """Play until the input ends or the player quits."""
    from cribscore.squares import PRESETS, Game

    deal = int.from_bytes(os.urandom(4), "big") if arguments.seed is None else arguments.seed
    game = Game(PRESETS[arguments.rules], seed=deal)
    show = _printer(arguments.unicode)
    show(f"Cribbage Squares, {arguments.rules}, deal {deal}; type help for the commands\n")
    show(str(game) + "\n")
    for line in _lines():
        answer = _answer(game, line)
        if answer is None:
            break
        if answer:
            show(answer)


# ---------------------------------------------------------------- what a line does


def _answer(game: Game, line: str) -> str | None:
    """Do what a line says; return what to print, and None to leave the game."""
    from cribscore.squares import IllegalMoveError, Move

    command = line.strip().lower()
    try:
        match command:
            case "":
                return ""
            case "quit" | "q" | "exit":
                return None
            case "help" | "?":
                return _COMMANDS
            case "hint":
                return _hint(game)
            case "explain":
                return f"{explain_grid(game.grid, game.starter)}\n"
            case "undo":
                done = f"taken back: {game.undo()}"
            case "redo":
                done = f"made again: {game.redo()}"
            case _:
                try:
                    move = Move.parse(command)
                except IllegalMoveError:
                    quoted = plain(shown(line.strip()))
                    return f"{quoted} is neither a move nor a command; type help for the list"
                game.play(move)
                done = ""
    except IllegalMoveError as error:
        return str(error)
    return f"{done}\n{game}\n".lstrip("\n")


def _hint(game: Game) -> str:
    """Return the move of the greedy player, and what it gains."""
    from cribscore.squares import greedy_move

    if game.over:
        return "the game is over"
    best = greedy_move(game)
    return f"{best} ({score_grid(game.after(best).grid, game.starter) - game.score:+} points)"


# ---------------------------------------------------------------- the terminal


def _lines() -> Iterator[str]:
    """The lines of the input, each after a prompt, until it ends.

    What does not come from a terminal is repeated after the prompt, so that a session reads the same.
    """
    if sys.stdin is None:  # it was closed before the program began
        return
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")
    typed = sys.stdin.isatty()
    try:
        while True:
            if typed:
                write("> ", end="")
            line = _line(sys.stdin)
            if not line:
                break
            if not typed:
                write(f"> {plain(line.rstrip(chr(10)))}")
            yield line
    except KeyboardInterrupt:
        write("")
        raise
    if typed:
        write("")


def _line(file: TextIO) -> str:
    """The next line; of one that is longer than any command no more than its beginning."""
    most = 1000
    line = rest = file.readline(most)
    while len(rest) == most and not rest.endswith("\n"):
        rest = file.readline(most)
    return line


def _printer(symbols: bool | None) -> Callable[[str], None]:
    """What prints a text, its cards as the output shows them: as symbols, in red.

    Args:
        symbols: Whether to print symbols; None to do so on a terminal that shows them.
    """
    terminal = sys.stdout is not None and sys.stdout.isatty()
    if symbols is None:
        symbols = terminal and _can_show("♣♦♥♠")
    style = "u" if symbols else ""
    colour = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def shown(match: re.Match[str]) -> str:
        card = format(Card(match[0]), style)
        return f"\033[31m{card}\033[0m" if colour and match[0][1] in "DH" else card

    return lambda text: write(re.sub(r"\b[A2-9TJQK][CDHS]\b", shown, text))


def _can_show(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True
