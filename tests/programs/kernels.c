/*
 * Compares every kernel that this CPU runs with the functions for one hand and one grid, in each layout of
 * rows. Every buffer has exactly the needed size, so that a sanitizer detects any access outside it.
 *
 * With EVERY a slow build tries only one in EVERY of the changed rows (the count continues from layout to
 * layout, so with a prime the layouts try different ones). DEALS is the number of random grids.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cribscore.h"

#ifndef EVERY
#define EVERY 1
#endif
#ifndef DEALS
#define DEALS 5000000
#endif

enum { DECK = 52, BLOCK = 512, MOST_ROWS = 2 * BLOCK + 70, BYTES = 256, SHORT = 70 };

/* ---------------------------------------------------------------- random numbers */

static uint64_t state = UINT64_C(0x9E3779B97F4A7C15);

static int below(int limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (int)((state >> 32) * (uint64_t)limit >> 32);
}

/* Draw some cards from a deck. It stays shuffled, and can be drawn from again. */
static void deal(uint8_t *pack, int size, uint8_t *cards, int count)
{
    for (int i = 0; i < count; i++) {
        const int from = i + below(size - i);
        cards[i] = pack[from];
        pack[from] = pack[i];
        pack[i] = cards[i];
    }
}

/* ---------------------------------------------------------------- what is scored */

typedef int64_t score_many(int kernel, const uint8_t *cards, int64_t row_step, int64_t card_step,
                           const uint8_t *starters, int64_t starter_step, int64_t count, int wanted,
                           uint8_t *scores);

typedef struct kind {
    const char *name;
    score_many *score;
    int width; /* cards in a row, with the starter */
    int results;
    int wanted;
} kind;

static const kind kinds[] = {
    {"hands", crib_score_hands, 5, 1, 0},
    {"cribs", crib_score_hands, 5, 1, CRIB_AS_CRIB},
    {"parts of hands", crib_score_hands, 5, 5, CRIB_PARTS},
    {"parts of cribs", crib_score_hands, 5, 5, CRIB_PARTS | CRIB_AS_CRIB},
    {"grids", crib_score_grids, 17, 1, 0},
    {"lines of grids", crib_score_grids, 17, 8, CRIB_LINES},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static int is_valid(const uint8_t *row, int width)
{
    for (int i = 0; i < width; i++) {
        if (row[i] >= DECK || memchr(row, row[i], (size_t)i) != NULL) {
            return 0;
        }
    }
    return 1;
}

/* The scores of a valid row, by the functions that score one hand or grid. */
static void score_one(const kind *kind, const uint8_t *row, uint8_t *result)
{
    if (kind->width == 17) {
        crib_grid_score score;
        crib_score_grid(row, &score);
        result[0] = score.total;
        for (int i = 0; i < 8 && kind->results == 8; i++) {
            result[i] = score.lines[i].total;
        }
    } else {
        crib_score score;
        crib_score_hand(row, (kind->wanted & CRIB_AS_CRIB) != 0, &score);
        const uint8_t parts[5] = {score.fifteens, score.pairs, score.runs, score.flush, score.nobs};
        result[0] = score.total;
        if (kind->results == 5) {
            memcpy(result, parts, 5);
        }
    }
}

/* ---------------------------------------------------------------- layouts of rows */

enum starters {
    LAST,
    APART,
    ONE
}; /* the starter: after the other cards, in a separate buffer, or one for all rows */

typedef struct layout {
    const char *name;
    int64_t row_step, card_step;
    enum starters starters;
} layout;

enum {
    OVERLAPPING = 13,
    LAYOUTS = 15
}; /* number of the first layout whose rows overlap; number of layouts */

static layout make_layout(int number, int width, int64_t count)
{
    const layout layouts[LAYOUTS] = {
        {"rows", width, 1, LAST},
        {"columns", 1, count, LAST},
        {"rows and starters", width - 1, 1, APART},
        {"rows and one starter", width - 1, 1, ONE},
        {"columns and starters", 1, count, APART},
        {"columns and one starter", 1, count, ONE},
        {"decks", DECK, 1, LAST},
        {"rows backwards", -width, 1, LAST},
        {"cards backwards", width, -1, LAST},
        {"gaps", INT64_C(3) * width, 3, LAST},
        {"rows with a byte between", width + 1, 1, LAST},
        {"rows with a byte between and starters", width, 1, APART},
        {"columns with a byte between", 2, 2 * count, LAST},
        {"rows that begin a byte after each other", 1, 1, LAST},
        {"one row for all", 0, 1, LAST},
    };
    return layouts[number];
}

/* Rows in buffers of exactly the needed size. */
typedef struct placed {
    uint8_t *cards, *starters; /* the buffers; `starters` is NULL if they are among the cards */
    const uint8_t *first_card, *first_starter;
    layout layout;
    int64_t starter_step;
    int width;
    int64_t count;
} placed;

static void *exactly(int64_t size)
{
    uint8_t *bytes = malloc(size > 0 ? (size_t)size : 1);
    if (bytes == NULL) {
        exit(2);
    }
    memset(bytes, 255, (size_t)size);
    return bytes;
}

/* The offset of a card from the first card of the first row or, for separate starters, from the first starter. */
static int64_t offset(const placed *placed, int64_t row, int place)
{
    if (place == placed->width - 1 && placed->layout.starters != LAST) {
        return row * placed->starter_step;
    }
    return row * placed->layout.row_step + place * placed->layout.card_step;
}

static uint8_t *card_at(const placed *placed, int64_t row, int place)
{
    const int apart = place == placed->width - 1 && placed->layout.starters != LAST;
    const uint8_t *buffer = apart ? placed->starters : placed->cards;
    const uint8_t *first = apart ? placed->first_starter : placed->first_card;
    return (uint8_t *)buffer + (first - buffer) + offset(placed, row, place);
}

static placed place_rows(const uint8_t *rows, int width, int64_t count, layout layout)
{
    placed placed = {.layout = layout, .width = width, .count = count};
    const int together = layout.starters == LAST ? width : width - 1;
    int64_t lowest = 0, highest = count > 0 ? 0 : -1;
    placed.starter_step = layout.starters == LAST ? layout.row_step : layout.starters == APART;
    for (int corner = 0; corner < 4 && count > 0; corner++) {
        const int64_t at =
            offset(&placed, corner % 2 == 0 ? 0 : count - 1, corner / 2 == 0 ? 0 : together - 1);
        lowest = at < lowest ? at : lowest;
        highest = at > highest ? at : highest;
    }
    placed.cards = exactly(highest - lowest + 1);
    placed.first_card = placed.cards - lowest;
    if (layout.starters == LAST) {
        placed.first_starter = count > 0 ? placed.first_card + (width - 1) * layout.card_step : placed.cards;
    } else {
        placed.first_starter = placed.starters = exactly(count > 0 && layout.starters == ONE ? 1 : count);
    }
    for (int64_t row = 0; row < count; row++) {
        for (int place = 0; place < width; place++) {
            *card_at(&placed, row, place) = rows[row * width + place];
        }
    }
    return placed;
}

static void drop(placed *placed)
{
    free(placed->cards);
    free(placed->starters);
}

static int its_turn(void)
{
    static int64_t number = 0;
    return number++ % EVERY == 0;
}

static int64_t score(const kind *kind, int kernel, const placed *placed, uint8_t *scores)
{
    return kind->score(kernel, placed->first_card, placed->layout.row_step, placed->layout.card_step,
                       placed->first_starter, placed->starter_step, placed->count, kind->wanted, scores);
}

/* ---------------------------------------------------------------- checks */

static void fail(const char *what, const kind *kind, int kernel, const placed *placed)
{
    (void)fprintf(stderr, "%s: %s, kernel %s, %s, %lld rows\n", what, kind->name, crib_kernel_name(kernel),
                  placed->layout.name, (long long)placed->count);
    exit(1);
}

static void expect_good(int64_t expected, const kind *kind, int kernel, const placed *placed, uint8_t *scores)
{
    const int64_t good = score(kind, kernel, placed, scores);
    if (good != expected) {
        (void)fprintf(stderr, "%lld good rows, not %lld: ", (long long)good, (long long)expected);
        fail("wrong number", kind, kernel, placed);
    }
}

/* Fill in rows of different cards, with one starter or overlapping if the layout requires it, and their scores. */
static uint8_t rows[17 * MOST_ROWS], right[8 * MOST_ROWS];

static void make_rows(const kind *kind, int layout)
{
    const struct layout made = make_layout(layout, kind->width, 1);
    uint8_t pack[DECK], shuffled[DECK];
    for (int i = 0; i < DECK; i++) {
        pack[i] = (uint8_t)i;
    }
    deal(pack, DECK, shuffled, DECK);
    const uint8_t starter = (uint8_t)below(DECK);
    for (int64_t row = 0; row < MOST_ROWS; row++) {
        uint8_t *cards = rows + row * kind->width;
        do {
            deal(pack, DECK, cards, kind->width);
            for (int i = 0; i < kind->width && layout >= OVERLAPPING; i++) {
                cards[i] = shuffled[(row * made.row_step + i) % DECK];
            }
            if (made.starters == ONE) {
                cards[kind->width - 1] = starter;
            }
        } while (!is_valid(cards, kind->width));
        score_one(kind, cards, right + row * kind->results);
    }
}

static void check_length(const kind *kind, int kernel, int layout, int64_t count)
{
    placed placed = place_rows(rows, kind->width, count, make_layout(layout, kind->width, count));
    uint8_t *scores = exactly(count * kind->results);
    expect_good(count, kind, kernel, &placed, scores);
    if (memcmp(scores, right, (size_t)(count * kind->results)) != 0) {
        fail("wrong scores", kind, kernel, &placed);
    }
    free(scores);
    drop(&placed);
}

static void check_lengths(const kind *kind, int kernel, int layout)
{
    for (int count = 0; count <= 300; count++) {
        check_length(kind, kernel, layout, count);
    }
    for (int count = BLOCK - 33; count <= MOST_ROWS; count += 11) {
        check_length(kind, kernel, layout, count);
    }
}

/* Try every byte in every place of a row, in a short batch. The row is valid if its cards still differ. */
static void check_bytes(const kind *kind, int kernel, const placed *placed, uint8_t *scores)
{
    for (int64_t row = 0; row < placed->count; row++) {
        for (int place = 0; place < kind->width; place++) {
            uint8_t changed[17], *card = card_at(placed, row, place), before = *card;
            memcpy(changed, rows + row * kind->width, (size_t)kind->width);
            for (int byte = 0; byte < BYTES; byte++) {
                if (placed->layout.starters == ONE && place == kind->width - 1 && byte < DECK) {
                    continue; /* this would also change the other rows */
                }
                if (its_turn()) {
                    *card = changed[place] = (uint8_t)byte;
                    const int all_rows = placed->layout.starters == ONE && place == kind->width - 1;
                    const int64_t first_bad = all_rows ? 0 : row;
                    expect_good(is_valid(changed, kind->width) ? placed->count : first_bad, kind, kernel,
                                placed, scores);
                }
            }
            *card = before;
        }
    }
}

/* Try a byte that is not a card in every place of every row. */
static void check_positions(const kind *kind, int kernel, const placed *placed, uint8_t *scores)
{
    static const uint8_t no_cards[] = {52, 63, 128, 255};
    for (int64_t row = 0; row < placed->count; row++) {
        for (int place = 0; place < kind->width; place++) {
            uint8_t *card = card_at(placed, row, place);
            const uint8_t before = *card;
            const int all_rows = placed->layout.starters == ONE && place == kind->width - 1;
            for (int i = 0; i < 4; i++) {
                if (its_turn()) {
                    *card = no_cards[i];
                    expect_good(all_rows ? 0 : row, kind, kernel, placed, scores);
                }
            }
            *card = before;
        }
    }
}

/* Try the same card in any two places of every row. */
static void check_twins(const kind *kind, int kernel, const placed *placed, uint8_t *scores)
{
    const int own = placed->layout.starters == ONE ? kind->width - 1
                                                   : kind->width; /* cards that belong to one row only */
    for (int64_t row = 0; row < placed->count; row++) {
        for (int one = 0; one < own; one++) {
            for (int other = 0; other < kind->width; other++) {
                if (one != other && its_turn()) {
                    uint8_t *card = card_at(placed, row, one);
                    const uint8_t before = *card;
                    *card = *card_at(placed, row, other);
                    expect_good(row, kind, kernel, placed, scores);
                    *card = before;
                }
            }
        }
    }
}

/* Of several invalid rows the first one is reported. */
static void check_first_of_many(const kind *kind, int kernel, const placed *placed, uint8_t *scores)
{
    for (int attempt = 0; attempt < 300; attempt++) {
        int64_t bad[3], first = placed->count;
        uint8_t *card[3], before[3];
        for (int i = 0; i < 3; i++) {
            bad[i] = below((int)placed->count);
            first = bad[i] < first ? bad[i] : first;
            card[i] = card_at(placed, bad[i], below(kind->width - 1));
            before[i] = *card[i];
            *card[i] = (uint8_t)(DECK + below(BYTES - DECK));
        }
        expect_good(first, kind, kernel, placed, scores);
        for (int i = 2; i >= 0; i--) {
            *card[i] = before[i];
        }
    }
}

/* If rows overlap, a byte that is not a card is in several rows, and the first of them is reported. */
static void check_overlapping(const kind *kind, int kernel, const placed *placed, uint8_t *scores)
{
    const int64_t bytes = (placed->count - 1) * placed->layout.row_step + kind->width;
    for (int64_t at = 0; at < bytes; at++) {
        if (its_turn()) {
            const uint8_t before = placed->cards[at];
            placed->cards[at] = DECK;
            expect_good(at < kind->width ? 0 : at - kind->width + 1, kind, kernel, placed, scores);
            placed->cards[at] = before;
        }
    }
}

static void check_bad(const kind *kind, int kernel, int layout)
{
    const int64_t lengths[2] = {SHORT, BLOCK + SHORT};
    for (int i = 0; i < 2; i++) {
        placed placed =
            place_rows(rows, kind->width, lengths[i], make_layout(layout, kind->width, lengths[i]));
        uint8_t *scores = exactly(placed.count * kind->results);
        if (layout >= OVERLAPPING) {
            check_overlapping(kind, kernel, &placed, scores);
        } else if (placed.count == SHORT) {
            check_bytes(kind, kernel, &placed, scores);
            check_twins(kind, kernel, &placed, scores);
        } else {
            check_positions(kind, kernel, &placed, scores);
            check_first_of_many(kind, kernel, &placed, scores);
        }
        expect_good(placed.count, kind, kernel, &placed, scores); /* the original cards again */
        free(scores);
        drop(&placed);
    }
}

/* Score many random rows from a deck of the suits in `suits` (bits) and of `ranks` ranks from `lowest` up. */
static void check_deals(const kind *kind, int suits, int lowest, int ranks, int64_t count)
{
    uint8_t pack[DECK], *deals = exactly(count * kind->width), *expected = exactly(count * kind->results);
    int size = 0;
    for (int card = 4 * lowest; card < 4 * (lowest + ranks); card++) {
        if ((suits >> card % 4 & 1) != 0) {
            pack[size++] = (uint8_t)card;
        }
    }
    for (int64_t row = 0; row < count; row++) {
        deal(pack, size, deals + row * kind->width, kind->width);
        score_one(kind, deals + row * kind->width, expected + row * kind->results);
    }
    placed placed = place_rows(deals, kind->width, count, make_layout(0, kind->width, count));
    for (int kernel = 1; kernel < CRIB_KERNELS; kernel++) {
        if (crib_kernel(kernel) == kernel) {
            uint8_t *scores = exactly(count * kind->results);
            expect_good(count, kind, kernel, &placed, scores);
            if (memcmp(scores, expected, (size_t)(count * kind->results)) != 0) {
                fail("wrong scores of deals", kind, kernel, &placed);
            }
            free(scores);
        }
    }
    free(expected);
    free(deals);
    drop(&placed);
}

static void check_random_and_dense_deals(const kind *kind)
{
    static const int two_suits[] = {3, 5, 6, 9, 10, 12};
    const int64_t count = kind->width == 17 ? DEALS : DEALS / 5;
    check_deals(kind, 15, 0, 13, count);
    for (int i = 0; i < 6; i++) {
        check_deals(kind, two_suits[i], 0, 13, count / 40);
    }
    for (int lowest = 0; lowest + 5 <= 13; lowest++) {
        check_deals(kind, 15, lowest, 5, count / 40);
    }
}

int main(void)
{
    for (int i = 0; i < KINDS; i++) {
        check_random_and_dense_deals(&kinds[i]);
    }
    for (int kernel = 1; kernel < CRIB_KERNELS; kernel++) {
        if (crib_kernel(kernel) != kernel) {
            continue;
        }
        for (int i = 0; i < KINDS; i++) {
            for (int layout = 0; layout < LAYOUTS; layout++) {
                make_rows(&kinds[i], layout);
                check_lengths(&kinds[i], kernel, layout);
                check_bad(&kinds[i], kernel, layout);
            }
        }
        puts(crib_kernel_name(kernel));
    }
    return 0;
}
