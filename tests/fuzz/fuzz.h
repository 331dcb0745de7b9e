/* Shared by the fuzz targets: reading the input, a second implementation of the rules, and checks. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cribscore.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { DECK = 52, JACK = 11, NOBODY = 0xA5 /* the content of memory that is not written yet */ };

#define DEMAND(holds)                                                                                        \
    do {                                                                                                     \
        if (!(holds)) {                                                                                      \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #holds);                              \
            abort();                                                                                         \
        }                                                                                                    \
    } while (0)

/* ---------------------------------------------------------------- input */

typedef struct input {
    const uint8_t *at;
    size_t left;
} input;

/* The next byte, or 0 after the end of the input. */
static inline uint8_t take(input *in)
{
    if (in->left == 0) {
        return 0;
    }
    in->left--;
    return *in->at++;
}

/* The next number of `bytes` bytes, the lowest byte first. */
static inline uint64_t take_number(input *in, int bytes)
{
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++) {
        number |= (uint64_t)take(in) << (8 * i);
    }
    return number;
}

/* Allocate a buffer of exactly this size, so that the sanitizer detects any access outside it. */
static inline uint8_t *exactly(size_t size)
{
    uint8_t *bytes = malloc(size > 0 ? size : 1);
    DEMAND(bytes != NULL);
    memset(bytes, NOBODY, size);
    return bytes;
}

/* ---------------------------------------------------------------- random numbers from a seed in the input */

static inline uint32_t below(uint64_t *state, uint32_t limit)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*state >> 32) * limit >> 32);
}

/* The first `count` cards of a shuffled deck of the `size` cards from `low` up. */
static inline void deal(uint64_t *state, uint8_t low, uint8_t size, uint8_t *cards, int count)
{
    uint8_t pack[DECK];
    for (uint8_t i = 0; i < size; i++) {
        pack[i] = (uint8_t)(low + i);
    }
    for (int i = 0; i < count; i++) {
        const int from = i + (int)below(state, (uint32_t)(size - i));
        cards[i] = pack[from];
        pack[from] = pack[i];
    }
}

/* ---------------------------------------------------------------- the rules */

/* Whether a byte is not a card; CRIB_NONE is allowed if none_allowed is true. */
static inline int not_cards(const uint8_t *bytes, int count, int none_allowed)
{
    for (int i = 0; i < count; i++) {
        if (bytes[i] >= DECK && !(none_allowed && bytes[i] == CRIB_NONE)) {
            return 1;
        }
    }
    return 0;
}

/* Whether a card appears twice. */
static inline int twins(const uint8_t *bytes, int count)
{
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            if (bytes[i] < DECK && bytes[i] == bytes[j]) {
                return 1;
            }
        }
    }
    return 0;
}

/* Demand the right return code for these bytes: an error that applies to them, or CRIB_OK if none does. */
static inline void demand_answer(int answer, const uint8_t *bytes, int count)
{
    const int bad = not_cards(bytes, count, 1), twice = twins(bytes, count);
    DEMAND(answer == CRIB_OK || (answer == CRIB_ERR_CARD && bad) || (answer == CRIB_ERR_TWICE && twice));
    DEMAND((answer == CRIB_OK) == (!bad && !twice));
}

/* Score four cards and a starter, any of which may be CRIB_NONE, by trying every subset of the cards. */
static inline crib_score by_the_rules(const uint8_t cards[5], int crib)
{
    crib_score score = {0};
    int longest = 2;
    for (uint32_t subset = 1; subset < 32; subset++) {
        int sum = 0, size = 0, low = 14, high = 0, seen = 0, repeated = 0, missing = 0;
        for (int i = 0; i < 5; i++) {
            if ((subset >> i & 1) != 0) {
                const int rank = cards[i] / 4 + 1;
                missing |= cards[i] == CRIB_NONE;
                sum += rank < 10 ? rank : 10;
                size++;
                low = rank < low ? rank : low;
                high = rank > high ? rank : high;
                repeated |= seen >> (rank & 31) & 1;
                seen |= 1 << (rank & 31);
            }
        }
        if (missing) {
            continue;
        }
        if (sum == 15 && size > 1) {
            score.fifteen_mask |= UINT32_C(1) << subset;
            score.fifteens = (uint8_t)(score.fifteens + 2);
        }
        score.pairs = (uint8_t)(score.pairs + (size == 2 && repeated ? 2 : 0));
        if (size > 2 && !repeated && high - low == size - 1 && size >= longest) {
            score.runs = (uint8_t)((size > longest ? 0 : score.runs) + size);
            longest = size;
        }
    }
    int flush = cards[0] < DECK;
    for (int i = 1; i < 4; i++) {
        flush = flush && cards[i] < DECK && cards[i] % 4 == cards[0] % 4;
    }
    if (flush) {
        score.flush = cards[4] < DECK && cards[4] % 4 == cards[0] % 4 ? 5 : crib ? 0 : 4;
    }
    for (int i = 0; i < 4; i++) {
        if (cards[i] / 4 + 1 == JACK && cards[4] < DECK && cards[i] % 4 == cards[4] % 4) {
            score.nobs = 1;
        }
    }
    score.total = (uint8_t)(score.fifteens + score.pairs + score.runs + score.flush + score.nobs);
    return score;
}

static inline void demand_score(const crib_score *score, const crib_score *right)
{
    DEMAND(score->fifteen_mask == right->fifteen_mask);
    DEMAND(score->fifteens == right->fifteens);
    DEMAND(score->pairs == right->pairs);
    DEMAND(score->runs == right->runs);
    DEMAND(score->flush == right->flush);
    DEMAND(score->nobs == right->nobs);
    DEMAND(score->total == right->total && score->total <= 29);
}

/* A score in the packed format. */
static inline uint32_t packed_score(const crib_score *score)
{
    const uint32_t flush = score->flush == 5 ? 2 : score->flush == 4 ? 1 : 0;
    return score->fifteens / 2u + (score->pairs / 2u << 4) + ((uint32_t)score->runs << 7) + (flush << 11) +
           ((uint32_t)score->nobs << 13);
}

static inline void line_of(const uint8_t cells[17], int line, uint8_t hand[5])
{
    for (int i = 0; i < 4; i++) {
        hand[i] = cells[line < 4 ? 4 * line + i : 4 * i + line - 4];
    }
    hand[4] = cells[16];
}

/* The lines and the total of a valid grid, by the rules. */
static inline int grid_by_the_rules(const uint8_t cells[17], crib_score lines[8])
{
    int total = cells[16] < DECK && cells[16] / 4 + 1 == JACK ? 2 : 0;
    for (int line = 0; line < 8; line++) {
        uint8_t hand[5];
        line_of(cells, line, hand);
        lines[line] = by_the_rules(hand, 0);
        total += lines[line].total;
    }
    return total;
}

#endif
