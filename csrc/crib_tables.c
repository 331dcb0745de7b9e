/* The constant tables that more than one file of the core looks up. */
#include "crib_impl.h"

/* ---------------------------------------------------------------- orders */

const uint8_t crib_order[24][4] = {
    {0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1},
    {1, 0, 2, 3}, {1, 0, 3, 2}, {1, 2, 0, 3}, {1, 2, 3, 0}, {1, 3, 0, 2}, {1, 3, 2, 0},
    {2, 0, 1, 3}, {2, 0, 3, 1}, {2, 1, 0, 3}, {2, 1, 3, 0}, {2, 3, 0, 1}, {2, 3, 1, 0},
    {3, 0, 1, 2}, {3, 0, 2, 1}, {3, 1, 0, 2}, {3, 1, 2, 0}, {3, 2, 0, 1}, {3, 2, 1, 0},
};

/* ---------------------------------------------------------------- pairs and runs */

/*
 * The pairs and runs of five ranks in order, looked up from the gaps between neighbours.
 *
 * The middle card of five has two cards on either side. All that a side adds to pairs and runs lies
 * in two gaps: the outer (between its two cards) and the inner (to the middle card), each of them 0,
 * 1 or "2 or more". They make eight kinds of sides; two cards of one rank next to the middle are:
 */
enum {
    NOTHING,   /* nothing that counts (2 2, and 1 2) */
    PAIR,      /* a pair that touches nothing (0 2) */
    NEXT,      /* the inner card is next to the middle, the outer apart (2 1) */
    NEXT_NEXT, /* both, one after the other (1 1) */
    NEXT_PAIR, /* a pair next to the middle (0 1) */
    TWIN,      /* the inner card is the middle's twin, the outer apart (2 0) */
    TWIN_NEXT, /* the inner card is its twin, the outer next to them (1 0) */
    TWINS      /* both are twins of the middle (0 0) */
};

/* The kind of a side, at 4 * outer gap + inner gap. */
const uint8_t crib_side[16] = {
    [0] = TWINS,     [1] = NEXT_PAIR, [2] = PAIR,    /* outer gap 0 */
    [4] = TWIN_NEXT, [5] = NEXT_NEXT, [6] = NOTHING, /* 1 */
    [8] = TWIN,      [9] = NEXT,      [10] = NOTHING /* 2 or more */
};

/* E(points for pairs, points for runs) at 8 * one side's kind + the other's. Five twins do not exist. */
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
