/*
 * cribscore: score cribbage hands and Cribbage Squares grids from C.
 *
 * A card is one byte, 4 * (rank - 1) + suit: rank 1 (ace) to 13 (king), suit clubs 0,
 * diamonds 1, hearts 2, spades 3. So AC is 0, AD is 1, 5H is 18 and KS is 51.
 * CRIB_NONE stands for a card that is not there.
 *
 * Nothing here allocates, keeps state or calls back. Every function may be called from any number
 * of threads at once, takes any bytes whatever, and reads and writes only what its text names.
 *
 *     cmake -S csrc -B build && cmake --build build      builds build/libcrib.a
 *
 * docs/rules.md states the rules that are scored.
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
    CRIB_ERR_CARD = 1, /* a byte that is neither a card (0 to 51) nor CRIB_NONE */
    CRIB_ERR_TWICE = 2 /* a card that is there twice */
};

/* The version of this library, such as "1.2.3". */
const char *crib_version(void);

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
 * The same for a binding that must not spend time on structures. A packed score holds, from bit 0
 * up, fifteens (5 bits), pairs (4), runs (4), flush (3) and nobs (1).
 */
#define CRIB_INVALID 0xFFFFFFFFu /* in place of a packed score: the hand is not valid */

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

#ifdef __cplusplus
}
#endif

#endif
