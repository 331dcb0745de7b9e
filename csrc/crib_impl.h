/* Internal to the core: what its files share. A program includes cribscore.h alone. */
#ifndef CRIB_IMPL_H
#define CRIB_IMPL_H

#include "cribscore.h"

/* ---------------------------------------------------------------- one hand (crib_hand.c) */

enum {
    CRIB_DECK = 52,  /* cards; an index below this is a card */
    CRIB_FIELD = 63, /* CRIB_NONE in six bits, which is all of a card that the kernels read */
    CRIB_JACK = 40   /* the jack of clubs; the other jacks follow it */
};

/*
 * Read `count` bytes, each once, into six-bit fields. CRIB_OK when they are cards, each there once,
 * or CRIB_NONE; an error otherwise.
 */
int crib_fields(const uint8_t *bytes, uint8_t *field, int count);

/* The score of five fields that crib_fields has passed: four hand cards and the starter. */
crib_score crib_five(const uint8_t field[5], int crib);

/* A score in one word, as cribscore.h lays it out. */
static inline uint32_t crib_pack(crib_score score)
{
    return (uint32_t)score.fifteens >> 1 | (uint32_t)score.pairs >> 1 << 4 | (uint32_t)score.runs << 7 |
           ((uint32_t)score.flush + 3) >> 2 << 11 | (uint32_t)score.nobs << 13;
}

/* ---------------------------------------------------------------- tables (crib_tables.c) */

/* The 24 orders of four things. */
extern const uint8_t crib_order[24][4];

/* The pairs and runs of five ranks in order: crib_tables.c says how these are looked up. */
extern const uint8_t crib_side[16], crib_side_pairs[64], crib_side_runs[64], crib_side_points[64];

/* ---------------------------------------------------------------- kernels (crib_kernel_*.c) */

enum {
    CRIB_LANES = 32, /* rows that a kernel scores at a time */
    CRIB_BLOCK = 512 /* rows that are brought into columns at a time: they stay in the first cache */
};

/*
 * A kernel scores rows that lie in columns, a multiple of CRIB_LANES of them, and returns how many
 * rows stand before the first bad one. Its results are columns too: one of totals or, where they are
 * wanted, one for each part or line. The bytes may change while it reads them: whatever they are, it
 * looks nothing up outside its tables.
 */
typedef struct crib_kernel_code {
    const char *name;
    int64_t (*hands)(const uint8_t *const column[5], int64_t count, int wanted, uint8_t *const result[5]);
    int64_t (*grids)(const uint8_t *const column[17], int64_t count, int wanted, uint8_t *const result[8]);
    /*
     * Bring rows that are `width` bytes in a piece, `step` bytes apart, into columns, and join columns of
     * results into rows: again a multiple of CRIB_LANES rows. They return the number of columns brought,
     * and of rows joined; what they leave, and where `join` is NULL, is done a byte at a time.
     */
    int (*split)(int width, const uint8_t *rows, int64_t step, int64_t count, uint8_t (*column)[CRIB_BLOCK]);
    int64_t (*join)(int width, uint8_t (*column)[CRIB_BLOCK], int64_t count, uint8_t *rows);
} crib_kernel_code;

extern const crib_kernel_code crib_portable_code;
#if defined(__x86_64__) && defined(__GNUC__) /* so not by clang-cl, whose headers keep AVX back */
#define CRIB_X86_KERNELS 1
extern const crib_kernel_code crib_avx2_code, crib_avx512_code;
#endif

/* ---------------------------------------------------------------- the choice of a kernel (crib_dispatch.c) */

/* The code of a kernel that runs here, or NULL. */
const crib_kernel_code *crib_code(int kernel);

#endif
