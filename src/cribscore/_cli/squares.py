"""`cribscore squares`: play Cribbage Squares, one command a line, at a terminal or through a pipe."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import TextIOWrapper
from tempfile import NamedTemporaryFile
from typing import Final, TextIO

from cribscore import (
    BestGrid,
    Card,
    GridScore,
    backend,
    best_grid,
    explain_grid,
    score_grid,
)
from cribscore._files import read_json
from cribscore._messages import shown
from cribscore._text import MARK, draw_board
from cribscore.squares import (
    PRESETS,
    Game,
    IllegalMoveError,
    Move,
    MoveKind,
    Player,
    analyse,
    greedy_move,
    reason,
)
from cribscore.squares.coach import better, cost, moved
from cribscore.squares.players import best_within_reach

from ._auto import auto, games
from ._output import add_level_argument, plain, seed, sentence_of, usual_level, write

_COMMANDS: Final = """\
b3         place the card in column b, row 3; also 3b, b 3, or 3 2 (row, column)
r1         put the card on reserve 1, or on the waste
r1 b3      place the top card of reserve 1
5H b3      place the 5H, in an open game
b3 c4      swap two cards, in a shuffle
finish     end a shuffle
undo, redo take a move back, make it again (u for undo)
hint       the best move, and why (h)
explain    which cards make which points
coach      luck and skill of each move so far, and what was better
best       the best grid of the same cards, when the game is over
new        another deal; new 7 is deal 7
save FILE  save the game; load FILE goes on with it
help       this list (?)
quit       leave the game (q)"""

_CELL: Final = "[a-d] ?[1-4]|[1-4] ?[a-d]|[1-4] [1-4]"
_PLACING: Final = re.compile(rf"(?:(.*)\s)?({_CELL})")
_SWAP: Final = re.compile(rf"({_CELL})\s({_CELL})")
_LINES: Final = (*(f"row {row}" for row in range(1, 5)), *(f"column {column}" for column in "abcd"))
_MOST_BYTES: Final = 1 << 20  # of a saved game
_COSTLIEST: Final = 3  # mistakes that are named at the end
_SECONDS: Final = 5.0  # for the best grid, which takes some milliseconds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the subcommand."""
    parser.add_argument(
        "--rules",
        metavar="NAME",
        choices=tuple(PRESETS),
        default="standard",
        help=f"one of {', '.join(PRESETS)}; standard when left out",
    )
    parser.add_argument(
        "--seed", metavar="N", type=seed, help="the number of the deal; a random one when left out"
    )
    add_level_argument(parser)
    parser.add_argument(
        "--auto",
        metavar="N",
        type=games,
        help="let the player of that level play N games, and print how many made how many points",
    )
    parser.add_argument("--json", action="store_true", help="print the games of --auto as JSON")
    parser.add_argument(
        "--unicode",
        action=argparse.BooleanOptionalAction,
        help="print the suits as symbols, or as letters; symbols on a terminal that shows them when left out",
    )


def run(arguments: argparse.Namespace) -> None:
    """Play until the input ends or the player quits, or let games be played."""
    if arguments.auto is not None:
        first = _random_deal() if arguments.seed is None else arguments.seed
        write(auto(arguments.auto, arguments.rules, arguments.level, first, arguments.json))
        return
    if arguments.json:
        raise ValueError("--json needs --auto N")
    symbols: bool | None = arguments.unicode
    if symbols is None:
        symbols = _on_terminal() and _can_show("♣♦♥♠")
    show = _printer(symbols)
    session = Session(arguments.rules, "u" if symbols else "", arguments.level)
    show(session.new(arguments.seed), "")
    for line in _lines():
        answer = session.answer(line)
        if answer is None:
            break
        if answer:
            show(answer, session.named)


# ---------------------------------------------------------------- what a line does


class Session:
    """A player's games, one after the other: what is typed goes in, what is to be printed comes out.

    Attributes:
        game: The game that is played now.
        named: The file that the last answer names, or "".
    """

    def __init__(self, rules: str, style: str = "", level: int | None = None) -> None:
        self._rules, self._style = rules, style
        self._level = usual_level() if level is None else level
        self._file: str | None = None  # where the game was saved, or loaded from
        self.named = ""
        self.game = Game(PRESETS[rules])

    def new(self, deal: int | None = None) -> str:
        """Begin a game."""
        if deal is None:
            deal = _random_deal()
        self.game, self._file = Game(self.game.rules, seed=deal), None
        return f"Cribbage Squares, {self._rules}, deal {deal}; type help for the commands\n\n{self._table()}"

    def answer(self, line: str) -> str | None:
        """Do what a line says; return what to print, or None to leave the game."""
        words = " ".join(line.split())
        command, _, rest = words.partition(" ")
        self.named = ""
        try:
            match command.lower(), rest:
                case "", "":
                    return ""
                case "quit" | "q" | "exit", "":
                    return None
                case "help" | "?", "":
                    return _COMMANDS
                case "hint" | "h", "":
                    return self._hint()
                case "explain" | "e", "":
                    return self._explain()
                case "coach", "":
                    return self._coach()
                case "best", "":
                    return self._show_best()
                case "undo" | "u", "":
                    return f"taken back: {self.game.undo()}\n{self._table()}"
                case "redo", "":
                    return self._made(self.game.redo, "made again: ")
                case "new" | "n", _:
                    return self.new(seed(rest) if rest else None)
                case "save", _:
                    return self._save(rest)
                case "load", _:
                    return self._load(rest)
            move = self._move(words.lower())
            if move is None:
                return f"{plain(shown(line.strip()))} is neither a move nor a command; type help for the list"
            return self._made(lambda: self.game.play(move))
        except (IllegalMoveError, RuntimeError, argparse.ArgumentTypeError) as error:
            return plain(str(error))

    def _move(self, text: str) -> Move | None:
        """Read a move, its cells written in any way."""
        if self.game.rules.shuffle and (swap := _SWAP.fullmatch(text)):
            text = f"{_cell(swap[1])} {_cell(swap[2])}"
        elif not self.game.rules.shuffle and (placing := _PLACING.fullmatch(text)):
            text = " ".join([*([placing[1]] if placing[1] else []), _cell(placing[2])])
        try:
            return Move.parse(text)
        except IllegalMoveError:
            return None

    def _made(self, make: Callable[[], object], title: str = "") -> str:
        """Make a move; return what it gained, and the table with its cards marked."""
        before = self.game.score
        make()
        game, move = self.game, self.game.history[-1]
        marked = [cell for cell in (move.cell, move.other) if cell is not None]
        said = [title + self._what(move, before)] if move.kind is not MoveKind.FINISH else []
        if game.over and not (game.rules.open or game.rules.shuffle):
            said.append(f"starter {game.starter}: {_gain(score_grid(game.grid), game.score)}")
        said.append(self._table(marked))
        return "\n".join(said) + (self._summary() if game.over else "")

    def _what(self, move: Move, before: GridScore) -> str:
        """Say what a move did and what it gained, without the starter if that was turned only then."""
        game = self.game
        if move.cell is None:
            pile = "the waste" if game.rules.waste else f"reserve {(move.reserve or 0) + 1}"
            return f"{game.reserves[move.reserve or 0][-1]} to {pile}"
        known = game.starter if game.rules.open or game.rules.shuffle else None
        gained = _gains(before, score_grid(game.grid, known))
        text = str(move).split()
        if move.other is not None:
            return f"{text[0]} and {text[1]} swapped: {gained}"
        return f"{game.grid[move.cell]} to {text[-1]}: {gained}"

    def _table(self, marked: list[tuple[int, int]] | None = None) -> str:
        text = self.game._table(self._style, marked or ()) + "\n"
        if self.game.over:
            best = self._best()
            if best is not None:
                text += f"the best grid of these cards has {_total(best)}; best shows it, new deals again\n"
        return text

    def _hint(self) -> str:
        """Say which move is best, and why; what the Python core cannot find out is the best gain at once."""
        game = self.game
        seen = game.rules.open or game.rules.shuffle
        if seen and backend() == "python":
            move = greedy_move(game)  # raises IllegalMoveError if the game is over
            return f"{move} ({score_grid(game.after(move).grid, game.starter) - game.score:+} points)"
        player = Player(self._level)
        if seen:
            move = player.choose(game)
            most = best_within_reach(game).score
            return f"{move}: {reason(game, move)}\nthe best grid that can be reached has {most} points"
        best, *others = player.advise(game)
        said = f"{best.score:.1f} points expected, {100 * best.win:.0f} % to win"
        said += "".join(f"; {one.move} {one.loss:.1f} less" for one in others[:2])
        return f"{best.move}: {reason(game, best.move)}\n{said}"

    def _explain(self) -> str:
        """Say which cards make which points; the columns are named as on the board."""
        text = f"{explain_grid(self.game.grid, self.game.starter):{self._style}}\n"
        return re.sub(
            "^column ([1-4])", lambda match: f"column {'abcd'[int(match[1]) - 1]}", text, flags=re.M
        )

    def _coach(self) -> str:
        """Show luck and skill of the moves so far."""
        return f"{analyse(self.game, level=self._level):{self._style}}\n"

    def _summary(self) -> str:
        """Say what luck did, and which moves cost most; the Python core cannot tell at once."""
        if backend() == "python":
            return ""
        analysis = analyse(self.game, level=self._level)
        lines = []
        if not (self.game.rules.open or self.game.rules.shuffle):
            lines.append(
                f"{analysis.start:.1f} points were expected; luck {analysis.luck:+.1f},"
                f" moves {analysis.skill:+.1f}"
            )
        numbers = {id(one): number for number, one in enumerate(analysis.moves, 1)}
        for one in analysis.mistakes[:_COSTLIEST]:
            lines.append(
                f"move {numbers[id(one)]}, {moved(one, self._style)}, cost {cost(one)} points:"
                f" {better(one, self._style)} was better"
            )
        if not analysis.mistakes:
            lines.append("no move was a mistake")
        return "\n".join(lines) + "\n"

    def _best(self) -> BestGrid | None:
        """Return the best grid of the cards of a game that is over; the Python core cannot search."""
        game = self.game
        if backend() == "python":
            return None
        return best_grid(game.grid.cards, game.starter, time_limit=_SECONDS)

    def _show_best(self) -> str:
        if not self.game.over:
            raise IllegalMoveError("the best grid is shown when the game is over")
        best = self._best()
        if best is None:
            raise IllegalMoveError("the best grid needs the C core of cribscore")
        return draw_board(best.grid, best.starter, best.score, self._style, headings=True) + "\n"

    def _path(self, name: str) -> str:
        """Return the whole path of a file that the answer will name."""
        self.named = plain(name)
        try:
            path = os.path.abspath(os.path.expanduser(name))
            os.lstat(path)
        except OSError:
            pass  # it is not there yet, or will be refused with the reason
        except ValueError:  # a zero byte, or what the names of files cannot have here
            raise argparse.ArgumentTypeError(f"{self.named} cannot be the name of a file") from None
        return path

    def _save(self, name: str) -> str:
        if not name:
            return "give the name of a file: save FILE"
        path = self._path(name)
        if os.path.lexists(path) and path != self._file:
            return f"{plain(name)} exists already: give another name"
        text = json.dumps(self.game.to_dict(), indent=1) + "\n"
        try:
            # Beside the file, which is replaced only by a whole one.
            with NamedTemporaryFile(
                "w", encoding="utf-8", dir=os.path.dirname(path), prefix=".cribscore-", delete=False
            ) as file:
                try:
                    file.write(text)
                    file.close()
                    os.replace(file.name, path)
                except BaseException:
                    file.close()
                    os.unlink(file.name)
                    raise
        except OSError as error:
            return f"{plain(name)} cannot be saved: {error.strerror or error}"
        self._file = path
        return f"saved to {plain(name)}"

    def _load(self, name: str) -> str:
        if not name:
            return "give the name of a file: load FILE"
        path = self._path(name)
        try:
            with open(path, "rb") as file:
                text = file.read(_MOST_BYTES + 1)
            if len(text) > _MOST_BYTES:
                raise ValueError(f"a saved game is not longer than {_MOST_BYTES >> 20} MiB")
            game = Game.from_dict(read_json(text))
        except OSError as error:
            return f"{plain(name)} cannot be read: {error.strerror or error}"
        except (ValueError, TypeError) as error:
            return f"{plain(name)} is not a saved game: {plain(sentence_of(error))}"
        self.game, self._file = game, path
        self._rules = next((key for key, rules in PRESETS.items() if rules == game.rules), "other rules")
        return f"Cribbage Squares, {self._rules}, from {plain(name)}\n\n{self._table()}"


def _random_deal() -> int:
    return int.from_bytes(os.urandom(4), "big")


def _cell(text: str) -> str:
    """Write a cell as a move has it, its column and then its row: "3 b" and "3 2" are b3."""
    one, other = text[0], text[-1]
    if other.isalpha():
        one, other = other, one
    return f"{one}{other}" if one.isalpha() else f"{'abcd'[int(other) - 1]}{one}"


def _gain(before: GridScore, after: GridScore) -> str:
    gain = after - before
    return f"{gain:+} point{'s' * (abs(gain) != 1)}" if gain else "no points"


def _gains(before: GridScore, after: GridScore) -> str:
    """Say how many points a grid gained, and which lines changed."""
    lines = zip(_LINES, before.rows + before.columns, after.rows + after.columns, strict=True)
    where = ", ".join(f"{name} {new - old:+}" for name, old, new in lines if new != old)
    return _gain(before, after) + f" ({where})" * bool(where)


def _total(best: BestGrid) -> str:
    return f"{'' if best.optimal else 'at least '}{best.score} points"


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
    edited = typed and _on_terminal() and _edit()
    try:
        while True:
            if typed and not edited:
                write("> ", end="")
            line = _edited_line() if edited else _line(sys.stdin)
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


def _edit() -> bool:
    """Let the player edit the line and go back to earlier ones, where Python has readline."""
    try:
        import readline
    except ImportError:
        return False
    # Several pasted lines are several commands; a bracketed paste would make one of them.
    readline.parse_and_bind("set enable-bracketed-paste off")
    return True


def _edited_line() -> str:
    try:
        return input("> ") + "\n"
    except EOFError:
        return ""


def _line(file: TextIO) -> str:
    """The next line; of one that is longer than any command no more than its beginning."""
    most = 1000
    line = rest = file.readline(most)
    while len(rest) == most and not rest.endswith("\n"):
        rest = file.readline(most)
    return line


def _printer(symbols: bool) -> Callable[[str, str], None]:
    """Return what prints a text, its cards as the output shows them: as symbols, in red, marked ones bold.

    The name of a file in the text stays as it is.
    """
    colour = _on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def symbol(match: re.Match[str]) -> str:
        return f"{Card(match[0]):u}"

    def coloured(match: re.Match[str]) -> str:
        codes = ["1"] * bool(match[1]) + ["31"] * (match[2][-1] in "DH♦♥")
        return f"\033[{';'.join(codes)}m{match[0]}\033[0m" if codes else match[0]

    def drawn(text: str) -> str:
        if symbols:
            text = re.sub(r"\b[A2-9TJQK][CDHS]\b", symbol, text)
        if colour:
            text = re.sub(rf"({re.escape(MARK)})?(\b(?:10|[A2-9TJQK])(?:[CDHS]\b|[♣♦♥♠]))", coloured, text)
        return text

    def show(text: str, name: str) -> None:
        before, name, after = text.partition(name) if name else ("", "", text)
        write(drawn(before) + name + drawn(after))

    return show


def _on_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()


def _can_show(text: str) -> bool:
    with suppress(UnicodeEncodeError):
        text.encode(sys.stdout.encoding)
        return True
    return False
