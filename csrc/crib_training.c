/*
 * Trains the weights that value positions: self-play without exploration, temporal differences with lambda = 1/2.
 *
 * All numbers are whole, so that every machine makes the same weights. A weight is kept in units of 2^-20 points;
 * the values that choose the moves are made with the same weight rounded to 2^-8. Each weight has a rate of its
 * own, temporal coherence (Beal and Smith, 1999): the size of the sum of all its errors over the sum of their
 * sizes. A weight whose errors agree moves fast, one whose errors cancel out hardly moves.
 */
#include "crib_values.h"

#include "crib_impl.h"

#include <stddef.h>
#include <string.h>

enum {
    SHARE = 48,  /* the error is divided among about so many weights */
    FINE = 4096, /* the units of a kept weight in one unit of a rounded one */
    FULL_RATE = 256,
    MOST_SIZE = 1 << 30, /* errors are halved when the sum of their sizes reaches this */
    MOST_MOVES = 64
};

/* A weight, and the sums of its errors and of their sizes. */
typedef struct course {
    int32_t fine, sum, size;
} course;

/* The same for weights by rank, which have one rate. */
typedef struct row_course {
    int32_t fine[CRIB_RANKS], sum[CRIB_RANKS], size;
} row_course;

enum { SINGLES = offsetof(crib_weights, top) / 2, KINDS = 3 };

struct crib_training {
    crib_values values;
    course course[SINGLES];
    row_course row[KINDS][9][CRIB_OPENS]; /* of deck, top and buried */
    crib_rules rules;
    uint64_t random;
    uint32_t rate;
    int piles_only; /* whether only the weights of the piles change */
};

uint32_t crib_training_size(void)
{
    return sizeof(crib_training);
}

/* ---------------------------------------------------------------- the first weights */

/* How many cards the ranks with this number are. */
static int cards_of(int number)
{
    int size = 3;
    for (int c = 0, first = 0; c <= CRIB_RANKS; c++) {
        for (int b = 0; b <= c; b++) {
            for (int a = 0; a <= b; a++, first++) {
                if (first == number) {
                    size = (a > 0) + (b > 0) + (c > 0);
                }
            }
        }
    }
    return size;
}

/* The mean of the best `count` of the values, which are put in front. */
static int32_t best_of(int32_t value[CRIB_RANKS], int count)
{
    int32_t sum = 0;
    for (int i = 0; i < count; i++) {
        int best = i;
        for (int j = i + 1; j < CRIB_RANKS; j++) {
            best = value[j] > value[best] ? j : best;
        }
        const int32_t larger = value[best];
        value[best] = value[i];
        value[i] = larger;
        sum += larger;
    }
    return sum / count;
}

/*
 * What a line is worth to a player who is lucky: each card that comes is one of the best ranks for it. Set the
 * weights of all lines to that.
 */
static void first_weights(crib_weights *weight, const crib_values *values)
{
    enum { WANTED = 9 };
    int16_t *const worth = weight->line[0][0];
    for (int missing = 0; missing < 4; missing++) { /* of three cards */
        for (int number = 0; number < CRIB_OPENS; number++) {
            if (cards_of(number) != 3 - missing) {
                continue;
            }
            int32_t then[CRIB_RANKS];
            for (int rank = 0; rank < CRIB_RANKS; rank++) {
                const uint32_t next = values->grown[number][rank];
                then[rank] = worth[next];
                if (missing == 0) {
                    then[rank] = 0;
                    for (int starter = 0; starter < CRIB_RANKS; starter++) {
                        then[rank] += 256 * values->full[next][starter];
                    }
                    then[rank] /= CRIB_RANKS;
                }
            }
            worth[number] = (int16_t)best_of(then, WANTED);
        }
    }
    for (int placed = 0; placed < 17; placed++) {
        for (int one_suit = 0; one_suit < 2; one_suit++) {
            if (placed + one_suit > 0) {
                memcpy(weight->line[placed][one_suit], worth, sizeof weight->line[0][0]);
            }
        }
    }
}

/* The weights of the ranks, of one kind. */
static int16_t (*kind_of(crib_weights *weight, int kind)) [CRIB_OPENS][CRIB_ROOM] {
    if (kind == 0) {
        return weight->deck;
    }
    return kind == 1 ? weight->top : weight->buried;
}

int crib_training_start(crib_training *training, const uint8_t *weights, uint32_t size,
                        const crib_position *rules, int piles_only, uint64_t seed, uint32_t rate)
{
    const crib_position copy = *rules;
    if (crib_read_rules(&copy, &training->rules) != CRIB_OK || rate > FULL_RATE) {
        return CRIB_ERR_COUNT;
    }
    crib_values_start(&training->values, weights, size);
    if (size == 0) {
        first_weights(&training->values.weight, &training->values);
    }
    memset(training->course, 0, sizeof training->course);
    const int16_t *const weight = (const int16_t *)(const void *)&training->values.weight;
    memset(training->row, 0, sizeof training->row);
    for (uint32_t i = 0; i < SINGLES; i++) {
        training->course[i].fine = FINE * weight[i];
    }
    for (int kind = 0; kind < KINDS; kind++) {
        for (int stage = 0; stage < 9; stage++) {
            for (int ranks = 0; ranks < CRIB_OPENS; ranks++) {
                for (int rank = 0; rank < CRIB_RANKS; rank++) {
                    training->row[kind][stage][ranks].fine[rank] =
                        FINE * kind_of(&training->values.weight, kind)[stage][ranks][rank];
                }
            }
        }
    }
    training->random = seed;
    training->piles_only = piles_only;
    training->rate = rate;
    return CRIB_OK;
}

/* ---------------------------------------------------------------- learning */

/* The rate of a weight, where 2^24 is 1. */
static int64_t rate_of(const crib_training *training, uint32_t sum, uint32_t size)
{
    if (size == 0) {
        return (int64_t)training->rate << 16;
    }
    const int shift = 7 * ((size >= 1 << 16) + (size >= 1 << 23)); /* to divide numbers of sixteen bits */
    const uint32_t share = ((sum >> shift) << 16) / ((size >> shift) + 1);
    return (int64_t)training->rate * share;
}

/* Move a kept weight, and return it rounded. 2^12 units of an error and 2^20 of a kept weight are a point. */
static int16_t moved(int32_t *fine, int32_t error, int64_t rate)
{
    const int32_t most = FINE * INT16_MAX;
    int32_t then = *fine + (int32_t)(error * rate / ((int64_t)SHARE << 16));
    then = then > most ? most : then;
    then = then < -most ? -most : then;
    *fine = then;
    return (int16_t)((then + (INT16_MAX + 1) * FINE + FINE / 2) / FINE - (INT16_MAX + 1));
}

static uint32_t size_of(int32_t error)
{
    return (uint32_t)(error < 0 ? -error : error);
}

/* Move a weight by its share of an error, in units of a value. */
static void learn(crib_training *training, int16_t *weight, int32_t error)
{
    course *const past = &training->course[weight - (const int16_t *)(const void *)&training->values.weight];
    *weight = moved(&past->fine, error, rate_of(training, size_of(past->sum), (uint32_t)past->size));
    past->sum += error;
    past->size += (int32_t)size_of(error);
    if (past->size >= MOST_SIZE) {
        past->sum /= 2;
        past->size /= 2;
    }
}

/* The same for the weights of the ranks, each of which has a part in the value in sixteenths. */
static void learn_ranks(crib_training *training, int kind, int placed, int ranks, int32_t error,
                        const int32_t part[CRIB_RANKS])
{
    row_course *const past = &training->row[kind][placed / 2][ranks];
    int16_t *const weight = kind_of(&training->values.weight, kind)[placed / 2][ranks];
    uint32_t sum = 0;
    for (int rank = 0; rank < CRIB_RANKS; rank++) {
        sum += size_of(past->sum[rank]);
    }
    const int64_t rate = rate_of(training, sum, (uint32_t)past->size);
    for (int rank = 0; rank < CRIB_RANKS; rank++) {
        const int32_t one = error * part[rank] / 16;
        weight[rank] = moved(&past->fine[rank], one, rate);
        past->sum[rank] += one;
        past->size += (int32_t)size_of(one);
    }
    if (past->size >= MOST_SIZE) {
        for (int rank = 0; rank < CRIB_RANKS; rank++) {
            past->sum[rank] /= 2;
        }
        past->size /= 2;
    }
}

/* Move the weights of a line by its share of an error. */
static void learn_line(crib_training *training, const crib_board *board, crib_line line, int32_t error)
{
    crib_weights *const weight = &training->values.weight;
    const int one_suit = line.suit != CRIB_MIXED;
    int32_t beyond[CRIB_RANKS];
    for (int rank = 0; rank < CRIB_RANKS; rank++) {
        beyond[rank] = CRIB_RANKS * board->left_of_rank[rank] - board->left;
    }
    learn(training, &weight->line[board->placed][one_suit][line.ranks], error);
    if (one_suit) {
        learn(training, &weight->flush[board->placed][line.count][board->left_of_suit[line.suit]], error);
    }
    learn_ranks(training, 0, board->placed, line.ranks, error, beyond);
}

/* The same for the weights of pairs of lines and of the filled cells. */
static void learn_pairs(crib_training *training, const crib_board *board, int32_t error)
{
    crib_weights *const weight = &training->values.weight;
    const crib_line *const line = board->line;
    const uint32_t stage = crib_stage(board->placed);
    for (int cell = 0; cell < 16; cell++) {
        if ((board->occupied >> cell & 1) == 0) {
            const uint32_t pair = crib_pair(line[cell >> 2].ranks, line[4 + (cell & 3)].ranks);
            learn(training, &weight->crossing[stage][pair], error);
        }
    }
    for (int side = 0; side < 8; side += 4) {
        for (int i = side; i < side + 3; i++) {
            for (int j = i + 1; j < side + 4; j++) {
                if (line[i].count < 4 && line[j].count < 4) {
                    learn(training, &weight->parallel[crib_pair(line[i].ranks, line[j].ranks)], error);
                }
            }
        }
    }
    learn(training, &weight->shape[training->values.shape[board->occupied]], error);
}

/* The same for the weights of what lies beside the grid. */
static void learn_piles(crib_training *training, const crib_board *board, int32_t error)
{
    int32_t top[CRIB_RANKS] = {0}, buried[CRIB_RANKS] = {0};
    learn(training, &training->values.weight.pile[board->placed][crib_beside(board)], error);
    if (training->rules.waste) {
        return;
    }
    for (int pile = 0; pile < 2; pile++) {
        for (int i = 0; i < board->height[pile]; i++) {
            (i + 1 == board->height[pile] ? top : buried)[board->pile[pile][i] >> 2] += 16;
        }
    }
    if (board->waiting != CRIB_NONE) {
        top[board->waiting >> 2] += 16;
    }
    for (int i = 0; i < 8; i++) {
        if (board->line[i].count < 4) {
            learn_ranks(training, 1, board->placed, board->line[i].ranks, error, top);
            learn_ranks(training, 2, board->placed, board->line[i].ranks, error, buried);
        }
    }
}

/* Move the weights of a position towards an error: what the value should be, less what it is. */
static void learn_position(crib_training *training, const crib_board *board, int32_t error)
{
    if (training->rules.piles != 0) {
        learn_piles(training, board, error);
    }
    if (!training->piles_only) {
        for (int i = 0; i < 8; i++) {
            if (board->line[i].count < 4) {
                learn_line(training, board, board->line[i], error);
            }
        }
        learn_pairs(training, board, error);
    }
}

static void play(crib_training *training)
{
    const crib_rules *const rules = &training->rules;
    crib_board board, past[MOST_MOVES];
    int32_t value[MOST_MOVES];
    int moves = 0;
    uint8_t card[CRIB_DECK];
    for (uint8_t i = 0; i < (uint8_t)CRIB_DECK; i++) {
        card[i] = i;
    }
    crib_shuffle(&training->random, card, CRIB_DECK, 16U + CRIB_HEIGHT * (uint32_t)rules->piles);
    crib_board_start(&board);
    for (int next = 0; board.placed < 16;) {
        crib_choice choice;
        if (board.waiting == CRIB_NONE) {
            crib_see(&board, card[next]);
        }
        const uint8_t up = card[next];
        board.waiting = CRIB_NONE;
        value[moves] = crib_best_move(&training->values, rules, &board, up, &choice);
        if (crib_make(&training->values, &board, up, choice)) {
            board.waiting = up;
        } else {
            next++;
        }
        past[moves++] = board;
    }
    int32_t wanted = value[moves - 1];
    for (int move = moves - 2; move >= 0; move--) {
        wanted = (value[move + 1] + wanted) / 2;
        learn_position(training, &past[move], wanted - value[move]);
    }
}

void crib_training_step(crib_training *training, uint32_t games)
{
    while (games-- > 0) {
        play(training);
    }
}

void crib_training_weights(const crib_training *training, uint8_t *weights, uint32_t size)
{
    const int16_t *const weight = (const int16_t *)(const void *)&training->values.weight;
    for (uint32_t i = 0; i < CRIB_WEIGHTS && i < size / 2; i++) {
        const uint16_t word = (uint16_t)weight[i];
        weights[2 * (size_t)i] = (uint8_t)word;
        weights[2 * (size_t)i + 1] = (uint8_t)(word >> 8);
    }
}
