/*
 * cribscore: score cribbage hands and Cribbage Squares grids from C.
 *
 * A card is one byte, 4 * (rank - 1) + suit: rank 1 (ace) to 13 (king), suit clubs 0,
 * diamonds 1, hearts 2, spades 3. So AC is 0, AD is 1, 5H is 18 and KS is 51.
 * CRIB_NONE stands for a card that is not there.
 *
 * Nothing here allocates, keeps state or calls back. Every function may be called from any number
 * of threads at once, takes any bytes whatever, and reads and writes only what its text names. In turn
 * no pointer is NULL, no count is negative, and what is written lies apart from what is read. A text
 * that is returned lives as long as the program.
 *
 *     cmake -S csrc -B build && cmake --build build      builds build/libcrib.a
 *
 * docs/background/rules.md states the rules that are scored.
 */
#ifndef CRIBSCORE_H
#define CRIBSCORE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- words and answers */

enum {
    CRIB_NONE = 255 /* a place without a card: an empty cell, a starter not yet turned */
};

enum {
    CRIB_OK = 0,
    CRIB_ERR_CARD = 1,  /* a byte that is neither a card (0 to 51) nor CRIB_NONE */
    CRIB_ERR_TWICE = 2, /* a card that is there twice */
    CRIB_ERR_COUNT = 3  /* too few cards for the places to fill, or too many */
};

/* ---------------------------------------------------------------- one hand */

/* The points of one hand, part by part, and which cards make the fifteens. */
typedef struct crib_score {
    uint32_t fifteen_mask; /* bit s is set when the cards of subset s add up to fifteen; subset s
                              holds the card in position i when bit i of s is set */
    uint8_t total;         /* the sum of the five parts, 0 to 29 */
    uint8_t fifteens;      /* 2 for each fifteen */
    uint8_t pairs;         /* 2 for each pair */
    uint8_t runs;          /* the longest run's length, for each choice of cards that make it */
    uint8_t flush;         /* 0, 4 or 5 */
    uint8_t nobs;          /* 0 or 1 */
} crib_score;

/*
 * Score the hand cards[0] to cards[3] with the starter cards[4]. Any of them may be CRIB_NONE: then
 * the cards that are there are scored, without a flush while one of the four hand cards is missing.
 * A true `crib` scores a crib, in which four cards of one suit are no flush without the starter.
 *
 * Returns CRIB_OK, or an error with *score all zero.
 */
int crib_score_hand(const uint8_t cards[5], int crib, crib_score *score);

/* ---------------------------------------------------------------- one grid */

/* The points of a grid line by line: rows 0 to 3 from the top, then columns from the left. */
typedef struct crib_grid_score {
    crib_score lines[8];
    uint8_t heels; /* 2 when the starter is a jack, once for the whole grid */
    uint8_t total; /* the eight lines and the heels */
} crib_grid_score;

/*
 * Score the grid cells[0] to cells[15], row by row, with the starter cells[16]. Any of them may be
 * CRIB_NONE, and each line then scores as crib_score_hand says.
 *
 * Returns CRIB_OK, or an error with *score all zero.
 */
int crib_score_grid(const uint8_t cells[17], crib_grid_score *score);

/* ---------------------------------------------------------------- scores packed into a word */

/*
 * The same for a binding that must not spend time on structures. A packed score is a number below
 * 2^14 that can index a table: from bit 0 up, the points for fifteens halved (4 bits), for pairs halved
 * (3) and for runs (4), then 0, 1 or 2 for a flush of 0, 4 or 5 (2) and nobs (1).
 */
#define CRIB_INVALID 0xFFFFFFFFU /* in place of a packed score: the hand is not valid */

/*
 * Score the hand in `key`: from bit 0 up, five fields of six bits (the hand's four cards and the
 * starter; 63 where there is no card), then one bit that is set for a crib.
 *
 * Returns the packed score, or CRIB_INVALID.
 */
uint32_t crib_pack_hand(uint32_t key);

/*
 * Score a grid as crib_score_grid does, into eight packed scores, rows then columns, without heels.
 *
 * Returns CRIB_OK, or an error with packed[] all zero.
 */
int crib_pack_grid(const uint8_t cells[17], uint32_t packed[8]);

/* ---------------------------------------------------------------- the build and its kernels */

/* The version of this library, such as "1.2.3". */
const char *crib_version(void);

/*
 * The kernels that score many at a time. A function that takes one returns CRIB_ERR_KERNEL for a
 * kernel that this CPU or this build does not have.
 */
enum {
    CRIB_BEST = 0, /* whichever of the others is the fastest here */
    CRIB_PORTABLE = 1,
    CRIB_AVX2 = 2,
    CRIB_AVX512 = 3, /* with VL, BW and VBMI: Ice Lake, Zen 4 and later */
    CRIB_KERNELS = 4 /* kernels are numbered below this */
};
enum { CRIB_ERR_KERNEL = -1 };

/* The kernel that CRIB_BEST stands for here, the kernel itself where it runs here, or CRIB_ERR_KERNEL. */
int crib_kernel(int kernel);

/* "portable", "avx2" or "avx512"; "best" for CRIB_BEST; NULL for any other number. */
const char *crib_kernel_name(int kernel);

/* ---------------------------------------------------------------- many hands and grids */

/*
 * Many hands or grids lie in memory by steps of bytes: card i of row r is
 * cards[r * row_step + i * card_step], and its starter is starters[r * starter_step]. So rows of five
 * bytes with the starter last have steps of 5, 1 and 5, and starters = cards + 4; a starter_step of 0
 * is one starter for all; a step may be negative.
 */

/* What crib_score_hands is asked for, bits to be ORed. */
enum {
    CRIB_AS_CRIB = 1, /* score the hands as cribs */
    CRIB_PARTS = 2    /* write five bytes a hand, not one: fifteens, pairs, runs, flush, nobs */
};

/*
 * Score `count` hands of four cards and a starter into one byte each at `scores`, or five. No card may
 * be missing.
 *
 * Returns `count`, or the number of the first row that holds what is no card or a card twice: then
 * `scores` holds nothing of use, but nothing is ever written outside its `count` (or five times
 * `count`) bytes. The bytes read may change during the call; then each score is that of some hand.
 */
int64_t crib_score_hands(int kernel, const uint8_t *cards, int64_t row_step, int64_t card_step,
                         const uint8_t *starters, int64_t starter_step, int64_t count, int wanted,
                         uint8_t *scores);

/* What crib_score_grids is asked for. */
enum {
    CRIB_LINES = 4 /* write eight bytes a grid, not one: the four rows, then the four columns */
};

/*
 * Score `count` full grids of sixteen cells, row by row, and a starter into one byte each at `scores`
 * (the total, heels included), or eight. As crib_score_hands in all else.
 */
int64_t crib_score_grids(int kernel, const uint8_t *cards, int64_t row_step, int64_t card_step,
                         const uint8_t *starters, int64_t starter_step, int64_t count, int wanted,
                         uint8_t *scores);

/* ---------------------------------------------------------------- the count of all hands */

/*
 * Count how many of the 12,994,800 choices of a hand and a starter score 0, 1, ... 29: as hands or, with a
 * true `crib`, as cribs.
 *
 * Returns CRIB_OK, or CRIB_ERR_KERNEL with counts[] all zero.
 */
int crib_hand_counts(int kernel, int crib, int64_t counts[30]);

/* ---------------------------------------------------------------- the best placement */

/*
 * A search for the placement with the largest total, in memory that the caller provides:
 * crib_search_size() bytes, aligned as for a uint64_t, which crib_search_start sets up. It holds no
 * pointers; a copy is a search of its own. One thread at a time may use it.
 *
 *     crib_placement found;
 *     crib_search *search = malloc(crib_search_size());
 *     if (search != NULL && crib_search_start(search, board, cards, count) == CRIB_OK) {
 *         while (!crib_search_step(search, 1000000)) {
 *             ... show progress, look at the clock, give up
 *         }
 *         crib_search_found(search, &found);
 *     }
 *     free(search);
 */
typedef struct crib_search crib_search;

/* The best that a search has found yet. */
typedef struct crib_placement {
    uint8_t cells[17]; /* the grid row by row, then the starter */
    uint8_t total;     /* its total */
    uint8_t bound;     /* no placement has a larger total; equal to `total` when the search is over */
    uint64_t nodes;    /* partitions of the cards into rows that were looked at, in whole or in part */
} crib_placement;

/* How many bytes a search takes. */
uint32_t crib_search_size(void);

/*
 * Begin a search. The cards of board[0] to board[15] stay where they are; where board[] holds
 * CRIB_NONE the `count` cards of cards[] are placed, in every way. They are as many as board[] has
 * places without a card: when the starter board[16] is CRIB_NONE, any of them may be the starter.
 *
 * Returns CRIB_OK, or an error and the search is over.
 */
int crib_search_start(crib_search *search, const uint8_t board[17], const uint8_t *cards, uint32_t count);

/*
 * Search on, for about `work` times ten nanoseconds; `work` is above 0. How the search is cut into steps
 * makes no difference to what it finds.
 *
 * Returns 1 when it is over, else 0.
 */
int crib_search_step(crib_search *search, uint64_t work);

/* Tell the best found yet; before the first step that is nothing, with a total of 0. */
void crib_search_found(const crib_search *search, crib_placement *found);

/* ---------------------------------------------------------------- the largest total of all */

/*
 * An exhaustive search of all grids whose starter has a given rank, in memory of
 * crib_maximum_size() bytes as for a crib_search. docs/background/maximum.md has the proof.
 */
typedef struct crib_maximum crib_maximum;

/* What such a search has found yet; when it is over, that is all there is. */
typedef struct crib_largest {
    uint8_t bound;     /* no grid has a larger total, by the first and simplest bound */
    uint8_t total;     /* the largest total found, of `target` or more; 0 when there is none */
    uint32_t boards;   /* how many grids have it, up to symmetry; no more than 256 are kept */
    uint64_t row_sets; /* sets of four rows of ranks that were tried */
    uint64_t grids;    /* grids of ranks whose suits were looked into */
    uint64_t suits;    /* choices of suits, in whole or in part */
} crib_largest;

/* How many bytes the search takes. */
uint32_t crib_maximum_size(void);

/*
 * Begin to search for the grids with the largest total, if that is `target` or more, with a starter
 * of rank 1 (ace) to 13 (king). When `exactly` is true, search for one grid whose total is `target`.
 *
 * Returns CRIB_OK; or CRIB_ERR_CARD for no such rank or a target above 255, and the search is over.
 */
int crib_maximum_start(crib_maximum *maximum, uint32_t starter_rank, uint32_t target, int exactly);

/*
 * Search on, as crib_search_step does. Returns 1 when it is over, else 0. For a target far below the
 * largest total that may be never in practice; each step is short all the same.
 */
int crib_maximum_step(crib_maximum *maximum, uint64_t work);

/* Tell what was found yet. */
void crib_maximum_found(const crib_maximum *maximum, crib_largest *found);

/*
 * Give one of the boards found, counted from 0: the grid and the starter, always a heart. Boards
 * that differ in the order of rows and of columns, in rows and columns exchanged and in the names of
 * the suits are one.
 *
 * Returns CRIB_OK, or CRIB_ERR_COUNT when there is no such board.
 */
int crib_maximum_board(const crib_maximum *maximum, uint32_t index, uint8_t cells[17]);

#ifdef __cplusplus
}
#endif

#endif
