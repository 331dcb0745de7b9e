# The tests that go through all hands, and those that compile C programs.
. .ci/lib.sh
environment
python -m pip install -q ".[test]"
python -m pytest -q -m "exhaustive or programs" --hypothesis-profile=full --durations=10
