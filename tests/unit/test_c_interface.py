"""The C interface as a C program meets it, and as cffi reads it."""

import re
import shlex
import subprocess
from itertools import chain, permutations

import pytest

from compiling import CSRC, PROGRAMS, compile_and_run, compiler
from oracles import RECORD_172

pytestmark = pytest.mark.native

EXAMPLE = CSRC.parent / "examples" / "score_board.c"


def declarations(name):
    """The declarations of a header, each on one line, without comments and preprocessor lines."""
    text = (CSRC / name).read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)
    text = re.sub(r'extern "C" \{\n#endif(.*)#ifdef __cplusplus\n\}', r"\1", text, flags=re.DOTALL)
    text = re.sub(r"^#.*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"\s+", " ", text)
    return {
        part.strip()
        for part in re.split(r"(?<=;) (?=typedef|enum|const|int|u?int\d+_t|void|char|static)", text)
    }


def test_cffi_reads_what_the_header_declares():
    found = declarations("python/cdef.h")
    of_the_binding = {part for part in found if "crib_score_objects" in part}
    assert found - of_the_binding == declarations("cribscore.h")
    assert any("crib_score_hand" in part for part in found)


@pytest.mark.programs
def test_the_example_in_c_scores_its_board():
    lines = compile_and_run(EXAMPLE.read_text(encoding="utf-8")).splitlines()
    points = [int(line.rpartition(":")[2]) for line in lines]
    assert points == [*RECORD_172["rows"], *RECORD_172["columns"], 172]


@pytest.mark.programs
def test_the_one_line_of_the_page_about_c_builds_the_example(tmp_path):
    page = (CSRC.parent / "docs" / "guide" / "c.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^    cc (.*) -o score_board$", page, flags=re.MULTILINE)
    program = tmp_path / "score_board"
    words = [sorted(CSRC.parent.glob(word)) if "*" in word else [word] for word in shlex.split(line)]
    command = [compiler(), *chain(*words), "-o", program]
    subprocess.run(command, cwd=CSRC.parent, check=True, timeout=300)
    printed = subprocess.run([program], capture_output=True, text=True, check=True, timeout=60).stdout
    assert printed.splitlines()[-1] == "total: 172"


def test_the_header_stands_alone_in_c_and_in_cpp(tmp_path):
    program = tmp_path / "alone.c"
    program.write_text(
        '#include "cribscore.h"\nint alone(void);\nint alone(void) { return (int)CRIB_INVALID; }\n'
    )
    for language in ("c", "c++"):
        command = [
            compiler(),
            "-x",
            language,
            "-Wall",
            "-Wextra",
            "-Werror",
            "-fsyntax-only",
            f"-I{CSRC}",
            program,
        ]
        checked = subprocess.run(command, capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stderr


@pytest.mark.programs
def test_the_orders_of_four_are_all_permutations():
    lines = compile_and_run((PROGRAMS / "orders.c").read_text(encoding="utf-8")).splitlines()
    assert [tuple(map(int, line.split())) for line in lines] == [*permutations(range(4))]
