/*
 * Prints results of this build of the core, which tests compare with known values. So a core for another
 * machine can be tested on an emulator that does not run Python.
 *
 *     answers every-hand       how often each number of points is scored, over all hands and starters
 *     answers boards <BOARDS   the scores of boards; each is read as seventeen numbers, the starter last
 *     answers places <DEALS    the best placements of deals; each is read as seventeen numbers
 *     answers rest             a checksum of each other part of the core: it must be the same on every machine
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

/* ---------------------------------------------------------------- checksums of the rest */

enum { HANDS = 200, SIX = 6, THROWS = 15, KEEPS = 4, WEIGHTS = 40000, GAMES = 12 };

/* FNV-1a, over the bytes of numbers from the lowest on. */
static uint64_t checksum = UINT64_C(0xcbf29ce484222325);

static void add(int64_t number)
{
    for (int byte = 0; byte < 8; byte++) {
        checksum = (checksum ^ ((uint64_t)number >> 8 * byte & 255)) * UINT64_C(0x100000001b3);
    }
}

static void add_bytes(const uint8_t *bytes, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        add(bytes[i]);
    }
}

static void print_checksum(const char *of)
{
    printf("one %s %08lx%08lx\n", of, (unsigned long)(checksum >> 32),
           (unsigned long)(checksum & 0xffffffffU));
    checksum = UINT64_C(0xcbf29ce484222325);
}

static void *memory(uint32_t size)
{
    void *const found = calloc(size, 1);
    demand(found != NULL, "no memory");
    return found;
}

static uint8_t deals[HANDS * SIX];

static void add_cards(void)
{
    static uint8_t text[HANDS * SIX * 3], again[HANDS * SIX];
    static uint16_t wide[HANDS * SIX];
    const uint16_t one = 1;
    crib_random_deals(UINT64_C(0xfedcba9876543210), 7, HANDS, SIX, deals);
    add_bytes(deals, sizeof deals);
    demand(crib_deal(UINT64_C(0x123456789abcdef0), DECK, again) == CRIB_OK, "a deal is refused");
    add_bytes(again, DECK);
    demand(crib_write_rows(deals, SIX, 1, SIX, HANDS, text) == HANDS, "cards are not written");
    add_bytes(text, sizeof text);
    for (int row = 1; row < HANDS; row++) {
        text[18 * row - 1] = 0;
    }
    demand(crib_read_rows(text, sizeof text - 1, 0, SIX, HANDS, again) == CRIB_OK, "text is not read");
    demand(memcmp(deals, again, sizeof deals) == 0, "text is read as other cards");
    for (int i = 0; i < HANDS * SIX; i++) {
        wide[i] = deals[i];
    }
    wide[5] = 256;
    const int low = *(const uint8_t *)&one == 1 ? 0 : 1;
    for (int kernel = CRIB_BEST; kernel < CRIB_KERNELS; kernel++) {
        if (kernel == CRIB_BEST || crib_kernel(kernel) == kernel) {
            const uint8_t *from = (const uint8_t *)wide;
            demand(crib_narrow(kernel, from, 2, 2, low, (int64_t)HANDS * SIX, again) == CRIB_OK,
                   "numbers are refused");
            demand(again[5] == CRIB_STRUCK && again[4] == deals[4] &&
                       memcmp(again + SIX, deals + SIX, sizeof deals - SIX) == 0,
                   "numbers are read as others");
        }
    }
}

static void add_throws(const crib_policy *policy)
{
    static uint16_t sums[HANDS * THROWS];
    static uint8_t counts[HANDS * SCORES], throws[2 * HANDS];
    crib_fours *fours = memory(crib_fours_size());
    crib_fours_start(fours);
    demand(crib_keep_sums(fours, deals, SIX, 1, HANDS, sums) == HANDS, "a deal is refused");
    demand(crib_forecast_hands(fours, deals, SIX, 1, deals + 4, SIX, 1, 2, HANDS, 1, counts) == HANDS,
           "a hand is refused");
    for (int i = 0; i < HANDS * THROWS; i++) {
        add(sums[i]);
    }
    add_bytes(counts, sizeof counts);
    print_checksum("keeps");
    for (size_t row = 0; row < 20; row++) {
        for (int thrower = CRIB_BY_DEALER; thrower <= CRIB_BY_CHANCE; thrower++) {
            int64_t cribs[THROWS];
            demand(crib_crib_sums(policy, thrower, &deals[SIX * row], 0, cribs) == CRIB_OK,
                   "a deal is refused");
            for (int i = 0; i < THROWS; i++) {
                add(cribs[i]);
            }
        }
    }
    print_checksum("cribs");
    crib_throw_table *table = memory(crib_throw_table_size());
    crib_throw_table_start(table);
    while (!crib_throw_table_step(table, policy, 1000000)) {
    }
    const uint8_t dealers[2] = {0, 1};
    for (int dealer = 0; dealer < 2; dealer++) {
        demand(crib_best_throws(fours, table, deals, SIX, 1, dealers + dealer, 0, HANDS, throws) == HANDS,
               "a deal is refused");
        add_bytes(throws, sizeof throws);
    }
    print_checksum("throws");
    free(table);
    free(fours);
}

static void add_play(const crib_policy *policy)
{
    static uint32_t weights[2 * CRIB_KEEPS];
    crib_keep_weights(policy, CRIB_BY_DEALER, weights);
    crib_keep_weights(policy, CRIB_BY_PONE, weights + CRIB_KEEPS);
    for (int i = 0; i < 2 * CRIB_KEEPS; i++) {
        add(weights[i]);
    }
    for (int row = 0; row + 1 < 40; row += 2) {
        uint64_t hands[2] = {0, 0}, seen = 0;
        for (int i = 0; i < KEEPS; i++) {
            hands[0] |= UINT64_C(1) << deals[SIX * row + i];
            hands[1] |= UINT64_C(1) << deals[SIX * (row + 1) + i];
        }
        for (int i = 0; i < SIX; i++) {
            seen |= UINT64_C(1) << deals[SIX * row + i];
        }
        uint8_t card;
        int value;
        if ((hands[0] & hands[1]) == 0) {
            demand(crib_play_best(hands[0], hands[1], 0, &card, &value) == CRIB_OK, "a play is refused");
            add(card);
            add(value);
        }
        if (row < 8) {
            crib_advice advice;
            const uint64_t unseen = ((UINT64_C(1) << DECK) - 1) & ~seen;
            demand(crib_advise_peg(weights, hands[0], unseen, NULL, 0, 20, 9, &advice) == CRIB_OK,
                   "a position is refused");
            add((int64_t)advice.weight);
            for (int rank = 1; rank < 14; rank++) {
                add(advice.nets[rank]);
            }
        }
    }
    print_checksum("play");
}

static void add_squares(void)
{
    static uint8_t weights[WEIGHTS];
    uint8_t scores[GAMES];
    crib_position rules = {.adjacency = 1, .win_at = 61};
    memset(rules.cells, CRIB_NONE, sizeof rules.cells);
    memset(rules.piles, CRIB_NONE, sizeof rules.piles);
    rules.card = CRIB_NONE;
    crib_training *training = memory(crib_training_size());
    demand(crib_training_start(training, NULL, 0, &rules, 0, 5, 64) == CRIB_OK, "the rules are refused");
    crib_training_step(training, 300);
    crib_training_weights(training, weights, WEIGHTS);
    free(training);
    add_bytes(weights, WEIGHTS);
    print_checksum("training");
    crib_values *values = memory(crib_values_size());
    crib_values_start(values, weights, WEIGHTS);
    int32_t value[DECK];
    demand(crib_outlook(values, &rules, value) == CRIB_OK, "a position is refused");
    for (int card = 0; card < DECK; card++) {
        add(value[card]);
    }
    print_checksum("outlook");
    crib_games *games = memory(crib_games_size());
    static const char *const names[] = {"level0", "level1", "level2"};
    static const int64_t ended[] = {GAMES, 3, 1};
    for (uint32_t piles = 0; piles < 2; piles++) {
        rules.reserves = (uint8_t)piles;
        for (uint32_t level = 0; level < 3; level++) {
            const int64_t count = ended[level];
            demand(crib_games_start(games, &rules, level, 0, 3) == CRIB_OK, "the rules are refused");
            while (crib_games_step(games, values, count, 1000000, scores) < count) {
            }
            add_bytes(scores, count);
            print_checksum(names[level]);
        }
    }
    free(games);
    free(values);
}

static void answer_rest(void)
{
    static uint8_t throws[CRIB_POLICY_BYTES];
    add_cards();
    print_checksum("cards");
    crib_random_deals(1, 0, CRIB_POLICY_BYTES, 1, throws);
    for (int i = 0; i < CRIB_POLICY_BYTES; i++) {
        throws[i] %= THROWS;
    }
    crib_policy *policy = memory(crib_policy_size());
    demand(crib_policy_start(policy, throws) == CRIB_OK, "a policy is refused");
    add_throws(policy);
    add_play(policy);
    free(policy);
    add_squares();
}

int main(int argc, char **argv)
{
    demand(argc == 2, "usage: answers every-hand | boards | places | rest");
    if (strcmp(argv[1], "every-hand") == 0) {
        answer_every_hand();
    } else if (strcmp(argv[1], "boards") == 0) {
        answer_boards();
    } else if (strcmp(argv[1], "places") == 0) {
        answer_places();
    } else {
        demand(strcmp(argv[1], "rest") == 0, "the argument must be every-hand, boards, places or rest");
        answer_rest();
    }
    return 0;
}
