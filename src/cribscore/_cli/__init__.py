# PYTHON_ARGCOMPLETE_OK
"""The command line: one module for each command, with `add_arguments` and `run`."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Collection, Sequence
from importlib import import_module
from typing import Any, Final, NoReturn

from cribscore._messages import shown

from ._output import Failure, OutputError, complain, plain, sentence_of, write

_HELP: Final = "help"
COMMANDS: Final = {
    "hand": "Score a hand: four cards, and the starter as the fifth. Or score files with one hand a line.",
    "forecast": "Forecast a hand: count what its four cards score with each starter that is left.",
    "discard": "Value every throw of a deal: the hand that is kept, and the crib that is made.",
    "peg": "Follow the play of a deal: the points of each card, whose turn it is, and which card to play.",
    "grid": "Score the rows and columns of boards in files: four lines of four cards, then the starter.",
    "best": "Place the cards of a board for the largest total, and prove that there is none larger.",
    "maximum": "Prove the largest total that any grid can reach, and with each rank as starter.",
    "squares": "Play Cribbage Squares: a card at a time into a grid, and 61 points win.",
    "advise": "Say what each move of Cribbage Squares is worth: a board, and the card to place.",
    "table": "Score all 12,994,800 hands and print how many make each score.",
    "selftest": "Score all hands with the core in use and with each kernel, and compare with what is known.",
    _HELP: "Print the help of a command.",
}


class _Parser(argparse.ArgumentParser):
    """A parser whose complaint is one sentence, and which notices that its help cannot be printed."""

    words: Sequence[str] = ()
    """What was typed."""

    def error(self, message: str) -> NoReturn:
        message = re.sub(
            "^argument (.*): ignored explicit argument (.*)$", r"\1 takes no value, and \2 is given", message
        )
        if message.startswith("the following arguments are required: "):
            for action in self._actions:
                for option in action.option_strings if action.nargs == "+" else ():
                    if option in self.words:
                        message += f"; put them before {option}, which takes all that follows"
        self.exit(2, plain(f"{self.prog}: {message}") + "\n")

    def print_help(self, file: Any = None) -> None:
        write(self.format_help(), end="")


class _Version(argparse.Action):
    """Print the version and the core; the version is looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from cribscore import __version__, backend

        write(f"cribscore {__version__} ({backend()} core)")
        parser.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit status: 0, 1 after a failure, 2 after an error, 130 after Ctrl-C."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(words)
    except OutputError as error:
        if not str(error):
            return 1
        complain(str(error))
        return 2
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        complain(sentence_of(error))
        return 2
    except Failure as failure:
        complain(str(failure))
        return 1
    except KeyboardInterrupt:
        return 130


def _run(words: list[str]) -> int:
    if "_ARGCOMPLETE" in os.environ:  # a shell asks what can stand here
        _complete()
    if words[:1] == [_HELP]:
        words = [*words[1:], "--help"]
    command = words[0] if words and not words[0].startswith("-") else None
    parser = _parser([command] if command else [], words)
    if not words:
        parser.print_help()
        return 0
    if command is not None and command not in COMMANDS:
        parser.error(f"{shown(command)} is not a command" + _did_you_mean(command, COMMANDS))
    arguments, rest = parser.parse_known_args(words)
    used: argparse.ArgumentParser = getattr(arguments, "parser", parser)
    if rest and command is not None:  # options may stand between arguments
        arguments, rest = used.parse_known_intermixed_args(words[1:])
    if rest or command is None:
        used.error(_refusal([*rest, *words][0], used))
    status: int | None = arguments.run(arguments)
    return status or 0


def _parser(commands: Collection[str], words: Sequence[str] = ()) -> argparse.ArgumentParser:
    """Return the parser of all commands; only these have their arguments, as each takes time to import."""
    parser = _Parser(prog="cribscore", description="Score cribbage hands and Cribbage Squares grids.")
    parser.add_argument(
        "-V", "--version", action=_Version, nargs=0, help="print the version and the core that scores"
    )
    subparsers = parser.add_subparsers(metavar="COMMAND")
    for name, description in COMMANDS.items():
        subparser = subparsers.add_parser(name, help=description, description=description, allow_abbrev=False)
        if name in commands and name != _HELP:
            module = import_module(f"{__name__}.{name}")
            module.add_arguments(subparser)
            subparser.words = words
            subparser.set_defaults(run=module.run, parser=subparser)
    return parser


def _refusal(word: str, parser: argparse.ArgumentParser) -> str:
    """Say why an argument has no place in a command."""
    if not word.startswith("-"):
        return f"the argument {shown(word)} is one too many"
    option = word.partition("=")[0]
    return f"there is no option {shown(option)}" + _did_you_mean(
        option, re.findall(r"(?<!\w)--?[a-zA-Z][a-z-]*", parser.format_help())
    )


def _did_you_mean(word: str, known: Collection[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(word, known, n=1, cutoff=0.7)
    return f"; did you mean {close[0]!r}?" if close else f"; {'cribscore help'!r} lists them"


def _complete() -> None:
    try:
        import argcomplete
    except ImportError:
        return
    parser = _parser(COMMANDS)
    argcomplete.autocomplete(parser)
