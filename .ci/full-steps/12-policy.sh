# The policy and the nets of the play are found again, byte for byte; a command fails if its digest is another.
. .ci/lib.sh
environment
python -m pip install -q .
python -m cribscore.policy "$STEP_WORK/policy.bin"
cmp "$STEP_WORK/policy.bin" src/cribscore/_policy.bin
python -m cribscore.advice "$STEP_WORK/play.bin"
cmp "$STEP_WORK/play.bin" src/cribscore/_play.bin
