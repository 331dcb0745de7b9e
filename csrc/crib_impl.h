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

/* ---------------------------------------------------------------- tables (crib_tables.c) */

/* The 24 permutations of 0, 1, 2, 3. */
extern const uint8_t crib_order[24][4];

/* Points for pairs and runs of five sorted ranks; crib_tables.c describes the indices. */
extern const uint8_t crib_side[16], crib_side_pairs[64], crib_side_runs[64], crib_side_points[64];

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
