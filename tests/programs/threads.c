/*
 * Many threads make the first call into the library at the same time and use all of it, with the same input and
 * separate output, which is then compared with that of a single thread. It is built with the thread sanitizer.
 *
 * With RACE the program has a bug, two threads with one output, to show that the sanitizer detects it.
 */
/* For pthread barriers. NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cribscore.h"

#ifdef RACE
enum { THREADS = 2, OUTPUTS = 1 };
#else
enum { THREADS = 32, OUTPUTS = THREADS };
#endif
enum { DECK = 52, ROWS = 1100, ONE_BY_ONE = 200, PLACEMENTS = 12, BOARDS = 64 };

/* ---------------------------------------------------------------- input of all threads */

static uint8_t decks[ROWS][DECK]; /* shuffled decks; each row begins with a hand or a grid and its starter */
static uint8_t columns[17][ROWS]; /* the same cards in columns */
static uint8_t spoiled[ROWS][DECK]; /* the same with a byte that is not a card */
static const int64_t bad_row = ROWS - 9;
static pthread_barrier_t start; /* from pthread.h: NOLINT(misc-include-cleaner) */

static uint64_t state = UINT64_C(0x9E3779B97F4A7C15);

static int below(int limit)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int)((state >> 32) * (uint64_t)limit >> 32);
}

static void fill_input(void)
{
    for (int row = 0; row < ROWS; row++) {
        for (int i = 0; i < DECK; i++) {
            const int other = below(i + 1);
            decks[row][i] = decks[row][other];
            decks[row][other] = (uint8_t)i;
        }
        for (int i = 0; i < 17; i++) {
            columns[i][row] = decks[row][i];
        }
    }
    memcpy(spoiled, decks, sizeof decks);
    spoiled[bad_row][3] = DECK;
}

/* ---------------------------------------------------------------- output of each thread */

typedef struct output {
    int kernels[CRIB_KERNELS];
    int64_t good[CRIB_KERNELS][8];
    size_t size;
    uint8_t bytes[400000]; /* all scores and boards, one after the other */
} output;

static output outputs[OUTPUTS], alone;

static void put(output *out, const void *bytes, size_t size)
{
    if (size > sizeof out->bytes - out->size) {
        exit(4);
    }
    memcpy(out->bytes + out->size, bytes, size);
    out->size += size;
}

static void put_number(output *out, uint64_t number)
{
    put(out, &number, sizeof number);
}

static void put_score(output *out, const crib_score *score)
{
    const uint8_t parts[6] = {score->total, score->fifteens, score->pairs,
                              score->runs,  score->flush,    score->nobs};
    put_number(out, score->fifteen_mask);
    put(out, parts, sizeof parts);
}

/* The count of all hands takes long: only every eighth thread does it, hands and cribs in turn. */
enum { COUNTING = 8 };
static int64_t counts[THREADS][30];

static void *memory(uint32_t size)
{
    void *bytes = calloc(1, size);
    if (bytes == NULL) {
        exit(2);
    }
    return bytes;
}

static crib_values *values; /* of all threads */

static void fill_values(void)
{
    const uint32_t size = crib_values_weights(1);
    uint8_t *weights = memory(size);
    for (uint32_t i = 0; i < size; i += 2) {
        weights[i] = (uint8_t)below(256);
    }
    values = memory(crib_values_size());
    crib_values_start(values, weights, size);
    free(weights);
}

static void one_by_one(output *out)
{
    for (int i = 0; i < ONE_BY_ONE; i++) {
        uint8_t hand[5];
        uint32_t key = (uint32_t)(i % 2) << 30, packed[8];
        crib_score score;
        crib_grid_score grid;
        memcpy(hand, decks[i], 5);
        for (int place = 0; place < 5; place++) {
            key |= (uint32_t)hand[place] << 6 * place;
        }
        crib_score_hand(decks[i], i % 2, &score);
        put_score(out, &score);
        hand[4] = CRIB_NONE;
        crib_score_hand(hand, i % 2, &score);
        put_score(out, &score);
        put_number(out, crib_pack_hand(key));
        crib_score_grid(decks[i], &grid);
        for (int line = 0; line < 8; line++) {
            put_score(out, &grid.lines[line]);
        }
        put_number(out, grid.total);
        crib_pack_grid(decks[i], packed);
        put(out, packed, sizeof packed);
    }
}

static void batches(output *out, int kernel)
{
    const uint8_t *rows = decks[0], *bad = spoiled[0], *starters = columns[4];
    int64_t *good = out->good[kernel];
    uint8_t scores[8 * ROWS];
    good[0] = crib_score_hands(kernel, rows, DECK, 1, starters, 1, ROWS, 0, scores);
    put(out, scores, ROWS);
    good[1] = crib_score_hands(kernel, rows, DECK, 1, rows + 4, DECK, ROWS, CRIB_AS_CRIB, scores);
    put(out, scores, ROWS);
    good[2] = crib_score_grids(kernel, rows, DECK, 1, rows + 16, DECK, ROWS, 0, scores);
    put(out, scores, ROWS);
    good[3] = crib_score_hands(kernel, rows, DECK, 1, rows + 4, DECK, ROWS, CRIB_PARTS, scores);
    put(out, scores, 5 * (size_t)ROWS);
    good[4] = crib_score_grids(kernel, rows, DECK, 1, rows + 16, DECK, ROWS, CRIB_LINES, scores);
    put(out, scores, 8 * (size_t)ROWS);
    good[5] = crib_score_grids(kernel, columns[0], 1, ROWS, columns[16], 1, ROWS, 0, scores);
    put(out, scores, ROWS);
    good[6] = crib_score_hands(kernel, bad, DECK, 1, bad + 4, DECK, ROWS, 0, scores);
    good[7] = crib_score_grids(kernel, bad, DECK, 1, bad + 16, DECK, ROWS, 0, scores);
}

/* Searches of every size, each with a different length of steps. */
static void searches(output *out)
{
    crib_search *search = memory(crib_search_size());
    for (int i = 0; i < PLACEMENTS; i++) {
        const int fixed = i < 2 ? 0 : 8 + i % 6, count = 17 - fixed - (i % 2);
        const uint64_t work = 1000 * ((uint64_t)i + 1);
        uint8_t board[17];
        crib_placement found;
        memset(board, CRIB_NONE, 17);
        memcpy(board, decks[i], (size_t)fixed);
        if (i % 2 != 0) {
            board[16] = decks[i][16];
        }
        if (crib_search_start(search, board, decks[i] + fixed, (uint32_t)count) != CRIB_OK) {
            exit(3);
        }
        for (int step = 0; step < 100 && !crib_search_step(search, work); step++) {
            crib_search_found(search, &found);
            put_number(out, found.nodes);
        }
        crib_search_found(search, &found);
        put(out, found.cells, sizeof found.cells);
        put_number(out, found.total);
        put_number(out, found.bound);
        put_number(out, found.nodes);
    }
    free(search);
}

static void largest(output *out)
{
    crib_maximum *maximum = memory(crib_maximum_size());
    crib_largest found;
    crib_maximum_start(maximum, 13, 151, 0);
    while (!crib_maximum_step(maximum, 5000)) {
    }
    crib_maximum_found(maximum, &found);
    if (found.total != 151) { /* with a king as starter; docs/background/maximum.md */
        exit(5);
    }
    put_number(out, found.row_sets);
    put_number(out, found.grids);
    put_number(out, found.suits);
    for (uint32_t i = 0; i < BOARDS; i++) {
        uint8_t cells[17];
        crib_maximum_board(maximum, i, cells);
        put(out, cells, sizeof cells);
    }
    free(maximum);
}

/* Games of the player, all threads with the same table, and some training. */
static void games(output *out)
{
    enum { GAMES = 4, LEARNED = 6 };
    const crib_position rules = {.adjacency = 1, .reserves = 1, .win_at = 61};
    crib_games *played = memory(crib_games_size());
    uint8_t scores[GAMES];
    for (uint32_t level = 0; level < 2; level++) {
        crib_games_start(played, &rules, level, 0, level);
        while (crib_games_step(played, values, GAMES, 1000, scores) < GAMES) {
        }
        put(out, scores, sizeof scores);
    }
    free(played);
    crib_training *training = memory(crib_training_size());
    uint8_t weights[1000];
    crib_training_start(training, NULL, 0, &rules, 0, 1, 256);
    crib_training_step(training, LEARNED);
    crib_training_weights(training, weights, sizeof weights);
    put(out, weights, sizeof weights);
    free(training);
}

static void everything(output *out)
{
    for (int kernel = 0; kernel < CRIB_KERNELS; kernel++) {
        out->kernels[kernel] = crib_kernel(kernel);
        if (out->kernels[kernel] != CRIB_ERR_KERNEL && crib_kernel_name(kernel) != NULL) {
            batches(out, kernel);
        }
    }
    one_by_one(out);
    searches(out);
    largest(out);
    games(out);
}

static void *run(void *argument)
{
    const int number = *(const int *)argument;
    pthread_barrier_wait(&start);
    everything(&outputs[number % OUTPUTS]);
    if (number % COUNTING == 0) {
        crib_hand_counts(CRIB_BEST, number / COUNTING % 2, counts[number]);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS]; /* NOLINT(misc-include-cleaner) */
    int numbers[THREADS];
    fill_input();
    fill_values();
    if (pthread_barrier_init(&start, NULL, THREADS) != 0) {
        return 2;
    }
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        if (pthread_create(&threads[i], NULL, run, &numbers[i]) != 0) {
            return 2;
        }
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    everything(&alone);
    for (int i = 0; i < OUTPUTS; i++) {
        const output *out = &outputs[i];
        if (out->size != alone.size || memcmp(out->bytes, alone.bytes, alone.size) != 0 ||
            memcmp(out->good, alone.good, sizeof alone.good) != 0 ||
            memcmp(out->kernels, alone.kernels, sizeof alone.kernels) != 0) {
            (void)fprintf(stderr, "thread %d found something else than one thread alone\n", i);
            return 1;
        }
    }
    for (int kernel = 0; kernel < CRIB_KERNELS; kernel++) {
        const int runs = alone.kernels[kernel] != CRIB_ERR_KERNEL;
        if (runs && (alone.good[kernel][0] != ROWS || alone.good[kernel][7] != bad_row)) {
            (void)fprintf(stderr, "the kernel %s found %lld good hands and %lld good grids\n",
                          crib_kernel_name(kernel), (long long)alone.good[kernel][0],
                          (long long)alone.good[kernel][7]);
            return 1;
        }
    }
    for (int i = 0; i < THREADS; i += COUNTING) {
        /* the published counts of 28, 29 and 0 points, in hands and in cribs */
        const int64_t none = i / COUNTING % 2 == 0 ? 1009008 : 1022208;
        if (counts[i][28] != 76 || counts[i][29] != 4 || counts[i][0] != none) {
            (void)fprintf(stderr, "thread %d miscounted all hands\n", i);
            return 1;
        }
    }
    printf("%d threads agree with one, with the kernels up to %s\n", THREADS,
           crib_kernel_name(alone.kernels[CRIB_BEST]));
    free(values);
    return 0;
}
