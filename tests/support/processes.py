"""Programs of the tests, each run in a process of its own."""

import os
import subprocess
import sys

import pytest

posix = pytest.mark.skipif(os.name != "posix", reason="needs a shell, and names of any characters")


def run_python(program, choice=None):
    """Run a program with this CRIBSCORE_CORE: its exit code, what it printed, its complaint's last line."""
    environment = {name: value for name, value in os.environ.items() if name != "CRIBSCORE_CORE"}
    if choice is not None:
        environment["CRIBSCORE_CORE"] = choice
    result = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return result.returncode, result.stdout.strip(), result.stderr.strip().rpartition("\n")[2]


def run_shell(command):
    """Run a command of cribscore with the redirections that it ends in: its status, output and complaint."""
    result = subprocess.run(
        f"exec {sys.executable} -m cribscore {command}",
        shell=True, capture_output=True, check=False, timeout=60,
    )  # fmt: skip
    return result.returncode, result.stdout.decode(), result.stderr.decode()
