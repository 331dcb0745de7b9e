/* Scores four cards over all the starters that are left: the forecast of a hand, and the keeps of a deal. */
#include "crib_impl.h"

#include <string.h>

#ifdef __GNUC__
#define FETCH(address) __builtin_prefetch(address) /* it is read soon */
#else
#define FETCH(address) (void)(address)
#endif

enum { RANKS = 13, FOURS = 1820, SCORES = 30, DEALT = 6, KEEPS = 15 };

/* ---------------------------------------------------------------- four ranks with each rank of starter */

/* Four ranks: sixteen bytes, so that a look-up touches one cache line. */
typedef struct four {
    uint8_t points[14]; /* the points with a starter of each rank; 0 for a fifth card of a rank */
    uint16_t sum;       /* the points summed over the 48 starters beside the four cards */
} four;

struct crib_fours {
    four four[FOURS];
};

/* The ranks a <= b <= c <= d, counted from 0, have the number place[0][a] + place[1][b] + place[2][c] + place[3][d];
   six ranks have two more terms. */
static const uint16_t place[DEALT][RANKS] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12},
    {0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78},
    {0, 1, 4, 10, 20, 35, 56, 84, 120, 165, 220, 286, 364},
    {0, 1, 5, 15, 35, 70, 126, 210, 330, 495, 715, 1001, 1365},
    {0, 1, 6, 21, 56, 126, 252, 462, 792, 1287, 2002, 3003, 4368},
    {0, 1, 7, 28, 84, 210, 462, 924, 1716, 3003, 5005, 8008, 12376},
};

/* Fill in one entry. The suits do not matter for fifteens, pairs and runs. */
static void fill(crib_fours *fours, const uint8_t rank[4])
{
    four *const entry =
        &fours->four[place[0][rank[0]] + place[1][rank[1]] + place[2][rank[2]] + place[3][rank[3]]];
    int sum = 0;
    memset(entry, 0, sizeof *entry);
    for (int starter = 0; starter < RANKS; starter++) {
        uint8_t field[5] = {0, 0, 0, 0, (uint8_t)(4 * starter)};
        int left = 4;
        for (int i = 0; i < 4; i++) {
            field[i] = (uint8_t)(4 * rank[i]);
            left -= rank[i] == starter;
        }
        if (left > 0) {
            const crib_score score = crib_five(field, 0);
            entry->points[starter] = (uint8_t)(score.fifteens + score.pairs + score.runs);
            sum += left * entry->points[starter];
        }
    }
    entry->sum = (uint16_t)sum;
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
    const uint8_t *points =
        fours->four[place[0][sorted[0]] + place[1][sorted[1]] + place[2][sorted[2]] + place[3][sorted[3]]]
            .points;

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

/* The throws of six cards in ascending order: E(the two that are thrown, the four that are kept). */
/* clang-format off */
#define THROWS(E)                                                                                            \
    E(0, 1, 2, 3, 4, 5) E(0, 2, 1, 3, 4, 5) E(0, 3, 1, 2, 4, 5) E(0, 4, 1, 2, 3, 5) E(0, 5, 1, 2, 3, 4)      \
    E(1, 2, 0, 3, 4, 5) E(1, 3, 0, 2, 4, 5) E(1, 4, 0, 2, 3, 5) E(1, 5, 0, 2, 3, 4) E(2, 3, 0, 1, 4, 5)      \
    E(2, 4, 0, 1, 3, 5) E(2, 5, 0, 1, 3, 4) E(3, 4, 0, 1, 2, 5) E(3, 5, 0, 1, 2, 4) E(4, 5, 0, 1, 2, 3)
/* clang-format on */

/* The column of the throw of two positions; both orders, as sorting changes the order of the cards. */
static const uint8_t throw_column[DEALT][8] = {
    {0, 0, 1, 2, 3, 4},   {0, 0, 5, 6, 7, 8},    {1, 5, 0, 9, 10, 11},
    {2, 6, 9, 0, 12, 13}, {3, 7, 10, 12, 0, 14}, {4, 8, 11, 13, 14, 0},
};

/* Six cards in ascending order, each with its position in the deal. */
typedef struct sorted_deal {
    int rank[DEALT], suit[DEALT], position[DEALT];
    uint8_t card[DEALT];
    uint32_t suits; /* how many cards of each suit there are, a byte for each */
} sorted_deal;

static inline int column_of(const sorted_deal *deal, int i, int j)
{
    return throw_column[deal->position[i]][deal->position[j]];
}

/* How many starters of a suit are left. */
static inline int left_of(const sorted_deal *deal, int suit)
{
    return RANKS - (int)(deal->suits >> (8 * suit) & 255);
}

/* Sort six cards. Returns 0 if a byte is not a card or a card appears twice. */
static inline int sort(const uint8_t *cards, int64_t step, sorted_deal *deal)
{
    uint32_t v[DEALT] = {0}; /* the position is in the lowest three bits, the suit in the next two */
    for (uint32_t i = 0; i < DEALT; i++) {
        v[i] = (uint32_t)cards[i * step] << 3 | i;
    }
    order(v, 0, 5), order(v, 1, 3), order(v, 2, 4);
    order(v, 1, 2), order(v, 3, 4);
    order(v, 0, 3), order(v, 2, 5);
    order(v, 0, 1), order(v, 2, 3), order(v, 4, 5);
    order(v, 1, 2), order(v, 3, 4);
    int good = v[5] >> 3 < CRIB_DECK;
    deal->suits = 0;
    for (int i = 0; i < DEALT; i++) {
        good &= i == 0 || v[i] >> 3 != v[i - 1] >> 3;
        deal->card[i] = (uint8_t)(v[i] >> 3);
        deal->rank[i] = (int)(v[i] >> 5);
        deal->suit[i] = (int)(v[i] >> 3 & 3);
        deal->position[i] = (int)(v[i] & 7);
        deal->suits += 1U << (8 * deal->suit[i]);
    }
    return good;
}

/* Write a sum at any address. */
static inline void write(uint8_t *sums, int column, int sum)
{
    const uint16_t narrow = (uint16_t)sum;
    memcpy(sums + 2 * (size_t)column, &narrow, 2);
}

/* Add the flushes: 4 points with each of the 46 starters, and 1 more if the starter is of the suit. */
static void add_flushes(const sorted_deal *deal, uint8_t *sums)
{
    const int *const suit = deal->suit;
#define ADD_FLUSH(i, j, a, b, c, d)                                                                          \
    if (suit[a] == suit[b] && suit[a] == suit[c] && suit[a] == suit[d]) {                                    \
        uint16_t sum;                                                                                        \
        memcpy(&sum, sums + 2 * (size_t)column_of(deal, i, j), 2);                                           \
        write(sums, column_of(deal, i, j), sum + 4 * 46 + left_of(deal, suit[a]));                           \
    }
    THROWS(ADD_FLUSH)
#undef ADD_FLUSH
}

static inline void sum_up(const crib_fours *fours, const sorted_deal *deal, uint8_t *sums)
{
    const int *const rank = deal->rank;
    int jack[DEALT], jacks = 0; /* with how many starters each card is nobs */
    for (int i = 0; i < DEALT; i++) {
        jack[i] = rank[i] == CRIB_JACK >> 2 ? left_of(deal, deal->suit[i]) : 0;
        jacks += jack[i];
    }
    /* The two cards that are thrown are not starters, and their jacks are not in the hand. */
#define SUM_UP(i, j, a, b, c, d)                                                                             \
    {                                                                                                        \
        const four *const entry =                                                                            \
            &fours->four[place[0][rank[a]] + place[1][rank[b]] + place[2][rank[c]] + place[3][rank[d]]];     \
        const int sum = entry->sum - entry->points[rank[i]] - entry->points[rank[j]];                        \
        write(sums, column_of(deal, i, j), sum + jacks - jack[i] - jack[j]);                                 \
    }
    THROWS(SUM_UP)
#undef SUM_UP
    if (((deal->suits + 0x7C7C7C7C) & 0x80808080) != 0) { /* four cards or more of a suit */
        add_flushes(deal, sums);
    }
}

int64_t crib_keep_sums(const crib_fours *fours, const uint8_t *cards, int64_t row_step, int64_t card_step,
                       int64_t count, uint16_t *sums)
{
    for (int64_t row = 0; row < count; row++) {
        sorted_deal deal;
        if (!sort(cards + row * row_step, card_step, &deal)) {
            return row;
        }
        sum_up(fours, &deal, (uint8_t *)sums + row * 2 * KEEPS);
    }
    return count;
}

/* ---------------------------------------------------------------- the best throw */

/*
 * All values are whole numbers: a point with one starter is `point`. The other's jacks are nobs as often whatever I
 * throw, so they are left out.
 */
static const int64_t point = (int64_t)CRIB_PART * CRIB_OTHERS;

/* The value of each throw without the flush of the crib, times 16, and a number that is lower the later it comes. */
typedef int64_t throw_values[KEEPS];

/* A deal, and where the table has the cribs of its ranks. */
typedef struct owned_deal {
    sorted_deal deal;
    const crib_cribs *cribs;
    int row, sign; /* 1 for the dealer, -1 for the pone */
} owned_deal;

/* Find the best value with the flushes of the crib. */
static int64_t best_with_flushes(const throw_values values, const owned_deal *owned)
{
    const uint32_t *const flush = owned->cribs->flush[owned->row];
    const int *const suit = owned->deal.suit;
    uint32_t positions = 0; /* of each suit, a byte for each */
    int64_t best = INT64_MIN;
    for (int i = 0; i < DEALT; i++) {
        positions |= 1U << (8 * suit[i] + i);
    }
    for (int i = 0; i < DEALT; i++) {
        const int64_t more = 16 * (int64_t)owned->sign * flush[positions >> (8 * suit[i]) & 63];
        for (int j = i + 1; j < DEALT; j++) {
            const int64_t value = values[throw_column[i][j]] + (suit[i] == suit[j] ? more : 0);
            best = value > best ? value : best;
        }
    }
    return best;
}

static inline void best_throw(const crib_fours *fours, const owned_deal *owned, uint8_t *throws)
{
    const sorted_deal *const deal = &owned->deal;
    const int64_t *const points = owned->cribs->points[owned->row];
    uint16_t sums[KEEPS] = {0};
    int64_t jack[DEALT], best = INT64_MIN, second = INT64_MIN;
    throw_values values;
    for (int i = 0; i < DEALT; i++) {
        jack[i] = deal->rank[i] == CRIB_JACK >> 2 ? point * left_of(deal, deal->suit[i]) : 0;
    }
    sum_up(fours, deal, (uint8_t *)sums);
#define COMPARE(i, j, a, b, c, d)                                                                            \
    {                                                                                                        \
        const int t = throw_column[i][j];                                                                    \
        const int64_t crib = points[t] + jack[i] + jack[j];                                                  \
        const int64_t value = 16 * (point * sums[t] + owned->sign * crib) + (KEEPS - t);                     \
        const int64_t lower = value > best ? best : value;                                                   \
        second = lower > second ? lower : second;                                                            \
        best = value > best ? value : best;                                                                  \
        values[t] = value;                                                                                   \
    }
    THROWS(COMPARE)
#undef COMPARE
    if (best - second <= 16 * points[CRIB_MOST_FLUSH] + 15) {
        best = best_with_flushes(values, owned);
    }
    static const uint8_t pairs[KEEPS + 1] = {0,    0x45, 0x35, 0x34, 0x25, 0x24, 0x23, 0x15,
                                             0x14, 0x13, 0x12, 0x05, 0x04, 0x03, 0x02, 0x01};
    const uint8_t pair = pairs[best & 15];
    throws[0] = deal->card[pair >> 4];
    throws[1] = deal->card[pair & 15];
}

/* Sort a deal, find its row and fetch it. Returns 0 if it is not a deal. */
static inline int look_up(const crib_throw_table *table, const uint8_t *cards, int64_t step, int dealer,
                          owned_deal *owned)
{
    sorted_deal *const deal = &owned->deal;
    if (!sort(cards, step, deal)) {
        return 0;
    }
    owned->cribs = &table->player[dealer ? 0 : 1];
    owned->sign = dealer ? 1 : -1;
    owned->row = 0;
    for (int i = 0; i < DEALT; i++) {
        deal->position[i] = i; /* the throws are in the order of the sorted cards */
        owned->row += place[i][deal->rank[i]];
    }
    FETCH(owned->cribs->points[owned->row]);
    FETCH(owned->cribs->points[owned->row] + 8);
    return 1;
}

int64_t crib_best_throws(const crib_fours *fours, const crib_throw_table *table, const uint8_t *cards,
                         int64_t row_step, int64_t card_step, const uint8_t *dealers, int64_t dealer_step,
                         int64_t count, uint8_t *throws)
{
    enum { AHEAD = 16 }; /* the rows of so many deals are fetched before the first is read */
    owned_deal ahead[AHEAD];
    int64_t done = 0;
    for (int n = AHEAD; n == AHEAD; done += n) {
        const int wanted = count - done < AHEAD ? (int)(count - done) : AHEAD;
        for (n = 0; n < wanted; n++) {
            const int64_t row = done + n;
            if (!look_up(table, cards + row * row_step, card_step, dealers[row * dealer_step], &ahead[n])) {
                break;
            }
        }
        for (int i = 0; i < n; i++) {
            best_throw(fours, &ahead[i], throws + 2 * (done + i));
        }
    }
    return done;
}
