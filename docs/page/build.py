"""Build the page: one HTML file that holds its style, its script, its texts and the C core as WebAssembly.

Beside it is the table of weights of the player, which the page fetches where it is served.

python docs/page/build.py FILE
"""

from __future__ import annotations

import base64
import gzip
import json
import re
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

PAGE = Path(__file__).resolve().parent
ROOT = PAGE.parents[1]
LARGEST = 150_000  # bytes of the page
WEIGHTS = ROOT / "src/cribscore/squares"
TABLE = "standard.table.gz"
LARGEST_TABLE = 700_000
HEADER = 60  # bytes of the file of a table, before the weights

# Modules of JavaScript, each of which imports only from those before it. `data.js` is made here.
SCRIPTS = (
    *("data", "cards", "texts", "notation", "core", "table", "explain", "squares", "discard", "hints"),
    *("coach", "store", "dom", "words", "dialog", "picker", "newgame", "verdict"),
    *("play", "count", "board", "throws", "main"),
)
IMPORT = re.compile(r'^import ([^;"]*) from "\./(\w+)\.js";$', re.MULTILINE)
DATA = "export const DATA = globalThis.cribscoreParts;\n"

# The core needs four functions of the C library; exports.c has them.
STRING_H = """#include <stddef.h>
void *memchr(const void *where, int byte, size_t size);
int memcmp(const void *one, const void *other, size_t size);
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *to, int byte, size_t size);
"""
COMPILER = (
    *("-target", "wasm32-freestanding", "-std=c11", "-O2", "-msimd128", "-mbulk-memory", "-s"),
    *("-ffreestanding", "-fno-builtin-memcmp", "-nostdlib", "-Wl,--no-entry", "-Wl,-z,stack-size=131072"),
    *("-Wall", "-Wextra", "-Wconversion", "-Wpedantic", "-Werror", "-Wno-builtin-requires-header"),
    '-DCRIB_VERSION="0"',
)


def core() -> bytes:
    """Compile the C core and return it as WebAssembly: the same bytes each time."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "string.h").write_text(STRING_H, encoding="utf-8")
        made = Path(folder, "core.wasm")
        files = [PAGE / "exports.c", *sorted((ROOT / "csrc").glob("crib_*.c"))]
        command = [sys.executable, "-m", "ziglang", "cc", *COMPILER, "-isystem", folder]
        subprocess.run([*command, "-I", ROOT / "csrc", *files, "-o", made], check=True)  # noqa: S603
        return made.read_bytes()


def texts() -> dict[str, object]:
    """Return the table of texts."""
    table: dict[str, object] = json.loads((PAGE / "texts.json").read_text(encoding="utf-8"))
    return table


def script() -> str:
    """Return the modules as one script: each a function that returns what it exports."""
    parts = ['"use strict";\nconst M = {};\n']
    for place, name in enumerate(SCRIPTS):
        source = DATA if name == "data" else (PAGE / f"{name}.js").read_text(encoding="utf-8")
        exported = re.findall(r"^export (?:async )?(?:function|const|class) ([\w$]+)", source, re.MULTILINE)
        for names, module in re.findall(IMPORT, source):
            if module not in SCRIPTS[:place]:
                raise SystemExit(f"{name}.js imports {module}.js, which is not before it")
            source = source.replace(
                f'import {names} from "./{module}.js";', f"const {names.removeprefix('* as ')} = M.{module};"
            )
        if re.search(r"^import\b", source, re.MULTILINE):
            raise SystemExit(f"{name}.js has an import that is not written as the others are")
        source = re.sub(r"^export ", "", source, flags=re.MULTILINE)
        parts.append(
            f"\n// {name}.js\nM.{name} = (() => {{\n{source}return {{ {', '.join(exported)} }};\n}})();\n"
        )
    return "".join([*parts, "//# sourceURL=cribscore.js\n"])


def table() -> bytes:
    """Return the table of weights for the standard game, compressed."""
    return gzip.compress((WEIGHTS / "standard.table").read_bytes(), 9, mtime=0)


def packed() -> str:
    """Return the parts of the page as loader.js unpacks them."""
    parts = {
        "wasm": core(),
        "policy": (ROOT / "src/cribscore/_policy.bin").read_bytes(),
        "table": (WEIGHTS / "standard.table").read_bytes()[:HEADER],  # which table the page takes
        "waste": (WEIGHTS / "waste.table").read_bytes()[HEADER:],
        "texts": json.dumps(texts(), ensure_ascii=False, separators=(",", ":")).encode(),
        "script": script().encode(),
    }
    head = json.dumps([[name, len(part)] for name, part in parts.items()]).encode() + b"\n"
    return base64.b64encode(zlib.compress(head + b"".join(parts.values()), 9)).decode()


def page() -> str:
    """Return the whole page."""
    made = (PAGE / "page.html").read_text(encoding="utf-8")
    for name in ("page.css", "loader.js"):
        made = made.replace(f"/* {name} */", "\n" + (PAGE / name).read_text(encoding="utf-8"))
    return made.replace('"PACKED"', f'"{packed()}"')


def main(target: str) -> None:
    """Build the page into a file, and the table into one beside it."""
    file = Path(target)
    file.parent.mkdir(parents=True, exist_ok=True)
    for name, data, most in ((file.name, page().encode(), LARGEST), (TABLE, table(), LARGEST_TABLE)):
        if len(data) > most:
            raise SystemExit(f"{name} has {len(data):,} bytes, more than {most:,}")
        file.with_name(name).write_bytes(data)
        print(f"{file.with_name(name)}: {len(data):,} bytes")


if __name__ == "__main__":
    main(sys.argv[1])
