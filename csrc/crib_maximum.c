/*
 * Finds the largest total of all grids, by exhaustive search with sound bounds. The proof is in docs/background/maximum.md.
 *
 * The search begins with ranks. The fifteens, pairs and runs of four cards and the starter do not depend on suits. A
 * flush adds at most 5 points to a line. His nobs adds at most 1 point to all rows together and 1 to all columns
 * together; his heels adds 2, but only if there are no nobs. So the search enumerates the sets of four rows whose
 * points can be half of the target, then the orders of their ranks whose columns can make the rest, and for these
 * grids of ranks every choice of suits.
 *
 * The starter is always a heart, since suits can be exchanged.
 */
#include "crib_impl.h"

#include <string.h>

enum {
    RANKS = 13,
    LINES = 1820, /* number of multisets of four ranks */
    HEART = 2,
    BOARDS = 256, /* number of boards that are kept */
    EXTRA = 2,    /* the most points for nobs and heels in a grid: nobs in a row and in a column, or heels */
    FLUSHES = 4 * 5, /* the most points for flushes in a grid: it has at most four */
    MOST_LINE = 28,  /* the most points of a line without nobs */
    WORK_START = 10000,
    WORK_ROWS = 1,
    WORK_SET = 15,
    WORK_GRID = 30,
    WORK_SUITS = 10,
    WORK_BOARD = 3000
};

struct crib_maximum {
    /* Indexed by four ranks: their points with the starter, including a flush if it is possible. */
    uint8_t most[RANKS][RANKS][RANKS][RANKS];
    /* The multisets of four ranks, those with the most points first: the ranks, their histogram, their points. */
    uint8_t line[LINES][4];
    uint64_t histogram[LINES]; /* one nibble for each rank */
    uint8_t line_most[LINES];
    uint16_t lines, first, second; /* their number; the first two rows to try next */

    uint8_t starter; /* its rank minus 1 */
    uint8_t exactly, target, bound, over;
    uint64_t row_sets, grids, suits, work, until; /* the step ends when `work` reaches `until` */

    /* Where the last step stopped: inside which loops, and their positions. */
    uint8_t in_pair, in_rows, in_suits;
    uint16_t third, fourth; /* the other two rows */
    uint8_t order[3]; /* the orders of the second and the third row, and the next order of the fourth row */

    uint8_t rank[16], suit[16]; /* the grid whose suits are tried */
    uint8_t flush[8];           /* the most points for a flush in each line */
    uint8_t taken[RANKS];       /* the suits of each rank that are used, as bits */
    int base, nobs;         /* points without flushes, nobs and heels; whether nobs or heels can add points */
    uint8_t placed, unseen; /* number of cells that have suits; whether they were not examined yet */
    uint8_t next[17];       /* for each of these cells and the following one, the suit to try next */
    uint8_t named[17];      /* and the highest suit used before it, as an index in try_suits */

    uint8_t boards[BOARDS][16];
    uint16_t board_count;
};

uint32_t crib_maximum_size(void)
{
    return (uint32_t)sizeof(crib_maximum);
}

/* The index of cell `i` of a line. Lines 0 to 3 are the rows, 4 to 7 the columns. */
static inline int cell_of(int line, int i)
{
    return line < 4 ? 4 * line + i : 4 * i + line - 4;
}

/* ---------------------------------------------------------------- what four ranks can make */

/* The most points for a flush of four ranks. They must differ; a card of the starter's rank is not of its suit. */
static inline uint8_t flush_of(const uint8_t ranks[4], uint8_t starter)
{
    for (int i = 0; i < 4; i++) {
        for (int j = i + 1; j < 4; j++) {
            if (ranks[i] == ranks[j]) {
                return 0;
            }
        }
    }
    int with = ranks[0] == starter || ranks[1] == starter || ranks[2] == starter || ranks[3] == starter;
    return with ? 4 : 5;
}

/* The points for fifteens, pairs and runs of four ascending ranks and the starter; -1 if the deck lacks the cards. */
static int line_points(const uint8_t ranks[4], uint8_t starter)
{
    uint8_t hand[5];
    int suit = -1;
    hand[4] = (uint8_t)(4 * starter + HEART);
    for (int i = 0; i < 4; i++) {
        /* For each rank the suits from clubs up, without the starter. Any different cards will do. */
        suit = i > 0 && ranks[i] == ranks[i - 1] ? suit + 1 : 0;
        suit += suit == HEART && ranks[i] == starter;
        if (suit > 3) {
            return -1;
        }
        hand[i] = (uint8_t)(4 * ranks[i] + suit);
    }
    crib_score score = crib_five(hand, 0);
    return score.fifteens + score.pairs + score.runs;
}

static void fill_lines(crib_maximum *maximum)
{
    uint8_t ranks[LINES][4], most[LINES] = {0};
    uint16_t count = 0, starts[MOST_LINE + 2] = {0};
    uint8_t r[4];
    for (r[0] = 0; r[0] < RANKS; r[0]++) {
        for (r[1] = r[0]; r[1] < RANKS; r[1]++) {
            for (r[2] = r[1]; r[2] < RANKS; r[2]++) {
                for (r[3] = r[2]; r[3] < RANKS; r[3]++) {
                    int points = line_points(r, maximum->starter);
                    if (points < 0) {
                        continue; /* most[] stays 0: no row has these ranks, and no column with them is looked up */
                    }
                    points += flush_of(r, maximum->starter);
                    memcpy(ranks[count], r, 4);
                    most[count++] = (uint8_t)points;
                    starts[MOST_LINE - points + 1]++;
                    for (int k = 0; k < 24; k++) {
                        const uint8_t *to = crib_order[k];
                        maximum->most[r[to[0]]][r[to[1]]][r[to[2]]][r[to[3]]] = (uint8_t)points;
                    }
                }
            }
        }
    }
    for (int i = 1; i < MOST_LINE + 2; i++) {
        starts[i] = (uint16_t)(starts[i] + starts[i - 1]);
    }
    for (int i = 0; i < count; i++) {
        uint16_t at = starts[MOST_LINE - most[i]]++;
        memcpy(maximum->line[at], ranks[i], 4);
        maximum->line_most[at] = most[i];
        maximum->histogram[at] = 0;
        for (int j = 0; j < 4; j++) {
            maximum->histogram[at] += UINT64_C(1) << 4 * ranks[i][j];
        }
    }
    maximum->lines = count;
}

/* The start of a histogram. The highest bit of a nibble becomes 1 if there are more cards of a rank than in a deck. */
static inline uint64_t empty_histogram(const crib_maximum *maximum)
{
    return UINT64_C(0x3333333333333) + (UINT64_C(1) << 4 * maximum->starter);
}

static inline int too_many(uint64_t histogram)
{
    return (histogram & UINT64_C(0x8888888888888)) != 0;
}

/* The most points that four rows of one deck can make. The lines are in descending order, so loops can end early. */
static int rows_bound(const crib_maximum *maximum)
{
    const uint8_t *most = maximum->line_most;
    int best = 0, lines = maximum->lines;
    for (int a = 0; a < lines && 4 * most[a] > best; a++) {
        uint64_t one = empty_histogram(maximum) + maximum->histogram[a];
        for (int b = a; b < lines && most[a] + 3 * most[b] > best; b++) {
            uint64_t two = one + maximum->histogram[b];
            for (int c = b; !too_many(two) && c < lines && most[a] + most[b] + 2 * most[c] > best; c++) {
                uint64_t three = two + maximum->histogram[c];
                for (int d = c; !too_many(three) && d < lines; d++) {
                    int sum = most[a] + most[b] + most[c] + most[d];
                    if (sum <= best) {
                        break;
                    }
                    if (!too_many(three + maximum->histogram[d])) {
                        best = sum;
                        break;
                    }
                }
            }
        }
    }
    return best;
}

/* ---------------------------------------------------------------- suits */

/*
 * Keep the current board, normalized: the lexicographically smallest board that results from exchanging rows,
 * columns, rows with columns, and suits other than hearts. So boards that differ only in this are kept once.
 */
static void add_board(crib_maximum *maximum)
{
    uint8_t smallest[16];
    maximum->work += WORK_BOARD;
    memset(smallest, CRIB_NONE, 16);
    for (int k = 0; k < 2 * 24 * 24; k++) {
        const uint8_t *row = crib_order[k / 2 % 24], *column = crib_order[k / 2 / 24];
        uint8_t board[16], suit[4] = {CRIB_NONE, CRIB_NONE, HEART, CRIB_NONE}, next = 0;
        for (int i = 0; i < 16; i++) {
            int at = k % 2 ? 4 * column[i % 4] + row[i / 4] : 4 * row[i / 4] + column[i % 4];
            uint8_t *name = &suit[maximum->suit[at]];
            if (*name == CRIB_NONE) {
                *name = next++;
                next = (uint8_t)(next + (next == HEART));
            }
            board[i] = (uint8_t)(4 * maximum->rank[at] + *name);
        }
        if (memcmp(board, smallest, 16) < 0) {
            memcpy(smallest, board, 16);
        }
    }
    for (int i = 0; i < maximum->board_count; i++) {
        if (memcmp(maximum->boards[i], smallest, 16) == 0) {
            return;
        }
    }
    if (maximum->board_count < BOARDS) {
        memcpy(maximum->boards[maximum->board_count++], smallest, 16);
    }
}

/* With suits in the first `placed` cells: the points that flushes, nobs and heels make, and the most they can make. */
static void suit_points(const crib_maximum *maximum, int placed, int *made, int *possible)
{
    int flushes = 0, flushes_possible = 0, jacks = 0;
    for (int line = 0; line < 8; line++) {
        int suit = -1, differ = 0, complete = 1;
        if (maximum->flush[line] == 0) {
            continue;
        }
        for (int i = 0; i < 4; i++) {
            int cell = cell_of(line, i);
            if (cell >= placed) {
                complete = 0;
            } else if (suit < 0) {
                suit = maximum->suit[cell];
            } else {
                differ |= suit != maximum->suit[cell];
            }
        }
        if (!differ) {
            int points = suit == HEART ? 5 : 4;
            if (suit < 0) {
                points = maximum->flush[line];
            }
            flushes_possible += points;
            flushes += complete ? points : 0;
        }
    }
    if (maximum->starter == CRIB_JACK / 4) {
        jacks = 3; /* heels, whatever the suits are */
    } else if (maximum->nobs) {
        for (int cell = 0; cell < 16; cell++) {
            if (maximum->rank[cell] == CRIB_JACK / 4) {
                if (cell >= placed) {
                    jacks |= 1;
                } else if (maximum->suit[cell] == HEART) {
                    jacks |= 2;
                }
            }
        }
    }
    *made = flushes + (jacks >= 2 ? EXTRA : 0);
    *possible = (flushes_possible > FLUSHES ? FLUSHES : flushes_possible) + (jacks != 0 ? EXTRA : 0);
}

/* Whether to leave all loops because the search or the step has ended. The next step continues from there. */
static inline int stopped(const crib_maximum *maximum)
{
    return maximum->over || maximum->work >= maximum->until;
}

/* Examine the suits of the first cells, and keep a complete board. Returns whether to give suits to more cells. */
static int look_at_suits(crib_maximum *maximum)
{
    int made, possible;
    maximum->suits++;
    maximum->work += WORK_SUITS;
    suit_points(maximum, maximum->placed, &made, &possible);
    if (maximum->base + possible < maximum->target ||
        (maximum->exactly && maximum->base + made > maximum->target)) {
        return 0;
    }
    if (maximum->placed < 16) {
        return 1;
    }
    if (maximum->base + made > maximum->target) {
        maximum->target = (uint8_t)(maximum->base + made);
        maximum->board_count = 0;
    }
    add_board(maximum);
    maximum->over = maximum->exactly;
    return 0;
}

/* Give suits to the cells in every way that can reach the target, or continue with that. */
static void try_suits(crib_maximum *maximum)
{
    /* Suits other than hearts are interchangeable, so they are first used in a fixed order. */
    enum { SUITS = 4 };
    static const uint8_t suits[SUITS] = {HEART, 0, 1, 3};
    for (;;) {
        int cell = maximum->placed;
        if (maximum->unseen) {
            if (stopped(maximum)) {
                return;
            }
            maximum->unseen = 0;
            maximum->next[cell] = look_at_suits(maximum) ? 0 : SUITS;
        }
        int named = maximum->named[cell], i = cell < 16 ? maximum->next[cell] : SUITS;
        while (i < SUITS && (maximum->taken[maximum->rank[cell]] >> suits[i] & 1) != 0) {
            i++;
        }
        if (i < SUITS && i <= named + 1) {
            maximum->suit[cell] = suits[i];
            maximum->taken[maximum->rank[cell]] |= (uint8_t)(1 << suits[i]);
            maximum->next[cell] = (uint8_t)(i + 1);
            maximum->named[cell + 1] = (uint8_t)(i > named ? i : named);
            maximum->placed++;
            maximum->unseen = 1;
        } else if (cell > 0) {
            maximum->placed--;
            maximum->taken[maximum->rank[cell - 1]] ^= (uint8_t)(1 << maximum->suit[cell - 1]);
        } else {
            maximum->in_suits = 0;
            return;
        }
    }
}

/* ---------------------------------------------------------------- ranks */

/* Examine a grid of ranks: if its lines can reach the target, try the suits. */
static void try_grid(crib_maximum *maximum)
{
    int flushes = 0;
    maximum->grids++;
    maximum->work += WORK_GRID;
    maximum->base = 0;
    maximum->nobs = maximum->starter == CRIB_JACK / 4;
    for (int line = 0; line < 8; line++) {
        uint8_t r[4];
        for (int i = 0; i < 4; i++) {
            r[i] = maximum->rank[cell_of(line, i)];
            maximum->nobs |= r[i] == CRIB_JACK / 4;
        }
        maximum->flush[line] = flush_of(r, maximum->starter);
        maximum->base += maximum->most[r[0]][r[1]][r[2]][r[3]] - maximum->flush[line];
        flushes += maximum->flush[line];
    }
    flushes = flushes > FLUSHES ? FLUSHES : flushes;
    if (maximum->base + flushes + (maximum->nobs ? EXTRA : 0) >= maximum->target) {
        memset(maximum->taken, 0, sizeof maximum->taken);
        maximum->taken[maximum->starter] = 1 << HEART;
        maximum->placed = maximum->named[0] = 0;
        maximum->unseen = maximum->in_suits = 1;
        try_suits(maximum);
    }
}

/* List the different orders of four ascending ranks, as permutations. */
static int orders_of(const uint8_t ranks[4], const uint8_t *orders[24])
{
    int count = 0;
    for (int k = 0; k < 24; k++) {
        int kept = 1; /* equal ranks stay in ascending order of their index, so that each order occurs once */
        for (int i = 0; i < 4; i++) {
            for (int j = i + 1; j < 4; j++) {
                kept &=
                    ranks[crib_order[k][i]] != ranks[crib_order[k][j]] || crib_order[k][i] < crib_order[k][j];
            }
        }
        if (kept) {
            orders[count++] = crib_order[k];
        }
    }
    return count;
}

/* Try all orders of the ranks of four rows, or continue with that. The order of the first row can be fixed. */
static void try_rows(crib_maximum *maximum, const uint8_t *const row[4], int rows_most)
{
    const int others = EXTRA + rows_most; /* the columns must make the rest of the target */
    uint8_t two[4][4] = {{0}}, three[4][4][4] = {{{0}}};
    if (!maximum->in_rows) {
        maximum->row_sets++;
        maximum->work += WORK_SET;
        memset(maximum->order, 0, sizeof maximum->order);
        maximum->in_rows = 1;
    }
    if (maximum->in_suits) {
        try_suits(maximum);
        if (maximum->in_suits) {
            return;
        }
    }
    /* The most points of a column that begins with two given ranks, and with three. */
    for (int a = 0; a < 4; a++) {
        for (int b = 0; b < 4; b++) {
            for (int c = 0; c < 4; c++) {
                const uint8_t *most = maximum->most[row[0][a]][row[1][b]][row[2][c]];
                for (int d = 0; d < 4; d++) {
                    uint8_t points = most[row[3][d]];
                    three[a][b][c] = points > three[a][b][c] ? points : three[a][b][c];
                }
                two[a][b] = three[a][b][c] > two[a][b] ? three[a][b][c] : two[a][b];
            }
        }
    }
    const uint8_t *second[24], *third[24], *fourth[24];
    int seconds = orders_of(row[1], second), thirds = -1, fourths = -1;
    int p = maximum->order[0], q = maximum->order[1], s = maximum->order[2];
    for (; p < seconds; p++, q = s = 0) {
        const uint8_t *b = second[p];
        if (two[0][b[0]] + two[1][b[1]] + two[2][b[2]] + two[3][b[3]] + others < maximum->target) {
            continue;
        }
        if (thirds < 0) {
            thirds = orders_of(row[2], third);
            fourths = orders_of(row[3], fourth);
        }
        for (; q < thirds; q++, s = 0) {
            const uint8_t *c = third[q];
            if (three[0][b[0]][c[0]] + three[1][b[1]][c[1]] + three[2][b[2]][c[2]] + three[3][b[3]][c[3]] +
                    others <
                maximum->target) {
                continue;
            }
            while (s < fourths) {
                const uint8_t *d = fourth[s++];
                int columns = 0;
                for (int i = 0; i < 4; i++) {
                    columns += maximum->most[row[0][i]][row[1][b[i]]][row[2][c[i]]][row[3][d[i]]];
                }
                if (columns + others < maximum->target) {
                    continue;
                }
                for (int i = 0; i < 4; i++) {
                    maximum->rank[i] = row[0][i];
                    maximum->rank[4 + i] = row[1][b[i]];
                    maximum->rank[8 + i] = row[2][c[i]];
                    maximum->rank[12 + i] = row[3][d[i]];
                }
                try_grid(maximum);
                if (stopped(maximum)) {
                    maximum->order[0] = (uint8_t)p;
                    maximum->order[1] = (uint8_t)q;
                    maximum->order[2] = (uint8_t)s;
                    return;
                }
            }
        }
    }
    maximum->in_rows = 0;
}

/* Whether rows with at most these points can make half of the target. */
static inline int half(const crib_maximum *maximum, int rows_most)
{
    return 2 * rows_most + EXTRA >= maximum->target;
}

/* Try all sets of rows that begin with the next two rows, or continue with that. */
static void advance(crib_maximum *maximum)
{
    const uint8_t *most = maximum->line_most;
    int a = maximum->first, b = maximum->second, lines = maximum->lines;
    if (!maximum->in_pair) {
        if (a == lines || !half(maximum, 4 * most[a])) {
            maximum->over = 1;
            return;
        }
        if (b == lines || !half(maximum, most[a] + 3 * most[b])) {
            maximum->first++;
            maximum->second = maximum->first;
            return;
        }
        maximum->third = maximum->fourth = maximum->second;
        maximum->in_pair = 1;
    }
    uint64_t two = empty_histogram(maximum) + maximum->histogram[a] + maximum->histogram[b];
    const uint8_t *row[4] = {maximum->line[a], maximum->line[b], NULL, NULL};
    int c = maximum->third, d = maximum->fourth;
    if (maximum->in_rows) {
        row[2] = maximum->line[c];
        row[3] = maximum->line[d];
        try_rows(maximum, row, most[a] + most[b] + most[c] + most[d]);
        if (maximum->in_rows) {
            return;
        }
        d++;
    }
    for (; !too_many(two) && c < lines && half(maximum, most[a] + most[b] + 2 * most[c]); d = ++c) {
        uint64_t three = two + maximum->histogram[c];
        row[2] = maximum->line[c];
        for (; !too_many(three) && d < lines; d++) {
            int rows_most = most[a] + most[b] + most[c] + most[d];
            if (stopped(maximum)) {
                maximum->third = (uint16_t)c;
                maximum->fourth = (uint16_t)d;
                return;
            }
            if (!half(maximum, rows_most)) {
                break;
            }
            maximum->work += WORK_ROWS;
            if (!too_many(three + maximum->histogram[d])) {
                row[3] = maximum->line[d];
                try_rows(maximum, row, rows_most);
                d -= maximum->in_rows; /* if the step ended inside, the next step repeats this row */
            }
        }
    }
    maximum->second++;
    maximum->in_pair = 0;
}

/* ---------------------------------------------------------------- step by step */

int crib_maximum_start(crib_maximum *maximum, uint32_t starter_rank, uint32_t target, int exactly)
{
    memset(maximum, 0, sizeof *maximum);
    maximum->over = 1;
    if (starter_rank < 1 || starter_rank > RANKS || target > 255) {
        return CRIB_ERR_CARD;
    }
    maximum->starter = (uint8_t)(starter_rank - 1);
    maximum->target = (uint8_t)target;
    maximum->exactly = exactly != 0;
    fill_lines(maximum);
    maximum->bound = (uint8_t)(2 * rows_bound(maximum) + EXTRA);
    maximum->work = WORK_START;
    maximum->over = 0;
    return CRIB_OK;
}

int crib_maximum_step(crib_maximum *maximum, uint64_t work)
{
    work = work > 0 ? work : 1; /* every step does some work */
    maximum->until = work < UINT64_MAX - maximum->work ? maximum->work + work : UINT64_MAX;
    while (!stopped(maximum)) {
        advance(maximum);
    }
    return maximum->over;
}

void crib_maximum_found(const crib_maximum *maximum, crib_largest *found)
{
    memset(found, 0, sizeof *found);
    found->bound = maximum->bound;
    found->total = maximum->board_count > 0 ? maximum->target : 0;
    found->boards = maximum->board_count;
    found->row_sets = maximum->row_sets;
    found->grids = maximum->grids;
    found->suits = maximum->suits;
}

int crib_maximum_board(const crib_maximum *maximum, uint32_t index, uint8_t cells[17])
{
    if (index >= maximum->board_count) {
        memset(cells, CRIB_NONE, 17);
        return CRIB_ERR_COUNT;
    }
    memcpy(cells, maximum->boards[index], 16);
    cells[16] = (uint8_t)(4 * maximum->starter + HEART);
    return CRIB_OK;
}
