# The policy is found again, byte for byte; the command fails if its digest is another.
. .ci/lib.sh
environment
python -m pip install -q .
python -m cribscore.policy "$STEP_WORK/policy.bin"
cmp "$STEP_WORK/policy.bin" src/cribscore/_policy.bin
