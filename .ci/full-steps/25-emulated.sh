# What builds for other machines answer, under emulators: every hand there is, boards and best placements against the
# tables, the batch kernels in every layout against the functions for one hand and one grid, and all else against this
# machine.
. .ci/lib.sh
. .ci/cross.sh
debian_packages qemu-user wine64
cross_environment
python -m pip install -q ".[test]" wasmtime
export WINEPREFIX="$STEP_WORK/wine" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="

# The target as zig calls it, the system as CMake calls it, and what runs its programs here.
while read -r target system emulator; do
  cross "$target" "$system"
  start=$SECONDS
  echo "-- $target by $emulator"
  for program in score_board kernels; do
    $emulator "$STEP_WORK/$target/$program.program" </dev/null | tail -n 1
  done
  echo "kernels in $((SECONDS - start)) s"
  CRIBSCORE_ANSWERS="$emulator $STEP_WORK/$target/answers.program" \
    python -m pytest -q -s -p no:cacheprovider -m "" tests/exhaustive/test_answers.py </dev/null
done <<'TARGETS'
aarch64-linux-musl Linux qemu-aarch64
s390x-linux-musl Linux qemu-s390x
arm-linux-musleabihf Linux qemu-arm
x86-linux-musl Linux qemu-i386
x86_64-windows-gnu Windows /usr/lib/wine/wine64
wasm32-wasi WASI python tests/support/run_wasi.py
TARGETS

# Which kernels run is asked of the CPU: of one without AVX, one without AVX2 and one that has both, but no AVX-512.
cross x86_64-linux-musl Linux
while read -r cpu kernels; do
  found=$(qemu-x86_64 -cpu "$cpu" "$STEP_WORK/x86_64-linux-musl/kernels.program" </dev/null | paste -sd ' ')
  echo "-- $cpu: $found"
  [ "$found" = "$kernels" ] || { echo "not $kernels" && exit 1; }
done <<'CPUS'
Nehalem portable
SandyBridge portable
Haswell portable avx2
CPUS
