/*
 * Many hands and grids, with any bytes and any layout. Every kernel must find the same first invalid row as a simple
 * loop, write the same scores as the functions for one hand or grid, and write nothing else.
 */
#include "fuzz.h"

enum { MOST_ROWS = 1300, REACH = 300000 };

typedef struct rows {
    int64_t (*score)(int, const uint8_t *, int64_t, int64_t, const uint8_t *, int64_t, int64_t, int,
                     uint8_t *);
    int grids, width, results, wanted; /* `width`: cards in a row, with the starter */
    int64_t count, row_step, card_step, starter_step;
    uint8_t *cards, *starters; /* of the first row */
} rows;

static uint8_t *card_at(const rows *rows, int64_t row, int place)
{
    return place < rows->width - 1 ? rows->cards + row * rows->row_step + place * rows->card_step
                                   : rows->starters + row * rows->starter_step;
}

static void read_row(const rows *rows, int64_t row, uint8_t cards[17])
{
    for (int place = 0; place < rows->width; place++) {
        cards[place] = *card_at(rows, row, place);
    }
}

/* Score one row as a single hand or grid. Returns whether it is valid, or bad rows are masked. */
static int score_one(const rows *rows, const uint8_t cards[17], uint8_t results[8])
{
    crib_score lines[8] = {{0}};
    const int partial = (rows->wanted & CRIB_PARTIAL) != 0, starter = rows->width - 1;
    if (not_cards(cards, starter, partial && rows->grids) || not_cards(cards + starter, 1, partial) ||
        twins(cards, rows->width)) {
        memset(results, CRIB_NONE, (size_t)rows->results);
        return (rows->wanted & CRIB_MASK) != 0;
    }
    if (rows->grids) {
        results[0] = (uint8_t)grid_by_the_rules(cards, lines);
        for (int line = 0; line < 8 && rows->results == 8; line++) {
            results[line] = lines[line].total;
        }
    } else {
        crib_score *score = lines;
        DEMAND(crib_score_hand(cards, rows->wanted & CRIB_AS_CRIB, score) == CRIB_OK);
        const uint8_t parts[5] = {score->fifteens, score->pairs, score->runs, score->flush, score->nobs};
        results[0] = score->total;
        if (rows->results == 5) {
            memcpy(results, parts, 5);
        }
    }
    return 1;
}

/* Count the scores of hands, and score them as hands that each say whether they are cribs. */
static void check_histogram(const rows *rows, int kernel, int64_t good, const uint8_t *right)
{
    uint8_t *cribs = exactly((size_t)rows->count), *scores = exactly((size_t)rows->count);
    int64_t *counts = (int64_t *)exactly(30 * sizeof *counts), expected[CRIB_NONE + 1] = {0};
    memset(cribs, rows->wanted & CRIB_AS_CRIB ? NOBODY : 0, (size_t)rows->count);
    for (int64_t row = 0; row < good; row++) {
        expected[right[row]]++;
    }
    for (int each = 0; each < 2; each++) {
        const int wanted =
            (rows->wanted & ~(CRIB_EACH | CRIB_AS_CRIB)) | (each ? CRIB_EACH : rows->wanted & CRIB_AS_CRIB);
        const int64_t answer =
            crib_count_scores(kernel, rows->cards, rows->row_step, rows->card_step, rows->starters,
                              rows->starter_step, cribs, 1, rows->count, wanted, counts);
        DEMAND(answer == good);
        DEMAND(good < rows->count || memcmp(counts, expected, 30 * sizeof *counts) == 0);
    }
    const int64_t answer =
        crib_score_mixed(kernel, rows->cards, rows->row_step, rows->card_step, rows->starters,
                         rows->starter_step, cribs, 1, rows->count, rows->wanted & ~CRIB_AS_CRIB, scores);
    DEMAND(answer == good);
    DEMAND(good < rows->count || memcmp(scores, right, (size_t)rows->count) == 0);
    free(cribs);
    free(scores);
    free(counts);
}

static void check(const rows *rows, int kernel, int64_t good, const uint8_t *right)
{
    uint8_t *scores = exactly((size_t)(rows->count * rows->results));
    const int64_t answer = rows->score(kernel, rows->cards, rows->row_step, rows->card_step, rows->starters,
                                       rows->starter_step, rows->count, rows->wanted, scores);
    DEMAND(answer == good);
    if (good == rows->count) {
        DEMAND(memcmp(scores, right, (size_t)(rows->count * rows->results)) == 0);
    }
    free(scores);
    if (!rows->grids && rows->results == 1) {
        check_histogram(rows, kernel, good, right);
    }
}

/* A number that is not a kernel of this build and CPU: the functions do nothing. */
static void check_no_kernel(const rows *rows, int kernel)
{
    uint8_t scores[8 * MOST_ROWS];
    int64_t counts[30];
    memset(scores, NOBODY, sizeof scores);
    DEMAND(rows->score(kernel, rows->cards, rows->row_step, rows->card_step, rows->starters,
                       rows->starter_step, rows->count, rows->wanted, scores) == CRIB_ERR_KERNEL);
    for (size_t i = 0; i < sizeof scores; i++) {
        DEMAND(scores[i] == NOBODY);
    }
    DEMAND(crib_hand_counts(kernel, rows->wanted & CRIB_AS_CRIB, counts) == CRIB_ERR_KERNEL);
    DEMAND((kernel < 0 || kernel >= CRIB_KERNELS) == (crib_kernel_name(kernel) == NULL));
}

/* Counting all hands takes seconds here, so it is done once. */
static void check_counts(int kernel, int crib)
{
    static int done = 0;
    if (!done) {
        done = 1;
        int64_t *counts = (int64_t *)exactly(30 * sizeof *counts), sum = 0;
        DEMAND(crib_hand_counts(kernel, crib, counts) == CRIB_OK);
        for (int i = 0; i < 30; i++) {
            sum += counts[i];
        }
        DEMAND(sum == 12994800 && counts[29] == 4 && counts[28] == 76);
        DEMAND(counts[19] + counts[25] + counts[26] + counts[27] == 0);
        free(counts);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    rows rows = {0};
    const uint8_t mode = take(&in), layout = take(&in);
    rows.wanted = (int8_t)take(&in);
    rows.grids = mode & 1;
    rows.width = rows.grids ? 17 : 5;
    rows.score = rows.grids ? crib_score_grids : crib_score_hands;
    rows.results = 1;
    if (rows.grids && (rows.wanted & CRIB_LINES) != 0) {
        rows.results = 8;
    } else if (!rows.grids && (rows.wanted & CRIB_PARTS) != 0) {
        rows.results = 5;
    }
    rows.count = (mode & 2) != 0 ? (int64_t)(take_number(&in, 2) % MOST_ROWS) : take(&in) % 80;

    /* The layout: a usual one or any. */
    const int apart =
        layout >> 4 & 3; /* the starters: 0 after the cards, 1 one for all, 2 or 3 with their own step */
    const int together = apart ? rows.width - 1 : rows.width;
    const int64_t steps[8][2] = {
        {together, 1},
        {1, rows.count},
        {DECK, 1},
        {-together, 1},
        {together, -1},
        {3 * together, 3},
        {(int8_t)take(&in), (int8_t)take(&in)},
        {(int16_t)take_number(&in, 1) - 128, 1},
    };
    rows.row_step = steps[layout & 7][0];
    rows.card_step = steps[layout & 7][1];
    rows.starter_step = apart == 0 ? rows.row_step : apart == 1 ? 0 : (int8_t)take(&in);
    int64_t low = 0, high = 0, starter_low = 0, starter_high = 0;
    if (rows.count > 0) {
        const int64_t down = (rows.count - 1) * rows.row_step, along = (together - 1) * rows.card_step;
        const int64_t starter_down = (rows.count - 1) * rows.starter_step;
        low = (down < 0 ? down : 0) + (along < 0 ? along : 0);
        high = (down > 0 ? down : 0) + (along > 0 ? along : 0) + 1;
        starter_low = starter_down < 0 ? starter_down : 0;
        starter_high = (starter_down > 0 ? starter_down : 0) + 1;
    }
    DEMAND(high - low < REACH);
    uint8_t *cards = exactly((size_t)(high - low)), *starters = exactly((size_t)(starter_high - starter_low));
    rows.cards = cards - low;
    rows.starters = cards;
    if (apart) {
        rows.starters = starters - starter_low;
    } else if (rows.count > 0) {
        rows.starters = rows.cards + (rows.width - 1) * rows.card_step;
    }

    /* The contents: deals with some bytes changed, or any bytes. */
    if ((mode & 12) == 0) {
        for (int64_t i = 0; i < high - low; i++) {
            cards[i] = in.left > 0 ? in.at[(size_t)i % in.left] : 0;
        }
        for (int64_t i = 0; i < starter_high - starter_low; i++) {
            starters[i] = in.left > 0 ? in.at[(size_t)(i * 7 + 3) % in.left] : 0;
        }
    } else {
        uint64_t chance = take_number(&in, 2);
        const uint8_t size_of_pack = (mode & 12) == 4 ? DECK : 20,
                      pack = (uint8_t)(take(&in) % (DECK + 1 - size_of_pack));
        uint8_t starter = 0;
        for (int64_t row = 0; row < rows.count; row++) {
            uint8_t dealt[18];
            deal(&chance, pack, size_of_pack, dealt, rows.width);
            if (apart == 1 && row > 0) { /* the one starter for all is not part of a row */
                for (int i = 0; i < rows.width - 1; i++) {
                    dealt[i] = dealt[i] == starter ? dealt[rows.width - 1] : dealt[i];
                }
                dealt[rows.width - 1] = starter;
            }
            starter = dealt[rows.width - 1];
            for (int place = 0; place < rows.width; place++) {
                *card_at(&rows, row, place) = dealt[place];
            }
        }
        while (in.left >= 4 && rows.count > 0) {
            const int64_t row = (int64_t)take_number(&in, 2) % rows.count;
            const int place = take(&in) % rows.width;
            *card_at(&rows, row, place) = take(&in);
        }
    }

    /* Find the first invalid row and the scores, row by row. */
    uint8_t *right = exactly((size_t)(rows.count * rows.results));
    int64_t good = 0;
    for (; good < rows.count; good++) {
        uint8_t row[17];
        read_row(&rows, good, row);
        if (!score_one(&rows, row, right + good * rows.results)) {
            break;
        }
    }
    uint8_t *before = exactly((size_t)(high - low));
    memcpy(before, cards, (size_t)(high - low));
    int best = CRIB_ERR_KERNEL;
    for (int kernel = 0; kernel < CRIB_KERNELS; kernel++) {
        if (crib_kernel(kernel) == CRIB_ERR_KERNEL) {
            check_no_kernel(&rows, kernel);
            continue;
        }
        DEMAND(kernel == CRIB_BEST || crib_kernel(kernel) == kernel);
        best = crib_kernel(kernel);
        check(&rows, kernel, good, right);
        if (mode == 255 && layout == 255 && kernel == (rows.wanted & 3)) {
            check_counts(kernel, rows.wanted & CRIB_AS_CRIB);
        }
    }
    DEMAND(best == crib_kernel(CRIB_BEST));
    const int none = (int32_t)take_number(&in, 4);
    if (none < 0 || none >= CRIB_KERNELS) {
        check_no_kernel(&rows, none);
    }
    DEMAND(memcmp(before, cards, (size_t)(high - low)) == 0);
    free(before);
    free(right);
    free(cards);
    free(starters);
    return 0;
}
