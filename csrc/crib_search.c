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

#include <stddef.h>
#include <string.h>

enum {
    ALL = 0xFFFF, /* the sixteen cards */
    PERFECT = 29, /* the most points of a line */
    /* Stands for the points of a hand that cannot be a line. The points of four lines with it have a negative sum. */
    NO_LINE = -3 * PERFECT - 1,
    ROW_SETS = 4096,        /* number of entries of the table `known` */
    HANDS = 1820,           /* number of hands of four of the sixteen cards */
    FIRST_ROWS = 455,       /* number of hands that contain card 0 */
    MOST = 8 * PERFECT + 2, /* a bound that no grid exceeds */
    DESCENTS = 200,         /* number of local searches, if the starter is known */
    DESCENTS_EACH = 60,     /* the same for each starter, if there are several */

    /* Estimated costs in tens of nanoseconds. They only determine the length of a step. */
    WORK_STARTER = 5000,
    WORK_DESCENT = 100,
    WORK_LIST = 50000,
    WORK_FIRST_ROW = 50,
    WORK_ROWS = 2,
    WORK_COLUMNS = 35
};

enum { PREPARE, PROVE, OVER };

/* What the bound on columns needs of a hand as a row; see fill_views. */
typedef struct row_view {
    uint16_t shape, suits;
} row_view;

/* An upper bound for the points of columns across some rows. */
typedef struct limit {
    int8_t most;
    uint8_t exact; /* whether the bound cannot be lowered */
} limit;

/* The bounds for all rows with the same four shapes. */
typedef struct row_set {
    uint64_t shapes;     /* the four shapes in ascending order, 16 bits each; 0 in an empty entry */
    limit raised, plain; /* for the points in crib_search of the same names */
} row_set;

struct crib_search {
    /* Indexed by a set of cards, [0] for rows and [1] for columns. For a hand of four: its points, or NO_LINE if it
       cannot be a line. For eight cards without card 0: the most points that two lines of them make; this is set
       only for the side that the pass enumerates. */
    int8_t points[2][ALL + 1];
    /* Two kinds of points of a hand as a column of this pass: the most of any hand of its shape; without flush. */
    int8_t raised[ALL + 1], plain[ALL + 1];
    row_view view[ALL + 1];          /* of each hand of four */
    row_set known[ROW_SETS];         /* bounds of this pass; a new entry replaces the one in its place */
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
    uint8_t heels, alike; /* alike: whether the same hands can be rows and columns */

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
    /* cppcheck-suppress-begin unreadVariable ; next_hand reads them */
    hands.count = count;
    split(set, count, hands.card);
    hands.at[0] = 0;
    hands.at[1] = 1;
    hands.at[2] = hands.at[3] = 2;
    hands.three = hands.card[0] | hands.card[1] | hands.card[2];
    hands.with_lowest = with_lowest;
    /* cppcheck-suppress-end unreadVariable */
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
static int fits(const crib_search *search, int side, uint32_t fixed, uint32_t hand)
{
    for (int i = 0; i < 4; i++) {
        if ((hand & fixed) == search->fixed[side][i]) {
            return 1;
        }
    }
    return 0;
}

/* List the cards of the grid for this starter, and which of them are fixed in each row and column. */
static void list_cards(crib_search *search, uint8_t starter)
{
    uint32_t count = 0;
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
            }
        }
    }
}

/* All fixed cards of the grid. */
static uint32_t all_fixed(const crib_search *search)
{
    return (uint32_t)(search->fixed[0][0] | search->fixed[0][1] | search->fixed[0][2] | search->fixed[0][3]);
}

/* Score all hands of the grid's cards with a starter. */
static void set_starter(crib_search *search, uint8_t starter)
{
    uint8_t cards[HANDS][4], made[HANDS];
    int count = 0;
    list_cards(search, starter);
    for (hands line = hands_of(ALL, 16, 0); next_hand(&line); count++) {
        for (int i = 0; i < 4; i++) {
            cards[count][i] = search->card[line.at[i]];
        }
    }
    crib_score_hands(CRIB_BEST, cards[0], 4, 1, &starter, 0, HANDS, 0, made);

    const uint32_t fixed = all_fixed(search);
    search->heels = starter / 4 == CRIB_JACK / 4 ? 2 : 0;
    search->alike = 1;
    count = 0;
    for (hands line = hands_of(ALL, 16, 0); next_hand(&line); count++) {
        const int points = made[count];
        const int row = fits(search, 0, fixed, line.hand), column = fits(search, 1, fixed, line.hand);
        search->points[0][line.hand] = (int8_t)(row ? points : NO_LINE);
        search->points[1][line.hand] = (int8_t)(column ? points : NO_LINE);
        search->alike &= row == column;
    }
    search->work += WORK_STARTER;
}

/* An upper bound for the points of four lines: each card counts as a quarter of the best line that contains it. */
static uint32_t lines_bound(const int8_t points[ALL + 1])
{
    int best[16];
    for (int i = 0; i < 16; i++) {
        best[i] = 0;
    }
    for (hands line = hands_of(ALL, 16, 0); next_hand(&line);) {
        const int8_t made = points[line.hand];
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
    uint32_t at[2][4] = {{0}}; /* the sets in the order of the board */
    const uint32_t fixed = all_fixed(search);
    for (int side = 0; side < 2; side++) {
        uint32_t taken = 0;
        for (int i = 0; i < 4; i++) {
            for (uint32_t line = 0; line < 4; line++) {
                if ((taken >> line & 1) == 0 && (sets[side][i] & fixed) == search->fixed[side][line]) {
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
    uint32_t cell[16], movable[16] = {0}, movables = 0;
    for (uint32_t i = 0; i < 4; i++) {
        rows[i] = columns[i] = 0;
    }
    for (uint32_t place = 0; place < 16; place++) {
        if (search->board[place] == CRIB_NONE) {
            movable[movables++] = place;
        } else {
            cell[place] = search->fixed[0][place / 4] & search->fixed[1][place % 4];
        }
    }
    uint32_t loose[16] = {0}, left = ALL & ~all_fixed(search);
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

/*
 * A line misses what it makes less than 29 points. The most that columns make is computed as the least that they miss,
 * in unsigned bytes, because compilers turn such loops over sixteen bytes into vector instructions.
 *
 * Column i takes card i of the first row and any card of each other row. So columns are an order of the second row's
 * cards, one of the third row's and one of the fourth row's. The sixteen bytes, called lanes, stand for orders of the
 * second row: in lane 4t + k, column i takes card k + turns[i][t], modulo four. The lanes with t = 0, 1, 2 are twelve
 * orders, and with columns 2 and 3 exchanged they are the other twelve. (The lanes with t = 3 repeat those with t = 2.)
 */
typedef uint8_t lanes[16];

static const uint8_t turns[4][4] = {{0, 0, 0, 0}, {1, 2, 3, 3}, {2, 1, 1, 1}, {3, 3, 2, 2}};

enum {
    BARRED = PERFECT - NO_LINE /* what a hand misses that cannot be a line; four lines miss less */
};

static inline uint8_t lesser(uint8_t a, uint8_t b)
{
    return a < b ? a : b;
}

/* List what all 256 columns miss: the one with card a of the first row, b of the second, c, d in [4c + d][4a + b]. */
static void list_columns(const int8_t *points, const uint32_t rows[4], lanes missed[16])
{
    uint32_t card[4][4];
    for (int i = 0; i < 4; i++) {
        split(rows[i], 4, card[i]);
    }
    for (int two = 0; two < 16; two++) {
        for (int c = 0; c < 4; c++) {
            uint32_t three = card[0][two / 4] | card[1][two % 4] | card[2][c];
            for (int d = 0; d < 4; d++) {
                missed[4 * c + d][two] = (uint8_t)(PERFECT - points[three | card[3][d]]);
            }
        }
    }
}

/*
 * Whether columns can miss `most` or less if each takes the cards of the last two rows that are best for it, even if
 * another column takes the same cards. If not, no columns miss `most` or less.
 */
static int can_miss(const lanes missed[16], int most)
{
    lanes least;
    memset(least, BARRED, sizeof least);
    for (int two = 0; two < 16; two++) {
        for (int i = 0; i < 16; i++) {
            least[i] = lesser(missed[two][i], least[i]);
        }
    }
    /* First even if two columns can take the same card of the second row, or of the first. */
    int by_first = 0, by_second = 0;
    for (size_t i = 0; i < 4; i++) {
        const uint8_t *row = least + 4 * i, *column = least + i;
        by_first += lesser(lesser(row[0], row[1]), lesser(row[2], row[3]));
        by_second += lesser(lesser(column[0], column[4]), lesser(column[8], column[12]));
    }
    if (by_first > most || by_second > most) {
        return 0;
    }
    for (int k = 0; k < 24; k++) {
        const uint8_t *to = crib_order[k];
        if (least[to[0]] + least[4 + to[1]] + least[8 + to[2]] + least[12 + to[3]] <= most) {
            return 1;
        }
    }
    return 0;
}

/*
 * Fill the lanes with what a column misses if it takes the cards of the second row as turns[as] says. (A big-endian
 * machine turns the other way. It does so for all columns, so the lanes are all orders on it, too.)
 */
static void spread(const lanes missed[16], size_t column, int as, lanes filled[16])
{
    for (int two = 0; two < 16; two++) {
        uint32_t word, turned[4];
        memcpy(&word, &missed[two][4 * column], 4);
        for (int t = 0; t < 4; t++) {
            turned[t] = word >> 8 * turns[as][t] | word << (32 - 8 * turns[as][t]) % 32;
        }
        memcpy(filled[two], turned, 16);
    }
}

/* The least that two columns miss with pair x / 6 of the third row's cards and pair x % 6 of the fourth row's. */
static void join_two(lanes *restrict one, lanes *restrict other, lanes *restrict least)
{
    for (int x = 0; x < 36; x++) {
        const uint8_t *c = pair[x / 6], *d = pair[x % 6];
        const int two[4] = {4 * c[0] + d[0], 4 * c[0] + d[1], 4 * c[1] + d[0], 4 * c[1] + d[1]};
        const uint8_t *one0 = one[two[0]], *one1 = one[two[1]], *one2 = one[two[2]], *one3 = one[two[3]];
        const uint8_t *other0 = other[two[3]], *other1 = other[two[2]], *other2 = other[two[1]],
                      *other3 = other[two[0]];
        for (int i = 0; i < 16; i++) {
            uint8_t ab = lesser((uint8_t)(one0[i] + other0[i]), (uint8_t)(one1[i] + other1[i]));
            uint8_t cd = lesser((uint8_t)(one2[i] + other2[i]), (uint8_t)(one3[i] + other3[i]));
            least[x][i] = lesser(lesser(ab, cd), BARRED);
        }
    }
}

/* The most points of columns across these rows. If that is less than `need`, returns any bound less than `need`. */
static int most_of_columns(const int8_t *points, const uint32_t rows[4], int need)
{
    lanes missed[16], one[16], other[16], left[36], right[36], exchanged[36], least;
    list_columns(points, rows, missed);
    if (!can_miss((const lanes *)missed, 4 * PERFECT - need)) {
        return need - 1;
    }
    spread((const lanes *)missed, 0, 0, one);
    spread((const lanes *)missed, 1, 1, other);
    join_two(one, other, left);
    spread((const lanes *)missed, 2, 2, one);
    spread((const lanes *)missed, 3, 3, other);
    join_two(one, other, right);
    spread((const lanes *)missed, 2, 3, one);
    spread((const lanes *)missed, 3, 2, other);
    join_two(one, other, exchanged);
    memset(least, 2 * BARRED, sizeof least);
    for (int x = 0; x < 36; x++) { /* columns 2 and 3 take the cards that columns 0 and 1 leave */
        for (int i = 0; i < 16; i++) {
            uint8_t rest = lesser(right[35 - x][i], exchanged[35 - x][i]);
            least[i] = lesser(least[i], (uint8_t)(left[x][i] + rest));
        }
    }
    int most = -1;
    for (int i = 0; i < 16; i++) {
        most = larger(most, 4 * PERFECT - least[i]);
    }
    return most;
}

/* Find columns across these rows that make `most` points, which is the most that columns make. */
static void find_columns(const int8_t *points, const uint32_t rows[4], int most, uint32_t columns[4])
{
    uint32_t card[4][4];
    for (int i = 0; i < 4; i++) {
        split(rows[i], 4, card[i]);
    }
    /* Columns 0 and 1 take pair c of the third row and pair d of the fourth; columns 2 and 3 take the other cards. */
    int made = most - 1;
    for (int choice = 0; choice < 24 * 6 * 6 * 16 && made != most; choice++) {
        const uint8_t *order = crib_order[choice / 576];
        const int c = choice / 96 % 6, d = choice / 16 % 6, way[2] = {choice / 4 % 4, choice % 4};
        made = 0;
        for (int i = 0; i < 4; i++) {
            /* cppcheck-suppress arrayIndexOutOfBounds ; c and d are remainders below 6 */
            const uint8_t *third = pair[i < 2 ? c : 5 - c], *fourth = pair[i < 2 ? d : 5 - d];
            columns[i] = card[0][i] | card[1][order[i]] | card[2][third[i % 2 ^ way[i / 2] % 2]] |
                         card[3][fourth[i % 2 ^ way[i / 2] / 2]];
            made += points[columns[i]];
        }
    }
}

/* ---------------------------------------------------------------- bounds for the columns */

/*
 * Many sets of rows differ only in the suits of their cards. The bounds for their columns are computed once.
 *
 * Two cards are of one kind if they have the same rank, neither is fixed, and neither is the jack of the starter's
 * suit. If a card of a hand is replaced by another one of its kind, fifteens, pairs, runs and nobs stay the same, and
 * so does whether the hand can be a line. Only a flush can come or go. The shape of a hand is the set with the same
 * number of cards of each kind, but always the lowest ones.
 *
 * Take two sets of four rows that have the same four shapes. Replace the cards of the one, kind by kind and row by row,
 * by the cards of the other. This turns columns across the one into columns across the other, each of the same shape
 * as before. So if points depend on the shape only, the most that columns make is the same for both sets of rows.
 * This gives two bounds for the points of the columns, which are the same for all rows with these shapes:
 *
 * - Count each hand with the most points of any hand of its shape (`raised`). No hand makes more.
 * - Count each hand without its flush (`plain`), and add the most that flushes can make: a column that is a flush takes
 *   a card of its suit from each row, so a suit has at most as many flushes as any row has cards of it.
 */

/* List the next lower card of its kind for each card of the grid, or -1. */
static void list_twins(const crib_search *search, int twin[16])
{
    const uint32_t fixed = all_fixed(search);
    const int nobs = CRIB_JACK + search->starters[search->turn] % 4;
    int last[13];
    for (int rank = 0; rank < 13; rank++) {
        last[rank] = -1;
    }
    for (int i = 0; i < 16; i++) {
        const int card = search->card[i];
        twin[i] = -1;
        if ((fixed >> i & 1) == 0 && card != nobs) {
            twin[i] = last[card / 4];
            last[card / 4] = i;
        }
    }
}

/* The points of the flush of a hand of these suits. */
static int flush_of(const crib_search *search, uint32_t suits)
{
    const uint32_t full = suits & suits >> 1 & suits >> 2 & suits >> 3 & 0x1111;
    const uint32_t turned = 1U << 4 * (search->starters[search->turn] % 4);
    return (full != 0 ? 4 : 0) + ((full & turned) != 0);
}

/*
 * Set the shape and the suits of each hand. The suits are four bits for each suit, of which as many are set as the hand
 * has cards of it, lowest first. So bits that are set for several hands count the cards that each of them has.
 */
static void fill_views(crib_search *search)
{
    int twin[16];
    list_twins(search, twin);
    for (hands line = hands_of(ALL, 16, 0); next_hand(&line);) {
        uint32_t shape = 0, suits = 0;
        for (int i = 0; i < 4; i++) {
            int card = (int)line.at[i];
            const int suit = 4 * (search->card[card] % 4);
            suits |= ((suits >> suit & 15) * 2 + 1) << suit;
            while (twin[card] >= 0 && (shape >> twin[card] & 1) == 0) {
                card = twin[card];
            }
            shape |= 1U << card;
        }
        search->view[line.hand].shape = (uint16_t)shape;
        search->view[line.hand].suits = (uint16_t)suits;
    }
}

/* Set the two kinds of points of each hand as a column that the bounds use. */
static void fill_columns(crib_search *search, const int8_t *points)
{
    for (hands line = hands_of(ALL, 16, 0); next_hand(&line);) {
        const int flush = flush_of(search, search->view[line.hand].suits);
        search->plain[line.hand] = (int8_t)(points[line.hand] < 0 ? NO_LINE : points[line.hand] - flush);
        search->raised[line.hand] = NO_LINE;
    }
    for (hands line = hands_of(ALL, 16, 0); next_hand(&line);) {
        int8_t *shape = &search->raised[search->view[line.hand].shape];
        *shape = (int8_t)larger(*shape, points[line.hand]);
    }
    for (hands line = hands_of(ALL, 16, 0); next_hand(&line);) {
        search->raised[line.hand] = search->raised[search->view[line.hand].shape];
    }
}

/* The most points that flushes can add to columns across these rows. */
static int flush_bound(const crib_search *search, const uint32_t rows[4])
{
    const row_view *view = search->view;
    uint32_t common = view[rows[0]].suits & view[rows[1]].suits & view[rows[2]].suits & view[rows[3]].suits;
    int points = 0;
    for (; common != 0; common &= common - 1) {
        points += (lowest(common) & 15U << 4 * (search->starters[search->turn] % 4)) != 0 ? 5 : 4;
    }
    return points;
}

static inline void ascend(uint64_t *one, uint64_t *other)
{
    const uint64_t low = *one < *other ? *one : *other, high = *one < *other ? *other : *one;
    *one = low;
    *other = high;
}

/* The entry of `known` for rows of these shapes. */
static row_set *known_of(crib_search *search, const uint32_t rows[4])
{
    uint64_t shape[4];
    for (int i = 0; i < 4; i++) {
        shape[i] = search->view[rows[i]].shape;
    }
    ascend(&shape[0], &shape[1]);
    ascend(&shape[2], &shape[3]);
    ascend(&shape[0], &shape[2]);
    ascend(&shape[1], &shape[3]);
    ascend(&shape[1], &shape[2]);
    const uint64_t shapes = shape[0] | shape[1] << 16 | shape[2] << 32 | shape[3] << 48;
    /* The top half of the product depends on all bits of the shapes. */
    row_set *entry = &search->known[(shapes * UINT64_C(0x9E3779B97F4A7C15) >> 32) % ROW_SETS];
    if (entry->shapes != shapes) {
        const limit unknown = {INT8_MAX, 0};
        *entry = (row_set){shapes, unknown, unknown};
    }
    return entry;
}

/* Whether a bound for columns across these rows allows `need` points. If it does and is not exact, it is lowered. */
static int allows(crib_search *search, limit *limit, const int8_t *points, const uint32_t rows[4], int need)
{
    if (limit->most >= need && !limit->exact) {
        limit->most = (int8_t)most_of_columns(points, rows, need);
        limit->exact = limit->most >= need;
        search->work += WORK_COLUMNS;
    }
    return limit->most >= need;
}

/* Whether both bounds allow columns across these rows to make `need` points. */
static int may_make(crib_search *search, const uint32_t rows[4], int need)
{
    row_set *entry = known_of(search, rows);
    return allows(search, &entry->raised, search->raised, rows, need) &&
           allows(search, &entry->plain, search->plain, rows, larger(need - flush_bound(search, rows), 0));
}

/* ---------------------------------------------------------------- the proof */

/* The most points that two lines of these eight cards make. */
static int most_of_eight(const int8_t *points, uint32_t set)
{
    uint32_t card[8];
    int most = NO_LINE;
    split(set, 8, card);
    for (int b = 1; b < 6; b++) {
        for (int c = b + 1; c < 7; c++) {
            const uint32_t three = card[0] | card[b] | card[c];
            for (int d = c + 1; d < 8; d++) {
                most = larger(most, points[three | card[d]] + points[set ^ (three | card[d])]);
            }
        }
    }
    return most;
}

/* For each set of eight cards without card 0, find the most points that two lines of them make. */
static void fill_eights(int8_t points[ALL + 1])
{
    for (uint32_t set = 0xFF; set <= ALL >> 1;) { /* the set moved down by one bit, since it has no card 0 */
        points[set << 1] = (int8_t)most_of_eight(points, set << 1);
        /* The next larger number with eight bits set. */
        uint32_t low = lowest(set), carried = set + low;
        set = carried | (((set ^ carried) >> 2) / low);
    }
}

/* List the rows that contain card 0 by their bound, largest first: the most points that four rows with them make. */
static void list_first_rows(crib_search *search, const int8_t *points)
{
    uint16_t row[FIRST_ROWS] = {0}, count = 0, starts[4 * PERFECT + 2] = {0};
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
            starts[4 * PERFECT - most + 1]++;
        }
    }
    for (int i = 1; i < 4 * PERFECT + 2; i++) {
        starts[i] = (uint16_t)(starts[i] + starts[i - 1]);
    }
    for (int i = 0; i < count; i++) {
        uint16_t at = starts[4 * PERFECT - bound[i]]++;
        search->first[at] = row[i];
        search->first_bound[at] = bound[i];
    }
    search->count = count;
    search->next = 0;
    search->work += WORK_LIST;
}

/* Begin a pass: prepare what it knows of rows and of columns. */
static void begin_pass(crib_search *search, uint8_t pass)
{
    search->pass = pass;
    fill_eights(search->points[pass]);
    list_first_rows(search, search->points[pass]);
    fill_views(search);
    fill_columns(search, search->points[1 - pass]);
    memset(search->known, 0, sizeof search->known);
}

/* An upper bound for the grids that remain in this pass, whose rows make at least as much as their columns. */
static uint32_t pass_bound(const crib_search *search)
{
    return search->next == search->count ? 0 : 2U * search->first_bound[search->next] + search->heels;
}

/* Find the best columns across these rows, which make `made` points, if that makes a better grid. */
static void try_rows(crib_search *search, const uint32_t rows[4], int made)
{
    const int8_t *points = search->points[1 - search->pass];
    const int need = larger(sought(search) - made, 0);
    search->work += WORK_ROWS;
    if (!may_make(search, rows, need)) {
        return;
    }
    const int most = most_of_columns(points, rows, need);
    search->work += WORK_COLUMNS;
    if (most >= need) {
        uint32_t columns[4];
        find_columns(points, rows, most, columns);
        keep(search, search->pass ? columns : rows, search->pass ? rows : columns, (uint32_t)(made + most));
    }
}

/* Try all partitions whose first row is the next one in the list. */
static void prove_first_row(crib_search *search)
{
    const int8_t *points = search->points[search->pass];
    uint32_t rows[4];
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
            try_rows(search, rows, made);
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
    if (search->starter_count > 1) { /* a single one is set already */
        set_starter(search, search->starters[search->turn]);
    }
    begin_pass(search,
               search->alike ? 0 : 1); /* if there are two passes, pass 1 comes first and pass 0 second */
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
        begin_pass(search, 0);
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
