"""What the subcommands read and print alike."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Final

from cribscore import Card, Grid, GridScore, backend, deal, read_board
from cribscore._messages import shown

STDIN: Final = "-"
"""The name of a file that stands for standard input."""


class Failure(Exception):  # noqa: N818, the user made no error
    """The command must say this and end with status 1."""


class OutputError(Exception):
    """The output cannot be written any more; the message is empty if its reader has gone away."""


# ---------------------------------------------------------------- arguments


def number(text: str) -> int:
    """Read a whole number; the command checks what it may be."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a whole number") from None


def seed(text: str) -> int:
    """Read the number of a deal."""
    try:
        found = int(text)
        deal(found, 0)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a whole number, 0 to {2**64 - 1}") from None
    return found


def level(text: str) -> int:
    """Read the level of a player."""
    if text not in ("0", "1", "2", "3"):
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a level, 0 to 3")
    return int(text)


def add_level_argument(parser: argparse.ArgumentParser) -> None:
    """Declare the argument that chooses the player."""
    parser.add_argument(
        "--level",
        metavar="L",
        type=level,
        help="the level of the player, 0 to 3; 2 when left out, or 0 on the Python core",
    )


def usual_level() -> int:
    """Return the highest level that answers at once."""
    return 0 if backend() == "python" else 2


def add_output_arguments(
    parser: argparse.ArgumentParser, *, csv: bool = True, unicode: bool = True, many: str | None = None
) -> None:
    """Declare the arguments that choose how the result is printed.

    Args:
        parser: The parser of the subcommand.
        csv: Whether the subcommand can print a table of comma-separated values.
        unicode: Whether the subcommand prints cards.
        many: What may be given several times, such as "file"; None if nothing may.
    """
    style = parser.add_mutually_exclusive_group()
    lines = f"; for several {many}s, one line for each" if many else ""
    style.add_argument("--json", action="store_true", help=f"print JSON{lines}")
    if csv:
        style.add_argument("--csv", action="store_true", help="print comma-separated values with a header")
    if unicode:
        style.add_argument("--unicode", action="store_true", help="print the suits as symbols")
    if many:
        parser.add_argument(
            "--strict", action="store_true", help=f"stop at the first {many} that cannot be read"
        )


def add_explain_argument(parser: argparse.ArgumentParser) -> None:
    """Declare the argument that asks for the single combinations."""
    parser.add_argument("--explain", action="store_true", help="say which cards make which points")


def check_explain(arguments: argparse.Namespace) -> None:
    """Refuse to explain in a table."""
    if arguments.explain and arguments.csv:
        raise ValueError("--explain prints text or --json, not --csv")


def card_style(arguments: argparse.Namespace) -> str:
    """Return the format code in which the cards are printed."""
    return "u" if arguments.unicode else ""


# ---------------------------------------------------------------- input


def read_file(name: str) -> tuple[Grid, Card | None]:
    """Read the board in a file, or on standard input for "-"."""
    if name != STDIN:
        with open(name, "rb") as file:  # not read_board(name), which takes some names for a board's text
            return read_board(file)
    if sys.stdin is None:  # it was closed before the program began
        raise ValueError("there is no input to read a board from")
    return read_board(sys.stdin.buffer)


class Refusals:
    """What is wrong with some of many inputs: it is reported at once, and the rest goes on.

    Attributes:
        status: The exit status of the command: 2 if anything was wrong.
    """

    def __init__(self, strict: bool) -> None:
        self._strict = strict
        self.status = 0

    def add(self, error: Exception, where: str = "") -> None:
        """Report an error, or raise it where nothing may go on."""
        sentence = where + sentence_of(error)
        if self._strict:
            raise ValueError(sentence)
        complain(sentence)
        self.status = 2


# ---------------------------------------------------------------- output


def json_text(schema: str, document: Mapping[str, Any], *, one_line: bool = False) -> str:
    """Return a document as JSON: indented, or on one line."""
    import json

    document = {"schema": schema, **document}
    return json.dumps(document, separators=(",", ":")) if one_line else json.dumps(document, indent=2)


def csv_text(*rows: Iterable[object]) -> str:
    """Return rows as comma-separated values, without the last line break."""
    import csv
    from io import StringIO

    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows([map(_csv_value, row) for row in rows])
    return text.getvalue().removesuffix("\n")


def _csv_value(value: object) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


GRID_COLUMNS: Final = (
    *("file", "grid", "starter", "total", "heels", "won"),
    *(f"{line}{number}" for line in ("row", "column") for number in range(1, 5)),
)


def grid_row(name: str | None, grid: Grid, starter: Card | None, score: GridScore) -> list[object]:
    """Return the values of `GRID_COLUMNS`; what the output cannot show of a name is escaped."""
    cells = " / ".join(str(grid).splitlines())
    if name is not None:
        encoding = _encoding()
        name = name.encode(encoding, "backslashreplace").decode(encoding)
    return [name, cells, starter, score, score.heels, score.won, *score.rows, *score.columns]


def plain(text: str) -> str:
    """Return the text with everything escaped that is not printable ASCII: what was typed may be anything."""
    return re.sub(r"[^ -~]", lambda match: ascii(match[0])[1:-1], text)


def sentence_of(error: Exception) -> str:
    """Return what a person reads about an error."""
    if not isinstance(error, OSError):
        return str(error)
    named = isinstance(error.filename, (str, bytes))
    where = f"{os.fsdecode(error.filename) or repr('')}: " if named else ""
    return f"{where}{error.strerror or error}"


def complain(sentence: str) -> None:
    """Print a sentence on standard error."""
    if sys.stderr is not None:  # if it was closed, print would use the output in its place
        with suppress(OSError):
            print(plain(f"cribscore: {sentence}"), file=sys.stderr)


def _encoding() -> str:
    return (sys.stdout and sys.stdout.encoding) or "utf-8"


def write(text: str, end: str = "\n") -> None:
    """Write all of the text or, if the output cannot show it, none."""
    if sys.stdout is None:  # it was closed before the program began
        raise OutputError("there is no output to write to")
    encoding = _encoding()
    try:
        text.encode(encoding)
    except UnicodeEncodeError as error:
        character = error.object[error.start]
        raise ValueError(
            f"the output is {encoding} and cannot show {character!r}: leave --unicode out"
        ) from None
    try:
        sys.stdout.write(text + end)
        sys.stdout.flush()
    except OSError as error:
        # Keep the interpreter from writing again, at exit, what could not be written.
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, sys.stdout.fileno())
        os.close(devnull)
        gone = isinstance(error, BrokenPipeError)
        raise OutputError("" if gone else error.strerror or str(error)) from None
