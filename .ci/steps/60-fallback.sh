# Without a compiler the Python core is installed, the installation says so, and the quick tests pass on it; where the C
# core is demanded, the installation fails instead.
. .ci/lib.sh
environment
no_compiler="env CC=/nonexistent/cc CXX=/nonexistent/c++"
if $no_compiler python -m pip install . >"$STEP_WORK/demanded.txt" 2>&1; then
  echo "installed without the C core that was demanded"
  exit 1
fi
unset CRIBSCORE_REQUIRE_NATIVE CRIBSCORE_CORE
$no_compiler python -m pip install -v ".[test]" >"$STEP_WORK/fallback.txt" 2>&1
grep -o "cribscore: the C core could not be built.*installed." "$STEP_WORK/fallback.txt"
cribscore --version | tee "$STEP_WORK/version.txt"
grep -q "(python core)" "$STEP_WORK/version.txt"
CRIBSCORE_CORE=python python -m pytest -q
