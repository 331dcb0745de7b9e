# The C core and programs on it, compiled and linked for other machines and by other compilers, warnings as errors.
# 25-emulated.sh runs what can be run.
. .ci/lib.sh
. .ci/cross.sh
debian_packages clang llvm file
cross_environment

# The target as zig calls it, the system as CMake calls it, and what `file` must say of a program.
while read -r target system kind; do
  cross "$target" "$system"
  made=$(file -b "$STEP_WORK/$target/answers.program")
  grep -q "^$kind" <<<"$made" || { echo "$target: not $kind but $made" && exit 1; }
  echo "$target: ${made%%, version*}"
  rm -r "${STEP_WORK:?}/$target"
done <<'TARGETS'
x86_64-linux-gnu Linux ELF 64-bit LSB .*x86-64
x86_64-linux-musl Linux ELF 64-bit LSB .*x86-64
x86-linux-musl Linux ELF 32-bit LSB .*Intel 80386
aarch64-linux-gnu Linux ELF 64-bit LSB .*ARM aarch64
aarch64-linux-musl Linux ELF 64-bit LSB .*ARM aarch64
arm-linux-musleabihf Linux ELF 32-bit LSB .*ARM
riscv64-linux-gnu Linux ELF 64-bit LSB .*RISC-V
powerpc64le-linux-gnu Linux ELF 64-bit LSB .*PowerPC
loongarch64-linux-gnu Linux ELF 64-bit LSB .*LoongArch
s390x-linux-musl Linux ELF 64-bit MSB .*S/390
mips-linux-gnueabihf Linux ELF 32-bit MSB .*MIPS
x86_64-windows-gnu Windows PE32+ executable .*x86-64
x86-windows-gnu Windows PE32 executable .*80386
aarch64-windows-gnu Windows PE32+ executable .*Aarch64
x86_64-macos Darwin Mach-O 64-bit .*x86_64
aarch64-macos Darwin Mach-O 64-bit .*arm64
x86_64-freebsd FreeBSD ELF 64-bit LSB .*x86-64
wasm32-wasi WASI WebAssembly
TARGETS

# As Microsoft's compiler meets the core: there is neither it nor its library here, but clang that plays it, with the
# few declarations that the core wants of <string.h>. Then the objects may ask for nothing that is not there.
mkdir "$STEP_WORK/include"
cat >"$STEP_WORK/include/string.h" <<'DECLARATIONS'
#include <stddef.h>
void *memchr(const void *in, int byte, size_t size);
int memcmp(const void *one, const void *other, size_t size);
void *memcpy(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
DECLARATIONS
for machine in x86_64 i686 aarch64; do
  mkdir "$STEP_WORK/msvc-$machine"
  for file in csrc/crib_*.c; do
    clang --driver-mode=cl --target=$machine-pc-windows-msvc /std:c11 /O2 /GS- /W4 /WX -Xclang -ffreestanding -U__clang__ \
      -imsvc "$STEP_WORK/include" '/DCRIB_VERSION="0"' /c "$file" \
      "/Fo$STEP_WORK/msvc-$machine/$(basename "$file" .c).obj"
  done
  wanted=$(llvm-nm "$STEP_WORK/msvc-$machine"/*.obj | sed -n 's/^ *U _\{0,1\}//p' | sort -u)
  defined=$(llvm-nm "$STEP_WORK/msvc-$machine"/*.obj | sed -n 's/^[0-9a-f]* [TRDB] _\{0,1\}//p' | sort -u)
  missing=$(comm -23 <(echo "$wanted") <(echo "$defined") | tr '\n' ' ')
  echo "$machine as by MSVC: compiled, and it wants $missing"
  for name in $missing; do
    # Of the compiler's own: the stack's guard, and 64-bit division on 32-bit x86.
    grep -qxE 'mem(chr|cmp|cpy|set)|_*chkstk|_aull(div|rem)|_alldiv' <<<"$name" || exit 1
  done
done
