# What drives the C core hardest, on a core with the address and undefined-behaviour sanitizers.
. .ci/lib.sh
environment
python -m pip install -q ".[test]" -C cmake.define.CRIBSCORE_SANITIZE=ON -C build-dir="$STEP_WORK/build-sanitizers"
LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)" \
  ASAN_OPTIONS=detect_leaks=0 \
  python -m pytest -q -p no:cacheprovider -m native tests/test_native.py tests/test_properties.py \
  tests/test_batch.py tests/test_kernels.py tests/test_solve.py -k "not enumeration and not all_hands"
