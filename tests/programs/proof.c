/*
 * Tests the proof alone, without the grids that the local search found. These are usually the best already, so a
 * proof that misses the best grid would not be noticed. This program includes crib_search.c: when the proof begins,
 * it sets the best total so far to one less than the right one, so that the proof must find the best grid again.
 *
 * Each deal is read as eighteen numbers: the sixteen cards, the starter, and the best total.
 */
#include <stdio.h>
#include <string.h>

/* Other names for its functions, because the program is also linked with the core. */
#define crib_search_size  tried_search_size
#define crib_search_start tried_search_start
#define crib_search_step  tried_search_step
#define crib_search_found tried_search_found
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12
/* The analyzer of GCC does not see that all of the sixteen cards are set. */
#pragma GCC diagnostic ignored "-Wanalyzer-use-of-uninitialized-value"
#endif
#include "crib_search.c" /* NOLINT(bugprone-suspicious-include) */

static crib_search search;

/* Whether the proof finds a grid of these sixteen cards and the starter with the total `best`. */
static int finds(const uint8_t cards[17], int best)
{
    uint8_t board[17];
    memset(board, CRIB_NONE, 16);
    board[16] = cards[16];
    if (crib_search_start(&search, board, cards, 16) != CRIB_OK) {
        return 0;
    }
    while (search.state == PREPARE) {
        crib_search_step(&search, 1);
    }
    if (search.state == OVER) {
        return search.best_total == best; /* the bound alone was the proof */
    }
    memset(search.best, CRIB_NONE, sizeof search.best);
    search.best_total = (uint8_t)(best - 1);
    while (!crib_search_step(&search, UINT64_MAX)) {
    }
    crib_placement found;
    crib_grid_score score;
    crib_search_found(&search, &found);
    return found.total == best && found.bound == best && crib_score_grid(found.cells, &score) == CRIB_OK &&
           score.total == best;
}

int main(void)
{
    static uint8_t cards[17];
    int deals = 0, number = 0, read = 0;
    /* NOLINTNEXTLINE(bugprone-unchecked-string-to-number-conversion,cert-err34-c) */
    while (scanf("%d", &number) == 1) {
        if (read < 17) {
            cards[read++] = (uint8_t)number;
        } else {
            if (!finds(cards, number)) {
                (void)fprintf(stderr, "deal %d: the proof passes over the best grid\n", deals);
                return 1;
            }
            deals++;
            read = 0;
        }
    }
    printf("%d\n", deals);
    return 0;
}
