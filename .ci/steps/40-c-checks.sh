# The C core alone: strict warnings, gcc's analyzer and cppcheck.
. .ci/lib.sh
environment
python -m pip install -q ".[dev]"
compilers=(gcc)
if command -v clang >/dev/null; then compilers+=(clang); fi
for compiler in "${compilers[@]}"; do
  echo "-- $compiler"
  CC=$compiler cmake -S csrc -B "$STEP_WORK/core-$compiler" -G Ninja -DCRIBSCORE_WERROR=ON >/dev/null
  cmake --build "$STEP_WORK/core-$compiler"
done
echo "-- gcc -fanalyzer"
for file in csrc/crib_*.c; do
  gcc -std=c11 -O2 -Wall -Wextra -Wconversion -Wpedantic -Werror -fanalyzer -DCRIB_VERSION='"0"' -c "$file" -o /dev/null
done
echo "-- the fuzz targets, examples and test programs"
for file in tests/fuzz/*.c examples/*.c tests/programs/*.c; do
  gcc -std=c11 -O0 -Wall -Wextra -Wconversion -Wpedantic -Werror -Icsrc -DCRIB_VERSION='"0"' -DDEAL=0 -fsyntax-only "$file"
done
echo "-- cppcheck"
cppcheck --quiet --std=c11 --enable=warning,style,performance,portability --inline-suppr --error-exitcode=1 \
  -DCRIB_VERSION='"0"' csrc/crib_*.c examples/*.c
