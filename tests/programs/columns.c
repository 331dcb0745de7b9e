/*
 * Tests what the proof says of columns across given rows against all 13,824 choices of columns, tried one by one: the
 * most points that columns make, columns that make them, and that the bounds allow them. The bounds are kept for all
 * rows of the same shapes. So every other set of rows is the one before it with cards of the same rank exchanged, and
 * the bounds are asked several times.
 *
 * This program includes crib_search.c. It reads deals as eighteen numbers: seventeen cards, and how many of them are
 * fixed in the first cells. Some of the other cards are the starter by turns. It prints how many sets of rows it tried.
 */
#include <stdio.h>
#include <string.h>

#include "crib_impl.h"

/* Other names for its functions, because the program is also linked with the core. */
#define crib_search_size  tried_search_size
#define crib_search_start tried_search_start
#define crib_search_step  tried_search_step
#define crib_search_found tried_search_found
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12
/* The analyzer of GCC does not see that all of the sixteen cards are set. */
#pragma GCC diagnostic ignored "-Wanalyzer-use-of-uninitialized-value"
#endif
#include "crib_search.c" /* NOLINT(bugprone-suspicious-include) */

enum {
    STARTERS = 3, /* how many starters to try for each deal */
    ROWS = 20     /* how many sets of rows to try for each starter and pass */
};

static crib_search search;

/* The cards of a set as sets of one card. */
static void cards_of(uint32_t set, uint32_t card[4])
{
    for (int i = 0, bit = 0; bit < 16; bit++) {
        if (set >> bit & 1) {
            card[i++] = 1U << bit;
        }
    }
}

/* The most points of columns across these rows, by trying all of them; -1 if there are no columns. */
static int most_of_all(const int8_t *points, const uint32_t rows[4])
{
    uint32_t card[4][4];
    int most = -1;
    for (int i = 0; i < 4; i++) {
        cards_of(rows[i], card[i]);
    }
    for (int choice = 0; choice < 24 * 24 * 24; choice++) {
        const uint8_t *second = crib_order[choice / 576], *third = crib_order[choice / 24 % 24],
                      *fourth = crib_order[choice % 24];
        int made = 0;
        for (int i = 0; i < 4; i++) {
            const int8_t line =
                points[card[0][i] | card[1][second[i]] | card[2][third[i]] | card[3][fourth[i]]];
            made += line < 0 ? -1000 : line;
        }
        most = made > most ? made : most;
    }
    return most;
}

static int can_be_rows(const uint32_t rows[4])
{
    int good = 1;
    for (int i = 0; i < 4; i++) {
        good &= search.points[search.pass][rows[i]] >= 0;
    }
    return good;
}

/* Deal the cards out until they are rows that this pass can have. Returns whether they are. */
static int deal_rows(uint32_t rows[4])
{
    for (int tries = 0; tries < 2000; tries++) {
        uint32_t left[16];
        for (uint32_t i = 0; i < 16; i++) {
            left[i] = 1U << i;
        }
        memset(rows, 0, 4 * sizeof *rows);
        for (uint32_t i = 0; i < 16; i++) {
            const uint32_t other = i + next_random(&search, 16 - i), bit = left[other];
            left[other] = left[i];
            rows[i / 4] |= bit;
        }
        if (can_be_rows(rows)) {
            return 1;
        }
    }
    return 0;
}

/* Exchange some cards of the same rank between the rows. */
static void exchange(uint32_t rows[4])
{
    for (int tries = 0; tries < 60; tries++) {
        const uint32_t one = next_random(&search, 16), other = next_random(&search, 16);
        const uint32_t both = 1U << one | 1U << other;
        uint32_t exchanged[4];
        for (int i = 0; i < 4; i++) { /* a row with one of the two gets the other one */
            const uint32_t held = rows[i] & both;
            exchanged[i] = held != 0 && held != both ? rows[i] ^ both : rows[i];
        }
        if (search.card[one] / 4 == search.card[other] / 4 && one != other && can_be_rows(exchanged)) {
            memcpy(rows, exchanged, sizeof exchanged);
        }
    }
}

/* Whether all is right for these rows. */
static int right(const uint32_t rows[4])
{
    const int8_t *points = search.points[1 - search.pass];
    const int most = most_of_all(points, rows), need = most < 0 ? 0 : most;
    int made = 0;
    if (most_of_columns(points, rows, 0) != most || most_of_columns(points, rows, need + 1) > need) {
        return 0;
    }
    if (most < 0) {
        return 1;
    }
    uint32_t columns[4];
    find_columns(points, rows, most, columns);
    for (int i = 0; i < 4; i++) {
        made += points[columns[i]];
        for (int row = 0; row < 4; row++) {
            const uint32_t common = columns[i] & rows[row];
            if (common == 0 || (common & (common - 1)) != 0) {
                return 0;
            }
        }
    }
    return made == most && most_of_columns(points, rows, most) == most;
}

/* Try some rows of this pass. Returns how many, or -1 if something is wrong. */
static int try_pass(uint8_t pass)
{
    uint32_t rows[ROWS][4];
    int most[ROWS], count = 0;
    begin_pass(&search, pass);
    while (count < ROWS && deal_rows(rows[count])) {
        if (count % 2 == 1) {
            memcpy(rows[count], rows[count - 1], sizeof rows[count]);
            exchange(rows[count]);
        }
        if (!right(rows[count])) {
            return -1;
        }
        most[count] = most_of_all(search.points[1 - pass], rows[count]);
        count++;
    }
    /* Ask for more than the most first, which the bounds may refuse. They must not refuse the most, now or later. */
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < count; i++) {
            if (most[i] >= 0) {
                may_make(&search, rows[i], most[i] + 1);
                if (!may_make(&search, rows[i], most[i])) {
                    return -1;
                }
            }
        }
    }
    return count;
}

int main(void)
{
    uint8_t cards[17], board[17];
    int number = 0, read = 0, tried = 0;
    /* NOLINTNEXTLINE(bugprone-unchecked-string-to-number-conversion,cert-err34-c) */
    while (scanf("%d", &number) == 1) {
        if (read < 17) {
            cards[read++] = (uint8_t)number;
            continue;
        }
        read = 0;
        memset(board, CRIB_NONE, 16);
        memcpy(board, cards, (size_t)number);
        board[16] = CRIB_NONE;
        if (crib_search_start(&search, board, cards + number, 17 - (uint32_t)number) != CRIB_OK) {
            return 1;
        }
        for (int turn = 0; turn < 2 * STARTERS; turn++) {
            search.turn = (uint8_t)(turn / 2 % search.starter_count);
            set_starter(&search, search.starters[search.turn]);
            const int count = try_pass((uint8_t)(turn % 2));
            if (count < 0) {
                (void)fprintf(stderr, "the columns or a bound are wrong\n");
                return 1;
            }
            tried += count;
        }
    }
    printf("%d\n", tried);
    return 0;
}
