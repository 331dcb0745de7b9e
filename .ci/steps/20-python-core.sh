# The same suite with the Python core alone.
. .ci/lib.sh
environment test
python -m pip install -q ".[test]"
CRIBSCORE_CORE=python python -m pytest -q
