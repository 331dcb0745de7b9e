/* Counts how often each score occurs over all choices of a hand and a starter. */
#include "crib_impl.h"

#include <string.h>

enum { STARTERS = 48, HANDS = 10, ROWS = HANDS * STARTERS };

/* Write the 48 cards that are not in the hand, in any order. The cards of the hand are in descending order. */
static void write_starters(const uint8_t hand[4], uint8_t starters[STARTERS])
{
    uint8_t spare = STARTERS;
    for (int card = 0; card < STARTERS; card++) {
        starters[card] = (uint8_t)card;
    }
    for (int i = 0; i < 4; i++) {
        if (hand[i] < STARTERS) {
            /* Replace it by a card from 48 up that is not in the hand. hand[3] is always below 48 here. */
            while (spare == hand[0] || spare == hand[1] || spare == hand[2]) {
                spare++;
            }
            starters[hand[i]] = spare++;
        }
    }
}

/* A buffer of hands to be scored together, each with all its starters. */
typedef struct counter {
    int kernel, wanted, rows;
    uint8_t column[5][ROWS], scores[ROWS];
    /* Four counts of each score, used in turn: neighbours often have the same score, and one increment would wait for
       the other. */
    int64_t counts[4][32];
} counter;

static void count_rows(counter *counter)
{
    crib_score_hands(counter->kernel, counter->column[0], 1, ROWS, counter->column[4], 1, counter->rows,
                     counter->wanted, counter->scores);
    for (int row = 0; row < counter->rows; row++) {
        counter->counts[row % 4][counter->scores[row] & 31]++;
    }
    counter->rows = 0;
}

static void count_hand(counter *counter, const uint8_t hand[4])
{
    for (int i = 0; i < 4; i++) {
        memset(counter->column[i] + counter->rows, hand[i], STARTERS);
    }
    write_starters(hand, counter->column[4] + counter->rows);
    counter->rows += STARTERS;
    if (counter->rows == ROWS) {
        count_rows(counter);
    }
}

int crib_hand_counts(int kernel, int crib, int64_t counts[30])
{
    counter counter = {.kernel = crib_kernel(kernel), .wanted = crib ? CRIB_AS_CRIB : 0};
    memset(counts, 0, 30 * sizeof counts[0]);
    if (counter.kernel == CRIB_ERR_KERNEL) {
        return CRIB_ERR_KERNEL;
    }
    uint8_t hand[4];
    for (hand[0] = 0; hand[0] < CRIB_DECK; hand[0]++) {
        for (hand[1] = 0; hand[1] < hand[0]; hand[1]++) {
            for (hand[2] = 0; hand[2] < hand[1]; hand[2]++) {
                for (hand[3] = 0; hand[3] < hand[2]; hand[3]++) {
                    count_hand(&counter, hand);
                }
            }
        }
    }
    count_rows(&counter);
    for (int score = 0; score < 30; score++) {
        for (int i = 0; i < 4; i++) {
            counts[score] += counter.counts[i][score];
        }
    }
    return CRIB_OK;
}
