"""Build the yardsticks of yardstick.c, and count the vector instructions of the library's kernels.

Both need a C compiler (`CC`, or `cc`) and use the optimization level of the library's own build.
"""

import importlib.util
import os
import re
import shlex
import subprocess
import sysconfig
from pathlib import Path

import cffi

HERE = Path(__file__).parent
CSRC = HERE.parent / "csrc"
COMPILER = [*shlex.split(os.environ.get("CC", "cc")), "-std=c11", "-O3", "-DNDEBUG"]

DECLARATIONS = """
    static uint32_t yard_trivial(uint32_t x);
    static void yard_score(const uint8_t *rows, int64_t count, uint8_t *scores);
    static void yard_copy(const uint8_t *rows, int64_t count, uint8_t *out);
    static uint64_t yard_chain(int64_t steps);
"""
CHAIN = 6  # dependent instructions in a step of yard_chain


def build(folder):
    """Compile the yardsticks in an empty folder; return a module with cffi's `ffi` and `lib`.

    Calls release the interpreter lock, as cffi does by default.
    """
    source, binary = Path(folder, "_yardstick.c"), Path(folder, "_yardstick.so")
    ffi = cffi.FFI()
    ffi.cdef(DECLARATIONS)
    ffi.set_source("_yardstick", (HERE / "yardstick.c").read_text(encoding="utf-8"))
    ffi.emit_c_code(str(source))
    include = f"-I{sysconfig.get_path('include')}"
    subprocess.run([*COMPILER, "-shared", "-fPIC", include, source, "-o", binary], check=True)
    spec = importlib.util.spec_from_file_location("_yardstick", binary)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# The loops of a vector kernel, each in a function of its own.
PROBE = """
#include "crib_kernel_{kernel}.c"
CRIB_TARGET int64_t probe_hands(const uint8_t *const column[6], int64_t count, uint8_t *const result[5])
{{
    return score_hands(column, count, 0, 0, 0, 0, result);
}}
CRIB_TARGET int64_t probe_grids(const uint8_t *const column[17], int64_t count, uint8_t *const result[8])
{{
    return score_grids(column, count, 0, 0, result);
}}
CRIB_TARGET void probe_hand_rows(const uint8_t *rows, int64_t count, uint8_t (*column)[CRIB_BLOCK])
{{
    for (int64_t row = 0; row < count; row += CRIB_LANES) {{
        split_fives(rows + 5 * row, column, row);
    }}
}}
CRIB_TARGET void probe_grid_rows(const uint8_t *rows, int64_t count, uint8_t (*column)[CRIB_BLOCK])
{{
    for (int64_t row = 0; row < count; row += CRIB_LANES) {{
        split_sixteens(rows + 17 * row, 17, column, row);
    }}
}}
"""


def vector_instructions(kernel):
    """Return the number of vector instructions that a kernel takes for 32 hands or grids, by layout."""
    probe = PROBE.format(kernel=kernel)
    command = [*COMPILER, "-DCRIB_VERSION=", f"-I{CSRC}", "-S", "-x", "c", "-", "-o", "-"]
    assembly = subprocess.run(command, input=probe, capture_output=True, text=True, check=True).stdout
    columns, grid_columns = _count(assembly, "probe_hands"), _count(assembly, "probe_grids")
    return {
        "rows": columns + _count(assembly, "probe_hand_rows"),
        "columns": columns,
        "grids": grid_columns + _count(assembly, "probe_grid_rows"),
    }


def _count(assembly, function):
    """Count vector instructions of one pass of a function's longest loop, except loads, stores and copies.

    A loop inside it runs four times: it is over the four rows and columns of a grid.
    """
    body = re.search(rf"^{function}:\n(.*?)^\s*\.size\s+{function}\b", assembly, re.MULTILINE | re.DOTALL)[1]
    lines = body.splitlines()
    label_at = {line[:-1]: number for number, line in enumerate(lines) if re.match(r"\.L\w+:$", line)}
    loops = []
    for number, line in enumerate(lines):
        jump = re.match(r"\s+j\w+\s+(\.L\w+)", line)
        if jump and label_at.get(jump[1], number) < number:
            loops.append(range(label_at[jump[1]], number))
    longest = max(loops, key=len)
    return sum(
        4 ** sum(number in loop for loop in loops if loop is not longest)
        for number in longest
        if re.match(r"\s+v(?!mov|pbroadcast\w+\s+\()", lines[number])
    )
