# The C core for another machine, by the C compiler of zig: what the steps share that build it.

# cross_environment: make the environment of this step, with all that `cross` runs.
cross_environment() {
  environment
  python -m pip install -q ziglang cmake ninja
  for tool in ar ranlib; do
    printf '#!/bin/sh\nexec python -m ziglang %s "$@"\n' $tool >"$STEP_WORK/$tool"
    chmod +x "$STEP_WORK/$tool"
  done
  echo "zig $(python -m ziglang version), $(python -m ziglang cc --version | head -1)"
}

# cross TARGET SYSTEM: build the library with CMake, which calls that system so, then the programs against it, into
# $STEP_WORK/TARGET. Warnings are errors. The program of kernels tries as much as an emulator has time for.
cross() {
  local folder="$STEP_WORK/$1" source
  # With -O2, so that the C library that zig makes for the first question is the one that programs want, too.
  CC="python -m ziglang cc -target $1" CFLAGS=-O2 cmake -S csrc -B "$folder" -G Ninja -DCRIBSCORE_WERROR=ON \
    -DCMAKE_SYSTEM_NAME="$2" -DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY \
    -DCMAKE_AR="$STEP_WORK/ar" -DCMAKE_RANLIB="$STEP_WORK/ranlib" >/dev/null
  cmake --build "$folder" >"$folder/build.log" || { cat "$folder/build.log" && return 1; }
  for source in examples/score_board.c tests/programs/answers.c tests/programs/kernels.c; do
    python -m ziglang cc -target "$1" -std=c11 -O2 -Wall -Wextra -Wconversion -Wpedantic -Werror -Icsrc \
      -DEVERY=499 -DDEALS=20000 \
      "$source" "$folder/libcrib.a" -o "$folder/$(basename "$source" .c).program"
  done
}
