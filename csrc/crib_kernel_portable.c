/*
 * The kernel in plain C, for any CPU and compiler. Its loops go over the lanes (rows) of a group, work on
 * bytes, have no branches and carry nothing from one lane to the next, so that a compiler can vectorize
 * them. Only the table look-ups are done one lane at a time.
 */
#define CRIB_TARGET
#include "crib_impl.h"
#include "crib_narrow.inc.h"

#include <stddef.h>

enum { LANES = CRIB_LANES };

static inline uint8_t least(uint8_t a, uint8_t b)
{
    return a < b ? a : b;
}

static inline uint8_t most(uint8_t a, uint8_t b)
{
    return a > b ? a : b;
}

static inline uint8_t same(uint8_t a, uint8_t b)
{
    return a == b;
}

/* Exchange two cards if they are not in ascending order. */
static inline void order(uint8_t *low, uint8_t *high)
{
    const uint8_t smaller = least(*low, *high);
    *high = most(*low, *high);
    *low = smaller;
}

/*
 * With `partial`, here and below, cards may be missing. The argument is constant in every call, so that the compiler
 * leaves out what is not needed.
 */

/* The value of a card; sixteen for a missing one, so that no fifteen contains it. */
static inline uint8_t worth(uint8_t card, int partial)
{
    const uint8_t value = (uint8_t)(least(card >> 2, 9) + 1);
    return partial ? (uint8_t)(value + 6 * same(card, CRIB_NONE)) : value;
}

/* The rank of the card at a place of five sorted ones. Missing cards have ranks far apart, so that they are no pairs. */
static inline uint8_t rank_at(uint8_t card, int place, int partial)
{
    return partial ? (uint8_t)((card >> 2) - 8 * (4 - place) * same(card, CRIB_NONE)) : card >> 2;
}

/* Whether two cards that are not missing are the same. */
static inline uint8_t twice(uint8_t a, uint8_t b)
{
    return same(a, b) & (1 ^ same(a, CRIB_NONE));
}

/* Whether a byte is not a card. */
static inline uint8_t above(uint8_t card)
{
    return card >= CRIB_DECK;
}

/* Whether a byte is neither a card nor, with `partial`, a missing one. */
static inline uint8_t no_card(uint8_t card, int partial)
{
    return partial ? above(card) & (1 ^ same(card, CRIB_NONE)) : above(card);
}

/* The number of fifteens of five values. Three cards make fifteen if the other two make the total minus 15. */
static inline uint8_t fifteens(uint8_t a, uint8_t b, uint8_t c, uint8_t d, uint8_t e)
{
    const uint8_t pair[10] = {
        (uint8_t)(a + b), (uint8_t)(a + c), (uint8_t)(a + d), (uint8_t)(a + e), (uint8_t)(b + c),
        (uint8_t)(b + d), (uint8_t)(b + e), (uint8_t)(c + d), (uint8_t)(c + e), (uint8_t)(d + e),
    };
    const uint8_t total = (uint8_t)(pair[0] + pair[7] + e), rest = (uint8_t)(total - 15);
    uint8_t found = same(total, 15);
    for (int i = 0; i < 10; i++) {
        found = (uint8_t)(found + same(pair[i], 15) + same(pair[i], rest));
    }
    return (uint8_t)(found + same(a, rest) + same(b, rest) + same(c, rest) + same(d, rest) + same(e, rest));
}

/* The results for a group of hands, one lane per hand: the gaps of both sides, and the parts that need no look-up. */
typedef struct group {
    uint8_t low_side[LANES], high_side[LANES]; /* 4 * outer gap + inner gap: the index for crib_side */
    uint8_t fifteens[LANES], flush[LANES], nobs[LANES];
    uint8_t bad[LANES];
} group;

/*
 * Score a group of hands. `cribs` says which of them are cribs; if it is NULL, `crib` says it of all. With `partial`
 * any card may be missing, but the hand is then bad unless it is the starter and `allowed` is not 0.
 */
static inline void score_group(const uint8_t *const restrict column[5], const uint8_t *restrict cribs,
                               uint8_t crib, int partial, int allowed, group *restrict g)
{
    const uint8_t *const restrict column0 = column[0], *const restrict column1 = column[1];
    const uint8_t *const restrict column2 = column[2], *const restrict column3 = column[3];
    const uint8_t *const restrict column4 = column[4];
    for (int i = 0; i < LANES; i++) {
        const uint8_t a = column0[i], b = column1[i], c = column2[i], d = column3[i], starter = column4[i];
        uint8_t s0 = a, s1 = b, s2 = c, s3 = d, s4 = starter;
        order(&s0, &s3);
        order(&s1, &s4);
        order(&s0, &s2);
        order(&s1, &s3);
        order(&s0, &s1);
        order(&s2, &s4);
        order(&s1, &s2);
        order(&s3, &s4);
        order(&s2, &s3);
        uint8_t bad = above(s4), gone = 0, starter_gone = 0;
        if (partial) {
            gone = same(a, CRIB_NONE) | same(b, CRIB_NONE) | same(c, CRIB_NONE) | same(d, CRIB_NONE);
            starter_gone = same(starter, CRIB_NONE);
            bad = above(s3) | no_card(starter, allowed) | (above(s4) & (1 ^ starter_gone));
        }
        g->bad[i] = (uint8_t)(bad | same(s0, s1) | same(s1, s2) | same(s2, s3) | same(s3, s4));
        const uint8_t r0 = rank_at(s0, 0, partial), r1 = rank_at(s1, 1, partial),
                      r2 = rank_at(s2, 2, partial), r3 = rank_at(s3, 3, partial), r4 = s4 >> 2;
        g->low_side[i] = (uint8_t)(4 * least((uint8_t)(r1 - r0), 2) + least((uint8_t)(r2 - r1), 2));
        g->high_side[i] = (uint8_t)(4 * least((uint8_t)(r4 - r3), 2) + least((uint8_t)(r3 - r2), 2));
        g->fifteens[i] = (uint8_t)(2 * fifteens(worth(a, partial), worth(b, partial), worth(c, partial),
                                                worth(d, partial), worth(starter, partial)));
        const uint8_t four = cribs == NULL ? (uint8_t)(4 * !crib) : (uint8_t)(4 * !cribs[i]);
        const uint8_t differ = (((a ^ b) | (a ^ c) | (a ^ d)) & 3) | gone;
        const uint8_t starter_differs = ((a ^ starter) & 3) | starter_gone;
        g->flush[i] =
            (uint8_t)(same(differ, 0) * four + same(differ | starter_differs, 0) * (uint8_t)(5 - four));
        /* Without the starter it is not a card. */
        const uint8_t jack = (uint8_t)((starter & 3) | CRIB_JACK | (starter_gone << 7));
        g->nobs[i] = same(a, jack) | same(b, jack) | same(c, jack) | same(d, jack);
    }
}

static inline int side_index(const group *g, int lane)
{
    return 8 * crib_side[g->low_side[lane] & 15] + crib_side[g->high_side[lane] & 15];
}

/* The number of lanes before the first invalid one. */
static inline int good_lanes(const uint8_t bad[LANES])
{
    uint8_t any = 0;
    for (int i = 0; i < LANES; i++) {
        any |= bad[i];
    }
    int good = LANES;
    if (any != 0) {
        good = 0;
        while (bad[good] == 0) {
            good++;
        }
    }
    return good;
}

static inline int64_t score_hands(const uint8_t *const column[6], int64_t count, int wanted, int flexible,
                                  uint8_t *const result[5])
{
    const uint8_t crib = (wanted & CRIB_AS_CRIB) != 0;
    const int each = (wanted & CRIB_EACH) != 0, partial = (wanted & CRIB_PARTIAL) != 0;
    for (int64_t row = 0; row < count; row += LANES) {
        const uint8_t *const at[5] = {column[0] + row, column[1] + row, column[2] + row, column[3] + row,
                                      column[4] + row};
        group g;
        if (flexible) {
            score_group(at, each ? column[5] + row : NULL, crib, 1, partial, &g);
        } else {
            score_group(at, NULL, crib, 0, 0, &g);
        }
        const int good = good_lanes(g.bad);
        if (good < LANES) {
            return row + good;
        }
        if ((wanted & CRIB_PARTS) != 0) {
            for (int i = 0; i < LANES; i++) {
                const int side = side_index(&g, i);
                result[0][row + i] = g.fifteens[i];
                result[1][row + i] = crib_side_pairs[side];
                result[2][row + i] = crib_side_runs[side];
                result[3][row + i] = g.flush[i];
                result[4][row + i] = g.nobs[i];
            }
        } else {
            for (int i = 0; i < LANES; i++) {
                const uint8_t sides = crib_side_points[side_index(&g, i)];
                result[0][row + i] = (uint8_t)(g.fifteens[i] + g.flush[i] + g.nobs[i] + sides);
            }
        }
    }
    return count;
}

static int64_t hands(const uint8_t *const column[6], int64_t count, int wanted, uint8_t *const result[5])
{
    /* A separate call for what is often asked for: see above. */
    return (wanted & (CRIB_EACH | CRIB_PARTIAL)) != 0 ? score_hands(column, count, wanted, 1, result)
                                                      : score_hands(column, count, wanted, 0, result);
}

/* Set bad[lane] where one of the seventeen cells (CRIB_LANES bytes each) is not a card or a card appears twice. */
static inline void mark_bad(const uint8_t *cells, int partial, uint8_t bad[LANES])
{
    for (int i = 0; i < 17; i++) {
        for (int lane = 0; lane < LANES; lane++) {
            const uint8_t cell = cells[i * LANES + lane];
            bad[lane] |= no_card(cell, partial);
        }
        for (int j = 0; j < i; j++) {
            for (int lane = 0; lane < LANES; lane++) {
                const uint8_t cell = cells[i * LANES + lane], other = cells[j * LANES + lane];
                bad[lane] |= partial ? twice(cell, other) : same(cell, other);
            }
        }
    }
}

static int64_t grids(const uint8_t *const column[17], int64_t count, int wanted, uint8_t *const result[8])
{
    const int partial = (wanted & CRIB_PARTIAL) != 0;
    for (int64_t row = 0; row < count; row += LANES) {
        uint8_t cells[17 * LANES], total[LANES], bad[LANES] = {0};
        const uint8_t *const starter = cells + INT64_C(16) * LANES;
        for (int i = 0; i < 17; i++) {
            for (int lane = 0; lane < LANES; lane++) {
                cells[i * LANES + lane] = column[i][row + lane];
            }
        }
        if (partial) {
            mark_bad(cells, 1, bad);
        } else {
            mark_bad(cells, 0, bad);
        }
        const int good = good_lanes(bad);
        if (good < LANES) {
            return row + good;
        }
        for (int lane = 0; lane < LANES; lane++) {
            total[lane] = (uint8_t)(2 * same(starter[lane] >> 2, CRIB_JACK >> 2));
        }
        for (int line = 0; line < 8; line++) {
            const int64_t cell = line < 4 ? 4 * line : line - 4, step = line < 4 ? LANES : 4 * LANES;
            const uint8_t *const first = cells + LANES * cell;
            const uint8_t *const at[5] = {first, first + step, first + 2 * step, first + 3 * step, starter};
            group g;
            if (partial) {
                score_group(at, NULL, 0, 1, 1, &g);
            } else {
                score_group(at, NULL, 0, 0, 0, &g);
            }
            for (int lane = 0; lane < LANES; lane++) {
                const uint8_t sides = crib_side_points[side_index(&g, lane)];
                const uint8_t points = (uint8_t)(g.fifteens[lane] + g.flush[lane] + g.nobs[lane] + sides);
                total[lane] = (uint8_t)(total[lane] + points);
                if ((wanted & CRIB_LINES) != 0) {
                    result[line][row + lane] = points;
                }
            }
        }
        if ((wanted & CRIB_LINES) == 0) {
            for (int lane = 0; lane < LANES; lane++) {
                result[0][row + lane] = total[lane];
            }
        }
    }
    return count;
}

/* Copy rows of adjacent bytes into columns, row by row. */
static inline void move(int width, const uint8_t *rows, int64_t step, int64_t count,
                        uint8_t (*column)[CRIB_BLOCK])
{
    for (int64_t row = 0; row < count; row++) {
        for (int i = 0; i < width; i++) {
            column[i][row] = rows[row * step + i];
        }
    }
}

static int split(int width, const uint8_t *rows, int64_t step, int64_t count, uint8_t (*column)[CRIB_BLOCK])
{
    /* A separate call for each width, so that the compiler knows the width. */
    if (width == 5) {
        move(5, rows, step, count, column);
    } else if (width == 4) {
        move(4, rows, step, count, column);
    } else if (width >= 16) {
        move(16, rows, step, count, column);
        width = 16;
    } else {
        width = 0;
    }
    return width;
}

const crib_kernel_code crib_portable_code = {"portable", hands, grids, NULL, split, NULL, CRIB_COPIERS};
