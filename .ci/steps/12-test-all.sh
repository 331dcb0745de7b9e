# All other tests, the slow ones too, with all examples of Hypothesis. The steps after this run subsets.
. .ci/lib.sh
environment
python -m pip install -q ".[test]"
python -m pytest -q -m "not exhaustive and not programs" --hypothesis-profile=full --durations=10
