/*
 * Prints results of this build of the core, which tests compare with known values. So a core for another
 * machine can be tested on an emulator that does not run Python.
 *
 *     answers every-hand       how often each number of points is scored, over all hands and starters
 *     answers boards <BOARDS   the scores of boards; each is read as seventeen numbers, the starter last
 *     answers places <DEALS    the best placements of deals; each is read as seventeen numbers
 *
 * Each line of the output begins with its source: "one" for the functions that score one hand or grid, or
 * the name of a kernel. For each source the lines are in the order of the input.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cribscore.h"

enum { DECK = 52, CELLS = 17, MOST_BOARDS = 256, ROWS = 1000, PARTS = 5, SCORES = 30 };

static void demand(int holds, const char *what)
{
    if (!holds) {
        (void)fprintf(stderr, "%s\n", what);
        exit(1);
    }
}

/* ---------------------------------------------------------------- every hand */

/* How often each number of points was scored, for each part and for the total. */
static int64_t counts[PARTS + 1][SCORES];

static void print_counts(const char *by, const char *what, int crib, const int64_t of[SCORES])
{
    printf("%s %s %s", by, crib ? "crib" : "hand", what);
    for (int points = 0; points < SCORES; points++) {
        printf(" %lld", (long long)of[points]);
    }
    printf("\n");
}

static void print_all_counts(const char *by, int crib)
{
    static const char *const parts[PARTS] = {"fifteens", "pairs", "runs", "flush", "nobs"};
    for (int part = 0; part < PARTS; part++) {
        print_counts(by, parts[part], crib, counts[part]);
    }
    print_counts(by, "total", crib, counts[PARTS]);
}

static void count(const uint8_t parts[PARTS], uint8_t total)
{
    for (int part = 0; part < PARTS; part++) {
        demand(parts[part] < SCORES, "too many points");
        counts[part][parts[part]]++;
    }
    demand(total < SCORES, "too many points");
    counts[PARTS][total]++;
}

/* A buffer of rows to be scored, each a hand and its starter. */
static uint8_t rows[ROWS][5];
static int waiting;

static void score_one_by_one(int crib)
{
    for (int row = 0; row < waiting; row++) {
        crib_score score;
        demand(crib_score_hand(rows[row], crib, &score) == CRIB_OK, "a valid hand is refused");
        const uint8_t parts[PARTS] = {score.fifteens, score.pairs, score.runs, score.flush, score.nobs};
        count(parts, score.total);
    }
}

static void score_together(int kernel, int crib)
{
    static uint8_t parts[ROWS][PARTS], total[ROWS];
    const uint8_t *first = rows[0];
    const int as = crib ? CRIB_AS_CRIB : 0;
    const int64_t good =
        crib_score_hands(kernel, first, 5, 1, first + 4, 5, waiting, as | CRIB_PARTS, parts[0]);
    demand(good == waiting, "a kernel refuses a hand when asked for parts");
    demand(crib_score_hands(kernel, first, 5, 1, first + 4, 5, waiting, as, total) == waiting,
           "a kernel refuses a hand");
    for (int row = 0; row < waiting; row++) {
        count(parts[row], total[row]);
    }
}

/* Score the rows in the buffer with a kernel or, if it is CRIB_BEST, one by one. */
static void score_waiting(int kernel, int crib)
{
    if (kernel == CRIB_BEST) {
        score_one_by_one(crib);
    } else {
        score_together(kernel, crib);
    }
    waiting = 0;
}

static void score_every_hand(int kernel, int crib)
{
    memset(counts, 0, sizeof counts);
    uint8_t card[5];
    for (card[4] = 0; card[4] < DECK; card[4]++) {
        for (card[0] = 0; card[0] < DECK; card[0]++) {
            for (card[1] = 0; card[1] < card[0]; card[1]++) {
                for (card[2] = 0; card[2] < card[1]; card[2]++) {
                    for (card[3] = 0; card[3] < card[2]; card[3]++) {
                        if (memchr(card, card[4], 4) == NULL) {
                            memcpy(rows[waiting++], card, 5);
                        }
                        if (waiting == ROWS) {
                            score_waiting(kernel, crib);
                        }
                    }
                }
            }
        }
    }
    score_waiting(kernel, crib);
}

static void answer_every_hand(void)
{
    for (int crib = 0; crib < 2; crib++) {
        score_every_hand(CRIB_BEST, crib);
        print_all_counts("one", crib);
        for (int kernel = CRIB_BEST + 1; kernel < CRIB_KERNELS; kernel++) {
            if (crib_kernel(kernel) == kernel) {
                int64_t totals[SCORES];
                score_every_hand(kernel, crib);
                print_all_counts(crib_kernel_name(kernel), crib);
                demand(crib_hand_counts(kernel, crib, totals) == CRIB_OK,
                       "a kernel does not count the hands");
                print_counts(crib_kernel_name(kernel), "counts", crib, totals);
            }
        }
    }
}

/* ---------------------------------------------------------------- boards */

/* Read a line of numbers. Returns false at the end of the input. */
static int read_cells(uint8_t cells[CELLS])
{
    char line[CELLS * sizeof "255 "];
    if (fgets(line, sizeof line, stdin) == NULL) {
        return 0;
    }
    char *at = line;
    for (int i = 0; i < CELLS; i++) {
        char *end;
        const long number = strtol(at, &end, 10);
        demand(end != at && number >= 0 && number <= CRIB_NONE,
               "a line must be seventeen numbers from 0 to 255");
        cells[i] = (uint8_t)number;
        at = end;
    }
    return 1;
}

static void print_board(const char *by, const uint8_t lines[8], int heels, int total)
{
    printf("%s", by);
    for (int line = 0; line < 8; line++) {
        printf(" %d", lines[line]);
    }
    printf(" %d %d\n", heels, total);
}

static void answer_boards(void)
{
    static uint8_t full[MOST_BOARDS][CELLS], lines[MOST_BOARDS][8], totals[MOST_BOARDS];
    uint8_t cells[CELLS];
    int boards = 0;
    while (read_cells(cells)) {
        crib_grid_score score;
        uint8_t points[8];
        demand(crib_score_grid(cells, &score) == CRIB_OK, "a board is refused");
        for (int line = 0; line < 8; line++) {
            points[line] = score.lines[line].total;
        }
        print_board("one", points, score.heels, score.total);
        if (memchr(cells, CRIB_NONE, CELLS) == NULL) {
            demand(boards < MOST_BOARDS, "too many boards");
            memcpy(full[boards++], cells, CELLS);
        }
    }
    for (int kernel = CRIB_BEST + 1; kernel < CRIB_KERNELS; kernel++) {
        if (crib_kernel(kernel) == kernel) {
            const uint8_t *first = full[0], *starters = first + CELLS - 1;
            demand(crib_score_grids(kernel, first, CELLS, 1, starters, CELLS, boards, CRIB_LINES, lines[0]) ==
                       boards,
                   "a kernel refuses a board when asked for lines");
            demand(crib_score_grids(kernel, first, CELLS, 1, starters, CELLS, boards, 0, totals) == boards,
                   "a kernel refuses a board");
            for (int board = 0; board < boards; board++) {
                int heels = totals[board];
                for (int line = 0; line < 8; line++) {
                    heels -= lines[board][line];
                }
                print_board(crib_kernel_name(kernel), lines[board], heels, totals[board]);
            }
        }
    }
}

/* ---------------------------------------------------------------- the best placement */

static void answer_places(void)
{
    uint8_t deal[CELLS];
    while (read_cells(deal)) {
        uint8_t board[CELLS];
        crib_placement found;
        crib_search *search = malloc(crib_search_size());
        demand(search != NULL, "no memory");
        memset(board, CRIB_NONE, sizeof board);
        board[CELLS - 1] = deal[CELLS - 1];
        demand(crib_search_start(search, board, deal, CELLS - 1) == CRIB_OK, "a deal is refused");
        while (!crib_search_step(search, 1000000)) {
        }
        crib_search_found(search, &found);
        free(search);
        printf("one %d %d", found.total, found.bound);
        for (int i = 0; i < CELLS; i++) {
            printf(" %d", found.cells[i]);
        }
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    demand(argc == 2, "usage: answers every-hand | boards | places");
    if (strcmp(argv[1], "every-hand") == 0) {
        answer_every_hand();
    } else if (strcmp(argv[1], "boards") == 0) {
        answer_boards();
    } else {
        demand(strcmp(argv[1], "places") == 0, "the argument must be every-hand, boards or places");
        answer_places();
    }
    return 0;
}
