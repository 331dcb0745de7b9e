"""The command line: one module a subcommand, whose `run` returns the text to print, or prints."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NoReturn

from . import best, forecast, grid, hand, maximum, selftest, squares, table
from ._output import Failure, OutputError, plain, write

_SUBCOMMANDS = (hand, forecast, grid, best, maximum, squares, table, selftest)


class _Parser(argparse.ArgumentParser):
    """A parser whose complaint is one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, plain(f"{self.prog}: {message}") + "\n")


class _Version(argparse.Action):
    """Print the version and the core; the version is looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from cribscore import __version__, backend

        write(f"cribscore {__version__} ({backend()} core)")
        parser.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit status: 0, 1 after a failure, 2 after an error, 130 after Ctrl-C."""
    parser = _Parser(prog="cribscore", description="Score cribbage hands and Cribbage Squares grids.")
    parser.add_argument(
        "--version", action=_Version, nargs=0, help="print the version and the core that scores"
    )
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    for module in _SUBCOMMANDS:
        subparser = subparsers.add_parser(
            module.NAME, help=module.HELP, description=module.HELP, allow_abbrev=False
        )
        module.add_arguments(subparser)
        subparser.set_defaults(run=module.run)
    try:
        arguments = parser.parse_args(argv)
        text = arguments.run(arguments)
        if text is not None:
            write(text)
    except OutputError as error:
        return _complain(str(error)) if str(error) else 1
    except OSError as error:
        where = (
            f"{os.fsdecode(error.filename) or repr('')}: " if isinstance(error.filename, (str, bytes)) else ""
        )
        return _complain(f"{where}{error.strerror or error}")
    except (ValueError, TypeError, RuntimeError) as error:
        return _complain(str(error))
    except Failure as failure:
        _complain(str(failure))
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _complain(sentence: str) -> int:
    if sys.stderr is not None:  # where it was closed, print would take the output in its place
        with suppress(OSError):
            print(plain(f"cribscore: {sentence}"), file=sys.stderr)
    return 2
