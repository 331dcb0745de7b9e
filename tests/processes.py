"""Python programs of the tests, each run in a process of its own."""

import os
import subprocess
import sys


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
