"""C programs of the tests, compiled with the core's own sources and run."""

import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

CSRC = Path(__file__).parents[2] / "csrc"
PROGRAMS = Path(__file__).parents[1] / "programs"
STRICT = ["-Wall", "-Wextra", "-Wconversion", "-Wpedantic", "-Werror"]


def compiler():
    """The C compiler; a machine with a C core from a wheel may have none."""
    for name in ("cc", "gcc", "clang"):
        path = shutil.which(name)
        if path is not None:
            return path
    return pytest.skip("no C compiler on this machine")


@contextmanager
def compiled(program, *flags):
    """The path of a C program that is linked with the core, as long as the block lasts."""
    with tempfile.TemporaryDirectory() as folder:
        source, binary = Path(folder, "program.c"), Path(folder, "program")
        source.write_text(program, encoding="utf-8")
        core = sorted(CSRC.glob("crib_*.c"))
        command = [compiler(), "-std=c11", "-O1", *STRICT, *flags, '-DCRIB_VERSION="test"', f"-I{CSRC}"]
        built = subprocess.run(
            [*command, source, *core, "-o", binary], capture_output=True, text=True, check=False
        )
        assert built.returncode == 0, built.stderr
        yield binary


def compile_and_run(program, *flags, given=""):
    """What a C program prints that is linked with the core, when it is given something to read."""
    with compiled(program, *flags) as binary:
        ran = subprocess.run([binary], input=given, capture_output=True, text=True, check=False, timeout=60)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout
