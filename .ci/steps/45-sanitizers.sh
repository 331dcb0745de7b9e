# The suite on a C core with the address and undefined-behaviour sanitizers, but for the long counts of all hands.
. .ci/lib.sh
environment sanitizers
python -m pip install -q ".[test]" -C cmake.define.CRIBSCORE_SANITIZE=ON -C cmake.build-type=Debug \
  -C build-dir="$CI_WORK/build-sanitizers"
LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)" \
  ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc \
  python -m pytest -q -p no:cacheprovider -m native -k "not exhaustive and not c_interface"
