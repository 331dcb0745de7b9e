/* Constant tables that several files of the core use. */
#include "crib_impl.h"

/* ---------------------------------------------------------------- permutations */

const uint8_t crib_order[24][4] = {
    {0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1},
    {1, 0, 2, 3}, {1, 0, 3, 2}, {1, 2, 0, 3}, {1, 2, 3, 0}, {1, 3, 0, 2}, {1, 3, 2, 0},
    {2, 0, 1, 3}, {2, 0, 3, 1}, {2, 1, 0, 3}, {2, 1, 3, 0}, {2, 3, 0, 1}, {2, 3, 1, 0},
    {3, 0, 1, 2}, {3, 0, 2, 1}, {3, 1, 0, 2}, {3, 1, 2, 0}, {3, 2, 0, 1}, {3, 2, 1, 0},
};

/* ---------------------------------------------------------------- pairs and runs */

/*
 * Points for the pairs and runs of five sorted ranks, indexed by the gaps between neighbours.
 *
 * The middle card of the five has two cards on each side. What a side adds to pairs and runs depends only
 * on its two gaps: the outer gap (between its two cards) and the inner gap (between the inner card and the
 * middle card). Each gap is 0, 1 or "2 or more". That gives eight kinds of sides; the numbers in
 * parentheses are the outer and the inner gap, and 2 means 2 or more.
 */
enum {
    NOTHING,   /* no pair and no neighbour of the middle card (2 2, and 1 2) */
    PAIR,      /* a pair that is not next to the middle card (0 2) */
    NEXT,      /* the inner card is next in rank to the middle card, the outer is not (2 1) */
    NEXT_NEXT, /* both cards continue the sequence from the middle card (1 1) */
    NEXT_PAIR, /* a pair that is next in rank to the middle card (0 1) */
    TWIN,      /* the inner card has the rank of the middle card, the outer is not next to it (2 0) */
    TWIN_NEXT, /* the inner card has the rank of the middle card, the outer is next in rank (1 0) */
    TWINS      /* both cards have the rank of the middle card (0 0) */
};

/* The kind of a side. The index is 4 * outer gap + inner gap. */
const uint8_t crib_side[16] = {
    [0] = TWINS,     [1] = NEXT_PAIR, [2] = PAIR,    /* outer gap 0 */
    [4] = TWIN_NEXT, [5] = NEXT_NEXT, [6] = NOTHING, /* 1 */
    [8] = TWIN,      [9] = NEXT,      [10] = NOTHING /* 2 or more */
};

/* E(pairs, runs) in points. The index is 8 * kind of one side + kind of the other. Five of a rank do not exist. */
#define SIDES(E)                                                                                             \
    E(0, 0), E(2, 0), E(0, 0), E(0, 3), E(2, 0), E(2, 0), E(2, 0), E(6, 0),       /* NOTHING */              \
        E(2, 0), E(4, 0), E(2, 0), E(2, 3), E(4, 0), E(4, 0), E(4, 0), E(8, 0),   /* PAIR */                 \
        E(0, 0), E(2, 0), E(0, 3), E(0, 4), E(2, 6), E(2, 0), E(2, 6), E(6, 0),   /* NEXT */                 \
        E(0, 3), E(2, 3), E(0, 4), E(0, 5), E(2, 8), E(2, 6), E(2, 8), E(6, 9),   /* NEXT_NEXT */            \
        E(2, 0), E(4, 0), E(2, 6), E(2, 8), E(4, 12), E(4, 0), E(4, 12), E(8, 0), /* NEXT_PAIR */            \
        E(2, 0), E(4, 0), E(2, 0), E(2, 6), E(4, 0), E(6, 0), E(6, 0), E(12, 0),  /* TWIN */                 \
        E(2, 0), E(4, 0), E(2, 6), E(2, 8), E(4, 12), E(6, 0), E(6, 9), E(12, 0), /* TWIN_NEXT */            \
        E(6, 0), E(8, 0), E(6, 0), E(6, 9), E(8, 0), E(12, 0), E(12, 0), E(0, 0), /* TWINS */
#define PAIRS(pairs, runs)  pairs
#define RUNS(pairs, runs)   runs
#define POINTS(pairs, runs) ((pairs) + (runs))

const uint8_t crib_side_pairs[64] = {SIDES(PAIRS)};
const uint8_t crib_side_runs[64] = {SIDES(RUNS)};
const uint8_t crib_side_points[64] = {SIDES(POINTS)};
