/* Scores one hand. This code defines the score: everything else is tested against it. */
#include "crib_impl.h"

#include <string.h>

/* ---------------------------------------------------------------- fifteens */

/* The value of each field. A missing card has a value above fifteen, so that no fifteen contains it. */
static const uint8_t card_value[64] = {
    1,  1,  1,  1,  2,  2,  2,  2,  3,  3,  3,  3,  4,  4,  4,  4,  5,  5,  5,  5,  6,  6,
    6,  6,  7,  7,  7,  7,  8,  8,  8,  8,  9,  9,  9,  9,  10, 10, 10, 10, 10, 10, 10, 10,
    10, 10, 10, 10, 10, 10, 10, 10, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16,
};

/* For each position, 32 bytes: byte s is 255 if subset s of the five positions contains the position, else 0. */
#define L(subset, position) ((uint8_t)((((subset) >> (position)) & 1) * 255))
#define L8(s, p)                                                                                             \
    L(s, p), L((s) + 1, p), L((s) + 2, p), L((s) + 3, p), L((s) + 4, p), L((s) + 5, p), L((s) + 6, p),       \
        L((s) + 7, p)
#define L32(p) {L8(0, p), L8(8, p), L8(16, p), L8(24, p)}
static const uint8_t subset_mask[5][32] = {L32(0), L32(1), L32(2), L32(3), L32(4)};
#undef L
#undef L8
#undef L32

/* Combine eight bytes into a number whose byte i is lane[i], whatever the byte order of the machine. */
static inline uint64_t eight_lanes(const uint8_t lane[8])
{
    uint64_t word = 0;
#if defined(_WIN32) || (defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
    memcpy(&word, lane, 8); /* GCC makes eight loads of the loop */
#else
    for (int i = 0; i < 8; i++) {
        word |= (uint64_t)lane[i] << (8 * i);
    }
#endif
    return word;
}

/* A bit for each of the 32 subsets: whether its values add up to fifteen. The sums fit a byte: at most 80. */
static inline uint32_t fifteen_subsets(const uint8_t field[5])
{
    uint8_t is_fifteen[32];
    uint8_t value[5];
    for (int i = 0; i < 5; i++) {
        value[i] = card_value[field[i]];
    }
    for (int s = 0; s < 32; s++) {
        uint8_t sum = 0;
        for (int i = 0; i < 5; i++) {
            sum = (uint8_t)(sum + (value[i] & subset_mask[i][s]));
        }
        is_fifteen[s] = sum == 15;
    }
    uint32_t subsets = 0;
    for (int64_t i = 0; i < 4; i++) {
        /* The multiplication moves lane j (0 or 1) to bit 56 + j; nothing carries. */
        uint64_t bits = eight_lanes(is_fifteen + 8 * i) * UINT64_C(0x0102040810204080) >> 56;
        subsets |= (uint32_t)bits << (8 * i);
    }
    return subsets;
}

static inline uint32_t bit_count(uint32_t x)
{
    x -= x >> 1 & 0x55555555U;
    x = (x & 0x33333333U) + (x >> 2 & 0x33333333U);
    return ((x + (x >> 4)) & 0x0F0F0F0FU) * 0x01010101U >> 24;
}

/* ---------------------------------------------------------------- pairs and runs */

/* A histogram of ranks has four bits for each rank: nibble r - 1 counts the cards of rank r. */
#define ONES UINT64_C(0x0001111111111111)

/* The number of nibbles that are 1. Every nibble of `flags` is 0 or 1, and at most five are 1. */
static inline uint32_t nibble_count(uint64_t flags)
{
    return (uint32_t)(flags * UINT64_C(0x1111111111111111) >> 60);
}

static inline uint64_t rank_histogram(const uint8_t field[5])
{
    uint64_t count = 0;
    for (int i = 0; i < 5; i++) {
        count += UINT64_C(1) << (field[i] & 0x3C); /* 4 * (rank - 1) */
    }
    return count & (ONES * 15); /* remove the missing cards, which were counted above the kings */
}

/* A pair scores 2 points, three of a rank 6, four of a rank 12. */
static inline uint32_t pair_points(uint64_t count)
{
    uint64_t odd = count & ONES, two_or_three = count >> 1 & ONES, four = count >> 2 & ONES;
    return 2 * nibble_count(two_or_three) + 4 * nibble_count(two_or_three & odd) + 12 * nibble_count(four);
}

/* Five cards have at most one longest run. It counts once for each choice of one card of each of its ranks. */
static inline uint32_t run_points(uint64_t count)
{
    uint64_t present = (count | count >> 1) & ONES; /* four of a rank are left out: then there is no run */
    uint64_t start = present & present >> 4 & present >> 8; /* the lowest rank of three consecutive ranks */
    if (start == 0) {
        return 0;
    }
    uint32_t length = 3;
    uint64_t ranks = start | start << 4 | start << 8;
    if ((start & start >> 4) != 0) {
        length = (start & start >> 4 & start >> 8) != 0 ? 5 : 4;
    }
    uint64_t doubled = count >> 1 & ~count & ranks, tripled = count >> 1 & count & ranks;
    return length * ((1U << nibble_count(doubled & ONES)) + 2 * nibble_count(tripled & ONES));
}

/* ---------------------------------------------------------------- flush and nobs */

static inline uint32_t flush_points(const uint8_t field[5], int crib)
{
    uint32_t differ = 0;
    for (int i = 0; i < 4; i++) {
        if (field[i] == CRIB_FIELD) {
            return 0;
        }
        differ |= (uint32_t)field[0] ^ field[i];
    }
    if ((differ & 3) != 0) {
        return 0;
    }
    if (field[4] != CRIB_FIELD && ((field[0] ^ field[4]) & 3) == 0) {
        return 5;
    }
    return crib ? 0 : 4;
}

static inline uint32_t nobs_points(const uint8_t field[5])
{
    if (field[4] == CRIB_FIELD) {
        return 0;
    }
    uint32_t jack = CRIB_JACK + (field[4] & 3U), points = 0;
    for (int i = 0; i < 4; i++) {
        points |= field[i] == jack;
    }
    return points;
}

/* ---------------------------------------------------------------- the score */

crib_score crib_five(const uint8_t field[5], int crib)
{
    uint64_t count = rank_histogram(field);
    crib_score score = {.fifteen_mask = fifteen_subsets(field)};
    score.fifteens = (uint8_t)(2 * bit_count(score.fifteen_mask));
    score.pairs = (uint8_t)pair_points(count);
    score.runs = (uint8_t)run_points(count);
    score.flush = (uint8_t)flush_points(field, crib);
    score.nobs = (uint8_t)nobs_points(field);
    score.total = (uint8_t)(score.fifteens + score.pairs + score.runs + score.flush + score.nobs);
    return score;
}

/* A set of fields: bit i for card i, bit 63 for a missing card; bits 52 to 62 are invalid. */
#define BIT_NONE (UINT64_C(1) << CRIB_FIELD)
#define BITS_BAD ((BIT_NONE - 1) >> CRIB_DECK << CRIB_DECK)

static inline int check_fields(const uint8_t *field, int count)
{
    uint64_t seen = 0, twice = 0;
    for (int i = 0; i < count; i++) {
        uint64_t bit = UINT64_C(1) << field[i];
        twice |= seen & bit;
        seen |= bit;
    }
    if ((seen & BITS_BAD) != 0) {
        return CRIB_ERR_CARD;
    }
    return (twice & ~BIT_NONE) != 0 ? CRIB_ERR_TWICE : CRIB_OK;
}

int crib_fields(const uint8_t *bytes, uint8_t *field, int count)
{
    int bad = 0;
    for (int i = 0; i < count; i++) {
        uint8_t byte = bytes[i];
        bad |= byte >= CRIB_DECK && byte != CRIB_NONE;
        field[i] = byte & CRIB_FIELD;
    }
    return bad ? CRIB_ERR_CARD : check_fields(field, count);
}

int crib_score_hand(const uint8_t cards[5], int crib, crib_score *score)
{
    uint8_t field[5];
    int error = crib_fields(cards, field, 5);
    if (error == CRIB_OK) {
        *score = crib_five(field, crib);
    } else {
        *score = (crib_score){0};
    }
    return error;
}

/* Score the hand in a key. Returns as crib_score_hand does; on an error *score is unchanged. */
static inline int score_key(uint32_t key, crib_score *score)
{
    uint8_t field[5];
    for (int i = 0; i < 5; i++) {
        field[i] = (uint8_t)(key >> (6 * i) & CRIB_FIELD);
    }
    const int error = check_fields(field, 5);
    if (error == CRIB_OK) {
        *score = crib_five(field, (int)(key >> 30 & 1));
    }
    return error;
}

uint32_t crib_pack_hand(uint32_t key)
{
    crib_score score;
    return score_key(key, &score) == CRIB_OK ? crib_pack(score) : CRIB_INVALID;
}

uint64_t crib_pack_fifteens(uint32_t key)
{
    crib_score score;
    return score_key(key, &score) == CRIB_OK ? crib_pack(score) | (uint64_t)score.fifteen_mask << 32
                                             : CRIB_INVALID;
}
