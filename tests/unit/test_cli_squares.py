"""`cribscore squares`, driven through a pipe and through a pseudo-terminal."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import BytesIO, StringIO, TextIOWrapper
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribscore import _cli, backend, best_grid, deal
from cribscore._cli.squares import Session
from cribscore.squares import PRESETS, SHUFFLE, Game, Player, analyse, play_games, reason
from documents import validator
from naive import grid_lines, parse
from oracles import RECORD_172, cells_of
from processes import posix, run_shell
from strategies import examples

pytestmark = pytest.mark.slow_on_python

COMMAND = [sys.executable, "-m", "cribscore", "squares"]
SYMBOLS = dict(zip("CDHS", "♣♦♥♠", strict=True))


@pytest.fixture(autouse=True)
def sessions_on_the_core_under_test(core, monkeypatch):
    monkeypatch.setenv("CRIBSCORE_CORE", core)


def environment(**changes):
    """The environment of a session, in which no setting of the one who runs the tests is felt."""
    unset = {
        name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "PYTHONIOENCODING")
    }
    return {**unset, "PYTHONUTF8": "1", "TERM": "xterm", **changes}


def piped(*arguments, typed):
    """Run a session on an input and an output that are not terminals: (status, output, complaint)."""
    given = TextIOWrapper(BytesIO(typed if isinstance(typed, bytes) else typed.encode()), encoding="utf-8")
    output, complaint = StringIO(), StringIO()
    with mock.patch("sys.stdin", given), redirect_stdout(output), redirect_stderr(complaint):
        try:
            status = _cli.main(["squares", *arguments])
        except SystemExit as end:
            status = end.code
    return status, output.getvalue(), complaint.getvalue()


def piped_process(*arguments, typed, **changes):
    """The same through a pipe to a process of its own."""
    result = subprocess.run(
        [*COMMAND, *arguments],
        input=typed.encode(), capture_output=True, check=False, timeout=60, env=environment(**changes),
    )  # fmt: skip
    return result.returncode, result.stdout.decode(), result.stderr.decode()


class Terminal:
    """A session at a pseudo-terminal, 80 columns wide."""

    def __init__(self, *arguments, command=COMMAND, **changes):
        self.master, slave = pytest.importorskip("pty", reason="no pseudo-terminals here").openpty()
        self.process = subprocess.Popen(
            [*command, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            close_fds=True,
            start_new_session=True,
            env=environment(COLUMNS="80", **changes),
        )
        os.close(slave)
        self.text = ""

    def until_prompt(self):
        """Read up to the next prompt, or to the end."""
        begin = len(self.text)
        deadline = time.monotonic() + 60
        while not self.text[begin:].endswith("\n> ") and time.monotonic() < deadline:
            ready, _, _ = select.select([self.master], [], [], 1)
            if ready:
                try:
                    part = os.read(self.master, 65536)
                except OSError:  # what Linux says when the other end is closed
                    break
                if not part:
                    break
                self.text += part.decode().replace("\r\n", "\n")
        return self.text[begin:]

    def type(self, keys):
        os.write(self.master, keys.encode())
        return self.until_prompt()

    def end(self):
        """Wait for the end; the status."""
        self.until_prompt()
        status = self.process.wait(timeout=60)
        os.close(self.master)
        return status


def at_terminal(*arguments, lines, **changes):
    """Type lines at a terminal, each after the prompt: (status, all that is then on it)."""
    terminal = Terminal(*arguments, **changes)
    terminal.until_prompt()
    for line in lines:
        terminal.type(line + "\n")
    return terminal.end(), terminal.text


def screen(cells, starter=None, below="", marked=()):
    """The table as it must look, scored by the naive scorer; the marked cells by their names."""
    rows, columns, heels = grid_lines([parse(cell) for cell in cells], parse(starter))
    total = sum(map(sum, rows + columns)) + heels
    lines = ["    a   b   c   d"]
    for number in range(4):
        row = "".join(
            f" {'*' if f'{column}{number + 1}' in marked else ' '}{cells[4 * number + place] or '..'}"
            for place, column in enumerate("abcd")
        )
        lines.append(f"{number + 1}{row}  {sum(rows[number]):>3}")
    lines.append("  " + " ".join(f"{sum(column):>3}" for column in columns))
    lines += ["", f"starter  {starter or 'not turned'}", f"heels    {heels:>3}"]
    lines.append(f"total    {total:>3}  (61 {'reached' if total >= 61 else 'not reached'})")
    return "\n".join(lines) + f"\n{below}\n"


def points(before, after, starter=None):
    """What a move gained, line by line, as the naive scorer counts it."""

    def totals(cells):
        rows, columns, _ = grid_lines([parse(cell) for cell in cells], parse(starter))
        return [sum(line) for line in rows + columns]

    names = [*(f"row {row}" for row in "1234"), *(f"column {column}" for column in "abcd")]
    gains = [new - old for old, new in zip(totals(before), totals(after), strict=True)]
    where = [f"{name} {gain:+}" for name, gain in zip(names, gains, strict=True) if gain]
    total = f"{sum(gains):+} point{'s' * (abs(sum(gains)) != 1)}" if sum(gains) else "no points"
    return total + (f" ({', '.join(where)})" if where else "")


def best_line(cards, starter):
    """What is said at the end on a core that can search."""
    if backend() == "python":
        return ""
    best = best_grid(cards, starter).score
    return f"the best grid of these cards has {best} points; best shows it, new deals again\n"


def coach_lines(cards, moves, rules="standard", starter_seen=False):
    """What the coach says at the end of a game, on a core that can search."""
    if backend() == "python":
        return ""
    game = Game(rules, deck=cards)
    for move in moves:
        game.play(move)
    analysis = analyse(game)
    numbered = {id(one): number for number, one in enumerate(analysis.moves, 1)}
    lines = []
    if not starter_seen:
        luck, skill = f"{analysis.luck:+.1f}", f"{analysis.skill:+.1f}"
        lines.append(f"{analysis.start:.1f} points were expected; luck {luck}, moves {skill}\n")
    for one in sorted((one for one in analysis.moves if one.better), key=lambda one: -one.loss)[:3]:
        moved = f"{one.card} {one.move}" if one.card else f"{one.move}"
        error = f" +- {one.error:.2f}" if one.error else ""
        cost = f"cost {one.loss:.2f}{error} points"
        lines.append(f"move {numbered[id(one)]}, {moved}, {cost}: {one.better} was better\n")
    return "".join(lines or ["no move was a mistake\n"])


def title(rules="standard", seed=1):
    return f"Cribbage Squares, {rules}, deal {seed}; type help for the commands\n\n"


def placed(**cells):
    names = [column + row for row in "1234" for column in "abcd"]
    return [cells.get(name) for name in names]


CARDS = [str(card) for card in deal(1, 20)]  # QD 9S JH 8S 4D 4C 9D 3H 3C KH ...


def test_a_session_shows_the_table_after_every_move():
    assert CARDS[:4] == ["QD", "9S", "JH", "8S"]
    status, output, complaint = piped("--seed", "1", typed="b2\nC2\n d2 \nundo\nredo\nquit\nb3\n")
    assert (status, complaint) == (0, "")
    third = screen(placed(b2="QD", c2="9S", d2="JH"), below="to place   8S\n", marked=["d2"])
    assert output == (
        title()
        + screen(placed(), below="to place   QD\n")
        + "> b2\nQD to b2: no points\n"
        + screen(placed(b2="QD"), below="to place   9S\n", marked=["b2"])
        + "> C2\n9S to c2: no points\n"
        + screen(placed(b2="QD", c2="9S"), below="to place   JH\n", marked=["c2"])
        + ">  d2 \nJH to d2: no points\n"
        + third
        + "> undo\ntaken back: d2\n"
        + screen(placed(b2="QD", c2="9S"), below="to place   JH\n")
        + "> redo\nmade again: JH to d2: no points\n"
        + third
        + "> quit\n"
    )


def test_a_whole_game_ends_with_its_result_and_can_be_looked_at_after():
    cells = [column + row for row in "1234" for column in "abcd"]
    status, output, _ = piped("--seed", "1", typed="\n".join([*cells, "a1", "hint", "undo", "d4"]))
    assert status == 0
    rows, columns, heels = grid_lines([parse(card) for card in CARDS[:16]], parse(CARDS[16]))
    total = sum(map(sum, rows + columns)) + heels
    before_starter, after_last = [*CARDS[:15], None], CARDS[:16]
    last = points(before_starter, after_last)
    without = sum(
        map(sum, [line for lines in grid_lines(list(map(parse, after_last)), None)[:2] for line in lines])
    )
    end = f"\nover: not won with {total} points\n{best_line(after_last, CARDS[16])}"
    end += coach_lines(CARDS, cells)
    final = f"{CARDS[15]} to d4: {last}\nstarter {CARDS[16]}: +{total - without} points\n" + screen(
        CARDS[:16], CARDS[16], end, marked=["d4"]
    )
    before = screen([*CARDS[:15], None], None, f"to place   {CARDS[15]}\n")
    assert output.endswith(
        f"> d4\n{final}> a1\nthe game is over\n> hint\nthe game is over\n"
        f"> undo\ntaken back: d4\n{before}> d4\n{final}"
    )


def test_a_reserve_is_shown_and_played_from():
    status, output, _ = piped("--rules", "one-reserve", "--seed", "1", typed="r1\nr1\nr1 a1\nr2\nr1 b4\n")
    assert status == 0
    assert output == (
        title("one-reserve")
        + screen(placed(), below="reserve 1  empty\nto place   QD\n")
        + "> r1\nQD to reserve 1\n"
        + screen(placed(), below="reserve 1  QD\nto place   9S\n")
        + "> r1\n9S to reserve 1\n"
        + screen(placed(), below="reserve 1  QD 9S\nto place   JH\n")
        + "> r1 a1\n9S to a1: no points\n"
        + screen(placed(a1="9S"), below="reserve 1  QD\nto place   JH\n", marked=["a1"])
        + "> r2\nthere is no reserve 2: these rules have 1\n"
        + "> r1 b4\nb4 does not touch a placed card\n"
    )


def test_a_waste_gives_nothing_back():
    _, output, _ = piped("--rules", "waste", "--seed", "1", typed="r1\nr1 a1\n")
    assert output.endswith(
        "> r1\nQD to the waste\n"
        + screen(placed(), below="waste      QD\nto place   9S\n")
        + "> r1 a1\na card cannot be taken from the waste\n"
    )


def test_an_open_game_shows_every_card_and_places_any():
    _, output, _ = piped("--rules", "open", "--seed", "1", typed="4c b2\nundo\n")
    first = screen(placed(), CARDS[16], f"to place   {' '.join(CARDS[:16])}\n")
    rest = [card for card in CARDS[:16] if card != "4C"]
    assert output == (
        title("open")
        + first
        + f"> 4c b2\n4C to b2: {points(placed(), placed(b2='4C'), CARDS[16])}\n"
        + screen(placed(b2="4C"), CARDS[16], f"to place   {' '.join(rest)}\n", marked=["b2"])
        + "> undo\ntaken back: 4C b2\n"
        + first
    )


def test_a_shuffle_is_swapped_until_it_is_finished():
    _, output, _ = piped("--rules", "shuffle", "--seed", "1", typed="a1 d4\nfinish\na1 d4\n")
    swapped = [CARDS[15], *CARDS[1:15], CARDS[0]]
    rows, columns, heels = grid_lines([parse(card) for card in swapped], parse(CARDS[16]))
    total = sum(map(sum, rows + columns)) + heels
    end = f"\nover: not won with {total} points\n{best_line(swapped, CARDS[16])}"
    end += coach_lines(CARDS, ["a1 d4", "finish"], "shuffle", starter_seen=True)
    assert output == (
        title("shuffle")
        + screen(CARDS[:16], CARDS[16])
        + f"> a1 d4\na1 and d4 swapped: {points(CARDS[:16], swapped, CARDS[16])}\n"
        + screen(swapped, CARDS[16], marked=["a1", "d4"])
        + "> finish\n"
        + screen(swapped, CARDS[16], end)
        + "> a1 d4\nthe game is over\n"
    )


def test_the_hint_is_the_move_that_the_player_advises_with_its_reason():
    level = 0 if backend() == "python" else 2
    for chosen in (level, 0):
        arguments = ["--level", str(chosen)] if chosen != level else []
        _, output, _ = piped("--seed", "2", *arguments, typed="b2\nhint\n")
        game = Game(seed=2)
        game.play("b2")
        best, second, third, *_ = Player(chosen).advise(game)
        assert output.endswith(
            f"> hint\n{best.move}: {reason(game, best.move)}\n"
            f"{best.score:.1f} points expected, {100 * best.win:.0f} % to win;"
            f" {second.move} {second.loss:.1f} less; {third.move} {third.loss:.1f} less\n"
        )
    assert "makes a fifteen" in output  # nine and six


def test_the_hint_leads_to_the_best_grid_where_all_cards_are_seen():
    session = Session("shuffle")
    session.game = Game(SHUFFLE, seed=1)
    if backend() == "python":
        assert re.fullmatch(r"[a-d][1-4] [a-d][1-4] \(\+\d+ points\)", session.answer("hint"))
        return
    best = best_grid(deal(1)[:16], deal(1)[16]).score
    for _ in range(16):
        move, _, said = session.answer("hint").partition(": ")
        assert said.endswith(f"\nthe best grid that can be reached has {best} points")
        session.answer(move)
        if move == "finish":
            break
    assert session.game.over
    assert session.game.score.total == best


def test_the_hint_is_to_finish_where_no_swap_gains_anything():
    session = Session("shuffle")
    session.game = Game(SHUFFLE, deck=[*cells_of(RECORD_172), RECORD_172["starter"]])  # no grid is worth more
    assert re.match(r"finish(:| \(\+0 points\))", session.answer("hint"))


def test_the_coach_shows_the_moves_so_far_and_says_what_needs_the_c_core():
    _, output, _ = piped("--seed", "1", "--level", "0", typed="b2\nc2\nd2\ncoach\n")
    game = Game(seed=1)
    for move in ("b2", "c2", "d2"):
        game.play(move)
    assert output.endswith(f"> coach\n{analyse(game, level=0)}\n\n")
    _, output, _ = piped("--seed", "1", "--level", "2", typed="b2\ncoach\nhint\n")
    assert ("a player of level 2 needs the C core" in output) == (backend() == "python")


@pytest.mark.native
def test_games_are_played_and_counted():
    status, output, complaint = piped("--auto", "40", "--level", "0", "--seed", "5", typed="")
    assert (status, complaint) == (0, "")
    totals = list(bytes(play_games(40, level=0, seed=5)))
    lines = output.splitlines()
    assert lines[0] == "standard, level 0, 40 games from deal 5"
    won = sum(total >= 61 for total in totals)
    assert lines[1] == f"won     {won} ({100 * won / 40:.1f} %)"
    assert lines[2].startswith(f"mean    {sum(totals) / 40:.1f} +- ")
    bars = {}
    for line in lines[5:]:
        points, count, *signs = line.split()
        bars[int(points.partition("-")[0])] = int(count), len("".join(signs))
    assert {low: sum(low <= total < low + 5 for total in totals) for low in bars} == {
        low: count for low, (count, _) in bars.items()
    }
    assert sum(count for count, _ in bars.values()) == 40
    assert max(bars.values())[1] == 50


@pytest.mark.native
@pytest.mark.parametrize("games", ["1", "3"])
def test_games_are_printed_as_json(games):
    _, output, _ = piped("--auto", games, "--rules", "one-reserve", "--seed", "7", "--json", typed="")
    document = json.loads(output)
    validator("auto").validate(document)
    validator().validate(document)
    totals = list(bytes(play_games(int(games), rules="one-reserve", level=2, seed=7)))
    assert document["schema"] == "cribscore.auto/1"
    assert document["totals"] == {str(total): totals.count(total) for total in totals}
    assert (document["least"], document["most"]) == (min(totals), max(totals))
    assert document["mean"] == sum(totals) / len(totals)
    assert (document["deviation"] is None) == (games == "1")
    assert (document["games"], document["seed"], document["level"]) == (int(games), 7, 2)


def test_without_a_seed_the_games_begin_with_a_random_deal_that_is_named():
    rules = "standard" if backend() == "python" else "open"
    firsts = {piped("--auto", "1", "--rules", rules, "--json", typed="")[1] for _ in range(2)}
    assert len({json.loads(first)["seed"] for first in firsts}) == 2


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--auto", "0"], "cribscore squares: argument --auto: '0' is not a whole number, 1 to 10000000\n"),
        (["--auto", "x"], "cribscore squares: argument --auto: 'x' is not a whole number, 1 to 10000000\n"),
        (["--level", "4"], "cribscore squares: argument --level: '4' is not a level, 0 to 3\n"),
        (["--json"], "cribscore: --json needs --auto N\n"),
        (
            ["--auto", "2", "--seed", str(2**64 - 1)],
            f"cribscore: the seed of the last deal is at most {2**64 - 1}\n",
        ),
    ],
)
def test_arguments_that_make_no_sense_are_refused(arguments, complaint):
    assert piped(*arguments, typed="") == (2, "", complaint)


def test_explain_counts_every_line_of_the_grid():
    _, output, _ = piped("--seed", "2", typed="b2\nb1\nexplain\nquit")
    assert output.endswith(
        """\
> explain
 ..  6D  ..  ..    0
 ..  9H  ..  ..    0
 ..  ..  ..  ..    0
 ..  ..  ..  ..    0
  0   2   0   0

starter  not turned
heels      0
total      2  (61 not reached)

row 1     .. 6D .. ..   0
  nineteen (0)

row 2     .. 9H .. ..   0
  nineteen (0)

row 3     .. .. .. ..   0
  nineteen (0)

row 4     .. .. .. ..   0
  nineteen (0)

column a  .. .. .. ..   0
  nineteen (0)

column b  6D 9H .. ..   2
  fifteen two  6D 9H

column c  .. .. .. ..   0
  nineteen (0)

column d  .. .. .. ..   0
  nineteen (0)

> quit
"""
    )


@pytest.mark.parametrize("word", ["help", "?", "HELP"])
def test_help_lists_the_commands(word):
    _, output, _ = piped("--seed", "1", typed=word + "\n")
    listed = output.rpartition(f"> {word}\n")[2]
    words = [
        "b3",
        "r1",
        "finish",
        "undo, redo",
        "hint",
        "explain",
        "coach",
        "best",
        "new",
        "save FILE",
        "help",
        "quit",
    ]
    assert all(re.search(f"^{word} ", listed, re.MULTILINE) for word in words)
    assert max(map(len, listed.split("\n"))) <= 80


@pytest.mark.parametrize("word", ["quit", "q", "exit", "Quit"])
def test_quit_leaves_what_follows_unread(word):
    _, output, _ = piped("--seed", "1", typed=f"{word}\nb2\n")
    assert output.endswith(f"to place   QD\n\n> {word}\n")


def test_what_is_no_command_is_said_to_be_none_and_the_game_goes_on():
    status, output, complaint = piped(
        "--seed", "1", typed="e5\n\n  \nb2 b3 b4\nundo\nredo\na1 a2\nfinish\nb2\n"
    )
    assert (status, complaint) == (0, "")
    assert (
        "> e5\n'e5' is neither a move nor a command; type help for the list\n"
        "> \n"
        ">   \n"
        "> b2 b3 b4\n'b2 b3 b4' is neither a move nor a command; type help for the list\n"
        "> undo\nnothing to undo\n"
        "> redo\nnothing to redo\n"
        "> a1 a2\na placed card cannot be moved\n"
        "> finish\nthe game is over when the grid is full, and not before\n"
        "> b2\nQD to b2: no points\n"
    ) in output


def test_bytes_that_are_no_text_are_quoted():
    status, output, complaint = piped("--seed", "1", typed=b"\xff\x00b2\x1b[31m\n\xe2\x99\xa5\nquit")
    assert (status, complaint) == (0, "")
    assert output.isascii()
    assert "> \\xff\\x00b2\\x1b[31m\n" in output
    assert "> \\u2665\n" in output
    assert "\x1b" not in output


def test_the_end_of_the_input_ends_the_game_wherever_it_comes():
    for typed in ("", "b2", "b2\n", "\n"):
        status, output, complaint = piped("--seed", "1", typed=typed)
        assert (status, complaint) == (0, "")
        assert output.startswith(title())
        assert output.count("\n> ") == len(typed.splitlines())


@pytest.mark.native
@posix
def test_a_closed_input_is_an_input_at_its_end():
    shown = title() + screen(placed(), below="to place   QD\n")
    assert run_shell("squares --seed 1 <&-") == (0, shown, "")


def test_of_a_line_longer_than_any_command_no_more_than_its_beginning_is_read():
    status, output, complaint = piped("--seed", "1", typed="x" * 10**6 + "b3\nb2\n")
    assert (status, complaint) == (0, "")
    assert output.count("\n> ") == 2
    assert len(output) < 3000
    assert "is neither a move nor a command" in output
    assert "b3" not in output.replace("b3 ", "")
    assert output.endswith(screen(placed(b2="QD"), below="to place   9S\n", marked=["b2"]))


def test_a_program_can_give_the_lines_in_place_of_the_input(capsys, monkeypatch):
    typed = "b2\nb3\nquit\n"
    monkeypatch.setattr(sys, "stdin", StringIO(typed))
    assert _cli.main(["squares", "--seed", "1"]) == 0
    assert (0, *capsys.readouterr()) == piped("--seed", "1", typed=typed)


@pytest.mark.native
@posix
def test_a_closed_output_is_an_error():
    assert run_shell("squares --seed 1 >&-") == (2, "", "cribscore: there is no output to write to\n")


@pytest.mark.native
def test_a_reader_that_goes_away_ends_the_game_without_a_word():
    process = subprocess.Popen(
        [*COMMAND, "--seed", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    assert process.stdout.readline() == title().split("\n")[0] + "\n"
    process.stdout.close()
    process.stdin.write("b2\n" * 50)
    process.stdin.close()
    assert process.wait(timeout=60) == 1
    assert process.stderr.read() == ""
    process.stderr.close()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        *(
            (
                ["--seed", seed],
                f"cribscore squares: argument --seed: {quoted} is not a whole number, 0 to {2**64 - 1}\n",
            )
            for seed, quoted in (
                ("x", "'x'"),
                ("-1", "'-1'"),
                ("18446744073709551616", "'18446744073709551616'"),
                ("9" * 5000, f"'{'9' * 27}...{'9' * 28}'"),
            )
        ),
    ],
)
def test_a_game_that_cannot_be_dealt_is_refused_with_status_2(arguments, complaint):
    assert piped(*arguments, typed="b2\n") == (2, "", complaint)


def test_rules_without_a_name_are_refused_in_one_sentence():  # in the words of argparse
    status, output, complaint = piped("--rules", "chess", typed="b2\n")
    assert (status, output, complaint.count("\n")) == (2, "", 1)
    assert all(word in complaint for word in ("chess", *PRESETS))


def test_the_deal_that_is_drawn_can_be_played_again():
    outputs = [piped(typed="")[1] for _ in range(3)]
    seeds = [re.search(r"deal (\d+);", output)[1] for output in outputs]
    assert len(set(seeds)) == 3
    assert [piped("--seed", seed, typed="")[1] for seed in seeds] == outputs


def test_the_help_of_the_command_names_every_preset():
    status, output, _ = piped("--help", typed="")
    assert status == 0
    assert f"one of {', '.join(PRESETS)}; standard when left out" in " ".join(output.split())


# At a terminal

SESSION = ["help", "b2", "c2", "d2", "hint", "zz", "undo", "redo", "explain", "c3", "quit"]


@pytest.mark.native
@pytest.mark.parametrize(
    "rules",
    [name if name == "standard" else pytest.param(name, marks=pytest.mark.slow) for name in PRESETS],
)
def test_a_terminal_without_colour_shows_what_a_pipe_does(rules):
    arguments = ("--rules", rules, "--seed", "1", "--no-unicode")
    status, output = at_terminal(*arguments, lines=SESSION, NO_COLOR="1")
    assert status == 0
    assert output == piped(*arguments, typed="\n".join(SESSION))[1]
    assert output.isascii()


@pytest.mark.native
@pytest.mark.parametrize("changes", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_that_wants_no_colour_gets_none(changes):
    _, output = at_terminal("--seed", "1", lines=SESSION, **changes)
    assert "\x1b" not in output
    assert "Q♦" in output


@pytest.mark.native
def test_a_terminal_shows_symbols_and_red_cards_in_red():
    arguments = ("--rules", "open", "--seed", "1")
    status, output = at_terminal(*arguments, lines=["4h b2", "qd b2", "explain", "quit"])
    assert status == 0
    coloured = re.findall(r"\x1b\[(?:1;)?31m\*?(.*?)\x1b\[0m", output)
    assert set(coloured) == {
        ("10" if card[0] == "T" else card[0]) + SYMBOLS[card[1]]
        for card in [*CARDS[:16], "4H"]
        if card[1] in "DH"
    }
    assert re.search(r"[♦♥]", re.sub(r"\x1b\[(?:1;)?31m.*?\x1b\[0m", "", output)) is None
    assert "\x1b[1;31m*Q♦\x1b[0m" in output  # the card just placed is bold
    plain = re.sub(r"\x1b\[[\d;]+m", "", output)
    assert plain == piped(*arguments, "--unicode", typed="4h b2\nqd b2\nexplain\nquit\n")[1]


@pytest.mark.native
def test_letters_are_red_too_where_symbols_are_not_wanted():
    _, output = at_terminal("--seed", "1", "--no-unicode", lines=["b2", "quit"])
    assert "to place   \x1b[31mQD\x1b[0m\n" in output
    assert "to place   9S\n" in output


@pytest.mark.native
def test_a_terminal_that_cannot_show_symbols_gets_letters():
    _, output = at_terminal("--seed", "1", lines=["quit"], PYTHONIOENCODING="ascii", NO_COLOR="1")
    assert output.isascii()
    assert "to place   QD\n" in output


@pytest.mark.native
def test_symbols_that_are_wanted_where_they_cannot_be_shown_are_an_error():
    assert piped_process("--seed", "1", "--unicode", typed="b2\n", PYTHONIOENCODING="ascii")[::2] == (
        2,
        "cribscore: the output is ascii and cannot show '\\u2666': leave --unicode out\n",
    )


@pytest.mark.native
def test_the_end_of_file_key_ends_the_game_on_a_line_of_its_own():
    terminal = Terminal("--seed", "1", NO_COLOR="1")
    terminal.until_prompt()
    terminal.type("b2\n")
    os.write(terminal.master, b"\x04")
    assert terminal.end() == 0
    assert terminal.text.endswith("\n> \n")


@pytest.mark.native
def test_an_interrupt_ends_the_game_without_a_traceback():
    terminal = Terminal("--seed", "1", NO_COLOR="1")
    terminal.until_prompt()
    while terminal.process.poll() is None:  # again, if the first came before readline waited for a key
        terminal.process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            terminal.process.wait(timeout=0.5)
    assert terminal.end() == 130
    assert terminal.text.endswith("to place   Q♦\n\n> \n")


# Whatever is typed


@given(
    rules=st.sampled_from(list(PRESETS)),
    lines=st.lists(
        st.one_of(
            st.text(),
            st.sampled_from(["undo", "redo", "hint", "explain", "help", "finish", "r1", "r2", "", " "]),
            st.sampled_from([column + row for row in "1234" for column in "abcd"]),
            st.tuples(
                st.sampled_from(["r1", "r2", "QD", "9s", "a1", "b2"]),
                st.sampled_from(["a1", "b2", "c3", "d4"]),
            ).map(" ".join),
        ),
        max_size=30,
    ),
)
@examples(60)
def test_whatever_is_typed_is_answered_in_plain_lines_of_eighty_columns(rules, lines):
    session = Session(rules)
    session.new(1)
    for line in lines:
        answer = session.answer(line)
        if answer is None:
            assert line.strip().lower() in ("quit", "q", "exit")
            continue
        assert all(part.isprintable() for part in answer.split("\n"))
        assert answer.isascii()
        quoted = "neither a move nor a command" in answer
        assert quoted or max(map(len, answer.split("\n"))) <= 80


def test_an_answer_quotes_no_more_than_a_line_of_what_was_typed():
    answer = Session("standard").answer("x" * 10_000)
    assert len(answer) < 130
    assert answer.endswith("is neither a move nor a command; type help for the list")


def test_the_other_commands_do_not_load_the_game():
    code = """import sys, cribscore._cli
cribscore._cli.main(['hand', '5H5C5SJD'])
sys.exit('cribscore.squares' in sys.modules)"""
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0
    assert "squares" in _cli.COMMANDS


# What people type


@pytest.fixture
def session():
    """A game of the standard rules, deal 1."""
    session = Session("standard")
    session.new(1)
    return session


@pytest.mark.native
@pytest.mark.parametrize("text", ["b3", "3b", "B3", "b 3", "3 b", "3 2", " 3  2 ", "3B"])
def test_a_cell_is_read_in_the_forms_that_people_type(session, text):
    session.answer(text)
    assert [str(move) for move in session.game.history] == ["b3"]


@pytest.mark.native
@pytest.mark.parametrize(
    ("rules", "text", "move"),
    [
        ("open", "4c 3b", "4C b3"),
        ("open", "4c 3 2", "4C b3"),
        ("open", "10c b 3", "TC b3"),
        ("one-reserve", "r1", "r1"),
        ("shuffle", "3b 4c", "b3 c4"),
        ("shuffle", "3 2 4 3", "b3 c4"),
        ("shuffle", "c4 3 b", "b3 c4"),
    ],
)
def test_moves_with_more_than_a_cell_are_read_so_too(rules, text, move):
    session = Session(rules)
    session.new(1)
    session.answer(text)
    assert [str(move) for move in session.game.history] == [move]


@pytest.mark.native
def test_the_top_card_of_a_reserve_is_placed_in_any_form_of_a_cell():
    session = Session("one-reserve")
    session.new(1)
    session.answer("r1")
    session.answer("r1 3 2")
    assert str(session.game.history[-1]) == "r1 b3"


@pytest.mark.native
@pytest.mark.parametrize("text", ["5b", "b5", "0 2", "3 5", "32", "b33", "bb", "b3 x", "3 2 1", "5h"])
def test_what_is_not_a_cell_is_not_taken_for_one(session, text):
    assert "is neither a move nor a command" in session.answer(text)
    assert not session.game.history


@pytest.mark.native
def test_the_answer_to_a_move_says_what_each_line_gained():
    session = Session("standard")
    session.new(2)
    for cell in ("b2", "c3", "d4"):
        session.answer(cell)
    cards = [str(card) for card in deal(2, 4)]
    before = placed(b2=cards[0], c3=cards[1], d4=cards[2])
    after = placed(b2=cards[0], c3=cards[1], d4=cards[2], c2=cards[3])
    expected = points(before, after)
    assert session.answer("c2").startswith(f"{cards[3]} to c2: {expected}\n")


@pytest.mark.native
def test_short_names_of_the_commands_do_what_the_long_ones_do(session):
    for short, long in ("h", "hint"), ("e", "explain"), ("?", "help"):
        assert session.answer(short) == session.answer(long)
    session.answer("b2")
    assert session.answer("u").startswith("taken back: b2\n")
    assert session.answer("q") is None


@pytest.mark.native
def test_new_deals_again_by_the_same_rules():
    session = Session("one-reserve")
    session.new(1)
    session.answer("b2")
    assert session.answer("new 2").startswith(title("one-reserve", 2))
    assert (session.game.history, session.game.card) == ((), deal(2)[0])
    drawn = re.match(r"Cribbage Squares, one-reserve, deal (\d+);", session.answer("new"))
    assert session.game.card == deal(int(drawn[1]))[0]
    assert session.answer("new x") == f"'x' is not a whole number, 0 to {2**64 - 1}"


@pytest.mark.native
def test_at_the_end_the_best_grid_of_the_same_cards_is_told_and_shown(session):
    refused = session.answer("best")
    assert refused == "the best grid is shown when the game is over"
    for row in "1234":
        for column in "abcd":
            answer = session.answer(column + row)
    told = re.search(r"^the best grid of these cards has (\d+) points", answer, re.MULTILINE)
    board = session.answer("best").splitlines()
    cells = [card for line in board[1:5] for card in line.split()[1:5]]
    assert sorted(cells) == sorted(CARDS[:16])
    rows, columns, heels = grid_lines([parse(cell) for cell in cells], parse(CARDS[16]))
    assert sum(map(sum, rows + columns)) + heels == int(told[1]) == 72  # as the help of best_grid has it


@pytest.mark.native
def test_a_core_that_cannot_search_tells_the_end_without_the_best_grid(session, monkeypatch):
    monkeypatch.setattr("cribscore._cli.squares.backend", lambda: "python")
    for row in "1234":
        for column in "abcd":
            answer = session.answer(column + row)
    assert "the best grid" not in answer
    assert session.answer("best") == "the best grid needs the C core of cribscore"


# Saved games


@pytest.mark.native
def test_a_saved_game_goes_on_where_it_was(session, tmp_path):
    file = tmp_path / "my game.json"
    session.answer("b2")
    session.answer("c2")
    session.answer("undo")
    assert session.answer(f"save {file}") == f"saved to {file}"
    before = session.game.to_dict()
    other = Session("open")
    answer = other.answer(f"load {file}")
    assert answer.startswith(f"Cribbage Squares, standard, from {file}\n\n")
    assert f"{answer}\n".endswith(screen(placed(b2="QD"), below="to place   9S\n"))
    assert other.game.to_dict() == before
    other.answer("redo")
    assert other.answer(f"save {file}") == f"saved to {file}"  # its own file is replaced
    assert [path.name for path in tmp_path.iterdir()] == ["my game.json"]


@pytest.mark.native
def test_a_file_that_is_there_is_not_replaced(session, tmp_path):
    file = tmp_path / "game.json"
    file.write_text("mine", encoding="utf-8")
    assert session.answer(f"save {file}") == f"{file} exists already: give another name"
    assert file.read_text(encoding="utf-8") == "mine"
    file.unlink()
    session.answer(f"save {file}")
    session.answer("new 2")
    assert session.answer(f"save {file}") == f"{file} exists already: give another name"


@pytest.mark.native
def test_a_game_that_cannot_be_written_leaves_nothing_behind(session, tmp_path, monkeypatch):
    file = tmp_path / "game.json"
    session.answer(f"save {file}")
    saved = file.read_bytes()
    session.answer("b2")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("cribscore._cli.squares.os.replace", full)
    assert session.answer(f"save {file}") == f"{file} cannot be saved: No space left on device"
    assert (file.read_bytes(), list(tmp_path.iterdir())) == (saved, [file])
    nowhere = tmp_path / "nowhere" / "game.json"
    assert session.answer(f"save {nowhere}") == f"{nowhere} cannot be saved: No such file or directory"


@pytest.mark.native
@pytest.mark.parametrize("command", ["save", "load"])
@pytest.mark.parametrize(
    ("name", "shown"), [("a\0b", r"a\x00b"), ("a\ud800b", r"a\ud800b"), ("~\0", r"~\x00")]
)
def test_a_name_that_no_file_can_have_is_said_and_the_game_goes_on(session, command, name, shown):
    session.answer("b2")
    assert session.answer(f"{command} {name}") == f"{shown} cannot be the name of a file"
    assert "b3" in map(str, session.game.legal_moves())


@pytest.mark.native
def test_the_name_of_a_file_is_shown_as_it_was_typed(tmp_path):
    file = tmp_path / "my 5H.json"
    _, text, _ = piped("--seed", "1", "--unicode", typed=f"b2\nsave {file}\nload {file}\n")
    _, _, loaded = text.partition(f"saved to {file}\n")
    assert f"\nCribbage Squares, standard, from {file}\n" in loaded
    assert "Q♦" in loaded


@pytest.mark.native
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"{", "Expecting property name"),
        (b"[]", "a saved game is a dictionary, not list: []"),
        (b"\xff", "'utf-8' codec can't decode"),
        (b"[" * 100_000, ""),
        (b'{"moves": ' + b"1" * 5000 + b"}", "a number in it has too many digits"),
        (b" " * (1 << 20) + b"{}", "a saved game is not longer than 1 MiB"),
        (b'{"schema": "x\\u001b"}', "schema is 'x\\x1b', not 'cribscore.squares/1'"),
    ],
)
def test_a_file_that_is_not_a_saved_game_changes_nothing(session, tmp_path, content, reason):
    session.answer("b2")
    game = session.game
    file = tmp_path / "game.json"
    file.write_bytes(content)
    answer = session.answer(f"load {file}")
    assert answer.startswith(f"{file} is not a saved game: {reason}")
    assert answer.isprintable()
    assert session.game is game
    file.unlink()
    assert session.answer(f"load {file}") == f"{file} cannot be read: No such file or directory"


@pytest.mark.native
def test_a_file_needs_a_name(session):
    assert session.answer("save") == "give the name of a file: save FILE"
    assert session.answer("load") == "give the name of a file: load FILE"


# Editing at a terminal


@pytest.mark.native
def test_an_earlier_line_is_typed_again_by_its_key_and_edited():
    pytest.importorskip("readline")
    terminal = Terminal("--seed", "1", NO_COLOR="1")
    terminal.until_prompt()
    terminal.type("b2\n")
    terminal.type("\x1b[A\x7f3\n")  # up, and a backspace: b2 becomes b3
    assert "9♠ to b3" in terminal.text
    terminal.type("q\n")
    assert terminal.end() == 0


@pytest.mark.native
def test_several_lines_that_are_pasted_are_several_commands():
    terminal = Terminal("--seed", "1", NO_COLOR="1", TERM="xterm-256color")
    terminal.until_prompt()
    os.write(terminal.master, b"b2\nb3\nc3\nquit\n")
    while terminal.until_prompt():
        pass
    assert terminal.end() == 0
    assert all(placed in terminal.text for placed in ("Q♦ to b2", "9♠ to b3", "J♥ to c3"))


@pytest.mark.native
def test_a_python_without_readline_plays_too():
    program = """import sys
sys.modules["readline"] = None
from cribscore._cli import main
sys.exit(main(["squares", "--seed", "1"]))"""
    terminal = Terminal(command=[sys.executable, "-c", program], NO_COLOR="1")
    terminal.until_prompt()
    terminal.type("b2\n")
    terminal.type("q\n")
    assert terminal.end() == 0
    assert "> b2\nQ♦ to b2: no points\n" in terminal.text
