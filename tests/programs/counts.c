/* Count all hands into arrays of exactly the needed size, so that a sanitizer detects a write outside them. */
#include <stdio.h>
#include <stdlib.h>

#include "cribscore.h"

enum { SCORES = 30 };

int main(void)
{
    for (int crib = 0; crib < 2; crib++) {
        int64_t *counts = malloc(SCORES * sizeof *counts);
        if (counts == NULL || crib_hand_counts(CRIB_BEST, crib, counts) != CRIB_OK) {
            return 1;
        }
        for (int score = 0; score < SCORES; score++) {
            printf("%lld\n", (long long)counts[score]);
        }
        free(counts);
    }
    return 0;
}
