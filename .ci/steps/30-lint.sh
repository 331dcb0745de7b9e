# Style and types.
. .ci/lib.sh
environment dev
python -m pip install -q ".[dev]"
ruff check .
ruff format --check .
mypy
