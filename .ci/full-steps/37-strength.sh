# How well the player plays at each level; the raw and the corrected mean of 20,000 deals must agree.
. .ci/lib.sh
environment
python -m pip install -q .
python benchmarks/strength.py --levels 0 --deals 20000
python benchmarks/strength.py --levels 0 1 2 3 --deals 2000
