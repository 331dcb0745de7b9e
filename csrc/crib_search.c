/*
 * Finds the placement with the largest total, by exhaustive search with sound bounds.
 *
 * The sixteen cards of the grid, in ascending order, are the bits 0 to 15. So a hand is a set of four bits. The
 * rows are a partition of the sixteen cards into four hands, and so are the columns. Two partitions are the rows
 * and columns of a grid if each row has exactly one card in common with each column. Cards with a fixed cell only
 * restrict which hands can be a row and which a column: a row contains all fixed cards of one row of the board and
 * no other fixed cards.
 *
 * In the best grid either the rows or the columns make at least half of the points of the lines. So a pass
 * enumerates the partitions into rows that make at least half of what is needed, and finds the best columns for
 * each. A second pass with rows and columns exchanged is needed only if the fixed cards make rows and columns differ.
 */
#include "crib_impl.h"

#include <string.h>

enum {
    ALL = 0xFFFF, /* the sixteen cards */
    /* Stands for the points of a hand that cannot be a line. The points of four lines with it have a negative sum. */
    NO_LINE = -100,
    FIRST_ROWS = 455,   /* number of hands that contain card 0 */
    MOST = 8 * 29 + 2,  /* a bound that no grid exceeds */
    DESCENTS = 200,     /* number of local searches, if the starter is known */
    DESCENTS_EACH = 60, /* the same for each starter, if there are several */

    /* Estimated costs in tens of nanoseconds. They only determine the length of a step. */
    WORK_STARTER = 5000,
    WORK_DESCENT = 100,
    WORK_LIST = 50000,
    WORK_FIRST_ROW = 50,
    WORK_COLUMNS = 20,
    WORK_MATCHING = 50
};

enum { PREPARE, PROVE, OVER };

struct crib_search {
    /* Indexed by a set of cards, [0] for rows and [1] for columns. For a hand of four: its points, or NO_LINE if it
       cannot be a line. For eight cards without card 0: the most points that two lines of them make; this is set
       only for the side that the pass enumerates. */
    int8_t points[2][ALL + 1];
    uint16_t first[FIRST_ROWS];      /* the rows that contain card 0, largest bound first */
    uint8_t first_bound[FIRST_ROWS]; /* the most points that the rows of a partition with this row make */
    uint16_t count, next;            /* their number; the index of the next one */

    uint8_t board[16]; /* the fixed cards in their cells, CRIB_NONE elsewhere */
    /* The cards to place, ascending. If the starter is not fixed, one of them becomes the starter. */
    uint8_t loose[17], loose_count;
    uint8_t starters[17], starter_count; /* the possible starters */
    uint8_t bound[17];                   /* an upper bound for all grids with this starter */
    uint8_t found[17];                   /* the total that the local search found with this starter */

    uint8_t state;        /* PREPARE, PROVE or OVER */
    uint8_t turn;         /* the index of the starter */
    uint8_t pass;         /* 1 if rows and columns are exchanged, else 0 */
    uint8_t card[16];     /* the cards of the grid for this starter, ascending */
    uint16_t fixed[2][4]; /* the fixed cards of each row and of each column, as sets */
    uint8_t heels;

    uint8_t best[17], best_total, any; /* the best grid so far; whether there is one */
    uint64_t nodes;                    /* partitions into rows that were examined, complete or partial */
    uint64_t work;                     /* work done */
    uint64_t random;                   /* the state of next_random */
};

uint32_t crib_search_size(void)
{
    return (uint32_t)sizeof(crib_search);
}

/* ---------------------------------------------------------------- sets of cards */

static inline int larger(int a, int b)
{
    return a > b ? a : b;
}

static inline uint32_t lowest(uint32_t set)
{
    return set & (0U - set);
}

/* Split a set of `count` cards into sets of one card each, in ascending order. */
static inline void split(uint32_t set, uint32_t count, uint32_t *bits)
{
    for (uint32_t i = 0; i < count; i++) {
        bits[i] = lowest(set);
        set &= set - 1;
    }
}

#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12
/* The analyzer of GCC does not see that split() sets every card that is read here. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wanalyzer-use-of-uninitialized-value"
#endif

/* The hands of four cards in a set of cards, one after the other. */
typedef struct hands {
    uint32_t card[16], count; /* the cards of the set in ascending order, and how many there are */
    uint32_t at[4];           /* which of them the hand holds, in ascending order */
    uint32_t hand, three;     /* the hand as a set, and the same without its last card */
    int with_lowest;          /* whether all hands hold the lowest card of the set */
} hands;

/*
 * Begin with the hands in a set of `count` cards, four or more: all of them or, if with_lowest is true, those that
 * hold its lowest card. A compiler that knows the count makes a faster loop.
 */
static inline hands hands_of(uint32_t set, uint32_t count, int with_lowest)
{
    hands hands;
    hands.count = count;
    split(set, count, hands.card);
    hands.at[0] = 0;
    hands.at[1] = 1;
    hands.at[2] = hands.at[3] = 2;
    hands.three = hands.card[0] | hands.card[1] | hands.card[2];
    hands.with_lowest = with_lowest;
    return hands;
}

/* Take the next hand, in lexicographic order of its cards. Returns whether there is one. */
static inline int next_hand(hands *hands)
{
    if (++hands->at[3] == hands->count) {
        if (++hands->at[2] == hands->count - 1) {
            if (++hands->at[1] == hands->count - 2) {
                if (hands->with_lowest || ++hands->at[0] == hands->count - 3) {
                    return 0;
                }
                hands->at[1] = hands->at[0] + 1;
            }
            hands->at[2] = hands->at[1] + 1;
        }
        hands->at[3] = hands->at[2] + 1;
        hands->three = hands->card[hands->at[0]] | hands->card[hands->at[1]] | hands->card[hands->at[2]];
    }
    hands->hand = hands->three | hands->card[hands->at[3]];
    return 1;
}

#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12
#pragma GCC diagnostic pop
#endif

/* The index of a bit. */
static inline uint32_t place_of(uint32_t bit)
{
    uint32_t place = 0;
    while ((bit >>= 1) != 0) {
        place++;
    }
    return place;
}

/* ---------------------------------------------------------------- one starter */

/* Whether a hand can be a row (side 0) or a column (side 1): it contains all fixed cards of one, and no others. */
static int fits(const crib_search *search, int side, uint32_t all_fixed, uint32_t hand)
{
    for (int i = 0; i < 4; i++) {
        if ((hand & all_fixed) == search->fixed[side][i]) {
            return 1;
        }
    }
    return 0;
}

/* Score all hands of the grid's cards with a starter. Returns whether the same hands can be rows and columns. */
static int set_starter(crib_search *search, uint8_t starter)
{
    search->work += WORK_STARTER;
    uint32_t count = 0, all_fixed = 0;
    uint64_t present = 0;
    for (int i = 0; i < search->loose_count; i++) {
        present |= UINT64_C(1) << search->loose[i];
    }
    for (int i = 0; i < 16; i++) {
        if (search->board[i] != CRIB_NONE) {
            present |= UINT64_C(1) << search->board[i];
        }
    }
    present &= ~(UINT64_C(1) << starter);
    for (int card = 0; card < CRIB_DECK; card++) {
        if ((present >> card & 1) != 0) {
            search->card[count++] = (uint8_t)card;
        }
    }
    memset(search->fixed, 0, sizeof search->fixed);
    for (uint32_t i = 0; i < 16; i++) {
        for (uint32_t place = 0; place < 16; place++) {
            if (search->board[place] == search->card[i]) {
                search->fixed[0][place / 4] |= (uint16_t)(1U << i);
                search->fixed[1][place % 4] |= (uint16_t)(1U << i);
                all_fixed |= 1U << i;
            }
        }
    }
    search->heels = starter / 4 == CRIB_JACK / 4 ? 2 : 0;

    int alike = 1;
    uint8_t five[5] = {0, 0, 0, 0, starter};
    for (hands line = hands_of(ALL, 16, 0); next_hand(&line);) {
        for (int i = 0; i < 4; i++) {
            five[i] = search->card[line.at[i]];
        }
        int8_t points = (int8_t)crib_five(five, 0).total;
        int row = fits(search, 0, all_fixed, line.hand), column = fits(search, 1, all_fixed, line.hand);
        search->points[0][line.hand] = row ? points : NO_LINE;
        search->points[1][line.hand] = column ? points : NO_LINE;
        alike &= row == column;
    }
    return alike;
}

/* An upper bound for the points of four lines: each card counts as a quarter of the best line that contains it. */
static uint32_t lines_bound(const int8_t points[ALL + 1])
{
    int best[16];
    for (int i = 0; i < 16; i++) {
        best[i] = 0;
    }
    for (hands line = hands_of(ALL, 16, 0); next_hand(&line);) {
        int made = points[line.hand];
        for (int i = 0; i < 4; i++) {
            best[line.at[i]] = larger(made, best[line.at[i]]);
        }
    }
    int sum = 0;
    for (int i = 0; i < 16; i++) {
        sum += best[i];
    }
    return (uint32_t)sum / 4;
}

/* ---------------------------------------------------------------- the best grid so far */

/* Whether one grid is lexicographically smaller than another, row by row. */
static int reads_smaller(const uint8_t cells[16], const uint8_t others[16])
{
    return memcmp(cells, others, 16) < 0;
}

/*
 * Normalize a grid that has the fixed cards in their cells. Rows without fixed cards can be exchanged, and so can
 * such columns; if no card is fixed, rows can be exchanged with columns. Take the lexicographically smallest of
 * these grids.
 */
static void arrange(const crib_search *search, uint8_t cells[16])
{
    uint8_t smallest[16], from[16], tried[16];
    int64_t free_row[4];
    int free_column[4], rows_free = 0, columns_free = 0;
    for (int i = 0; i < 4; i++) {
        if (search->fixed[0][i] == 0) {
            free_row[rows_free++] = i;
        }
        if (search->fixed[1][i] == 0) {
            free_column[columns_free++] = i;
        }
    }
    memcpy(smallest, cells, 16);
    for (int turned = 0; turned < (rows_free == 4 ? 2 : 1); turned++) {
        for (int i = 0; i < 16; i++) {
            from[i] = turned ? cells[4 * (i % 4) + i / 4] : cells[i];
        }
        /* Each order of the free rows: digit i of `code`, in base 4, is the free row that moves to free row i. */
        for (int code = 0; code < 1 << 2 * rows_free; code++) {
            int used = 0;
            memcpy(tried, from, 16);
            for (int i = 0; i < rows_free; i++) {
                int which = code >> 2 * i & 3;
                used |= 1 << which;
                if (which < rows_free) {
                    memcpy(tried + 4 * free_row[i], from + 4 * free_row[which], 4);
                }
            }
            if (used != (1 << rows_free) - 1) {
                continue;
            }
            /* The smallest order of the free columns is the ascending order of their cards in the first row. */
            for (int i = 0; i < columns_free; i++) {
                for (int j = i + 1; j < columns_free; j++) {
                    int one = free_column[i], other = free_column[j];
                    int exchange = tried[one] > tried[other];
                    for (int at = 0; exchange && at < 16; at += 4) {
                        uint8_t kept = tried[at + one];
                        tried[at + one] = tried[at + other];
                        tried[at + other] = kept;
                    }
                }
            }
            if (reads_smaller(tried, smallest)) {
                memcpy(smallest, tried, 16);
            }
        }
    }
    memcpy(cells, smallest, 16);
}

/* Store a grid, given as the sets of its rows and columns, as the best so far. */
static void keep(crib_search *search, const uint32_t rows[4], const uint32_t columns[4], uint32_t lines)
{
    const uint32_t *sets[2] = {rows, columns};
    uint32_t at[2][4] = {{0}}, all_fixed = 0; /* the sets in the order of the board */
    for (int i = 0; i < 4; i++) {
        all_fixed |= search->fixed[0][i];
    }
    for (int side = 0; side < 2; side++) {
        uint32_t taken = 0;
        for (int i = 0; i < 4; i++) {
            for (uint32_t line = 0; line < 4; line++) {
                if ((taken >> line & 1) == 0 && (sets[side][i] & all_fixed) == search->fixed[side][line]) {
                    at[side][line] = sets[side][i];
                    taken |= 1U << line;
                    break;
                }
            }
        }
    }
    for (int i = 0; i < 16; i++) {
        search->best[i] = search->card[place_of(at[0][i / 4] & at[1][i % 4])];
    }
    arrange(search, search->best);
    search->best[16] = search->starters[search->turn];
    search->best_total = (uint8_t)(lines + search->heels);
    search->any = 1;
}

/* The points that the eight lines of a better grid must make at least. */
static int sought(const crib_search *search)
{
    return search->best_total + 1 - search->heels;
}

/* ---------------------------------------------------------------- local search */

/* xorshift64. The start value is fixed, so that the same cards always give the same grid. */
static uint32_t next_random(crib_search *search, uint32_t below)
{
    uint64_t x = search->random;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    search->random = x;
    return (uint32_t)((x >> 32) * below >> 32);
}

/* From a random placement, exchange two cards as long as that increases the total. Returns the points of the lines. */
static int descend(crib_search *search, uint32_t rows[4], uint32_t columns[4])
{
    const int8_t *row_points = search->points[0], *column_points = search->points[1];
    uint32_t cell[16], movable[16] = {0}, movables = 0, all_fixed = 0;
    for (uint32_t i = 0; i < 4; i++) {
        all_fixed |= search->fixed[0][i];
        rows[i] = columns[i] = 0;
    }
    for (uint32_t place = 0; place < 16; place++) {
        if (search->board[place] == CRIB_NONE) {
            movable[movables++] = place;
        } else {
            cell[place] = search->fixed[0][place / 4] & search->fixed[1][place % 4];
        }
    }
    uint32_t loose[16] = {0}, left = ALL & ~all_fixed;
    split(left, movables, loose);
    for (uint32_t i = 0; i < movables; i++) {
        uint32_t other = i + next_random(search, movables - i), bit = loose[other];
        loose[other] = loose[i];
        cell[movable[i]] = bit;
    }
    for (uint32_t place = 0; place < 16; place++) {
        rows[place / 4] |= cell[place];
        columns[place % 4] |= cell[place];
    }
    uint32_t pairs = movables * (movables - (movables > 0)) / 2, since = 0, i = 0, j = 1;
    while (since < pairs) {
        uint32_t one = movable[i], other = movable[j], both = cell[one] | cell[other];
        uint32_t *row = &rows[one / 4], *row2 = &rows[other / 4];
        uint32_t *column = &columns[one % 4], *column2 = &columns[other % 4];
        int gain = 0;
        if (row != row2) {
            gain += row_points[*row ^ both] + row_points[*row2 ^ both] - row_points[*row] - row_points[*row2];
        }
        if (column != column2) {
            gain += column_points[*column ^ both] + column_points[*column2 ^ both] - column_points[*column] -
                    column_points[*column2];
        }
        since++;
        if (gain > 0) {
            if (row != row2) {
                *row ^= both;
                *row2 ^= both;
            }
            if (column != column2) {
                *column ^= both;
                *column2 ^= both;
            }
            cell[one] ^= both;
            cell[other] ^= both;
            since = 0;
        }
        if (++j == movables) {
            i = i + 2 == movables ? 0 : i + 1;
            j = i + 1;
        }
    }
    int lines = 0;
    for (i = 0; i < 4; i++) {
        lines += row_points[rows[i]] + column_points[columns[i]];
    }
    return lines;
}

/* ---------------------------------------------------------------- columns across given rows */

/* The pairs of 0, 1, 2, 3. Pair k and pair 5 - k together contain all four. */
static const uint8_t pair[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

/* Whether four entries of a table, one in each row and column, can add up to `need`. Two quick bounds come first. */
static int can_match(const int8_t table[4][4], int need)
{
    int by_row = 0, by_column = 0;
    for (int i = 0; i < 4; i++) {
        by_row += larger(larger(table[i][0], table[i][1]), larger(table[i][2], table[i][3]));
        by_column += larger(larger(table[0][i], table[1][i]), larger(table[2][i], table[3][i]));
    }
    if (by_row < need || by_column < need) {
        return 0;
    }
    for (int k = 0; k < 24; k++) {
        const uint8_t *to = crib_order[k];
        if (table[0][to[0]] + table[1][to[1]] + table[2][to[2]] + table[3][to[3]] >= need) {
            return 1;
        }
    }
    return 0;
}

/*
 * For two columns whose cards in the first two rows are known: for each pair of cards of the third row and each pair
 * of the fourth, the most points that the columns make, and in which of the four ways.
 */
static void two_columns(const int8_t *one, const int8_t *other, int8_t most[6][6], uint8_t way[6][6])
{
    for (int c = 0; c < 6; c++) {
        for (int d = 0; d < 6; d++) {
            int best = 2 * NO_LINE - 1;
            for (uint8_t k = 0; k < 4; k++) {
                int c0 = pair[c][k & 1], c1 = pair[c][1 - (k & 1)], d0 = pair[d][k >> 1],
                    d1 = pair[d][1 - (k >> 1)];
                int sum = one[4 * c0 + d0] + other[4 * c1 + d1];
                if (sum > best) {
                    best = sum;
                    way[c][d] = k;
                }
            }
            most[c][d] = (int8_t)larger(best, NO_LINE);
        }
    }
}

/*
 * Find the columns that make the most points with these rows. Returns their points if these are `need` or more, and
 * -1 otherwise. `need` must not be negative.
 */
static int best_columns(crib_search *search, const int8_t *points, const uint32_t rows[4], int need,
                        uint32_t columns[4])
{
    uint32_t card[4][4];
    for (int i = 0; i < 4; i++) {
        split(rows[i], 4, card[i]);
    }
    /* All 256 columns; the best one for each two cards of the first two rows, and for each two of the other rows. */
    int8_t column[4][4][16], upper[4][4], lower[4][4];
    memset(lower, NO_LINE, sizeof lower);
    for (int a = 0; a < 4; a++) {
        for (int b = 0; b < 4; b++) {
            int8_t *made = column[a][b];
            int8_t most = NO_LINE;
            for (int c = 0; c < 4; c++) {
                uint32_t three = card[0][a] | card[1][b] | card[2][c];
                for (int d = 0; d < 4; d++) {
                    int8_t value = points[three | card[3][d]];
                    made[4 * c + d] = value;
                    most = value > most ? value : most;
                    lower[c][d] = value > lower[c][d] ? value : lower[c][d];
                }
            }
            upper[a][b] = most;
        }
    }
    if (!can_match((const int8_t (*)[4])upper, need) || !can_match((const int8_t (*)[4])lower, need)) {
        return -1;
    }
    int best = -1;
    for (int k = 0; k < 24; k++) {
        const uint8_t *to = crib_order[k];
        if (upper[0][to[0]] + upper[1][to[1]] + upper[2][to[2]] + upper[3][to[3]] < need) {
            continue;
        }
        int8_t left[6][6], right[6][6];
        uint8_t left_way[6][6], right_way[6][6];
        two_columns(column[0][to[0]], column[1][to[1]], left, left_way);
        two_columns(column[2][to[2]], column[3][to[3]], right, right_way);
        search->work += WORK_MATCHING;
        for (int c = 0; c < 6; c++) {
            for (int d = 0; d < 6; d++) {
                int sum = left[c][d] + right[5 - c][5 - d];
                if (sum < need) {
                    continue;
                }
                best = sum;
                need = sum + 1;
                for (int half = 0; half < 2; half++) {
                    const uint8_t *cs = pair[half ? 5 - c : c], *ds = pair[half ? 5 - d : d];
                    int way = half ? right_way[5 - c][5 - d] : left_way[c][d];
                    for (int i = 0; i < 2; i++) {
                        columns[2 * half + i] = card[0][2 * half + i] | card[1][to[2 * half + i]] |
                                                card[2][cs[i ^ (way & 1)]] | card[3][ds[i ^ (way >> 1)]];
                    }
                }
            }
        }
    }
    return best;
}

/* ---------------------------------------------------------------- the proof */

/* For each set of eight cards without card 0, find the most points that two lines of them make. */
static void fill_eights(int8_t points[ALL + 1])
{
    for (uint32_t set = 0xFF; set <= ALL;) {
        if ((set & 1) == 0) {
            int most = NO_LINE;
            for (hands one = hands_of(set, 8, 1); next_hand(&one);) {
                most = larger(most, points[one.hand] + points[set ^ one.hand]);
            }
            points[set] = (int8_t)most;
        }
        /* The next larger number with eight bits set. */
        uint32_t low = lowest(set), carried = set + low;
        set = carried | (((set ^ carried) >> 2) / low);
    }
}

/* List the rows that contain card 0 by their bound, largest first: the most points that four rows with them make. */
static void list_first_rows(crib_search *search, const int8_t *points)
{
    uint16_t row[FIRST_ROWS] = {0}, count = 0, starts[4 * 29 + 2] = {0};
    uint8_t bound[FIRST_ROWS] = {0};
    for (hands first = hands_of(ALL, 16, 1); next_hand(&first);) {
        if (points[first.hand] < 0) {
            continue;
        }
        uint32_t rest = ALL ^ first.hand;
        int most = 2 * NO_LINE;
        for (hands second = hands_of(rest, 12, 1); next_hand(&second);) {
            most = larger(most, points[second.hand] + points[rest ^ second.hand]);
        }
        most += points[first.hand];
        if (most >= 0) {
            bound[count] = (uint8_t)most;
            row[count++] = (uint16_t)first.hand;
            starts[4 * 29 - most + 1]++;
        }
    }
    for (int i = 1; i < 4 * 29 + 2; i++) {
        starts[i] = (uint16_t)(starts[i] + starts[i - 1]);
    }
    for (int i = 0; i < count; i++) {
        uint16_t at = starts[4 * 29 - bound[i]]++;
        search->first[at] = row[i];
        search->first_bound[at] = bound[i];
    }
    search->count = count;
    search->next = 0;
    search->work += WORK_LIST;
}

/* An upper bound for the grids that remain in this pass, whose rows make at least as much as their columns. */
static uint32_t pass_bound(const crib_search *search)
{
    return search->next == search->count ? 0 : 2U * search->first_bound[search->next] + search->heels;
}

/* Try all partitions whose first row is the next one in the list. */
static void prove_first_row(crib_search *search)
{
    const int8_t *points = search->points[search->pass], *across = search->points[1 - search->pass];
    uint32_t rows[4], columns[4];
    rows[0] = search->first[search->next];
    const uint32_t rest = ALL ^ rows[0];
    for (hands second = hands_of(rest, 12, 1); next_hand(&second);) {
        rows[1] = second.hand;
        const uint32_t eight = rest ^ rows[1];
        const int two = points[rows[0]] + points[rows[1]];
        search->nodes++;
        if (2 * (two + points[eight]) < sought(search)) {
            continue;
        }
        for (hands third = hands_of(eight, 8, 1); next_hand(&third);) {
            rows[2] = third.hand;
            rows[3] = eight ^ rows[2];
            const int made = two + points[rows[2]] + points[rows[3]];
            search->nodes++;
            if (2 * made < sought(search)) {
                continue;
            }
            search->work += WORK_COLUMNS;
            const int more = best_columns(search, across, rows, larger(sought(search) - made, 0), columns);
            if (more >= 0) {
                keep(search, search->pass ? columns : rows, search->pass ? rows : columns,
                     (uint32_t)(made + more));
            }
        }
    }
    search->next++;
    search->work += WORK_FIRST_ROW;
}

/* ---------------------------------------------------------------- step by step */

/* Search for good grids with a starter, and compute an upper bound for all its grids. */
static void prepare(crib_search *search)
{
    set_starter(search, search->starters[search->turn]);
    uint32_t rows[4], columns[4];
    int most = 0;
    for (int i = search->starter_count > 1 ? DESCENTS_EACH : DESCENTS; i > 0; i--) {
        int lines = descend(search, rows, columns);
        most = larger(most, lines);
        if (!search->any || lines >= sought(search)) {
            keep(search, rows, columns, (uint32_t)lines);
        }
        search->work += WORK_DESCENT;
    }
    search->found[search->turn] = (uint8_t)(most + search->heels);
    search->bound[search->turn] =
        (uint8_t)(lines_bound(search->points[0]) + lines_bound(search->points[1]) + search->heels);
}

/* Sort the starters by the total found, largest first; equal ones stay in ascending order. */
static void order_starters(crib_search *search)
{
    for (int i = 1; i < search->starter_count; i++) {
        uint8_t starter = search->starters[i], found = search->found[i], bound = search->bound[i];
        int j = i;
        for (; j > 0 && search->found[j - 1] < found; j--) {
            search->starters[j] = search->starters[j - 1];
            search->found[j] = search->found[j - 1];
            search->bound[j] = search->bound[j - 1];
        }
        search->starters[j] = starter;
        search->found[j] = found;
        search->bound[j] = bound;
    }
}

/* Begin the proof for the next starter, from `turn` on, whose bound is above the best total. */
static void begin_proof(crib_search *search)
{
    while (search->turn < search->starter_count && search->bound[search->turn] <= search->best_total) {
        search->turn++;
    }
    if (search->turn == search->starter_count) {
        search->state = OVER;
        return;
    }
    search->state = PROVE;
    int alike = set_starter(search, search->starters[search->turn]);
    search->pass = alike ? 0 : 1; /* if there are two passes, pass 1 comes first and pass 0 second */
    fill_eights(search->points[search->pass]);
    list_first_rows(search, search->points[search->pass]);
}

static void advance(crib_search *search)
{
    if (search->state == PREPARE) {
        prepare(search);
        if (++search->turn == search->starter_count) {
            search->turn = 0;
            order_starters(search);
            search->state = PROVE;
            search->count = search->next = 0;
            begin_proof(search);
        }
    } else if (pass_bound(search) > search->best_total) {
        prove_first_row(search);
    } else if (search->pass == 1) {
        search->pass = 0;
        fill_eights(search->points[0]);
        list_first_rows(search, search->points[0]);
    } else {
        search->turn++;
        begin_proof(search);
    }
}

int crib_search_start(crib_search *search, const uint8_t board[17], const uint8_t *cards, uint32_t count)
{
    uint8_t field[34];
    memset(search, 0, sizeof *search);
    search->state = OVER;
    if (count > 17) {
        return CRIB_ERR_COUNT;
    }
    uint8_t known[34];
    memcpy(known, board, 17);
    for (uint32_t i = 0; i < count; i++) {
        known[17 + i] = cards[i];
    }
    int error = crib_fields(known, field, 17 + (int)count);
    if (error != CRIB_OK) {
        return error;
    }
    uint32_t empty = 0;
    for (int i = 0; i < 17; i++) {
        empty += known[i] == CRIB_NONE;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (known[17 + i] == CRIB_NONE) {
            return CRIB_ERR_CARD;
        }
    }
    if (empty != count) {
        return CRIB_ERR_COUNT;
    }
    memcpy(search->board, known, 16);
    /* Sort the cards, so that the order in which they are given does not matter. */
    for (uint32_t i = 0; i < count; i++) {
        uint32_t j = i;
        for (; j > 0 && search->loose[j - 1] > known[17 + i]; j--) {
            search->loose[j] = search->loose[j - 1];
        }
        search->loose[j] = known[17 + i];
    }
    search->loose_count = (uint8_t)count;
    if (known[16] == CRIB_NONE) {
        memcpy(search->starters, search->loose, count);
        search->starter_count = (uint8_t)count;
    } else {
        search->starters[0] = known[16];
        search->starter_count = 1;
    }
    memset(search->bound, MOST, sizeof search->bound);
    search->random = UINT64_C(0x9E3779B97F4A7C15);
    search->state = PREPARE;
    return CRIB_OK;
}

int crib_search_step(crib_search *search, uint64_t work)
{
    uint64_t before = search->work;
    do {
        if (search->state == OVER) {
            return 1;
        }
        advance(search);
    } while (search->work - before < work);
    return search->state == OVER;
}

void crib_search_found(const crib_search *search, crib_placement *found)
{
    memset(found, 0, sizeof *found);
    memcpy(found->cells, search->best, 17);
    found->total = search->best_total;
    found->nodes = search->nodes;
    uint32_t bound = search->best_total;
    if (search->state == PREPARE) {
        bound = MOST;
    } else if (search->state == PROVE) {
        uint32_t here = pass_bound(search);
        if (search->pass == 1 || here > search->bound[search->turn]) {
            here = search->bound[search->turn];
        }
        bound = here > bound ? here : bound;
        for (int i = search->turn + 1; i < search->starter_count; i++) {
            bound = search->bound[i] > bound ? search->bound[i] : bound;
        }
    }
    found->bound = (uint8_t)bound;
}
