# Style and types.
. .ci/lib.sh
environment
python -m pip install -q ".[dev]"
ruff check .
ruff format --check .
mypy
clang-format --dry-run --Werror csrc/*.c csrc/*.h examples/*.c tests/programs/*.c
