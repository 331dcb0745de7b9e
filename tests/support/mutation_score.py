"""Say how many of mutmut's mutants the tests killed, show the others, and fail when they are too many.

    python tests/support/mutation_score.py 95        after `mutmut run`; the least that is right, in percent

What survived, was not reached or took too long is put in a copy of the source and tested again: for mutmut
cannot switch on a mutant of what ran before it began, be it once for every score or when the package was
imported, and in its form of the core the count of all hands would take minutes.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from libcst import ClassDef, FunctionDef, parse_module
from mutmut.mutation.diff_apply import read_functions_from_index
from mutmut.stats import status_by_exit_code
from mutmut.utils.format_utils import orig_function_and_class_names_from_key

KILLED = ("killed", "timeout", "segfault")
RETESTED = ("no tests", "survived", "timeout")
# The tests of a module's mutants that mutmut could not try, or of what it lets live.
TEXT = ["cards", "notation", "grids", "deals", "values", "scoring"]
TESTS = {
    "_notation.py": TEXT,
    "_reference.py": ["properties", "batch"],
    "cards.py": [*TEXT, "squares"],
    "deals.py": ["deals", "squares"],
    "grids.py": TEXT,
    "scoring.py": ["scoring", "score_cards", "html", "batch"],
}


def named(kind, name, *scopes):
    """The functions or classes of a name that stand in some bodies."""
    nodes = (node for scope in scopes for node in scope.body)
    return (node for node in nodes if isinstance(node, kind) and node.name.value == name)


def changed(mutant, source):
    """The text of a module with a mutant in it.

    Not by `mutmut apply`: that drops the decorators of what it changes, and changes the first function or
    method of that name, be it another class's or an overload.
    """
    module = parse_module(source.read_text(encoding="utf-8"))
    name, kind = orig_function_and_class_names_from_key(mutant)
    scope = [module] if kind is None else [node.body for node in named(ClassDef, kind, module)]
    *_, original = named(FunctionDef, name, *scope)
    _, other = read_functions_from_index(mutant, source)
    return module.deep_replace(original, other.with_changes(decorators=original.decorators)).code


def tested(source, text):
    """The status of a text in the place of a module's."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree("src/cribscore", Path(folder, "cribscore"))
        Path(folder, source.relative_to("src")).write_text(text, encoding="utf-8")
        environment = {**os.environ, "PYTHONPATH": folder, "CRIBSCORE_CORE": "python"}
        files = [f"tests/unit/test_{name}.py" for name in TESTS[source.name]]
        # All hands are counted in batches, and cheaply enough.
        markers = "not exhaustive" if source.name == "_reference.py" else "not slow and not exhaustive"
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-q",
            "-p",
            "no:cacheprovider",
            "-m",
            markers,
            *files,
        ]
        try:
            result = subprocess.run(command, env=environment, capture_output=True, check=False, timeout=120)
        except subprocess.TimeoutExpired:
            return "timeout"
    return {0: "survived", 1: "killed", 2: "killed", 4: "killed"}[result.returncode]


def final(mutant, source, code):
    """The status of a mutant whose tests mutmut saw end with a code."""
    status = status_by_exit_code[code]
    return tested(source, changed(mutant, source)) if status in RETESTED else status


def show(mutant, status):
    """Print what a mutant changes."""
    shown = subprocess.run(["mutmut", "show", mutant], capture_output=True, text=True, check=True).stdout
    lines = [line for line in shown.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    print(f"\n{mutant}: {status}", *lines, sep="\n")


def describe(counts):
    return ", ".join(f"{number} {status}" for status, number in counts.most_common())


def main():
    least = float(sys.argv[1])
    mutants = [
        (mutant, path.relative_to("mutants").with_suffix(""), code)
        for path in sorted(Path("mutants").rglob("*.py.meta"))
        for mutant, code in json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"].items()
    ]
    counts = {source: Counter() for _, source, _ in mutants}
    for source in counts:
        if tested(source, source.read_text(encoding="utf-8")) != "survived":
            sys.exit(f"the tests fail on {source} as it is")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        statuses = list(pool.map(final, *zip(*mutants, strict=True)))
    for (mutant, source, _), status in zip(mutants, statuses, strict=True):
        counts[source][status] += 1
        if status not in KILLED:
            show(mutant, status)
    print()
    for source, its in counts.items():
        print(f"{source}: {its.total()} mutants: {describe(its)}")
    every = sum(counts.values(), Counter())
    percent = 100 * sum(every[status] for status in KILLED) / every.total()
    print(f"all: {every.total()} mutants: {describe(every)}; {percent:.1f} % killed, {least:g} % wanted")
    return percent < least


if __name__ == "__main__":
    sys.exit(main())
