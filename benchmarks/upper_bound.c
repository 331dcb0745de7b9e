/*
 * Bounds the mean final score of all players of Cribbage Squares that do not peep.
 *
 * docs/background/upper-bound.md has the argument. The value of a line is its points, averaged over the cards that
 * are unseen when it becomes full, less the penalties of the cards that came while it was open. With all seventeen
 * cards known this is one number for each four of the sixteen cards, and the best grid is found by exhaustive
 * search.
 */
#include "crib_values.h"

#include <math.h>
#include <string.h>

enum {
    ALL = 0xFFFF,
    SETS = ALL + 1,
    CELLS = 16,
    STAGES = 8, /* two cards each */
    RANKS = 13,
    SIZES = 4,
    LEFT = 5,
    DESCENTS = 12, /* before a search */
    FEWER = 4,     /* to learn */
    BETWEEN = 50   /* deals between two tables of the mean */
};

/* ---------------------------------------------------------------- penalties */

/*
 * What a card is worth to an open line, for each rank: by cards placed and the ranks of the line; and the sum over
 * the cards of the line, by cards placed, cards of the line, and the rank of the one. And what it is worth more if it
 * has the suit of a line of one suit, by cards placed, cards of the line, and unseen cards of the suit.
 */
typedef struct bound_table {
    float rank[STAGES][CRIB_OPENS][RANKS];
    float pair[CELLS][SIZES][RANKS][LEFT][RANKS];
    float suit[CELLS][SIZES][14];
    float growth[CELLS][SIZES];
} bound_table;

/* What is learned, the sums of squares that give each number its rate, and the mean of the last tables. */
typedef struct bound_learner {
    bound_table table, squares, mean;
    uint64_t tables; /* how many it is the mean of */
} bound_learner;

enum { NUMBERS = sizeof(bound_table) / sizeof(float) };

/* A deal: what was unseen before each card came, and what the lines of its cards are. */
typedef struct bound_deal {
    uint8_t card[17];
    double share[17][RANKS],
        suits[17][4]; /* the shares of the unseen cards by rank and suit, with so many placed */
    uint8_t left[17][4], ranks[17][RANKS]; /* the unseen cards by suit and rank */
} bound_deal;

static void read_deal(bound_deal *deal, const uint8_t card[17])
{
    uint32_t rank[RANKS], suit[4] = {13, 13, 13, 13};
    memcpy(deal->card, card, 17);
    for (int i = 0; i < RANKS; i++) {
        rank[i] = 4;
    }
    for (uint32_t placed = 0; placed < 17; placed++) {
        const double all = 52 - placed;
        for (int i = 0; i < RANKS; i++) {
            deal->share[placed][i] = rank[i] / all;
            deal->ranks[placed][i] = (uint8_t)rank[i];
        }
        for (int i = 0; i < 4; i++) {
            deal->suits[placed][i] = suit[i] / all;
            deal->left[placed][i] = (uint8_t)suit[i];
        }
        rank[card[placed] >> 2]--;
        suit[card[placed] & 3]--;
    }
}

/* A line with fewer than four cards. */
typedef struct open_line {
    crib_line line;
    uint8_t rank[4];
    uint8_t jacks; /* the suits of its jacks */
} open_line;

static const open_line empty = {.line = {.suit = CRIB_MIXED}};

static open_line grown(const crib_values *values, open_line open, uint32_t card)
{
    crib_line *const line = &open.line;
    line->ranks = values->grown[line->ranks][card >> 2];
    line->suit = line->count == 0 || line->suit == (card & 3) ? card & 3 : CRIB_MIXED;
    open.rank[line->count++] = (uint8_t)(card >> 2);
    open.jacks |= card >> 2 == CRIB_JACK >> 2 ? (uint8_t)(1U << (card & 3)) : 0;
    return open;
}

/* By how much the table of the player values a line more with a card of each rank; the suits are left out. */
static void growths(const crib_values *values, const bound_deal *deal, crib_line line, uint32_t placed,
                    float growth[RANKS])
{
    for (int rank = 0; rank < RANKS; rank++) {
        const uint32_t ranks = values->grown[line.ranks][rank];
        double points = 0;
        if (line.count < 3) {
            points = values->weight.line[placed + 1][line.count == 0][ranks] / 256.0;
        }
        for (int starter = 0; starter < RANKS && line.count == 3; starter++) {
            points += values->full[ranks][starter] * deal->share[placed][starter];
        }
        growth[rank] = (float)points;
    }
}

/* What the card of a place in the deal is worth to a line, less the mean over the cards that were unseen then. */
static double penalty(const crib_values *values, const bound_table *table, const bound_deal *deal,
                      const open_line *open, uint32_t placed)
{
    const crib_line line = open->line;
    const uint32_t card = deal->card[placed];
    float worth[RANKS], growth[RANKS];
    double mean = 0;
    growths(values, deal, line, placed, growth);
    memcpy(worth, table->rank[placed / 2][line.ranks], sizeof worth);
    for (int i = 0; i < line.count; i++) {
        for (int rank = 0; rank < RANKS; rank++) {
            const uint32_t left = deal->ranks[placed][rank];
            worth[rank] += table->pair[placed][line.count][open->rank[i]][left][rank];
        }
    }
    for (int i = 0; i < RANKS; i++) {
        worth[i] += table->growth[placed][line.count] * growth[i];
        mean += (double)worth[i] * deal->share[placed][i];
    }
    double result = (double)worth[card >> 2] - mean;
    if (line.count > 0 && line.suit != CRIB_MIXED) {
        const double more = (double)table->suit[placed][line.count][deal->left[placed][line.suit]];
        result += more * ((line.suit == (card & 3)) - deal->suits[placed][line.suit]);
    }
    return result;
}

/* Move numbers along the slope of a penalty. Their rate falls with the sum of the squares of the slopes so far. */
static void move(float *number, float *squares, const float *slope, uint32_t count, float rate)
{
    for (uint32_t i = 0; i < count; i++) {
        *squares += slope[i] * slope[i];
    }
    for (uint32_t i = 0; i < count; i++) {
        number[i] += rate * slope[i] / sqrtf(*squares + 1);
    }
}

/* Raise the penalty of a line of the best grid. */
static void change(bound_learner *learner, const crib_values *values, const bound_deal *deal,
                   const open_line *open, uint32_t placed, float rate, int all)
{
    bound_table *const table = &learner->table, *const squares = &learner->squares;
    const crib_line line = open->line;
    const uint32_t card = deal->card[placed], stage = placed / 2;
    float slope[RANKS], growth[RANKS], more_growth = 0;
    growths(values, deal, line, placed, growth);
    for (uint32_t i = 0; i < RANKS; i++) {
        slope[i] = (float)((i == card >> 2) - deal->share[placed][i]);
        more_growth += slope[i] * growth[i];
    }
    move(&table->growth[placed][line.count], &squares->growth[placed][line.count], &more_growth, 1, rate);
    if (!all) {
        return;
    }
    move(table->rank[stage][line.ranks], squares->rank[stage][line.ranks], slope, RANKS, rate);
    for (int i = 0; i < line.count; i++) {
        const uint32_t one = open->rank[i];
        float *const squared = &squares->pair[placed][line.count][one][0][0];
        for (uint32_t j = 0; j < RANKS; j++) {
            *squared += slope[j] * slope[j];
        }
        for (uint32_t j = 0; j < RANKS; j++) {
            table->pair[placed][line.count][one][deal->ranks[placed][j]][j] +=
                rate * slope[j] / sqrtf(*squared + 1);
        }
    }
    if (line.count > 0 && line.suit != CRIB_MIXED) {
        const uint32_t left = deal->left[placed][line.suit];
        const float more = (float)((line.suit == (card & 3)) - deal->suits[placed][line.suit]);
        move(&table->suit[placed][line.count][left], &squares->suit[placed][line.count][left], &more, 1,
             rate);
    }
}

/* ---------------------------------------------------------------- lines */

/* The points of a full line, averaged over the cards that are unseen with so many placed. */
static double points(const crib_values *values, const bound_deal *deal, const open_line *full,
                     uint32_t placed)
{
    const crib_line line = full->line;
    double mean = 0;
    for (int i = 0; i < RANKS; i++) {
        mean += values->full[line.ranks][i] * deal->share[placed][i];
    }
    for (uint32_t suit = 0; suit < 4; suit++) {
        mean += (full->jacks >> suit & 1) != 0 ? deal->suits[placed][suit] : 0;
    }
    return line.suit == CRIB_MIXED ? mean : mean + 4 + deal->suits[placed][line.suit];
}

/* Set the values of all lines that hold these cards and others from `next` on. `so_far`: less the penalties. */
static void extend(const bound_deal *deal, const crib_values *values, const bound_table *table,
                   const open_line *line, uint32_t set, uint32_t next, double so_far, int32_t value[SETS])
{
    for (uint32_t i = next; i < CELLS; i++) {
        so_far -= penalty(values, table, deal, line, i);
        const open_line more = grown(values, *line, deal->card[i]);
        if (more.line.count == 4) {
            const double made = so_far + points(values, deal, &more, i + 1);
            value[set | 1U << i] = (int32_t)ceil(made * CRIB_UNIT); /* up: the bound stays one */
        } else {
            extend(deal, values, table, &more, set | 1U << i, i + 1, so_far, value);
        }
    }
}

/* Learn from the cards of one line of the best grid. */
static void learn_line(bound_learner *learner, const bound_deal *deal, const crib_values *values,
                       uint32_t set, float rate, int all)
{
    open_line line = empty;
    for (uint32_t i = 0; line.line.count < 4; i++) {
        change(learner, values, deal, &line, i, rate, all);
        if ((set >> i & 1) != 0) {
            line = grown(values, line, deal->card[i]);
        }
    }
}

/* ---------------------------------------------------------------- the best grid */

static inline uint32_t lowest(uint32_t set)
{
    return set & (0U - set);
}

static inline int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static void split(uint32_t set, uint32_t *bits)
{
    for (; set != 0; set &= set - 1) {
        *bits++ = lowest(set);
    }
}

/* The best two lines of eight cards. */
static int32_t best_two(const int32_t *value, uint32_t set)
{
    uint32_t card[8];
    int32_t most = INT32_MIN;
    split(set, card);
    for (int b = 1; b < 6; b++) {
        for (int c = b + 1; c < 7; c++) {
            const uint32_t three = card[0] | card[b] | card[c];
            for (int d = c + 1; d < 8; d++) {
                most = larger(most, value[three | card[d]] + value[set ^ (three | card[d])]);
            }
        }
    }
    return most;
}

static void fill_eights(int32_t *value)
{
    for (uint32_t set = 0xFF; set <= ALL;) {
        value[set] = best_two(value, set);
        const uint32_t low = lowest(set), carried = set + low; /* the next larger one with eight bits */
        set = carried | (((set ^ carried) >> 2) / low);
    }
}

/* The ways to take two of the four cards of a row. */
static void pairs_of(uint32_t row, uint32_t pair[6])
{
    uint32_t card[4];
    split(row, card);
    pair[0] = card[0] | card[1];
    pair[1] = card[0] | card[2];
    pair[2] = card[0] | card[3];
    pair[3] = row ^ pair[0];
    pair[4] = row ^ pair[1];
    pair[5] = row ^ pair[2];
}

/* The best two columns of eight cards, two of each row. */
static int32_t two_columns(const int32_t *value, uint32_t set, const uint32_t rows[4], uint32_t *column)
{
    uint32_t low[4];
    int32_t most = INT32_MIN;
    for (int i = 0; i < 4; i++) {
        low[i] = lowest(set & rows[i]);
    }
    for (uint32_t way = 0; way < 8; way++) {
        uint32_t one = low[0];
        for (int i = 1; i < 4; i++) {
            one |= (way >> (i - 1) & 1) != 0 ? (set & rows[i]) ^ low[i] : low[i];
        }
        const int32_t both = value[one] + value[set ^ one];
        if (both > most) {
            most = both;
            *column = one;
        }
    }
    return most;
}

/* The best columns across four rows if they are worth more than `least`; else `least`. */
static int32_t best_columns(const int32_t *value, const uint32_t rows[4], int32_t least, uint32_t columns[4])
{
    uint32_t pair[4][6];
    for (int i = 0; i < 4; i++) {
        pairs_of(rows[i], pair[i]);
    }
    /* The two columns that hold the first and the second card of the first row. */
    for (int b = 0; b < 6; b++) {
        for (int c = 0; c < 6; c++) {
            const uint32_t three = pair[0][0] | pair[1][b] | pair[2][c];
            for (int d = 0; d < 6; d++) {
                const uint32_t set = three | pair[3][d];
                if (value[set] + value[ALL ^ set] > least) {
                    uint32_t one = 0, other = 0;
                    const int32_t all =
                        two_columns(value, set, rows, &one) + two_columns(value, ALL ^ set, rows, &other);
                    if (all > least) {
                        least = all;
                        columns[0] = one;
                        columns[1] = set ^ one;
                        columns[2] = other;
                        columns[3] = ALL ^ set ^ other;
                    }
                }
            }
        }
    }
    return least;
}

/* A grid: the sets of its rows and columns, and its value. */
typedef struct bound_grid {
    uint32_t line[8];
    int32_t value;
} bound_grid;

static int32_t sum_of(const int32_t *value, const uint32_t lines[4])
{
    return value[lines[0]] + value[lines[1]] + value[lines[2]] + value[lines[3]];
}

static void keep(bound_grid *best, const uint32_t rows[4], const uint32_t columns[4], int32_t value)
{
    if (value > best->value) {
        memcpy(best->line, rows, 4 * sizeof *rows);
        memcpy(best->line + 4, columns, 4 * sizeof *columns);
        best->value = value;
    }
}

/* From random rows: the best columns, the best rows across them, and so on. */
static void descend(const int32_t *value, uint64_t *random, bound_grid *best)
{
    uint8_t order[16];
    uint32_t lines[2][4] = {{0}};
    for (uint8_t i = 0; i < 16; i++) {
        order[i] = i;
    }
    crib_shuffle(random, order, 16, 16);
    for (uint32_t i = 0; i < 16; i++) {
        lines[0][i / 4] |= 1U << order[i];
        lines[1][i % 4] |= 1U << order[i];
    }
    int32_t now = sum_of(value, lines[1]) - 1;
    for (int side = 0, still = 0; still < 2; side = 1 - side) {
        const int32_t found = best_columns(value, lines[side], now, lines[1 - side]);
        still = found > now ? 0 : still + 1;
        now = sum_of(value, lines[side]);
        keep(best, lines[0], lines[1], sum_of(value, lines[0]) + sum_of(value, lines[1]));
    }
}

/* A good grid, often the best. */
static void good_grid(const int32_t *value, int descents, uint64_t *random, bound_grid *best)
{
    best->value = INT32_MIN / 2;
    for (int i = 0; i < descents; i++) {
        descend(value, random, best);
    }
}

/* One first row and the most that four rows with it are worth. */
typedef struct first_row {
    uint32_t row;
    int32_t bound;
} first_row;

/* Find the best grid: the rows are worth at least half. Ascending loops list each set of rows once. */
static void best_grid(const int32_t *value, uint64_t *random, bound_grid *best)
{
    first_row first[455];
    uint32_t count = 0;
    good_grid(value, DESCENTS, random, best);
    for (uint32_t b = 1; b < 14; b++) {
        for (uint32_t c = b + 1; c < 15; c++) {
            for (uint32_t d = c + 1; d < 16; d++) {
                const uint32_t row = 1U | 1U << b | 1U << c | 1U << d, rest = ALL ^ row;
                uint32_t card[12];
                int32_t most = INT32_MIN / 2;
                split(rest, card);
                for (int j = 1; j < 10; j++) {
                    for (int k = j + 1; k < 11; k++) {
                        for (int l = k + 1; l < 12; l++) {
                            const uint32_t second = card[0] | card[j] | card[k] | card[l];
                            most = larger(most, value[second] + value[rest ^ second]);
                        }
                    }
                }
                most += value[row];
                uint32_t at = count++;
                for (; at > 0 && first[at - 1].bound < most; at--) {
                    first[at] = first[at - 1];
                }
                first[at] = (first_row){row, most};
            }
        }
    }
    for (uint32_t i = 0; i < count && 2 * first[i].bound > best->value; i++) {
        uint32_t rows[4] = {first[i].row}, columns[4], card[12], four[8];
        const uint32_t rest = ALL ^ rows[0];
        split(rest, card);
        for (int j = 1; j < 10; j++) {
            for (int k = j + 1; k < 11; k++) {
                for (int l = k + 1; l < 12; l++) {
                    rows[1] = card[0] | card[j] | card[k] | card[l];
                    const uint32_t eight = rest ^ rows[1];
                    const int32_t two = value[rows[0]] + value[rows[1]];
                    if (2 * (two + value[eight]) <= best->value) {
                        continue;
                    }
                    split(eight, four);
                    for (int b = 1; b < 6; b++) {
                        for (int c = b + 1; c < 7; c++) {
                            for (int d = c + 1; d < 8; d++) {
                                rows[2] = four[0] | four[b] | four[c] | four[d];
                                rows[3] = eight ^ rows[2];
                                const int32_t made = two + value[rows[2]] + value[rows[3]];
                                if (2 * made > best->value) {
                                    const int32_t more =
                                        best_columns(value, rows, best->value - made, columns);
                                    keep(best, rows, columns, made + more);
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/* ---------------------------------------------------------------- for Python */

uint32_t bound_learner_size(void)
{
    return sizeof(bound_learner);
}

/* The table that the bound uses. */
bound_table *bound_penalties(bound_learner *learner)
{
    return &learner->mean;
}

/*
 * Learn from deals of 17 cards: all numbers or only those for the growth of lines. If `average` says so, the mean
 * of the tables counts those from now on.
 */
void bound_learn(const crib_values *values, bound_learner *learner, const uint8_t *cards, int64_t deals,
                 float rate, int all, int average)
{
    static bound_deal deal;
    static int32_t value[SETS];
    uint64_t random = 1;
    for (int64_t i = 0; i < deals; i++) {
        bound_grid best;
        read_deal(&deal, cards + 17 * i);
        extend(&deal, values, &learner->table, &empty, 0, 0, 0.0, value);
        fill_eights(value);
        good_grid(value, FEWER, &random, &best);
        for (int line = 0; line < 8; line++) {
            learn_line(learner, &deal, values, best.line[line], rate, all);
        }
        if (average && i % BETWEEN == 0) {
            const float *const now = &learner->table.rank[0][0][0];
            float *const mean = &learner->mean.rank[0][0][0];
            learner->tables++;
            for (uint32_t j = 0; j < NUMBERS; j++) {
                mean[j] += (now[j] - mean[j]) / (float)learner->tables;
            }
        }
    }
}

/* Set the value of each four of the first sixteen cards of a deal, as a line: a set of bits is its index. */
void bound_lines(const crib_values *values, const bound_learner *learner, const uint8_t cards[17],
                 int32_t value[SETS])
{
    static bound_deal deal;
    read_deal(&deal, cards);
    extend(&deal, values, &learner->mean, &empty, 0, 0, 0.0, value);
}

/* The value of the best grid of lines with these values. Sets the values of eight cards. */
int32_t bound_best(int32_t value[SETS], uint32_t lines[8])
{
    uint64_t random = 1;
    bound_grid best;
    fill_eights(value);
    best_grid(value, &random, &best);
    memcpy(lines, best.line, sizeof best.line);
    return best.value;
}
