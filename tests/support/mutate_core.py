"""Change the C core in one place at a time, and want a check of the ordinary suite to fail each time.

    python tests/support/mutate_core.py                        a sample of the mutants of each file
    python tests/support/mutate_core.py crib_hand.c --all      one file, every mutant

A mutant is the core with one constant, operator or entry of a table changed. One that does not compile is
none, and one that compiles to the same machine code cannot be told apart. The checks are C programs and
tests of the suite, cheap ones first: the first that fails kills the mutant, and so does one that runs for
far longer than it should. data/surviving_mutants.json lists, by reason, the mutants that no check can kill;
any other that survives is red, and so is one on the list that is killed. What is installed does not matter:
the script builds what it tests.
"""

import argparse
import importlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
import traceback
from collections import Counter
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from random import Random

from oracles import TABLES, load
from packing import deals_text

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
CSRC = ROOT / "csrc"
EVERY_FILE = tuple(sorted(path.name for path in CSRC.glob("crib_*.c")))
LISTED = TESTS / "data" / "surviving_mutants.json"
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
COMPILE = ["gcc", "-std=c11", "-O2", "-fPIC", "-w", f'-DCRIB_VERSION="{VERSION}"']
STANDARD_HEADERS = """
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif
"""
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]

# ---------------------------------------------------------------- what is changed

TOKEN = re.compile(
    r"""(?P<space>\s+)
    |(?P<comment>/\*.*?\*/)
    |(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
    |(?P<number>(?:0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*)
    |(?P<word>[A-Za-z_]\w*)
    |(?P<operator><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)""",
    re.VERBOSE | re.DOTALL,
)
DEFINE = re.compile(r"\s*#\s*define\s+\w+(\([^)]*\))?")

# What each operator, and each word that has an opposite, turns into. What makes no sense does not compile.
INSTEAD = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
    "+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "|",
    "++": "--", "--": "++", "+=": "-=", "-=": "+=", "*=": "+=", "/=": "*=",
    "|=": "&=", "&=": "|=", "^=": "|=", "<<=": ">>=", ">>=": "<<=", "!": "", "~": "",
    "break": "continue", "continue": "break", "min": "max", "max": "min", "least": "most", "most": "least",
    "_mm256_unpacklo_epi8": "_mm256_unpackhi_epi8", "_mm256_unpackhi_epi8": "_mm256_unpacklo_epi8",
    "_mm256_unpacklo_epi32": "_mm256_unpackhi_epi32", "_mm256_unpackhi_epi32": "_mm256_unpacklo_epi32",
    "_mm256_unpacklo_epi64": "_mm256_unpackhi_epi64", "_mm256_unpackhi_epi64": "_mm256_unpacklo_epi64",
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change of one file: where, what, and how the list of survivors writes it."""

    target: str
    name: str
    start: int
    end: int
    instead: str


def tokens(source):
    """Yield (kind, start, end) of all that is code: of a preprocessor line only what a macro stands for."""
    position = 0
    while position < len(source):
        line_start = position == 0 or source[position - 1] == "\n"
        if line_start and source[position:].lstrip(" ").startswith("#"):
            end = re.compile(r"(?:[^\n\\]|\\.)*", re.DOTALL).match(source, position).end()
            macro = DEFINE.match(source, position, end)
            position = macro.end() if macro else end
            if not macro:
                continue
        match = TOKEN.match(source, position)
        if match.lastgroup not in ("space", "comment", "text"):
            yield match.lastgroup, match.start(), match.end()
        # White space is taken a line at a time, so that the start of each line is seen.
        newline = source.find("\n", match.start(), match.end()) if match.lastgroup == "space" else -1
        position = newline + 1 if newline >= 0 else match.end()


def other_numbers(text, in_table, of_mask, of_size):
    """A constant one larger and one smaller; of a table only larger, an array's size only smaller."""
    digits = text.rstrip("uUlL")
    suffix = text[len(digits) :]
    value = int(digits, 0)
    written = hex if digits.lower().startswith("0x") else str
    if of_mask and value in (0, 255):
        others = [255 - value]  # a blend looks at the highest bit alone
    elif in_table or value == 0:
        others = [value + 1]
    else:
        others = [value - 1] if of_size else [value + 1, value - 1]
    return [written(other) + suffix for other in others]


def mutants_of(target, source):
    """Every mutant of a source, in the order of its text."""
    found, seen = [], Counter()
    code = list(tokens(source))
    texts = [source[start:end] for _, start, end in code]
    texts += ["", "", ""]  # what stands before the first and behind the last
    for number, (kind, start, end) in enumerate(code):
        text, before, after = texts[number], texts[number - 1], texts[number + 1]
        line_start = source.rfind("\n", 0, start) + 1
        line_end = source.find("\n", end)
        if kind == "number":
            in_table = before in ("{", ",") and after in (",", "}")
            of_mask = in_table and "255" in source[line_start:line_end]
            # A type, a name, and the size in brackets.
            of_size = before == "[" and after == "]" and code[number - 3][0] == code[number - 2][0] == "word"
            instead = other_numbers(text, in_table, of_mask, of_size)
        elif text in ("++", "--") and after in (")", ","):
            instead = []  # a loop that counts the other way, out of all memory
        else:
            instead = [INSTEAD[text]] if text in INSTEAD else []
        for other in instead:
            line = f"{source[line_start:start]}«{text}→{other}»{source[end:line_end]}".strip()
            seen[line] += 1
            again = f" ({seen[line]})" if seen[line] > 1 else ""
            found.append(Mutant(target, f"{target}: {line}{again}", start, end, other))
    return found


# ---------------------------------------------------------------- building


class Core:
    """The core's objects and what is linked from them, with one file of it changed or none."""

    def __init__(self, folder):
        self.folder = folder
        self.sources = folder / "csrc"
        shutil.copytree(CSRC, self.sources)
        self.package = folder / "package"
        source, no_extension = ROOT / "src" / "cribscore", shutil.ignore_patterns("*.so")
        shutil.copytree(source, self.package / "cribscore", ignore=no_extension)
        # The standard headers once and for all: to read the intrinsics takes longer than to compile a file.
        self.headers = folder / "standard.h"
        self.headers.write_text(STANDARD_HEADERS, encoding="utf-8")
        self._run([*COMPILE, self.headers])
        self.objects = {}
        for name in EVERY_FILE:
            self.compile(name, folder / f"{name}.o")
            self.objects[name] = folder / f"{name}.o"
        self.programs = {}
        self._compile_binding()

    def _compile_binding(self):
        binding = self.folder / "_native.c"
        generate = [sys.executable, "-m", "cffi.gen_src", "read-sources", "cribscore._native"]
        header, prelude = self.sources / "python" / "cdef.h", self.sources / "python" / "prelude.h"
        subprocess.run([*generate, header, prelude, binding], check=True, stdout=subprocess.DEVNULL)
        include = subprocess.run(
            [sys.executable, "-c", "import sysconfig; print(sysconfig.get_path('include'))"],
            check=True, capture_output=True, text=True,
        ).stdout.strip()  # fmt: skip
        self.binding = self.folder / "_native.o"
        self._run([*COMPILE, f"-I{include}", f"-I{self.sources}", "-c", binding, "-o", self.binding])

    def _run(self, command):
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)

    def compile(self, name, to, flags=()):
        """Compile one of the core's files."""
        ready = () if flags else ("-include", self.headers)  # they serve the same flags alone
        self._run([*COMPILE, *ready, *flags, "-c", self.sources / name, "-o", to])

    def program(self, name, flags, changed, sanitized, anew):
        """Link a C program of the tests with the core, with the objects in `changed`."""
        path = self.programs.setdefault((name, *flags), self.folder / f"program{len(self.programs)}.o")
        if anew or not path.exists():
            self._run([*COMPILE, *flags, f"-I{self.sources}", "-c", TESTS / "programs" / name, "-o", path])
        objects = {**self.objects, **changed}.values()
        binary = self.folder / "program"
        self._run(["gcc", *(SANITIZE if sanitized else ()), path, *objects, "-o", binary])
        return binary

    def extension(self, changed):
        """Link the extension in the package."""
        objects = {**self.objects, **changed}.values()
        to = self.package / "cribscore" / "_native.abi3.so"
        self._run(["gcc", "-shared", self.binding, *objects, "-o", to])


# ---------------------------------------------------------------- checks

# The quick tests on the C core, by their markers.
LEFT_OUT = ("python", "coreless", "slow", "exhaustive", "programs", "screen", "timing")
QUICK = " and ".join(f"not {marker}" for marker in LEFT_OUT)
KILLED, TOO_LONG, ALIVE = "killed", "too long", "alive"


@dataclass
class Check:
    """A check of the suite: run it, and tell whether it passes."""

    limit: float = field(default=600, init=False)  # seconds of processor time, once it is measured
    is_measured: bool = field(default=False, init=False)
    sanitized = False

    def start(self, core, changed):
        """Return a function that the child process runs; it leaves with 0 when all is well."""
        raise RuntimeError

    def run(self, core, changed):
        """Run the check in a child process: (what became of it, seconds of processor time)."""
        inside = self.start(core, changed)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        child = os.fork()
        if child == 0:
            self._become(core, inside)
        status = wait(child, 20 * self.limit)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        by_the_clock = (signal.SIGXCPU, signal.SIGKILL)
        if status is None or (os.WIFSIGNALED(status) and os.WTERMSIG(status) in by_the_clock):
            return TOO_LONG, spent
        return (ALIVE if status == 0 else KILLED), spent

    def _become(self, core, inside):
        """Be the child process: run what is to be run, with little time, and what it says in a file."""
        code = 1
        try:
            limit = int(self.limit) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            heard = os.open(core.folder / "output.txt", os.O_RDWR | os.O_CREAT | os.O_TRUNC)
            for stream in (0, 1, 2):
                os.dup2(heard, stream)
            os.chdir(core.folder)
            code = inside()
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(code)


def wait(child, seconds):
    """The status of a child process, or None when it had to be ended after so many seconds."""
    end = time.monotonic() + seconds
    pause = 0.002
    while time.monotonic() < end:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return status
        time.sleep(pause)
        pause = min(2 * pause, 0.05)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


@dataclass
class Program(Check):
    """A C program of tests/programs, as a test of the suite compiles it."""

    name: str
    flags: tuple[str, ...] = ()
    sanitized: bool = False
    includes_source: bool = False  # so it is compiled anew for each mutant
    given: str = ""  # what it reads
    numbers: list[int] | None = None  # that it must print

    def run(self, core, changed):
        became, spent = super().run(core, changed)
        if became == ALIVE and self.numbers is not None:
            printed = (core.folder / "output.txt").read_text(encoding="utf-8").split()
            became = ALIVE if printed == [*map(str, self.numbers)] else KILLED
        return became, spent

    def start(self, core, changed):
        if self.sanitized:  # the changed file alone: that suffices to see what it does
            changed = {name: path.with_suffix(".sanitized.o") for name, path in changed.items()}
            for name, path in changed.items():
                core.compile(name, path, SANITIZE)
        binary = core.program(self.name, self.flags, changed, self.sanitized, self.includes_source)
        return lambda: self._inside(binary)

    def _inside(self, binary):
        given, write = os.pipe()  # which holds what is given, some kilobytes
        os.write(write, self.given.encode())
        os.close(write)
        os.dup2(given, 0)
        os.execv(binary, [binary])


@dataclass
class Suite(Check):
    """Tests of the suite, over the extension that is linked from the changed core."""

    files: tuple[str, ...]  # or tests, as pytest takes them
    markers: str = QUICK

    def start(self, core, changed):
        core.extension(changed)
        return lambda: self._inside(core.package)

    def _inside(self, package):
        import pytest

        os.environ |= {"CRIBSCORE_CORE": "c", "PYTHONPATH": str(package)}
        # Whatever is installed, also if that is this folder itself, must not come first.
        sys.meta_path[:] = [finder for finder in sys.meta_path if "Redirecting" not in type(finder).__name__]
        sys.path.insert(0, str(package))
        from cribscore import _native

        assert Path(_native.__file__).is_relative_to(package)
        files = [str(TESTS / name) for name in self.files]
        quiet = ["-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
        quiet += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # what is imported is so for good
        settings = [f"--rootdir={ROOT}", f"-c{ROOT / 'pyproject.toml'}"]
        return int(pytest.main([*quiet, *settings, *files, "-m", self.markers]))


# ---------------------------------------------------------------- which checks watch over which file

QUICK_KERNELS = ("-DEVERY=1999", "-DDEALS=10000")
KERNELS = Program("kernels.c", QUICK_KERNELS)
SANITIZED = Program("kernels.c", (*QUICK_KERNELS, *SANITIZE), sanitized=True)
KERNEL_CHECKS = [
    KERNELS,
    SANITIZED,
    Suite(("unit/test_kernels.py", "unit/test_batch.py")),
    Suite(("exhaustive/test_kernels.py",), "native"),
    Program("kernels.c", ("-DEVERY=23",)),
]
ORDERS = Program("orders.c", numbers=[number for order in permutations(range(4)) for number in order])
TABLE_CHECKS = [QUICK, ORDERS, *KERNEL_CHECKS[1:]]
HAND_CHECKS = [
    KERNELS,
    Suite(("unit/test_native.py",)),
    SANITIZED,
    Suite(("unit/test_properties.py",)),
    Suite(("exhaustive/test_every_hand.py::test_all_hands_score_as_often_as_the_tables_say",), "native"),
]
EVERY_HAND = TABLES["hand"] + TABLES["crib"]
BATCH_CHECKS = [
    Program("counts.c", numbers=EVERY_HAND),
    KERNELS,
    Program("counts.c", tuple(SANITIZE), sanitized=True, numbers=EVERY_HAND),
    *KERNEL_CHECKS[1:],
]
CHOICE_CHECKS = [
    Program("choice.c", includes_source=True),
    Suite(("unit/test_kernels.py", "unit/test_core.py")),
]
SEARCH_CHECKS = [
    Program("proof.c", includes_source=True, given=deals_text(load("open_deals.json")["deals"])),
    Suite(("unit/test_search.py::test_a_known_optimum_is_found_and_proved",)),
    Suite(("unit/test_search.py",)),
]
MAXIMUM_CHECKS = [
    Suite(("unit/test_maximum.py",)),
    Suite(("unit/test_maximum.py",), "native and slow"),
]
FORECAST_CHECKS = [
    Suite(("unit/test_forecast.py",)),
    Suite(("unit/test_discard.py",)),
    Suite(("exhaustive/test_keeps.py",), "native"),
]
POLICY_CHECKS = [
    Suite(("unit/test_policy.py",)),
    Suite(("unit/test_discard.py",)),
    Suite(("exhaustive/test_equilibrium.py",), "native"),
]
PLAY_CHECKS = [
    Program("play.c"),
    Suite(("unit/test_pegging.py",)),
    Suite(("exhaustive/test_every_pile.py",), "native"),
]


@dataclass(frozen=True)
class Target:
    """A source, the files that are compiled with it, and the checks that watch over it."""

    source: str
    compiled: tuple[str, ...]
    checks: list[Check]
    sample: int | None = None  # how many of its mutants are enough, where all would take hours


TARGETS = {
    "crib_hand.c": Target("crib_hand.c", ("crib_hand.c",), HAND_CHECKS, 120),
    "crib_impl.h": Target("crib_impl.h", EVERY_FILE, HAND_CHECKS),
    "crib_grid.c": Target("crib_grid.c", ("crib_grid.c",), HAND_CHECKS),
    "crib_tables.c": Target("crib_tables.c", ("crib_tables.c",), TABLE_CHECKS, 80),
    "crib_batch.c": Target("crib_batch.c", ("crib_batch.c",), BATCH_CHECKS, 80),
    "crib_counts.c": Target("crib_counts.c", ("crib_counts.c",), BATCH_CHECKS),
    "crib_narrow.c": Target("crib_narrow.c", ("crib_narrow.c",), BATCH_CHECKS),
    "crib_kernel_portable.c": Target(
        "crib_kernel_portable.c", ("crib_kernel_portable.c",), KERNEL_CHECKS, 100
    ),
    "crib_kernel.inc.h, AVX2": Target("crib_kernel.inc.h", ("crib_kernel_avx2.c",), KERNEL_CHECKS, 100),
    "crib_kernel.inc.h, AVX-512": Target("crib_kernel.inc.h", ("crib_kernel_avx512.c",), KERNEL_CHECKS, 60),
    "crib_dispatch.c": Target("crib_dispatch.c", ("crib_dispatch.c",), CHOICE_CHECKS),
    "crib_discard.c": Target("crib_discard.c", ("crib_discard.c",), FORECAST_CHECKS, 80),
    "crib_pegging.c": Target("crib_pegging.c", ("crib_pegging.c",), PLAY_CHECKS, 80),
    "crib_policy.c": Target("crib_policy.c", ("crib_policy.c",), POLICY_CHECKS, 60),
    "crib_search.c": Target("crib_search.c", ("crib_search.c",), SEARCH_CHECKS, 60),
    "crib_maximum.c": Target("crib_maximum.c", ("crib_maximum.c",), MAXIMUM_CHECKS, 60),
}

# ---------------------------------------------------------------- one mutant after the other

NONE, SAME = "does not compile", "same machine code"


class Trial:
    """The mutants of one target, tried one after the other."""

    def __init__(self, core, target):
        self.core = core
        self.target = target
        self.path = core.sources / target.source
        self.source = self.path.read_text(encoding="utf-8")
        self.changed = {name: core.folder / f"changed-{name}.o" for name in target.compiled}
        self.known = {self._machine_code(core.objects): SAME}

    def _machine_code(self, objects):
        return tuple(objects[name].read_bytes() for name in self.target.compiled)

    def measure(self, checks):
        """Run the checks on the core as it is: they must pass, and a mutant gets some times as long."""
        for check in checks:
            if check.is_measured:
                continue
            became, spent = check.run(self.core, self._compiled())
            if became != ALIVE:
                output = (self.core.folder / "output.txt").read_text(errors="replace")
                sys.exit(f"{output[-3000:]}\n{check} fails on the core as it is")
            check.limit = 1 + 3 * spent
            check.is_measured = not check.sanitized  # that takes longer with some files than with others

    def _compiled(self):
        for name, path in self.changed.items():
            self.core.compile(name, path)
        return self.changed

    def run(self, mutant, checks):
        """What becomes of a mutant."""
        changed = self.source[: mutant.start] + mutant.instead + self.source[mutant.end :]
        self.path.write_text(changed, encoding="utf-8")
        try:
            self._compiled()
            code = self._machine_code(self.changed)
            if code not in self.known:
                became = (check.run(self.core, self.changed)[0] for check in checks)
                self.known[code] = next((found for found in became if found != ALIVE), ALIVE)
            return self.known[code]
        except subprocess.CalledProcessError:
            return NONE
        finally:
            self.path.write_text(self.source, encoding="utf-8")


def chosen_mutants(name, target, source, options):
    """The mutants of a target that are to be tried."""
    mutants = mutants_of(name, source)
    size = options.sample or target.sample
    if size is None or options.all or size >= len(mutants):
        return mutants
    taken = set(Random(options.seed).sample(range(len(mutants)), size))
    return [mutant for number, mutant in enumerate(mutants) if number in taken]


def try_target(core, name, options, listed):
    """Try a target's mutants. Returns the lines to complain of."""
    target = TARGETS[name]
    trial = Trial(core, target)
    mutants = chosen_mutants(name, target, trial.source, options)
    checks = target.checks
    start = time.monotonic()
    trial.measure(checks)
    counts, complaints = Counter(), []
    for number, mutant in enumerate(mutants):
        if sys.stderr.isatty():
            print(f"\r{name}: {number} of {len(mutants)}", end="", file=sys.stderr)
        # Of a mutant on the list the cheap check alone is asked whether it belongs there.
        became = trial.run(mutant, checks[:1] if mutant.name in listed else checks)
        if became == ALIVE and mutant.name in listed:
            became = "listed"
        elif became == ALIVE:
            complaints.append(f"survived: {mutant.name}")
        elif became in (KILLED, TOO_LONG) and mutant.name in listed:
            complaints.append(f"on the list, but killed: {mutant.name}")
        counts[became] += 1
    every = {mutant.name for mutant in mutants_of(name, trial.source)}
    gone = [line for line in listed if line.startswith(f"{name}: ") and line not in every]
    complaints += [f"on the list, but no mutant: {line}" for line in gone]
    print(
        f"{name}: {len(mutants) - counts[NONE]} mutants",
        *([f"from a sample of {len(mutants)} of {len(every)}"] if len(mutants) < len(every) else []),
        f"{counts[KILLED] + counts[TOO_LONG]} killed ({counts[TOO_LONG]} by the clock)",
        f"{counts[SAME]} the same machine code",
        f"{counts['listed']} listed",
        f"{counts[ALIVE]} survived",
        f"{time.monotonic() - start:.0f} s",
        sep=", ",
        flush=True,
    )
    return complaints


def main():
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("files", nargs="*", choices=[[], *TARGETS], help=f"of {', '.join(TARGETS)}; else all")
    parser.add_argument("--all", action="store_true", help="every mutant, where a sample would do")
    parser.add_argument("--sample", type=int, help="at most so many mutants of each file")
    parser.add_argument("--seed", type=int, default=61, help="which sample")
    options = parser.parse_args()
    listed = {line for lines in json.loads(LISTED.read_text(encoding="utf-8")).values() for line in lines}
    for module in ("hypothesis", "numpy", "pytest"):  # what the children would otherwise import each time
        importlib.import_module(module)
    complaints = []
    with tempfile.TemporaryDirectory() as folder:
        core = Core(Path(folder))
        for name in options.files or TARGETS:
            complaints += try_target(core, name, options, listed)
    print("\n".join(complaints) or "no mutant survived that is not listed")
    return bool(complaints)


if __name__ == "__main__":
    sys.exit(main())
