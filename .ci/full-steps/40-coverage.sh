# How much the tests reach: of src/cribscore every line and branch, on both cores, and of csrc 98 of 100 lines, also of
# each kernel by itself.
. .ci/lib.sh
environment
python -m pip install -q ".[test]" "coverage>=7.10" "gcovr>=8" \
  --config-settings=cmake.define.CRIBSCORE_COVERAGE=ON --config-settings=build-dir="$STEP_WORK/build"

# Left out is what takes long and reaches nothing that the rest does not.
left_out=(
  # all hands, many grids, partitions and games
  every_hand all_there_are millions full_enumeration random_player
  # C programs, which bring a core of their own; and the proof of the maximum once more
  second_program in_c_and_tells byte_too_many more_hands_than maximum.md
  # how soon a signal is answered, which so slow a core cannot keep; what an import loads, where coverage loads more
  answered_within imports_neither
  # on the Python core: all hands again and again, and what asks little of a core
  "([python and (table_shows or published_one or command-line or batch.md or cribscore.batch))"
  "([python and (test_cards or test_board or test_deal or test_naive or test_play or test_game or test_performance))"
)
expression=$(printf ' and not %s' "${left_out[@]}")
export COVERAGE_FILE=$STEP_WORK/python/coverage
mkdir "$STEP_WORK/python"
tested=0
python -m coverage run -m pytest -q -p no:cacheprovider --durations=10 \
  --ignore=tests/test_exhaustive.py --ignore=tests/test_game_properties.py -k "${expression# and }" || tested=$?

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
