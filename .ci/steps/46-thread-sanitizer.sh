# The C core from thirty-two threads at once under the thread sanitizer; first that the sanitizer hears of a race.
flags=(-std=c11 -O1 -g -Wall -Wextra -Wconversion -Wpedantic -Werror -fsanitize=thread -pthread '-DCRIB_VERSION="0"' -Icsrc)
for file in csrc/crib_*.c; do
  gcc "${flags[@]}" -c "$file" -o "$STEP_WORK/$(basename "$file" .c).o"
done
gcc "${flags[@]}" -DRACE tests/programs/threads.c "$STEP_WORK"/crib_*.o -o "$STEP_WORK/race"
gcc "${flags[@]}" tests/programs/threads.c "$STEP_WORK"/crib_*.o -o "$STEP_WORK/threads"
# The sanitizer wants memory laid out as it expects, and high-entropy randomisation may lay it out otherwise.
plain=()
if setarch -R true 2>/dev/null; then plain=(setarch -R); fi
export TSAN_OPTIONS=halt_on_error=1
if "${plain[@]}" "$STEP_WORK/race" >/dev/null 2>"$STEP_WORK/race.txt"; then
  echo "the thread sanitizer does not hear of a race"
  exit 1
fi
grep -m 1 "data race" "$STEP_WORK/race.txt"
"${plain[@]}" "$STEP_WORK/threads"
