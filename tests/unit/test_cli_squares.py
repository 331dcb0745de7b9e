"""`cribscore squares`, driven through a pipe and through a pseudo-terminal."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from io import StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cribscore import _cli, deal
from cribscore.squares import PRESETS, SHUFFLE, Game
from naive import grid_lines, parse
from oracles import RECORD_172, cells_of
from processes import posix, run_shell

pytestmark = pytest.mark.slow_on_python

COMMAND = [sys.executable, "-m", "cribscore", "squares"]
SYMBOLS = dict(zip("CDHS", "♣♦♥♠", strict=True))
HELP = """\
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
quit       leave the game
"""


@pytest.fixture(autouse=True)
def sessions_on_the_core_under_test(core, monkeypatch):
    monkeypatch.setenv("CRIBSCORE_CORE", core)


def environment(**changes):
    """The environment of a session, in which no setting of the one who runs the tests is felt."""
    unset = {
        name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "PYTHONIOENCODING")
    }
    return {**unset, "PYTHONUTF8": "1", "TERM": "xterm", **changes}


def piped(*arguments, typed, **changes):
    """Run a session through a pipe: (status, what it wrote, what it complained of)."""
    result = subprocess.run(
        [*COMMAND, *arguments],
        input=typed if isinstance(typed, bytes) else typed.encode(),
        capture_output=True,
        check=False,
        timeout=60,
        env=environment(**changes),
    )
    return result.returncode, result.stdout.decode(), result.stderr.decode()


class Terminal:
    """A session at a pseudo-terminal, 80 columns wide."""

    def __init__(self, *arguments, **changes):
        self.master, slave = pytest.importorskip("pty", reason="no pseudo-terminals here").openpty()
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
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


def screen(cells, starter=None, below=""):
    """The table as it must look, scored by the naive scorer."""
    rows, columns, heels = grid_lines([parse(cell) for cell in cells], parse(starter))
    total = sum(map(sum, rows + columns)) + heels
    lines = ["    a   b   c   d"]
    for number in range(4):
        row = " ".join(f" {cell or '..'}" for cell in cells[4 * number : 4 * number + 4])
        lines.append(f"{number + 1} {row}  {sum(rows[number]):>3}")
    lines.append("  " + " ".join(f"{sum(column):>3}" for column in columns))
    lines += ["", f"starter  {starter or 'not turned'}", f"heels    {heels:>3}"]
    lines.append(f"total    {total:>3}  (61 {'reached' if total >= 61 else 'not reached'})")
    return "\n".join(lines) + f"\n{below}\n"


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
    assert output == (
        title()
        + screen(placed(), below="to place   QD\n")
        + "> b2\n"
        + screen(placed(b2="QD"), below="to place   9S\n")
        + "> C2\n"
        + screen(placed(b2="QD", c2="9S"), below="to place   JH\n")
        + ">  d2 \n"
        + screen(placed(b2="QD", c2="9S", d2="JH"), below="to place   8S\n")
        + "> undo\ntaken back: d2\n"
        + screen(placed(b2="QD", c2="9S"), below="to place   JH\n")
        + "> redo\nmade again: d2\n"
        + screen(placed(b2="QD", c2="9S", d2="JH"), below="to place   8S\n")
        + "> quit\n"
    )


def test_a_whole_game_ends_with_its_result_and_can_be_looked_at_after():
    cells = [column + row for row in "1234" for column in "abcd"]
    status, output, _ = piped("--seed", "1", typed="\n".join([*cells, "a1", "hint", "undo", "d4"]))
    assert status == 0
    rows, columns, heels = grid_lines([parse(card) for card in CARDS[:16]], parse(CARDS[16]))
    total = sum(map(sum, rows + columns)) + heels
    final = screen(CARDS[:16], CARDS[16], f"\nover: not won with {total} points\n")
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
        + "> r1\n"
        + screen(placed(), below="reserve 1  QD\nto place   9S\n")
        + "> r1\n"
        + screen(placed(), below="reserve 1  QD 9S\nto place   JH\n")
        + "> r1 a1\n"
        + screen(placed(a1="9S"), below="reserve 1  QD\nto place   JH\n")
        + "> r2\nthere is no reserve 2: these rules have 1\n"
        + "> r1 b4\nb4 touches no card that is placed\n"
    )


def test_a_waste_gives_nothing_back():
    _, output, _ = piped("--rules", "waste", "--seed", "1", typed="r1\nr1 a1\n")
    assert output.endswith(
        "> r1\n"
        + screen(placed(), below="waste      QD\nto place   9S\n")
        + "> r1 a1\nno card comes back from the waste\n"
    )


def test_an_open_game_shows_every_card_and_places_any():
    _, output, _ = piped("--rules", "open", "--seed", "1", typed="4c b2\nundo\n")
    first = screen(placed(), CARDS[16], f"to place   {' '.join(CARDS[:16])}\n")
    rest = [card for card in CARDS[:16] if card != "4C"]
    assert output == (
        title("open")
        + first
        + "> 4c b2\n"
        + screen(placed(b2="4C"), CARDS[16], f"to place   {' '.join(rest)}\n")
        + "> undo\ntaken back: 4C b2\n"
        + first
    )


def test_a_shuffle_is_swapped_until_it_is_finished():
    _, output, _ = piped("--rules", "shuffle", "--seed", "1", typed="a1 d4\nfinish\na1 d4\n")
    swapped = [CARDS[15], *CARDS[1:15], CARDS[0]]
    rows, columns, heels = grid_lines([parse(card) for card in swapped], parse(CARDS[16]))
    total = sum(map(sum, rows + columns)) + heels
    assert output == (
        title("shuffle")
        + screen(CARDS[:16], CARDS[16])
        + "> a1 d4\n"
        + screen(swapped, CARDS[16])
        + "> finish\n"
        + screen(swapped, CARDS[16], f"\nover: not won with {total} points\n")
        + "> a1 d4\nthe game is over\n"
    )


def best_gain(cells, starter, moves):
    """The points of the best of some moves, each a dictionary of cells that change."""

    def total(changes):
        rows, columns, _ = grid_lines([parse(card) for card in {**cells, **changes}.values()], parse(starter))
        return sum(map(sum, rows + columns))

    return max(map(total, moves)) - total({})


def test_the_hint_is_the_move_that_makes_the_most_points_at_once():
    first, second = map(str, deal(2, 2))
    assert (first, second) == ("9H", "6D")  # fifteen two, wherever they are in one line
    _, output, _ = piped("--seed", "2", typed="b2\nhint\n")
    assert output.endswith("> hint\nb1 (+2 points)\n")
    cells = dict(zip((column + row for row in "1234" for column in "abcd"), CARDS, strict=False))
    swaps = [{one: cells[other], other: cells[one]} for one in cells for other in cells]
    _, output, _ = piped("--rules", "shuffle", "--seed", "1", typed="hint\n")
    shown = re.search(r"> hint\n(..) (..) \(\+(\d+) points\)\n$", output)
    assert int(shown[3]) == best_gain(cells, CARDS[16], swaps)
    chosen = {shown[1]: cells[shown[2]], shown[2]: cells[shown[1]]}
    assert int(shown[3]) == best_gain(cells, CARDS[16], [chosen])


def test_the_hint_never_goes_by_a_card_that_is_not_turned_up():
    cells = [column + row for row in "1234" for column in "abcd"]
    for seed in ("1", "2", "3"):
        _, output, _ = piped(
            "--rules", "one-reserve", "--seed", seed, typed="\n".join(["r1", *cells[:15], "hint"])
        )
        drawn = [str(card) for card in deal(int(seed), 17)]
        grid = dict(zip(cells, [*drawn[1:16], None], strict=True))
        moves = [{"d4": drawn[16]}, {"d4": drawn[0]}]
        gain = best_gain(grid, None, moves)
        assert output.endswith(f"(+{gain} points)\n")


def test_the_hint_is_to_finish_where_no_swap_gains_anything():
    game = Game(SHUFFLE, deck=[*cells_of(RECORD_172), RECORD_172["starter"]])  # no grid is worth more
    assert squares._answer(game, "hint") == "finish (+0 points)"


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

column 1  .. .. .. ..   0
  nineteen (0)

column 2  6D 9H .. ..   2
  fifteen two  6D 9H

column 3  .. .. .. ..   0
  nineteen (0)

column 4  .. .. .. ..   0
  nineteen (0)

> quit
"""
    )


@pytest.mark.parametrize("word", ["help", "?", "HELP"])
def test_help_lists_the_commands(word):
    _, output, _ = piped("--seed", "1", typed=word + "\n")
    assert output.endswith(f"> {word}\n{HELP}")


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
        "> undo\nthere is no move to undo\n"
        "> redo\nthere is no move to redo\n"
        "> a1 a2\na card once placed does not move\n"
        "> finish\nthe game is over when the grid is full, and not before\n"
        "> b2\n"
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


@posix
def test_a_closed_input_is_an_input_at_its_end():
    shown = title() + screen(placed(), below="to place   QD\n")
    assert run_shell("play --seed 1 <&-") == (0, shown, "")


def test_of_a_line_longer_than_any_command_no_more_than_its_beginning_is_read():
    status, output, complaint = piped("--seed", "1", typed="x" * 10**6 + "b3\nb2\n")
    assert (status, complaint) == (0, "")
    assert output.count("\n> ") == 2
    assert len(output) < 3000
    assert "is neither a move nor a command" in output
    assert "b3" not in output.replace("b3 ", "")
    assert output.endswith(screen(placed(b2="QD"), below="to place   9S\n"))


def test_a_program_can_give_the_lines_in_place_of_the_input(capsys, monkeypatch):
    typed = "b2\nb3\nquit\n"
    monkeypatch.setattr(sys, "stdin", StringIO(typed))
    assert _cli.main(["play", "--seed", "1"]) == 0
    assert (0, *capsys.readouterr()) == piped("--seed", "1", typed=typed)


@posix
def test_a_closed_output_is_an_error():
    assert run_shell("play --seed 1 >&-") == (2, "", "cribscore: there is no output to write to\n")


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
        (
            ["--rules", "chess"],
            "cribscore squares: argument --rules: invalid choice: 'chess' (choose from "
            "'standard', 'open', 'one-reserve', 'two-reserves', 'waste', 'shuffle')\n",
        ),
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


@pytest.mark.parametrize("rules", PRESETS)
def test_a_terminal_without_colour_shows_what_a_pipe_does(rules):
    arguments = ("--rules", rules, "--seed", "1", "--no-unicode")
    status, output = at_terminal(*arguments, lines=SESSION, NO_COLOR="1")
    assert status == 0
    assert output == piped(*arguments, typed="\n".join(SESSION))[1]
    assert output.isascii()


@pytest.mark.parametrize("changes", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_that_wants_no_colour_gets_none(changes):
    _, output = at_terminal("--seed", "1", lines=SESSION, **changes)
    assert "\x1b" not in output
    assert "Q♦" in output


def test_a_terminal_shows_symbols_and_red_cards_in_red():
    arguments = ("--rules", "open", "--seed", "1")
    status, output = at_terminal(*arguments, lines=["4h b2", "qd b2", "explain", "quit"])
    assert status == 0
    assert set(re.findall(r"\x1b\[31m(.*?)\x1b\[0m", output)) == {
        card[0] + SYMBOLS[card[1]] for card in [*CARDS[:16], "4H"] if card[1] in "DH"
    }
    plain = re.sub(r"\x1b\[\d+m", "", output)
    assert re.search(r"[A2-9TJQK][♦♥]", re.sub(r"\x1b\[31m..\x1b\[0m", "", output)) is None
    assert plain == piped(*arguments, "--unicode", typed="4h b2\nqd b2\nexplain\nquit\n")[1]


def test_letters_are_red_too_where_symbols_are_not_wanted():
    _, output = at_terminal("--seed", "1", "--no-unicode", lines=["b2", "quit"])
    assert "to place   \x1b[31mQD\x1b[0m\n" in output
    assert "to place   9S\n" in output


def test_a_terminal_that_cannot_show_symbols_gets_letters():
    _, output = at_terminal("--seed", "1", lines=["quit"], PYTHONIOENCODING="ascii", NO_COLOR="1")
    assert output.isascii()
    assert "to place   QD\n" in output


def test_symbols_that_are_wanted_where_they_cannot_be_shown_are_an_error():
    assert piped("--seed", "1", "--unicode", typed="b2\n", PYTHONIOENCODING="ascii")[::2] == (
        2,
        "cribscore: the output is ascii and cannot show '\\u2666': leave --unicode out\n",
    )


def test_the_end_of_file_key_ends_the_game_on_a_line_of_its_own():
    terminal = Terminal("--seed", "1", NO_COLOR="1")
    terminal.until_prompt()
    terminal.type("b2\n")
    os.write(terminal.master, b"\x04")
    assert terminal.end() == 0
    assert terminal.text.endswith("\n> \n")


def test_an_interrupt_ends_the_game_without_a_traceback():
    terminal = Terminal("--seed", "1", NO_COLOR="1")
    terminal.until_prompt()
    terminal.process.send_signal(signal.SIGINT)
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
@settings(max_examples=60)
def test_whatever_is_typed_is_answered_in_plain_lines_of_eighty_columns(rules, lines):
    game = Game(PRESETS[rules], seed=1)
    for line in lines:
        answer = squares._answer(game, line)
        if answer is None:
            assert line.strip().lower() in ("quit", "q", "exit")
            continue
        assert all(part.isprintable() for part in answer.split("\n"))
        assert answer.isascii()
        quoted = "neither a move nor a command" in answer
        assert quoted or max(map(len, answer.split("\n"))) <= 80


def test_an_answer_quotes_no_more_than_a_line_of_what_was_typed():
    answer = squares._answer(Game(seed=1), "x" * 10_000)
    assert len(answer) < 130
    assert answer.endswith("is neither a move nor a command; type help for the list")


def test_the_other_commands_do_not_load_the_game():
    code = "import sys, cribscore._cli; sys.exit('cribscore.squares' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0
    assert squares in _cli._SUBCOMMANDS
