# The package built by clang, with all tests that are neither slow nor compile C; and the C core alone by gcc, clang and a compiler that is neither,
# at several levels of optimization, over every hand there is.
. .ci/lib.sh
debian_packages clang tcc
environment
CC=clang python -m pip install -q ".[test]" --config-settings=build-dir="$STEP_WORK/build"
grep 'set(CMAKE_C_COMPILER_ID "Clang")' "$STEP_WORK"/build/CMakeFiles/*/CMakeCCompiler.cmake

flags=(-std=c11 -Wall -Wextra -Wconversion -Wpedantic -Werror '-DCRIB_VERSION="0"' -Icsrc)
for compiler in "gcc -O0" "gcc -O2" "gcc -O3" "clang -O0" "clang -O2" "clang -O3" tcc; do
  echo "-- $compiler, $(${compiler%% *} -v 2>&1 | grep -m1 -o '.* version [0-9.]*')"
  $compiler "${flags[@]}" csrc/crib_*.c tests/programs/answers.c -o "$STEP_WORK/answers"
  CRIBSCORE_ANSWERS="$STEP_WORK/answers" python -m pytest -q -s -p no:cacheprovider -m "" tests/exhaustive/test_answers.py
done

python -m pytest -q -m "not slow and not programs"
