/* Four cards over the starters that are left, and the keeps of six: any bytes, compared with the rules. */
#include "fuzz.h"

enum { MOST_ROWS = 40, MOST_DEAD = 8 };

static const crib_fours *table(void)
{
    static crib_fours *fours = NULL;
    if (fours == NULL) {
        fours = (crib_fours *)exactly(crib_fours_size());
        crib_fours_start(fours);
    }
    return fours;
}

/* Count the points of four cards with each starter that is not among the bytes of cards that are out. */
static void count_by_the_rules(const uint8_t hand[4], const uint8_t *out, int size, int crib,
                               uint8_t counts[30])
{
    uint8_t five[5];
    memset(counts, 0, 30);
    memcpy(five, hand, 4);
    for (five[4] = 0; five[4] < DECK; five[4]++) {
        if (memchr(out, five[4], (size_t)size) == NULL) {
            counts[by_the_rules(five, crib).total]++;
        }
    }
}

static void forecast_rows(const uint8_t *rows, int width, int count, int crib)
{
    uint8_t *counts = exactly(30 * (size_t)count), right[30];
    const int64_t good =
        crib_forecast_hands(table(), rows, width, 1, rows + 4, width, 1, width - 4, count, crib, counts);
    for (int row = 0; row < count; row++, rows += width) {
        if (not_cards(rows, 4, 0) || not_cards(rows, width, 1) || twins(rows, width)) {
            DEMAND(good == row);
            count = 0;
        } else if (good == row) {
            DEMAND(0);
        } else {
            count_by_the_rules(rows, rows, width, crib, right);
            DEMAND(memcmp(counts + 30 * row, right, 30) == 0);
        }
    }
    DEMAND(count == 0 || good == count);
    free(counts);
}

static void sum_deals(const uint8_t *deals, int count)
{
    uint16_t *sums = (uint16_t *)exactly(30 * (size_t)count);
    const int64_t good = crib_keep_sums(table(), deals, 6, 1, count, sums);
    for (int row = 0; row < count; row++, deals += 6) {
        if (not_cards(deals, 6, 0) || twins(deals, 6)) {
            DEMAND(good == row);
            free(sums);
            return;
        }
        const uint16_t *sum = sums + 15 * row;
        for (int one = 0; one < 6; one++) {
            for (int other = one + 1; other < 6; other++) {
                uint8_t kept[4], counts[30];
                int cards = 0, right = 0;
                for (int i = 0; i < 6; i++) {
                    if (i != one && i != other) {
                        kept[cards++] = deals[i];
                    }
                }
                count_by_the_rules(kept, deals, 6, 0, counts);
                for (int points = 0; points < 30; points++) {
                    right += points * counts[points];
                }
                DEMAND(*sum++ == right);
            }
        }
    }
    DEMAND(good == count);
    free(sums);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    const uint8_t mode = take(&in);
    const int count = take(&in) % MOST_ROWS, deals = mode & 1;
    const int width = deals ? 6 : 4 + take(&in) % MOST_DEAD, bytes = count * width;
    uint8_t *rows = exactly((size_t)bytes);
    uint64_t chance = take_number(&in, 2);
    for (int row = 0; row < count; row++) {
        deal(&chance, 0, DECK, rows + row * width, width);
    }
    while (in.left >= 2 && bytes > 0) { /* deals with some bytes changed */
        const int place = (int)take_number(&in, 2) % bytes;
        rows[place] = take(&in);
    }
    if (deals) {
        sum_deals(rows, count);
    } else {
        forecast_rows(rows, width, count, mode >> 1);
    }
    free(rows);
    return 0;
}
