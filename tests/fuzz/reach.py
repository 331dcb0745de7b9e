"""What the corpora reach of the C core, from lcov's format: lines file by file, and the lines not reached.

Fails when a function that the header (the argument) declares is not reached.
"""

import re
import sys
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

lines, functions, file, source = defaultdict(dict), {}, "", []
for record in sys.stdin:
    kind, _, rest = record.strip().partition(":")
    if kind == "SF":
        file = Path(rest).name
        source = Path(rest).read_text(encoding="utf-8").splitlines()
    elif kind == "DA":
        number, count = map(int, rest.split(",")[:2])
        if not source[number - 1].startswith("#"):
            lines[file][number] = max(count, lines[file].get(number, 0))
    elif kind == "FNDA":
        count, name = rest.split(",", 1)
        functions[name] = max(int(count), functions.get(name, 0))

for name, counts in sorted(lines.items()):
    reached = sum(count > 0 for count in counts.values())
    print(f"{name:<24} {reached:>4} of {len(counts):>4} lines, {100 * reached / len(counts):5.1f} %")
    missed = sorted(number for number, count in counts.items() if not count)
    starts = missed[:1] + [right for left, right in pairwise(missed) if right > left + 1]
    ends = [left for left, right in pairwise(missed) if right > left + 1] + missed[-1:]
    for start, end in zip(starts, ends, strict=True):
        print(f"    not reached: {start}" + f" to {end}" * (end > start))

header = re.sub(r"/\*.*?\*/", "", Path(sys.argv[1]).read_text(encoding="utf-8"), flags=re.DOTALL)
declared = re.findall(r"\b(crib_\w+)\(", header)
unreached = [name for name in declared if not functions.get(name)]
print(f"{len(declared) - len(unreached)} of {len(declared)} functions of the header are reached")
sys.exit(f"not reached: {' '.join(unreached)}" if unreached or not declared else 0)
