# Each benchmark once: what it times must be right.
. .ci/lib.sh
environment
python -m pip install -q ".[test]"
python -m pytest -q benchmarks --benchmark-disable
