/* Yardsticks: simple code that the library is compared with, in the same run and by the same compiler. */
#include <stdint.h>

/* A call that does nothing; it shows the cost of a call from Python to C. */
static uint32_t yard_trivial(uint32_t x)
{
    return x;
}

/* ---------------------------------------------------------------- the scalar loop: one hand at a time */

/* The lowest bit of each of thirteen nibbles; and the number of these bits that are set in x. */
#define ONES UINT64_C(0x0001111111111111)
#define NIBBLE_COUNT(x) ((unsigned)((x) * UINT64_C(0x1111111111111111) >> 60))

static unsigned score_five(const uint8_t card[5])
{
    /* Nibble s of `sums` counts the subsets that add up to s; nibble r - 1 of `ranks` the cards of rank r. */
    uint64_t sums = 1, ranks = 0;
    for (int i = 0; i < 5; i++) {
        const unsigned rank = card[i] >> 2, value = rank < 9 ? rank + 1 : 10;
        sums += sums << (4 * value);
        ranks += UINT64_C(1) << (4 * rank);
    }
    unsigned points = 2 * (unsigned)(sums >> 60);

    const uint64_t odd = ranks & ONES, two = ranks >> 1 & ONES, four = ranks >> 2 & ONES;
    points += 2 * NIBBLE_COUNT(two) + 4 * NIBBLE_COUNT(two & odd) + 12 * NIBBLE_COUNT(four);

    const uint64_t present = odd | two | four, start = present & present >> 4 & present >> 8;
    if (start != 0) {
        const uint64_t in_run = start | start << 4 | start << 8;
        const unsigned length = 3 + ((start & start >> 4) != 0) + ((start & start >> 4 & start >> 8) != 0);
        points += length * ((1u << NIBBLE_COUNT(two & ~odd & in_run)) + 2 * NIBBLE_COUNT(two & odd & in_run));
    }
    if (((card[0] ^ card[1]) & 3) == 0 && ((card[0] ^ card[2]) & 3) == 0 && ((card[0] ^ card[3]) & 3) == 0) {
        points += ((card[0] ^ card[4]) & 3) == 0 ? 5 : 4;
    }
    const unsigned jack = 40 + (card[4] & 3u);
    points += card[0] == jack || card[1] == jack || card[2] == jack || card[3] == jack;
    return points;
}

/* Score rows of five card indexes, without checks. */
static void yard_score(const uint8_t *rows, int64_t count, uint8_t *scores)
{
    for (int64_t row = 0; row < count; row++) {
        scores[row] = (uint8_t)score_five(rows + 5 * row);
    }
}

/* ---------------------------------------------------------------- the copy loop: five bytes in, one out */

enum { BLOCK = 512 };

/* Read rows of five bytes once, in order, and write a byte for each: a XOR of five bytes, without meaning. */
static void yard_copy(const uint8_t *restrict rows, int64_t count, uint8_t *restrict out)
{
    for (int64_t row = 0; row < count; row += BLOCK) {
        const int64_t n = count - row < BLOCK ? count - row : BLOCK;
        const uint8_t *const in = rows + 5 * row;
        for (int64_t i = 0; i < n; i++) {
            out[row + i] = in[i] ^ in[n + i] ^ in[2 * n + i] ^ in[3 * n + i] ^ in[4 * n + i];
        }
    }
}

/* ---------------------------------------------------------------- the clock: instructions in a chain */

/* Six dependent instructions a step, of one cycle each; so the time gives the frequency. */
static uint64_t yard_chain(int64_t steps)
{
    uint64_t x = 1;
    for (int64_t i = 0; i < steps; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
    }
    return x;
}
