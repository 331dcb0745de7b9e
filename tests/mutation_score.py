"""Say how many of mutmut's mutants the tests killed, show the others, and fail when they are too many.

    python tests/mutation_score.py 95        after `mutmut run`; the least that is right, in percent

What survived, or was not reached, is put in the source and tested again: for mutmut cannot switch on a
mutant of what runs when the package is imported, and in its form of the core the count of all hands would
take minutes.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from mutmut.stats import status_by_exit_code

KILLED = ("killed", "timeout", "segfault")
TESTS = ["tests/test_cards.py", "tests/test_solve.py", "tests/test_batch.py"]
TESTS += ["-k", "not any_object and not any_text and (not test_batch or counted_as_the_tables)"]


def tested():
    """The status of the source as it stands."""
    environment = {**os.environ, "PYTHONPATH": "src", "CRIBSCORE_CORE": "python"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *TESTS]
    try:
        result = subprocess.run(command, env=environment, capture_output=True, check=False, timeout=600)
    except subprocess.TimeoutExpired:
        return "timeout"
    return {0: "survived", 1: "killed", 2: "killed", 4: "killed"}[result.returncode]


def in_source(mutant, source):
    """The status of a mutant that is put in the source."""
    original = source.read_bytes()
    try:
        subprocess.run(["mutmut", "apply", mutant], check=True)
        return tested()
    finally:
        source.write_bytes(original)


def show(mutant, status):
    """Print what a mutant changes."""
    shown = subprocess.run(["mutmut", "show", mutant], capture_output=True, text=True, check=True).stdout
    lines = [line for line in shown.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    print(f"\n{mutant}: {status}", *lines, sep="\n")


def describe(counts):
    return ", ".join(f"{number} {status}" for status, number in counts.most_common())


def main():
    least = float(sys.argv[1])
    if tested() != "survived":
        sys.exit("the tests fail on the source as it is")
    every, alive = Counter(), []
    for path in sorted(Path("mutants").rglob("*.py.meta")):
        source = path.relative_to("mutants").with_suffix("")
        counts = Counter()
        for mutant, code in json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"].items():
            status = status_by_exit_code[code]
            if status in ("no tests", "survived"):
                status = in_source(mutant, source)
            counts[status] += 1
            if status not in KILLED:
                alive.append((mutant, status))
        if counts:
            print(f"{source}: {counts.total()} mutants: {describe(counts)}", flush=True)
        every += counts
    for mutant, status in alive:
        show(mutant, status)
    percent = 100 * sum(every[status] for status in KILLED) / every.total()
    print(f"\nall: {every.total()} mutants: {describe(every)}; {percent:.1f} % killed, {least:g} % wanted")
    return percent < least


if __name__ == "__main__":
    sys.exit(main())
