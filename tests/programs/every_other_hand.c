/*
 * Sums up the crib of a deal over every hand of six cards that the other player may hold, every choice of the real
 * cards that he throws, and every starter: without any of the counting by ranks of crib_policy.c.
 *
 * Standard input: the throws of the other player, 18,395 bytes, and the six cards of the deal. Standard output: for
 * each of the fifteen throws, the points over all choices, times 72. A card of a rank is thrown as often as another.
 */
#include "cribscore.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DECK = 52, LEFT = 46, SETS = 18395 };

static uint8_t throws[SETS];
static uint32_t keys[SETS]; /* the ranks of each set, four bits each, the lowest rank first */
static int64_t all[DECK][DECK], with[DECK][DECK][DECK];

static void list_sets(void)
{
    int n = 0;
    for (uint32_t key = 0; key < 1U << 24; key++) {
        int good = 1, last = -1, run = 0;
        for (int i = 5; good && i >= 0; i--) {
            const int rank = (int)(key >> (4 * i) & 15);
            run = rank == last ? run + 1 : 1;
            good = rank < 13 && rank >= last && run <= 4;
            last = rank;
        }
        if (good) {
            keys[n++] = key;
        }
    }
    if (n != SETS) {
        exit(3);
    }
}

static int compare(const void *a, const void *b)
{
    const uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return (one > other) - (one < other);
}

/* Count the throws of one hand, whose cards are in ascending order. */
static void count(const int card[6])
{
    uint32_t key = 0;
    for (int i = 0; i < 6; i++) {
        key = key << 4 | (uint32_t)card[i] >> 2;
    }
    const uint32_t *const found = bsearch(&key, keys, SETS, sizeof *keys, compare);
    int i = 0, j = 1;
    for (int throw = throws[found - keys]; throw > 0; throw--) {
        i += j == 5;
        j = j == 5 ? i + 1 : j + 1;
    }
    int pairs[15][2], ways = 0;
    for (int a = 0; a < 6; a++) {
        for (int b = a + 1; b < 6; b++) {
            if (card[a] >> 2 == card[i] >> 2 && card[b] >> 2 == card[j] >> 2) {
                pairs[ways][0] = card[a];
                pairs[ways++][1] = card[b];
            }
        }
    }
    for (int way = 0; way < ways; way++) {
        all[pairs[way][0]][pairs[way][1]] += 72 / ways;
        for (int k = 0; k < 6; k++) {
            with[pairs[way][0]][pairs[way][1]][card[k]] += 72 / ways;
        }
    }
}

int main(void)
{
    uint8_t deal[6];
    int left[LEFT], n = 0;
    if (fread(throws, 1, SETS, stdin) != SETS || fread(deal, 1, 6, stdin) != 6) {
        return 2;
    }
    list_sets();
    for (int card = 0; card < DECK; card++) {
        if (memchr(deal, card, 6) == NULL) {
            left[n++] = card;
        }
    }
    for (int a = 0; a < LEFT; a++) {
        for (int b = a + 1; b < LEFT; b++) {
            for (int c = b + 1; c < LEFT; c++) {
                for (int d = c + 1; d < LEFT; d++) {
                    for (int e = d + 1; e < LEFT; e++) {
                        for (int f = e + 1; f < LEFT; f++) {
                            const int hand[6] = {left[a], left[b], left[c], left[d], left[e], left[f]};
                            count(hand);
                        }
                    }
                }
            }
        }
    }
    for (int i = 0; i < 6; i++) {
        for (int j = i + 1; j < 6; j++) {
            int64_t sum = 0;
            for (int a = 0; a < LEFT; a++) {
                for (int b = a + 1; b < LEFT; b++) {
                    for (int s = 0; s < LEFT; s++) {
                        if (s == a || s == b) {
                            continue;
                        }
                        const uint8_t crib[5] = {deal[i], deal[j], (uint8_t)left[a], (uint8_t)left[b],
                                                 (uint8_t)left[s]};
                        crib_score score;
                        if (crib_score_hand(crib, 1, &score) != CRIB_OK) {
                            return 4;
                        }
                        sum += score.total * (all[left[a]][left[b]] - with[left[a]][left[b]][left[s]]);
                    }
                }
            }
            printf("%lld\n", (long long)sum);
        }
    }
    return 0;
}
