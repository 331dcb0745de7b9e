/* Deals random rows of cards. Each row depends on the seed and its number alone. */
#include "crib_impl.h"

enum {
    GROUP = 9, /* cards of one word: 52 * 51 * ... * 44 is below 2^51 */
    ROWS = 64  /* that are dealt at once */
};

/*
 * Multiply a word, as a fraction of 2^64, by a number of choices below 256. Returns the whole part, and leaves
 * the fraction.
 */
static inline uint8_t draw(uint64_t *word, uint64_t choices)
{
    const uint64_t low = (*word & 0xFFFFFFFFU) * choices, high = (*word >> 32) * choices + (low >> 32);
    *word *= choices;
    return (uint8_t)(high >> 32);
}

/*
 * Draw for places `from` to `to` - 1 of `rows` rows which of the cards that are left comes next. The states of
 * the rows are `step` apart.
 */
static inline void draw_group(uint64_t state, uint64_t step, int from, int to, uint8_t (*drawn)[ROWS],
                              int rows)
{
    uint64_t product = 1;
    for (int place = from; place < to; place++) {
        product *= (uint64_t)(CRIB_DECK - place);
    }
    const uint64_t favoured = (0 - product) % product; /* 2^64 modulo the product */
    for (int row = 0; row < rows; row++, state += step) {
        uint64_t word = crib_mix(state), other = word;
        for (;;) {
            uint64_t left = word;
            for (int place = from; place < to; place++) {
                drawn[place][row] = draw(&left, (uint64_t)(CRIB_DECK - place));
            }
            if (left >= favoured) {
                break;
            }
            other += CRIB_GAMMA;
            word = crib_mix(other);
        }
    }
}

/* Turn the numbers that were drawn into cards: number i counts the cards that are not in places before i. */
static void settle(uint8_t (*drawn)[ROWS], int cards)
{
    for (int place = cards - 2; place >= 0; place--) {
        const uint8_t *const before = drawn[place];
        for (int later = place + 1; later < cards; later++) {
            uint8_t *const after = drawn[later];
            for (int row = 0; row < ROWS; row++) {
                after[row] = (uint8_t)(after[row] + (after[row] >= before[row]));
            }
        }
    }
}

void crib_random_deals(uint64_t seed, uint64_t first, int64_t count, uint32_t cards, uint8_t *rows)
{
    const int width = cards < CRIB_DECK ? (int)cards : CRIB_DECK;
    const uint64_t step = (uint64_t)((width + GROUP - 1) / GROUP) * CRIB_GAMMA; /* from one row to the next */
    uint8_t drawn[CRIB_DECK][ROWS] = {{0}};
    for (int64_t done = 0; done < count; done += ROWS) {
        const int here = count - done < ROWS ? (int)(count - done) : ROWS;
        uint64_t state = seed + (first + (uint64_t)done) * step;
        if (width == 5) { /* a hand and its starter, with the loops unrolled */
            draw_group(state + CRIB_GAMMA, CRIB_GAMMA, 0, 5, drawn, here);
            settle(drawn, 5);
        } else {
            for (int from = 0; from < width; from += GROUP) {
                state += CRIB_GAMMA;
                draw_group(state, step, from, width - from < GROUP ? width : from + GROUP, drawn, here);
            }
            settle(drawn, width);
        }
        for (int place = 0; place < width; place++) {
            for (int row = 0; row < here; row++) {
                rows[(done + row) * width + place] = drawn[place][row];
            }
        }
    }
}
