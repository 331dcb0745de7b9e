# How much the tests reach: of src/cribscore every line and branch, on both cores, and of csrc 98 of 100 lines, also of
# each kernel by itself.
. .ci/lib.sh
environment
python -m pip install -q ".[recipes,cli]" "coverage>=7.10" "gcovr>=8" \
  --config-settings=cmake.define.CRIBSCORE_COVERAGE=ON --config-settings=build-dir="$STEP_WORK/build"

export COVERAGE_FILE=$STEP_WORK/python/coverage
mkdir "$STEP_WORK/python"
tested=0
# Not exhaustive tests, which reach nothing more; nor C programs, which bring a core of their own; nor two tests that
# fail because coverage runs in the programs that they start: there it imports modules of its own, and writes a file
# of its own, which is cut off where files may hold no more than 20 bytes.
python -m coverage run -m pytest -q -p no:cacheprovider --durations=10 \
  -m "not exhaustive and not programs and not timing" \
  --deselect tests/unit/test_core.py::test_importing_cribscore_imports_neither_numpy_nor_what_is_slow \
  --deselect tests/unit/test_failures.py::test_a_board_that_cannot_be_written_whole_leaves_the_file_as_it_was || tested=$?

echo "-- src/cribscore"
python -m coverage combine -q
python -m coverage report || tested=$?

# Threads count without waiting for each other, which is ten times as fast: a count may come out too small, which
# gcov can take for one below nothing. The innermost loops are counted by the thousand million.
counts=(--root . --filter csrc/ --gcov-suspicious-hits-threshold 0
  --gcov-ignore-parse-errors negative_hits.warn_once_per_file)
echo "-- csrc"
gcovr "${counts[@]}" "$STEP_WORK/build" --json "$STEP_WORK/core.json"
gcovr -a "$STEP_WORK/core.json" --txt-metric branch
gcovr -a "$STEP_WORK/core.json" --fail-under-line 98 || tested=$?
for kernel in $(python -c "from cribscore import _core; print(*_core.kernels())"); do
  echo "-- $kernel"
  gcovr "${counts[@]}" "$STEP_WORK/build/CMakeFiles/crib.dir/crib_kernel_$kernel.c.gcda" --fail-under-line 98 || tested=$?
done
exit $tested
