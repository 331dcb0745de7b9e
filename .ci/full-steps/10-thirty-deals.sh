# The best placement against every partition of thirty deals.
. .ci/lib.sh
environment
python -m pip install -q ".[test]"
CRIBSCORE_ENUMERATED_DEALS=30 python -m pytest -q tests/unit/test_search.py -m "exhaustive and programs"
