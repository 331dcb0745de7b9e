/*
 * Score more hands than 32 bits count, in little memory: the pages of one small file stand again and
 * again, at all the addresses. The cards repeat every ten bytes, and so do the scores; a window of a
 * multiple of ten keeps them in step.
 */
#define _DEFAULT_SOURCE /* for mmap's flags */
#define _DARWIN_C_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cribscore.h"

enum { WINDOW = 5 << 22, GUARD = 170 }; /* bytes: whole pages, of whatever size */

enum { PERIOD = 10 };
static const uint8_t cards[PERIOD] = {18, 16, 19, 42, 17, 0, 4, 8, 40, 13}; /* 5H 5C 5S JH 5D AC 2C 3C JC 4D */

static void demand(int holds, const char *what)
{
    if (!holds) {
        perror(what);
        exit(1);
    }
}

/* At least `size` bytes of address space that all show the file's one window; the last one keeps its changes. */
static uint8_t *map_again_and_again(int file, int64_t size)
{
    const int64_t windows = size / WINDOW + 1;
    uint8_t *base = mmap(NULL, (size_t)(windows * WINDOW), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    demand(base != MAP_FAILED, "no address space");
    for (int64_t i = 0; i < windows; i++) {
        const int sharing = (i == windows - 1 ? MAP_PRIVATE : MAP_SHARED) | MAP_FIXED;
        void *at = mmap(base + i * WINDOW, WINDOW, PROT_READ | PROT_WRITE, sharing, file, 0);
        demand(at != MAP_FAILED, "no mapping");
    }
    return base;
}

static int new_file(void)
{
    FILE *file = tmpfile();
    demand(file != NULL, "no file");
    demand(ftruncate(fileno(file), WINDOW) == 0, "no room");
    return fileno(file);
}

static uint8_t total_of_turned(int first)
{
    uint8_t hand[5];
    crib_score score;
    for (int i = 0; i < 5; i++) {
        hand[i] = cards[(first + i) % PERIOD];
    }
    crib_score_hand(hand, 0, &score);
    return score.total;
}

int main(void)
{
    const int64_t count = (INT64_C(1) << 31) + 77, last_window = count / WINDOW * WINDOW;
    uint8_t *in = map_again_and_again(new_file(), count + 4), *out = map_again_and_again(new_file(), count);
    for (int64_t i = 0; i < WINDOW; i++) {
        in[i] = cards[i % PERIOD];
    }
    uint8_t expected[PERIOD];
    memset(out + last_window, GUARD, WINDOW);
    for (int i = 0; i < PERIOD; i++) {
        expected[i] = total_of_turned(i);
    }

    /* Columns of which each is the one before, a byte further on: no row is the one before. */
    int64_t good = crib_score_hands(CRIB_BEST, in, 1, 1, in + 4, 1, count, 0, out);
    printf("%lld\n", (long long)(good - count));
    for (int64_t i = 0; i < WINDOW; i++) {
        demand(out[i] == expected[i % PERIOD], "a wrong score");
    }
    for (int64_t i = last_window; i < count; i++) {
        demand(out[i] == expected[i % PERIOD], "a wrong score at the end");
    }
    for (int64_t i = count; i < last_window + WINDOW; i++) {
        demand(out[i] == GUARD, "a score too many");
    }

    in[count - 3] = 52; /* the starter of row count - 7, the first to hold it */
    good = crib_score_hands(CRIB_BEST, in, 1, 1, in + 4, 1, count, 0, out);
    printf("%lld\n", (long long)(good - count));
    return 0;
}
