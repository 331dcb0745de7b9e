/* The internal header: what the files of the core share. Programs include only cribscore.h. */
#ifndef CRIB_IMPL_H
#define CRIB_IMPL_H

#include "cribscore.h"

/* ---------------------------------------------------------------- one hand (crib_hand.c) */

enum {
    CRIB_DECK = 52,  /* the number of cards; every index below it is a card */
    CRIB_FIELD = 63, /* the field of CRIB_NONE; a field is the low six bits of a byte */
    CRIB_JACK = 40   /* the jack of clubs; the other jacks are the next three */
};

/*
 * Read `count` bytes into six-bit fields; each byte is read once. Returns CRIB_OK if every byte is a card or
 * CRIB_NONE and no card appears twice; otherwise an error code.
 */
int crib_fields(const uint8_t *bytes, uint8_t *field, int count);

/* Score four hand cards and the starter, given as fields that crib_fields has accepted. */
crib_score crib_five(const uint8_t field[5], int crib);

/* Pack a score into the format that cribscore.h describes. */
static inline uint32_t crib_pack(crib_score score)
{
    return (uint32_t)score.fifteens >> 1 | (uint32_t)score.pairs >> 1 << 4 | (uint32_t)score.runs << 7 |
           ((uint32_t)score.flush + 3) >> 2 << 11 | (uint32_t)score.nobs << 13;
}

/* ---------------------------------------------------------------- random numbers */

/*
 * SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. CRIB_GAMMA
 * is added to the state before each output.
 */
#define CRIB_GAMMA UINT64_C(0x9E3779B97F4A7C15)

/* The output for a state. */
static inline uint64_t crib_mix(uint64_t state)
{
    state = (state ^ state >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    state = (state ^ state >> 27) * UINT64_C(0x94D049BB133111EB);
    return state ^ state >> 31;
}

/* ---------------------------------------------------------------- tables (crib_tables.c) */

/* The 24 permutations of 0, 1, 2, 3. */
extern const uint8_t crib_order[24][4];

/* Points for pairs and runs of five sorted ranks; crib_tables.c describes the indices. */
extern const uint8_t crib_side[16], crib_side_pairs[64], crib_side_runs[64], crib_side_points[64];

/* ---------------------------------------------------------------- throws (crib_policy.c, crib_discard.c) */

enum {
    CRIB_OTHERS =
        8145060,         /* C(45, 6): the hands that the other may have, given my six cards and the starter */
    CRIB_PART = 72,      /* the parts of a point in which the cribs of a deal are whole numbers */
    CRIB_ROWS = 18564,   /* the sets of six ranks, with those that have five or six of a rank */
    CRIB_MOST_FLUSH = 15 /* where the points for a flush are that a row has at most */
};

/*
 * The cribs of all deals against a policy, over all choices of the other's cards and the starter, in parts of a point.
 * A set of ranks a <= b <= c <= d <= e <= f, counted from 0, has the row C(a, 1) + C(b + 1, 2) + ... + C(f + 5, 6).
 */
typedef struct crib_cribs {
    int64_t points[CRIB_ROWS][16]; /* for fifteens, pairs and runs, of each throw; and CRIB_MOST_FLUSH */
    uint32_t flush[CRIB_ROWS]
                  [64]; /* for a flush with two cards of a suit, by all my positions of that suit */
} crib_cribs;

struct crib_throw_table {
    crib_cribs player[2]; /* the dealer and the pone */
    uint32_t next;        /* the set of ranks to look at next */
};

/* ---------------------------------------------------------------- the play (crib_pegging.c, crib_advice.c) */

enum {
    CRIB_FULL = 31,      /* no card brings the count above it */
    CRIB_LONGEST_RUN = 7 /* 1 + 2 + ... + 7 = 28 */
};

static inline uint32_t crib_peg_value(uint32_t rank)
{
    return rank < 10 ? rank : 10;
}

/* The number of the lowest bit of a set that is not empty. */
static inline uint32_t crib_lowest(uint64_t set)
{
#ifdef __GNUC__
    return (uint32_t)__builtin_ctzll(set);
#else
    uint32_t bit = 0;
    for (; (set & 1) == 0; set >>= 1) {
        bit++;
    }
    return bit;
#endif
}

/*
 * The points of the last card of a pile of valid ranks whose count is `count`, packed as cribscore.h says.
 * A pile has four bits for each rank, the last card in the lowest bits.
 */
static inline uint32_t crib_peg_points(uint64_t pile, uint32_t count)
{
    const uint32_t rank = (uint32_t)(pile & 15);
    uint32_t packed = (uint32_t)(count == 15) | (uint32_t)(count == CRIB_FULL) << 1;
    if ((pile >> 4 & 15) == rank) { /* then there is no run */
        const uint32_t three = (pile >> 8 & 15) == rank, fourth = (pile >> 12 & 15) == rank;
        return packed | (1 + three + (three & fourth)) << 2;
    }
    uint32_t seen = 1U << rank, low = rank, high = rank, run = 0;
    pile >>= 4;
    for (uint32_t length = 2; length <= CRIB_LONGEST_RUN; length++, pile >>= 4) {
        const uint32_t next = (uint32_t)(pile & 15);
        if (next == 0 || (seen >> next & 1) != 0) {
            break;
        }
        seen |= 1U << next;
        low = next < low ? next : low;
        high = next > high ? next : high;
        if (high - low >= CRIB_LONGEST_RUN) {
            break;
        }
        if (high - low == length - 1 && length >= 3) {
            run = length;
        }
    }
    return packed | run << 4;
}

static inline uint32_t crib_peg_total(uint32_t packed)
{
    const uint32_t pairs = packed >> 2 & 3; /* 0, 2, 6 or 12 points */
    return 2 * (packed & 1) + (packed & 2) + pairs * (pairs + 1) + (packed >> 4 & 7) + (packed >> 7 & 1);
}

/* ---------------------------------------------------------------- kernels (crib_kernel_*.c) */

enum {
    CRIB_LANES = 32,  /* rows that a kernel scores at once */
    CRIB_BLOCK = 512, /* rows that are transposed into columns at once; they fit into the level 1 cache */
    CRIB_GROUP = 128  /* numbers that are copied into bytes before it is known whether each fits a byte */
};

/* Copies CRIB_GROUP adjacent numbers into bytes; returns not 0 if one of them is not 0 to 255. */
typedef uint64_t crib_copier(const uint8_t *restrict from, uint8_t *restrict to);

/*
 * The functions of a kernel.
 *
 * `hands` and `grids` score `count` rows, a multiple of CRIB_LANES, and return the number of rows before
 * the first invalid one. Cards and results are in columns: column[i][r] is card i of row r. The results are
 * one column of totals or, if `wanted` says so, one column for each part or line. Of the other options they
 * know CRIB_AS_CRIB, CRIB_PARTIAL, and CRIB_EACH: then column[5] says which hands are cribs. The bytes may
 * change while they are read; no value of them causes a look-up outside a table.
 */
typedef struct crib_kernel_code {
    const char *name;
    int64_t (*hands)(const uint8_t *const column[6], int64_t count, int wanted, uint8_t *const result[5]);
    int64_t (*grids)(const uint8_t *const column[17], int64_t count, int wanted, uint8_t *const result[8]);
    /*
     * The points of the eight lines of one grid of different cards. NULL if it is quicker to score them one
     * after the other.
     */
    uint32_t (*lines)(const uint8_t cells[16], uint8_t starter);
    /*
     * `split` transposes rows of `width` adjacent bytes, `step` bytes apart, into columns, and returns the
     * number of columns it has written. `join` transposes columns of results into rows, and returns the
     * number of rows it has written. Again `count` is a multiple of CRIB_LANES. The caller copies the rest
     * byte by byte, and everything if `join` is NULL.
     */
    int (*split)(int width, const uint8_t *rows, int64_t step, int64_t count, uint8_t (*column)[CRIB_BLOCK]);
    int64_t (*join)(int width, uint8_t (*column)[CRIB_BLOCK], int64_t count, uint8_t *rows);
    /* For numbers of 2, 4 and 8 bytes, whose lowest eight bits are the lowest or the highest as they are loaded. */
    crib_copier *copiers[2][3];
} crib_kernel_code;

extern const crib_kernel_code crib_portable_code;
#if defined(__x86_64__) && defined(__GNUC__) /* not clang-cl: its headers hide AVX */
#define CRIB_X86_KERNELS 1
extern const crib_kernel_code crib_avx2_code, crib_avx512_code;
#endif

/* ---------------------------------------------------------------- the choice of a kernel (crib_dispatch.c) */

/* Returns the functions of a kernel, or NULL if the build does not have it or the CPU cannot run it. */
const crib_kernel_code *crib_code(int kernel);

#endif
