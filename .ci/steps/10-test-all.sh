# Every test there is, with all examples of Hypothesis; the other steps run subsets.
. .ci/lib.sh
environment
python -m pip install -q ".[test]"
python -m pytest -q -m "" --hypothesis-profile=full --durations=10
