"""How the command line is started: without a command, with a wrong one, with a core that is not there."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from cribscore import __version__, backend
from cribscore._cli import COMMANDS
from processes import posix, run_shell

pytestmark = pytest.mark.native  # once: nothing here depends on the core

SCRIPT = Path(sysconfig.get_path("scripts")) / "cribscore"
WAYS = [
    pytest.param([sys.executable, "-m", "cribscore"], id="module"),
    pytest.param(
        [str(SCRIPT)],
        id="script",
        marks=pytest.mark.skipif(not SCRIPT.exists(), reason="the script is not installed"),
    ),
]


def started(command, **changes):
    """Start a program in an environment with changes: its status, output and complaint."""
    result = subprocess.run(
        command,
        capture_output=True, text=True, check=False, timeout=60, env={**os.environ, **changes},
    )  # fmt: skip
    return result.returncode, result.stdout, result.stderr


@pytest.mark.parametrize("command", WAYS)
@pytest.mark.parametrize("words", [[], ["hand", "5H5C5SJD"], ["--help"]])
def test_a_wrong_core_is_one_sentence_however_the_command_is_started(command, words):
    assert started([*command, *words], CRIBSCORE_CORE="rust") == (
        2,
        "",
        "cribscore: CRIBSCORE_CORE is 'rust', not one of auto, c, c:portable, c:avx2, c:avx512, python\n",
    )


@posix
def test_a_wrong_core_is_not_told_in_the_output_if_there_is_nowhere_to_complain(monkeypatch):
    monkeypatch.setenv("CRIBSCORE_CORE", "rust")
    assert run_shell("hand 5H5C5SJD 2>&-") == (2, "", "")


@pytest.mark.parametrize("name", ["program.py", "cribscore_bot.py"])
def test_a_wrong_core_is_an_exception_for_a_program_that_imports_the_package(tmp_path, name):
    program = tmp_path / name
    program.write_text(
        "try:\n    import cribscore\nexcept ValueError as error:\n    print('caught', error)\n",
        encoding="utf-8",
    )
    status, out, err = started([sys.executable, str(program), "cribscore"], CRIBSCORE_CORE="rust")
    assert (status, err) == (0, "")
    assert out.startswith("caught CRIBSCORE_CORE is 'rust', not one of auto")


def test_a_wrong_core_is_an_exception_for_another_module_that_python_runs(tmp_path):
    (tmp_path / "other.py").write_text("import cribscore\n", encoding="utf-8")
    status, _, err = started(
        [sys.executable, "-m", "other", "cribscore"],
        CRIBSCORE_CORE="rust",
        PYTHONPATH=os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]),
    )
    assert status == 1
    assert "CribscoreError: CRIBSCORE_CORE is 'rust'" in err


@pytest.mark.parametrize("command", WAYS)
def test_both_ways_of_starting_score_the_same(command):
    assert started([*command, "hand", "5H5C5SJD5D", "--csv"])[1].splitlines()[1] == (
        "5H 5C 5S JD,5D,false,29,16,12,0,0,1"
    )


def test_without_a_command_the_help_is_printed(run):
    status, out, err = run()
    assert (status, err) == (0, "")
    assert out == run("--help")[1] == run("help")[1]
    assert all(name in out for name in COMMANDS)


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "help"])
def test_help_of_a_command_is_what_its_option_prints(run, name):
    status, out, _ = run("help", name)
    assert status == 0
    assert out == run(name, "--help")[1]
    assert out.startswith(f"usage: cribscore {name} ")


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_the_version_has_a_short_option_too(run, option):
    assert run(option) == (0, f"cribscore {__version__} ({backend()} core)\n", "")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["hnad"], "cribscore: 'hnad' is not a command; did you mean 'hand'?"),
        (["help", "grdi"], "cribscore: 'grdi' is not a command; did you mean 'grid'?"),
        (["play"], "cribscore: 'play' is not a command; 'cribscore help' lists them"),
        (["hand", "5H", "--jsn"], "cribscore hand: there is no option '--jsn'; did you mean '--json'?"),
        (["hand", "5H", "--crbi=1"], "cribscore hand: there is no option '--crbi'; did you mean '--crib'?"),
        (["selftest", "now"], "cribscore selftest: the argument 'now' is one too many"),
        (["--json", "hand"], "cribscore: there is no option '--json'; 'cribscore help' lists them"),
        (
            ["hand", "5H", "--crib", "5C", "--jsn"],
            "cribscore hand: there is no option '--jsn'; did you mean '--json'?",
        ),
        (["table", "--json", "x"], "cribscore table: the argument 'x' is one too many"),
        (["hand", "5H", "--json=x"], "cribscore hand: --json takes no value, and 'x' is given"),
        (
            ["forecast", "--dead", "9C", "TD", "4C", "5D", "6H", "6S"],
            "cribscore forecast: the following arguments are required: CARD; "
            "put them before --dead, which takes all that follows",
        ),
        (["forecast", "--crib"], "cribscore forecast: the following arguments are required: CARD"),
        (
            ["discard", "--players", "x", "--pone"],
            "cribscore discard: argument --players: 'x' is not a whole number",
        ),
        (["peg", "5H", "JC", "--lead", "x"], "cribscore peg: argument --lead: 'x' is not a whole number"),
    ],
)
def test_a_mistyped_word_gets_a_suggestion_if_one_is_close(run, words, complaint):
    assert run(*words) == (2, "", f"{complaint}\n")


@pytest.mark.native
@pytest.mark.parametrize(
    ("words", "usual"),
    [
        ("hand 5H 5C --crib 5S JD", "hand --crib 5H 5C 5S JD"),
        ("hand 5H --starter 5D 5C --csv 5S JD", "hand 5H 5C 5S JD --starter 5D --csv"),
        ("discard 4C 5D --dealer 6H 6S 9C TD", "discard 4C 5D 6H 6S 9C TD --dealer"),
        ("peg 5H --best JC", "peg 5H JC --best"),
    ],
)
def test_options_may_stand_between_arguments(run, words, usual):
    assert run(*words.split()) == run(*usual.split())
    assert run(*words.split())[0] == 0


@pytest.mark.needs("argcomplete")
def test_a_shell_completes_commands_options_and_rules(tmp_path):

    def completed(line):
        answer = tmp_path / "answer"
        started(
            [sys.executable, "-m", "cribscore"],
            _ARGCOMPLETE="1",
            _ARGCOMPLETE_IFS="\n",
            _ARGCOMPLETE_STDOUT_FILENAME=str(answer),
            COMP_LINE=line,
            COMP_POINT=str(len(line)),
        )
        return answer.read_text(encoding="utf-8").split()

    assert completed("cribscore gr") == ["grid"]
    assert completed("cribscore hand --cr") == ["--crib"]
    assert completed("cribscore squares --rules wa") == ["waste"]


@pytest.mark.needs("argcomplete")
def test_a_completion_knows_the_arguments_of_every_command(run, monkeypatch):
    import argcomplete

    asked = []
    monkeypatch.setattr(argcomplete, "autocomplete", asked.append)
    monkeypatch.setenv("_ARGCOMPLETE", "1")
    assert run()[0] == 0
    assert asked[0].parse_args(["squares", "--rules", "waste"]).rules == "waste"
    assert asked[0].parse_args(["hand", "5H", "--crib"]).crib is True


def test_without_argcomplete_a_request_for_completion_is_passed_over(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "argcomplete", None)
    monkeypatch.setenv("_ARGCOMPLETE", "1")
    assert run("hand", "5H5C5SJD5D", "--csv")[0] == 0


def test_arguments_without_a_command_are_an_error(run):
    assert run("--") == (2, "", "cribscore: there is no option '--'; 'cribscore help' lists them\n")


def test_nothing_that_completes_or_draws_is_imported_by_a_command():
    code = """import sys
before = set(sys.modules)
from cribscore._cli import main
main(["hand", "5H5C5SJD"])
unwanted = {"argcomplete", "tqdm", "importlib.metadata", "json", "csv", "readline"}
print(*unwanted & set(sys.modules) - before)"""
    status, out, _ = started([sys.executable, "-c", code])
    assert (status, out.splitlines()[-1]) == (0, "")
