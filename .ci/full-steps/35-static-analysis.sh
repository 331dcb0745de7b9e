# clang-tidy over all C (.clang-tidy says what it looks for), and gcc's analyzer over what is not of the core: that is
# analyzed for every change.
. .ci/lib.sh
environment
python -m pip install -q "clang-tidy==23.*"
clang-tidy --version | grep version
clang-tidy --quiet csrc/crib_*.c examples/*.c tests/programs/*.c -- -std=c11 -Icsrc '-DCRIB_VERSION="0"' -DDEAL=0
for file in examples/*.c tests/programs/*.c; do
  gcc -std=c11 -O2 -Wall -Wextra -Wconversion -Wpedantic -Werror -fanalyzer -Icsrc '-DCRIB_VERSION="0"' -DDEAL=0 -c "$file" -o /dev/null
done
