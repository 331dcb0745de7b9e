/*
 * Scores more hands than a 32-bit integer can count, in little memory: the pages of one small file are mapped
 * repeatedly, at all the addresses. The cards repeat every ten bytes, and so do the scores; the size of the
 * mapping is a multiple of ten, so that they stay aligned.
 */
#define _DEFAULT_SOURCE  /* for mmap's flags; NOLINT(*-reserved-identifier,cert-dcl*) */
#define _DARWIN_C_SOURCE /* NOLINT(*-reserved-identifier,cert-dcl*) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cribscore.h"

enum { WINDOW = 5 << 22, GUARD = 170 }; /* bytes; a whole number of pages for every page size */

enum { PERIOD = 10 };
static const uint8_t cards[PERIOD] = {18, 16, 19, 42, 17,
                                      0,  4,  8,  40, 13}; /* 5H 5C 5S JH 5D AC 2C 3C JC 4D */

static void demand(int holds, const char *what)
{
    if (!holds) {
        (void)fprintf(stderr, "%s\n", what);
        exit(1);
    }
}

/* Map the window of the file repeatedly, to at least `size` bytes. Changes in the last mapping are private. */
static uint8_t *map_again_and_again(int file, int64_t size)
{
    const int64_t windows = size / WINDOW + 1;
    uint8_t *base =
        mmap(NULL, (size_t)(windows * WINDOW), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    demand(base != MAP_FAILED, "cannot reserve address space");
    for (int64_t i = 0; i < windows; i++) {
        const int sharing = (i == windows - 1 ? MAP_PRIVATE : MAP_SHARED) | MAP_FIXED;
        void *at = mmap(base + i * WINDOW, WINDOW, PROT_READ | PROT_WRITE, sharing, file, 0);
        demand(at != MAP_FAILED, "cannot map the file");
    }
    demand(close(file) == 0, "cannot close the file"); /* the mappings remain */
    return base;
}

static int new_file(void)
{
    FILE *file = tmpfile();
    demand(file != NULL, "cannot create a file");
    demand(ftruncate(fileno(file), WINDOW) == 0, "cannot resize the file");
    const int number = dup(fileno(file));
    demand(number >= 0 && fclose(file) == 0, "cannot duplicate the file");
    return number;
}

/* The score of the row that begins with cards[first]. A NULL starter stands for the card after the row. */
static uint8_t total_of_row(int64_t first, const uint8_t *starter)
{
    uint8_t hand[5];
    crib_score score;
    for (int i = 0; i < 5; i++) {
        hand[i] = cards[(first + i) % PERIOD];
    }
    if (starter != NULL) {
        hand[4] = *starter;
    }
    crib_score_hand(hand, 0, &score);
    return score.total;
}

static void check(const uint8_t *out, int64_t begin, int64_t end, const uint8_t *starter)
{
    uint8_t expected[PERIOD];
    for (int i = 0; i < PERIOD; i++) {
        expected[i] = total_of_row(i, starter);
    }
    for (int64_t row = begin; row < end; row++) {
        demand(out[row] == expected[row % PERIOD], "a wrong score");
    }
}

int main(void)
{
    const int64_t count = (INT64_C(1) << 31) + 77, last_window = count / WINDOW * WINDOW;
    uint8_t *in = map_again_and_again(new_file(), count + 4), *out = map_again_and_again(new_file(), count);
    for (int64_t i = 0; i < WINDOW; i++) {
        in[i] = cards[i % PERIOD];
    }
    memset(out + last_window, GUARD, WINDOW);

    /* Columns, each one byte after the previous one, so that neighbouring rows differ. */
    int64_t good = crib_score_hands(CRIB_BEST, in, 1, 1, in + 4, 1, count, 0, out);
    printf("%lld\n", (long long)(good - count));
    check(out, 0, WINDOW, NULL);
    check(out, last_window, count, NULL);
    for (int64_t row = count; row < last_window + WINDOW; row++) {
        demand(out[row] == GUARD, "a score is written after the last one");
    }

    /* One starter for all, so that rows are copied in blocks. The first invalid row is count - 6. */
    const uint8_t starter = 51;
    in[count - 3] = 52;
    good = crib_score_hands(CRIB_BEST, in, 1, 1, &starter, 0, count, 0, out);
    printf("%lld\n", (long long)(good - count));
    check(out, 0, WINDOW, &starter);
    check(out, last_window, last_window + 512, &starter);
    return 0;
}
