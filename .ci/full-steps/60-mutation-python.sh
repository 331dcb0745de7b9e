# The reference core, the cards and the scores, changed in one place at a time: nearly each time a test must fail.
. .ci/lib.sh
environment
python -m pip install -q ".[test]" "mutmut==3.8.*"
export CRIBSCORE_CORE=python
mutmut run >"$STEP_WORK/mutmut.txt" || { tail -c 3000 "$STEP_WORK/mutmut.txt" && exit 1; }
python tests/support/mutation_score.py 95
