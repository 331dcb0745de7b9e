/*
 * Finds the best total of a deal by full enumeration: all 2,627,625 partitions of sixteen cards into rows and, for
 * each, all 13,824 choices of columns. There are no bounds and no pruning. It reads the sixteen cards and the starter.
 *
 * The columns of one partition: for each two cards of the first row and each two of the second, with which two columns
 * can begin, a table of the most points that the two columns make with each two cards of the third row and each two of
 * the fourth; then every way to join two such tables into four columns. This covers each of the 13,824 choices, in an
 * order that shares work.
 */
#include <stdio.h>

#include "cribscore.h"

static unsigned char points[65536]; /* points of each hand of four, indexed by its set of the sixteen cards */
static unsigned long partitions;

enum { PAIRS = 6, HALVES = 36 };
static const int pair[PAIRS][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

static void bits_of(int set, int *bits)
{
    for (int i = 0; i < 16; i++) {
        if (set >> i & 1) {
            *bits++ = 1 << i;
        }
    }
}

/*
 * For two columns, the four ways to divide two cards of row three and two of row four between them; x is the index of
 * both pairs. Column one[w] takes its cards in way w, and other[3 - w] takes the remaining ones.
 */
static void two_columns(unsigned char (*one)[HALVES], unsigned char (*other)[HALVES], unsigned char *most)
{
    for (int x = 0; x < HALVES; x++) {
        unsigned char best = 0;
        for (int w = 0; w < 4; w++) {
            unsigned char sum = (unsigned char)(one[w][x] + other[3 - w][x]);
            best = sum > best ? sum : best;
        }
        most[x] = best;
    }
}

static int best_columns(const int rows[4])
{
    int card[4][4];
    unsigned char made[4][4][4][HALVES], left[4][4][HALVES], right[4][4][HALVES];
    for (int i = 0; i < 4; i++) {
        bits_of(rows[i], card[i]);
    }
    for (int a = 0; a < 4; a++) {
        for (int b = 0; b < 4; b++) {
            unsigned char column[4][4];
            for (int c = 0; c < 4; c++) {
                for (int d = 0; d < 4; d++) {
                    column[c][d] = points[card[0][a] | card[1][b] | card[2][c] | card[3][d]];
                }
            }
            for (int x = 0; x < HALVES; x++) {
                const int *c = pair[x / PAIRS], *d = pair[x % PAIRS];
                for (int w = 0; w < 4; w++) {
                    made[a][b][w][x] = column[c[w / 2]][d[w % 2]];
                }
            }
        }
    }
    for (int b = 0; b < 4; b++) {
        for (int b2 = 0; b2 < 4; b2++) {
            if (b != b2) {
                two_columns(made[0][b], made[1][b2], left[b][b2]);
                two_columns(made[2][b], made[3][b2], right[b][b2]);
            }
        }
    }
    unsigned char best[HALVES] = {0}, most = 0;
    for (int b0 = 0; b0 < 4; b0++) {
        for (int b1 = 0; b1 < 4; b1++) {
            for (int b2 = 0; b2 < 4; b2++) {
                int b3 = 6 - b0 - b1 - b2;
                if (b0 == b1 || b0 == b2 || b1 == b2) {
                    continue;
                }
                for (int x = 0; x < HALVES; x++) { /* the pairs that `x` leaves have the index 35 - x */
                    unsigned char sum = (unsigned char)(left[b0][b1][x] + right[b2][b3][HALVES - 1 - x]);
                    best[x] = sum > best[x] ? sum : best[x];
                }
            }
        }
    }
    for (int x = 0; x < HALVES; x++) {
        most = best[x] > most ? best[x] : most;
    }
    return most;
}

/* Try each partition once: a row takes the first remaining card and any three others. */
/* It calls itself, to a depth of four. NOLINTNEXTLINE(misc-no-recursion) */
static int best_of(int rows[4], int row, int left)
{
    if (row == 3) {
        rows[3] = left;
        partitions++;
        return points[rows[0]] + points[rows[1]] + points[rows[2]] + points[rows[3]] + best_columns(rows);
    }
    int best = 0, bits[16] = {0}, count = 16 - 4 * row;
    bits_of(left, bits);
    for (int a = 1; a < count; a++) {
        for (int b = a + 1; b < count; b++) {
            for (int c = b + 1; c < count; c++) {
                rows[row] = bits[0] | bits[a] | bits[b] | bits[c];
                int total = best_of(rows, row + 1, left ^ rows[row]);
                best = total > best ? total : best;
            }
        }
    }
    return best;
}

int main(void)
{
    uint8_t deal[17];
    for (int i = 0; i < 17; i++) {
        unsigned card;
        /* NOLINTNEXTLINE(bugprone-unchecked-string-to-number-conversion,cert-err34-c) */
        if (scanf("%u", &card) != 1 || card > 51) {
            return 2;
        }
        deal[i] = (uint8_t)card;
    }
    for (int set = 0; set < 65536; set++) {
        uint8_t hand[5];
        int count = 0;
        for (int i = 0; i < 16 && count < 5; i++) {
            if (set >> i & 1) {
                hand[count++] = deal[i];
            }
        }
        if (count == 4) {
            crib_score score;
            hand[4] = deal[16];
            if (crib_score_hand(hand, 0, &score) != CRIB_OK) {
                return 1;
            }
            points[set] = score.total;
        }
    }
    int rows[4], best = best_of(rows, 0, 65535);
    printf("%d %lu\n", best + (deal[16] / 4 == 10 ? 2 : 0), partitions);
    return 0;
}
