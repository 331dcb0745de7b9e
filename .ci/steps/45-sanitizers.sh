# The quick tests on a core with the address and undefined-behaviour sanitizers.
. .ci/lib.sh
environment
python -m pip install -q ".[test]" --config-settings=cmake.define.CRIBSCORE_SANITIZE=ON --config-settings=build-dir="$STEP_WORK/build-sanitizers"
LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)" \
  ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
  python -m pytest -q -p no:cacheprovider \
  -m "not python and not coreless and not slow and not exhaustive and not programs and not screen \
  and not timing"
