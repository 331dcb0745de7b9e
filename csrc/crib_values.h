/* The internal header of the player: positions of Cribbage Squares and their values. */
#ifndef CRIB_VALUES_H
#define CRIB_VALUES_H

#include "crib_impl.h"

#ifdef __GNUC__
#define CRIB_APART __attribute__((noinline))
#else
#define CRIB_APART
#endif

enum {
    CRIB_RANKS = 13,
    CRIB_ROOM = 16, /* a row of a table with an item for each rank, filled up with zeros */
    CRIB_OPENS = 560,
    CRIB_FULLS = 1820,
    CRIB_PAIRS = CRIB_OPENS * (CRIB_OPENS + 1) / 2,
    CRIB_SHAPES =
        8548,        /* sets of cells, of which those that rotations and reflections make equal count once */
    CRIB_HEIGHT = 5, /* cards that a pile holds */
    CRIB_MIXED = 4   /* the suit of a line without cards or with cards of several suits */
};

/* A value is a number of points in units of 1/4096, a weight in units of 1/256. */
enum { CRIB_UNIT = 4096, CRIB_WEIGHT = 16 };
#define CRIB_NEVER INT32_MIN /* stands for the value of a move that is not legal */

/* ---------------------------------------------------------------- the tables */

/*
 * The weights; crib_values.c says what each means. All are int16_t, so that the whole is an array of them.
 * `pile`, `top` and `buried` are used where there are piles; a table for rules without them ends before.
 */
typedef struct crib_weights {
    int16_t line[17][2][CRIB_OPENS];          /* cards placed; whether of one suit; ranks */
    int16_t flush[17][4][14];                 /* cards placed; cards of the line; unseen cards of its suit */
    int16_t crossing[3][CRIB_PAIRS];          /* stage; ranks of the row and the column of an empty cell */
    int16_t parallel[CRIB_PAIRS];             /* ranks of two rows or of two columns */
    int16_t shape[CRIB_SHAPES];               /* which cells are filled */
    int16_t deck[9][CRIB_OPENS][CRIB_ROOM];   /* cards placed, by two; ranks; by rank of the unseen cards */
    int16_t pile[17][72];                     /* cards placed; what crib_beside says of the piles */
    int16_t top[9][CRIB_OPENS][CRIB_ROOM];    /* the same for the top cards of the piles */
    int16_t buried[9][CRIB_OPENS][CRIB_ROOM]; /* and for those below them */
} crib_weights;

enum { CRIB_WEIGHTS = sizeof(crib_weights) / 2 };

struct crib_values {
    crib_weights weight;
    int16_t full[CRIB_FULLS]
                [CRIB_ROOM]; /* the points of four ranks with a starter of each rank, without suits */
    uint16_t grown[CRIB_OPENS][CRIB_RANKS]; /* the ranks of a line when one is added */
    uint16_t shape[1 << 16];                /* the number of a set of cells */
    uint64_t inverse[64];                   /* to divide by the number of unseen cards */
};

/* ---------------------------------------------------------------- positions */

/* A row or a column. */
typedef struct crib_line {
    uint16_t ranks; /* the number of its ranks: below CRIB_OPENS, or below CRIB_FULLS if it has four cards */
    uint8_t count, suit;
} crib_line;

/* Which game is played. */
typedef struct crib_rules {
    uint8_t adjacency, piles, waste;
} crib_rules;

/* What a player sees, without the card to place. */
typedef struct crib_board {
    crib_line line[8]; /* four rows, four columns */
    uint64_t unseen;   /* the cards that can still come */
    uint16_t occupied; /* the cells that hold a card */
    uint8_t placed;
    uint8_t jacks; /* the suits of the jacks placed */
    uint8_t left;  /* the number of unseen cards; by rank; by suit */
    uint8_t left_of_rank[CRIB_RANKS], left_of_suit[4];
    uint8_t height[2], pile[2][CRIB_HEIGHT];
    uint8_t waiting; /* a card that is face up while one of a pile is placed, or CRIB_NONE */
} crib_board;

/* A move of a game in which the cards come one at a time. */
typedef struct crib_choice {
    uint8_t from; /* CRIB_NONE for the card face up, else the pile whose top card is placed */
    uint8_t to;   /* a cell, or 16 and 17 for a pile */
} crib_choice;

enum { CRIB_TO_PILE = 16 };

/* The number of a pair of numbers of ranks, in either order: below CRIB_PAIRS. */
static inline uint32_t crib_pair(uint32_t a, uint32_t b)
{
    return a < b ? b * (b + 1) / 2 + a : a * (a + 1) / 2 + b;
}

/* Which table of crossing lines a position uses. */
static inline uint32_t crib_stage(uint32_t placed)
{
    return (placed > 5 ? 1U : 0) + (placed > 10 ? 1U : 0);
}

/* A number for whether a card waits and for the heights of the piles, in either order. */
static inline uint32_t crib_beside(const crib_board *board)
{
    const uint32_t a = board->height[0], b = board->height[1];
    return (board->waiting != CRIB_NONE ? 36U : 0) + (a < b ? 6 * b + a : 6 * a + b);
}

void crib_board_start(crib_board *board);

/* Take an unseen card out of the unseen ones, for it was turned up. */
static inline void crib_see(crib_board *board, uint32_t card)
{
    board->unseen &= ~(UINT64_C(1) << card);
    board->left--;
    board->left_of_rank[card >> 2]--;
    board->left_of_suit[card & 3]--;
}

/* Put a card that was seen into an empty cell. */
void crib_put(const crib_values *values, crib_board *board, uint32_t card, uint32_t cell);

/* Read the rules of a position; and all of it, which no other thread may change. Return CRIB_OK or an error code. */
int crib_read_rules(const crib_position *position, crib_rules *rules);
int crib_read_position(const crib_values *values, const crib_position *position, crib_rules *rules,
                       crib_board *board);

/* The cells that a card may be placed in, as a set. */
uint32_t crib_open_cells(const crib_rules *rules, uint32_t occupied);

/* The value of a position: what the final score is expected to be. */
int32_t crib_value(const crib_values *values, const crib_rules *rules, const crib_board *board);

/*
 * The values of the positions in which a card that was seen is in each of the empty cells: value[cell] is set
 * for these.
 */
void crib_weigh(const crib_values *values, const crib_rules *rules, const crib_board *board, uint32_t card,
                int32_t value[16]);

/* The same with the top card of a pile in each of them, while this card, face up, waits. */
void crib_weigh_top(const crib_values *values, const crib_rules *rules, const crib_board *board,
                    uint32_t pile, uint32_t card, int32_t value[16]);

/* The final score of a full grid. */
uint32_t crib_final(const crib_values *values, const crib_board *board, uint32_t starter);

/*
 * The value of the best move with this card, and the move. Of several moves it is the first: cells in order,
 * then piles, then cards of piles.
 */
int32_t crib_best_move(const crib_values *values, const crib_rules *rules, const crib_board *board,
                       uint32_t card, crib_choice *choice);

/*
 * Make a move with the card that is face up. Returns whether that card is still face up, since one of a pile
 * was placed.
 */
int crib_make(const crib_values *values, crib_board *board, uint32_t card, crib_choice choice);

/* ---------------------------------------------------------------- random numbers */

/* The next number of SplitMix64. */
static inline uint64_t crib_next(uint64_t *state)
{
    return crib_mix(*state += CRIB_GAMMA);
}

/* Shuffle the first `count` of `cards` cards. */
void crib_shuffle(uint64_t *state, uint8_t *card, uint32_t cards, uint32_t count);

#endif
