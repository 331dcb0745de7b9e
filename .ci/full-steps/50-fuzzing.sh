# libFuzzer over the C core and atheris over what reads text: CRIBSCORE_FUZZ_SECONDS (60) for each target of
# tests/fuzz/, from its corpus in tests/fuzz/corpus/; then how much of csrc/ these corpora reach by themselves.
# With CRIBSCORE_FUZZ_KEEP=FOLDER, minimised corpora of all that was found are put there.
. .ci/lib.sh
debian_packages clang-14 libclang-rt-14-dev llvm-14
environment
python -m pip install -q . "atheris>=3"
targets=(hand grid batch search maximum forecast throws play cards player)
flags=(-std=c11 -g -Wall -Wextra -Wconversion -Wpedantic -Werror '-DCRIB_VERSION="0"' -Icsrc)

# build FOLDER OBJECT-FLAGS LINK-FLAGS: the core once, and a program for each target.
build() {
  mkdir -p "$STEP_WORK/$1"
  for file in csrc/crib_*.c; do
    # Over this one check of the unrolled kernels clang 14 takes minutes; .ci/steps/45-sanitizers.sh has it, by gcc.
    local spared=()
    case $file in *_avx*) spared=(-fno-sanitize=pointer-overflow) ;; esac
    # shellcheck disable=SC2086
    clang-14 "${flags[@]}" $2 "${spared[@]}" -c "$file" -o "$STEP_WORK/$1/$(basename "$file" .c).o"
  done
  for target in "${targets[@]}"; do
    # shellcheck disable=SC2086
    clang-14 "${flags[@]}" $3 "tests/fuzz/$target.c" "$STEP_WORK/$1"/crib_*.o -o "$STEP_WORK/$1/$target"
  done
}

sanitizers="-O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined"
build fuzz "$sanitizers -fsanitize=fuzzer-no-link" "$sanitizers -fsanitize=fuzzer"
coverage="-O0 -fprofile-instr-generate -fcoverage-mapping"
build reach "$coverage" "$coverage -fsanitize=fuzzer"

# program TARGET: what runs it.
program() {
  if [ "$1" = text ]; then echo python tests/fuzz/text.py; else echo "$STEP_WORK/fuzz/$1"; fi
}

status=0
printf '%-8s %12s %10s %7s %9s\n' target executions a-second edges features
for target in "${targets[@]}" text; do
  mkdir -p "$STEP_WORK/found/$target"
  # shellcheck disable=SC2046
  $(program $target) "$STEP_WORK/found/$target" "$PWD/tests/fuzz/corpus/$target" -max_len=4096 -timeout=60 \
    -max_total_time="${CRIBSCORE_FUZZ_SECONDS:-60}" -print_final_stats=1 -artifact_prefix="$STEP_WORK/fault-$target-" \
    >"$STEP_WORK/$target.log" 2>&1 || { status=1 && tail -n 60 "$STEP_WORK/$target.log"; }
  awk -v name=$target '/DONE/ { for (i = 1; i < NF; i++) { if ($i == "cov:") cov = $(i + 1); if ($i == "ft:") ft = $(i + 1) } }
    /number_of_executed_units/ { runs = $2 } /average_exec_per_sec/ { speed = $2 }
    END { printf "%-8s %12d %10d %7d %9d\n", name, runs, speed, cov, ft }' "$STEP_WORK/$target.log"
  if [ -n "${CRIBSCORE_FUZZ_KEEP:-}" ]; then
    mkdir -p "$CRIBSCORE_FUZZ_KEEP/$target"
    # shellcheck disable=SC2046
    $(program $target) -set_cover_merge=1 -use_counters=0 "$CRIBSCORE_FUZZ_KEEP/$target" "$PWD/tests/fuzz/corpus/$target" \
      "$STEP_WORK/found/$target" >"$STEP_WORK/merge.log" 2>&1 || { status=1 && tail "$STEP_WORK/merge.log"; }
  fi
done

objects=()
for target in "${targets[@]}"; do
  LLVM_PROFILE_FILE="$STEP_WORK/$target.profraw" "$STEP_WORK/reach/$target" -runs=0 "tests/fuzz/corpus/$target" 2>/dev/null
  objects+=(-object "$STEP_WORK/reach/$target")
done
llvm-profdata-14 merge "$STEP_WORK"/*.profraw -o "$STEP_WORK/all.profdata"
llvm-cov-14 export -format=lcov -ignore-filename-regex=tests/ -instr-profile "$STEP_WORK/all.profdata" "${objects[@]:1}" |
  python tests/fuzz/reach.py csrc/cribscore.h || status=1
exit $status
