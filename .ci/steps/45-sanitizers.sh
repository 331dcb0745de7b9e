# The suite on a core with the address and undefined-behaviour sanitizers. Left out: what counts every hand again or plays
# thousands of games, C programs that are compiled without this core, and what an instrumented core is too slow for.
. .ci/lib.sh
environment
python -m pip install -q ".[test]" --config-settings=cmake.define.CRIBSCORE_SANITIZE=ON --config-settings=build-dir="$STEP_WORK/build-sanitizers"
LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)" \
  ASAN_OPTIONS=detect_leaks=0 \
  python -m pytest -q -p no:cacheprovider -k "not python and not enumeration and not all_hands and not exhaustive \
  and not every_hand and not second_program and not random_player and not each_kernel and not within_a_tenth"
