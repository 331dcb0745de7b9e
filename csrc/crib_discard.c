/* Scores four cards over all the starters that are left: the forecast of a hand, and the keeps of a deal. */
#include "crib_impl.h"

#include <string.h>

enum { RANKS = 13, FOURS = 1820, SCORES = 30, DEALT = 6, KEEPS = 15 };

/* ---------------------------------------------------------------- four ranks with each rank of starter */

struct crib_fours {
    uint16_t sum[FOURS];       /* the points summed over the 48 starters beside the four cards */
    uint8_t points[FOURS][16]; /* the points with a starter of each rank; 0 for a fifth card of a rank */
};

/* The ranks a <= b <= c <= d, counted from 0, have the number place[0][a] + place[1][b] + place[2][c] + place[3][d]. */
static const uint16_t place[4][RANKS] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12},
    {0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78},
    {0, 1, 4, 10, 20, 35, 56, 84, 120, 165, 220, 286, 364},
    {0, 1, 5, 15, 35, 70, 126, 210, 330, 495, 715, 1001, 1365},
};

/* Fill in one row. The suits do not matter for fifteens, pairs and runs. */
static void fill(crib_fours *fours, const uint8_t rank[4])
{
    const int four = place[0][rank[0]] + place[1][rank[1]] + place[2][rank[2]] + place[3][rank[3]];
    uint8_t *points = fours->points[four];
    int sum = 0;
    memset(points, 0, sizeof fours->points[four]);
    for (uint8_t starter = 0; starter < RANKS; starter++) {
        uint8_t field[5] = {0, 0, 0, 0, (uint8_t)(4 * starter)};
        int left = 4;
        for (int i = 0; i < 4; i++) {
            field[i] = (uint8_t)(4 * rank[i]);
            left -= rank[i] == starter;
        }
        if (left > 0) {
            const crib_score score = crib_five(field, 0);
            points[starter] = (uint8_t)(score.fifteens + score.pairs + score.runs);
            sum += left * points[starter];
        }
    }
    fours->sum[four] = (uint16_t)sum;
}

uint32_t crib_fours_size(void)
{
    return sizeof(crib_fours);
}

void crib_fours_start(crib_fours *fours)
{
    uint8_t rank[4];
    for (rank[3] = 0; rank[3] < RANKS; rank[3]++) {
        for (rank[2] = 0; rank[2] <= rank[3]; rank[2]++) {
            for (rank[1] = 0; rank[1] <= rank[2]; rank[1]++) {
                for (rank[0] = 0; rank[0] <= rank[1]; rank[0]++) {
                    fill(fours, rank);
                }
            }
        }
    }
}

/* ---------------------------------------------------------------- cards */

/* Put v[i] and v[j] in ascending order. */
static inline void order(uint32_t *v, int i, int j)
{
    const uint32_t low = v[i] < v[j] ? v[i] : v[j], high = v[i] < v[j] ? v[j] : v[i];
    v[i] = low;
    v[j] = high;
}

/* Add a card to a set of cards. Returns 0 if the byte is not a card or the card is in the set. */
static inline int add(uint64_t *cards, uint8_t card)
{
    const uint64_t bit = UINT64_C(1) << (card & CRIB_FIELD);
    const int good = card < CRIB_DECK && (*cards & bit) == 0;
    *cards |= bit;
    return good;
}

/* The number of cards of each rank in a set of cards, in four bits for each rank. */
static inline uint64_t count_ranks(uint64_t cards)
{
    cards -= cards >> 1 & UINT64_C(0x5555555555555555);
    return (cards & UINT64_C(0x3333333333333333)) + (cards >> 2 & UINT64_C(0x3333333333333333));
}

/* ---------------------------------------------------------------- the forecast */

/* Count the points of four cards over the starters in `left`. */
static void forecast(const crib_fours *fours, const uint8_t card[4], uint64_t left, int crib,
                     uint8_t counts[SCORES])
{
    uint32_t sorted[4] = {card[0] >> 2, card[1] >> 2, card[2] >> 2, card[3] >> 2};
    order(sorted, 0, 1);
    order(sorted, 2, 3);
    order(sorted, 0, 2);
    order(sorted, 1, 3);
    order(sorted, 1, 2);
    const int four = place[0][sorted[0]] + place[1][sorted[1]] + place[2][sorted[2]] + place[3][sorted[3]];
    const uint8_t *points = fours->points[four];

    /* What a starter of each suit adds: nobs, and its share in a flush. */
    uint8_t more[4] = {0};
    int always = 0, any = 0;
    for (int i = 0; i < 4; i++) {
        if (card[i] >> 2 == CRIB_JACK >> 2) {
            more[card[i] & 3] = 1;
            any = 1;
        }
    }
    if ((((card[0] ^ card[1]) | (card[0] ^ card[2]) | (card[0] ^ card[3])) & 3) == 0) {
        always = crib ? 0 : 4;
        more[card[0] & 3] = (uint8_t)(more[card[0] & 3] + (crib ? 5 : 1));
        any = 1;
    }

    /* Any byte of the table, with all that is added to it, is an index below 64. */
    uint8_t count[64] = {0};
    uint8_t *const base = count + always;
    const uint64_t left_of_rank = count_ranks(left);
    for (int rank = 0; rank < RANKS; rank++) {
        base[points[rank] & 31] = (uint8_t)(base[points[rank] & 31] + (left_of_rank >> (4 * rank) & 15));
    }
    if (any) {
        for (int suit = 0; suit < 4; suit++) {
            if (more[suit] != 0) {
                for (int rank = 0; rank < RANKS; rank++) {
                    const uint8_t one = left >> (4 * rank + suit) & 1;
                    uint8_t *const from = base + (points[rank] & 31), *const to = from + more[suit];
                    *from = (uint8_t)(*from - one);
                    *to = (uint8_t)(*to + one);
                }
            }
        }
    }
    memcpy(counts, count, SCORES);
}

int64_t crib_forecast_hands(const crib_fours *fours, const uint8_t *cards, int64_t row_step,
                            int64_t card_step, const uint8_t *dead, int64_t dead_row_step,
                            int64_t dead_card_step, int64_t dead_cards, int64_t count, int crib,
                            uint8_t *counts)
{
    for (int64_t row = 0; row < count; row++) {
        uint8_t card[4];
        uint64_t seen = 0;
        int good = 1;
        for (int i = 0; i < 4; i++) {
            card[i] = cards[row * row_step + i * card_step];
            good &= add(&seen, card[i]);
        }
        for (int64_t i = 0; i < dead_cards; i++) {
            const uint8_t byte = dead[row * dead_row_step + i * dead_card_step];
            good &= byte == CRIB_NONE || add(&seen, byte);
        }
        if (!good) {
            return row;
        }
        forecast(fours, card, ~seen & ((UINT64_C(1) << CRIB_DECK) - 1), crib, counts + SCORES * row);
    }
    return count;
}

/* ---------------------------------------------------------------- the keeps */

/* The throws of six cards in ascending order: the two that are thrown, then the four that are kept. */
static const uint8_t throws[KEEPS][DEALT] = {
    {0, 1, 2, 3, 4, 5}, {0, 2, 1, 3, 4, 5}, {0, 3, 1, 2, 4, 5}, {0, 4, 1, 2, 3, 5}, {0, 5, 1, 2, 3, 4},
    {1, 2, 0, 3, 4, 5}, {1, 3, 0, 2, 4, 5}, {1, 4, 0, 2, 3, 5}, {1, 5, 0, 2, 3, 4}, {2, 3, 0, 1, 4, 5},
    {2, 4, 0, 1, 3, 5}, {2, 5, 0, 1, 3, 4}, {3, 4, 0, 1, 2, 5}, {3, 5, 0, 1, 2, 4}, {4, 5, 0, 1, 2, 3},
};

/* The column of the throw of two positions; both orders, as sorting changes the order of the cards. */
static const uint8_t throw_column[DEALT][8] = {
    {0, 0, 1, 2, 3, 4},   {0, 0, 5, 6, 7, 8},    {1, 5, 0, 9, 10, 11},
    {2, 6, 9, 0, 12, 13}, {3, 7, 10, 12, 0, 14}, {4, 8, 11, 13, 14, 0},
};

/* Add the flushes to the sums: 4 points with each of the 46 starters, and 1 more if the starter is of the suit. */
static void add_flushes(const uint32_t *sorted, const uint8_t left_of_suit[4], uint16_t sums[KEEPS])
{
    for (int i = 0; i < KEEPS; i++) {
        const uint8_t *const kept = throws[i] + 2;
        const uint32_t suit = sorted[kept[0]] >> 3 & 3;
        if ((sorted[kept[1]] >> 3 & 3) == suit && (sorted[kept[2]] >> 3 & 3) == suit &&
            (sorted[kept[3]] >> 3 & 3) == suit) {
            const uint8_t column = throw_column[sorted[throws[i][0]] & 7][sorted[throws[i][1]] & 7];
            sums[column] = (uint16_t)(sums[column] + 4 * 46 + left_of_suit[suit]);
        }
    }
}

static void keep_sums(const crib_fours *fours, const uint8_t card[DEALT], uint16_t sums[KEEPS])
{
    /* Each card with its position in the lowest three bits: its suit is in the next two, its rank above. */
    uint32_t sorted[DEALT];
    uint8_t left_of_suit[4] = {RANKS, RANKS, RANKS, RANKS};
    for (uint32_t i = 0; i < DEALT; i++) {
        sorted[i] = (uint32_t)card[i] << 3 | i;
        left_of_suit[card[i] & 3]--;
    }
    static const uint8_t network[12][2] = {{0, 5}, {1, 3}, {2, 4}, {1, 2}, {3, 4}, {0, 3},
                                           {2, 5}, {0, 1}, {2, 3}, {4, 5}, {1, 2}, {3, 4}};
    for (int i = 0; i < 12; i++) {
        order(sorted, network[i][0], network[i][1]);
    }

    int rank[DEALT], position[DEALT], jack[DEALT], jacks = 0;
    for (int i = 0; i < DEALT; i++) {
        rank[i] = (int)(sorted[i] >> 5);
        position[i] = (int)(sorted[i] & 7);
        jack[i] =
            rank[i] == CRIB_JACK >> 2 ? left_of_suit[sorted[i] >> 3 & 3] : 0; /* the starters for nobs */
        jacks += jack[i];
    }
    for (int i = 0; i < KEEPS; i++) {
        const uint8_t *const t = throws[i];
        const int four =
            place[0][rank[t[2]]] + place[1][rank[t[3]]] + place[2][rank[t[4]]] + place[3][rank[t[5]]];
        const uint8_t *const points = fours->points[four];
        /* The two cards that are thrown are no starters, and their jacks are not in the hand. */
        sums[throw_column[position[t[0]]][position[t[1]]]] =
            (uint16_t)(fours->sum[four] - points[rank[t[0]]] - points[rank[t[1]]] + jacks - jack[t[0]] -
                       jack[t[1]]);
    }
    if (left_of_suit[0] <= 9 || left_of_suit[1] <= 9 || left_of_suit[2] <= 9 || left_of_suit[3] <= 9) {
        add_flushes(sorted, left_of_suit, sums);
    }
}

int64_t crib_keep_sums(const crib_fours *fours, const uint8_t *cards, int64_t row_step, int64_t card_step,
                       int64_t count, uint16_t *sums)
{
    for (int64_t row = 0; row < count; row++) {
        uint8_t card[DEALT];
        uint16_t row_sums[KEEPS];
        uint64_t seen = 0;
        int good = 1;
        for (int i = 0; i < DEALT; i++) {
            card[i] = cards[row * row_step + i * card_step];
            good &= add(&seen, card[i]);
        }
        if (!good) {
            return row;
        }
        keep_sums(fours, card, row_sums);
        memcpy((uint8_t *)sums + row * (int64_t)sizeof row_sums, row_sums,
               sizeof row_sums); /* at any address */
    }
    return count;
}
