# The play against the cribbage of OpenSpiel, which is installed from its package: random deals of two to four players.
. .ci/lib.sh
environment
python -m pip install -q ".[test]" open_spiel
python -m pytest -q -s -p no:cacheprovider tests/unit/test_open_spiel.py
