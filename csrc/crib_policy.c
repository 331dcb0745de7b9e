/*
 * Who throws what: the policies of two players who look at ranks alone, the crib that they make, and how an
 * equilibrium of the two is found. docs/background/discard.md describes the method.
 *
 * All is counted in integers, so the results are the same on every platform.
 */
#include "crib_impl.h"

#include <string.h>

enum {
    RANKS = 13,
    JACK = 10,      /* the rank of a jack, counted from 0 */
    PAIRS = 91,     /* sets of two ranks */
    SETS = 18395,   /* sets of six ranks: none has five of a rank */
    THROWS = 15,    /* the throws of six cards */
    LANES = 16,     /* the ranks, padded */
    SMALLER = 8555, /* sets of at most five ranks: 1 + 13 + 91 + 455 + 1820 + 6175 */
    UNIT = 256,     /* a point, where the suits are averaged: a flush of five cards is 5 of these */
    CLEAR = 1728,   /* a point, where they are not: it clears each product of three counts from 1 to 4 */
    STARTERS = 46,  /* the starters that a player of six cards may see */
    OTHERS = CRIB_OTHERS,
    WORK = 5000 /* what one set of ranks takes of the work of a step */
};

/* The two positions of each throw, in six cards in ascending order, and the four that are kept. */
static const uint8_t thrown[THROWS][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {1, 2}, {1, 3}, {1, 4},
                                          {1, 5}, {2, 3}, {2, 4}, {2, 5}, {3, 4}, {3, 5}, {4, 5}};
static const uint8_t kept[THROWS][4] = {{2, 3, 4, 5}, {1, 3, 4, 5}, {1, 2, 4, 5}, {1, 2, 3, 5}, {1, 2, 3, 4},
                                        {0, 3, 4, 5}, {0, 2, 4, 5}, {0, 2, 3, 5}, {0, 2, 3, 4}, {0, 1, 4, 5},
                                        {0, 1, 3, 5}, {0, 1, 3, 4}, {0, 1, 2, 5}, {0, 1, 2, 4}, {0, 1, 2, 3}};

struct crib_policy {
    int16_t points[PAIRS][PAIRS][LANES]; /* for fifteens, pairs and runs of two pairs and a starter */
    uint8_t pair[PAIRS][2];
    uint8_t rank[SETS][6]; /* of each set, ascending; the sets are in the order of these */
    /* For each player: the sets by the pair that they throw, and the ranks that they keep. */
    uint16_t order[2][SETS], begin[2][PAIRS + 1];
    uint8_t kept[2][SETS][4];
};

/* The number of two ranks, the lower first. */
static inline int pair_of(int low, int high)
{
    return high * (high + 1) / 2 + low;
}

/* How often a rank is in a pair. */
static inline uint32_t times(const uint8_t pair[2], int rank)
{
    return (uint32_t)(pair[0] == rank) + (pair[1] == rank);
}

/* ---------------------------------------------------------------- tables */

/* The points for fifteens, pairs and runs of five ranks, which need not be cards of one deck. */
static int16_t points_of(const uint8_t one[2], const uint8_t other[2], int starter)
{
    const int rank[5] = {one[0], one[1], other[0], other[1], starter};
    uint8_t field[5], used[RANKS] = {0};
    for (int i = 0; i < 5; i++) {
        if (used[rank[i]] == 4) {
            return 0; /* five of a rank */
        }
        field[i] = (uint8_t)(4 * rank[i] + used[rank[i]]++);
    }
    const crib_score score = crib_five(field, 0);
    return (int16_t)(score.fifteens + score.pairs + score.runs);
}

static void fill_points(crib_policy *policy)
{
    for (int high = 0; high < RANKS; high++) {
        for (int low = 0; low <= high; low++) {
            policy->pair[pair_of(low, high)][0] = (uint8_t)low;
            policy->pair[pair_of(low, high)][1] = (uint8_t)high;
        }
    }
    memset(policy->points, 0, sizeof policy->points);
    for (int one = 0; one < PAIRS; one++) {
        for (int other = 0; other <= one; other++) {
            for (int starter = 0; starter < RANKS; starter++) {
                const int16_t points = points_of(policy->pair[one], policy->pair[other], starter);
                policy->points[one][other][starter] = policy->points[other][one][starter] = points;
            }
        }
    }
}

/* List the sets of six ranks in their order. */
static void fill_sets(crib_policy *policy)
{
    uint8_t rank[6] = {0, 0, 0, 0, 0, 0};
    for (int set = 0; set < SETS;) {
        int good = 1;
        for (int i = 4; i < 6; i++) {
            good &= rank[i] != rank[i - 4];
        }
        if (good) {
            memcpy(policy->rank[set++], rank, 6);
        }
        int place = 5;
        while (place > 0 && rank[place] == RANKS - 1) {
            place--;
        }
        memset(rank + place, rank[place] + 1, (size_t)(6 - place));
    }
}

/* Sort the sets by the pair that a player throws. */
static void fill_throws(crib_policy *policy, int player, const uint8_t *throws)
{
    uint16_t *const begin = policy->begin[player];
    uint16_t next[PAIRS];
    memset(begin, 0, sizeof policy->begin[player]);
    for (int pass = 0; pass < 2; pass++) {
        for (int set = 0; set < SETS; set++) {
            const uint8_t *const rank = policy->rank[set], *const positions = thrown[throws[set]];
            const int pair = pair_of(rank[positions[0]], rank[positions[1]]);
            if (pass == 0) {
                begin[pair + 1]++;
                continue;
            }
            const int place = next[pair]++;
            policy->order[player][place] = (uint16_t)set;
            for (int i = 0; i < 4; i++) {
                policy->kept[player][place][i] = rank[kept[throws[set]][i]];
            }
        }
        for (int pair = 0; pass == 0 && pair < PAIRS; pair++) {
            next[pair] = begin[pair];
            begin[pair + 1] = (uint16_t)(begin[pair + 1] + begin[pair]);
        }
    }
}

uint32_t crib_policy_size(void)
{
    return (uint32_t)sizeof(crib_policy);
}

static int are_throws(const uint8_t *throws)
{
    for (int i = 0; i < 2 * SETS; i++) {
        if (throws[i] >= THROWS) {
            return 0;
        }
    }
    return 1;
}

int crib_policy_start(crib_policy *policy, const uint8_t throws[36790])
{
    if (!are_throws(throws)) {
        memset(policy, 0, sizeof *policy);
        return CRIB_ERR_COUNT;
    }
    fill_points(policy);
    fill_sets(policy);
    fill_throws(policy, 0, throws);
    fill_throws(policy, 1, throws + SETS);
    return CRIB_OK;
}

/* ---------------------------------------------------------------- what the other throws */

/* In how many ways the other can hold each set of ranks, if so many cards of each rank are unseen. */
typedef struct hand_ways {
    uint16_t six[SETS];
    uint16_t fewer[SMALLER];
} hand_ways;

static const uint16_t choose[5][5] = {
    {1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 2, 1, 0, 0}, {1, 3, 3, 1, 0}, {1, 4, 6, 4, 1}};

/*
 * The sets of n ranks, in their order, are those with most of the lowest rank first, each times all sets of
 * the other cards of higher ranks. So a list grows at its front, rank by rank, by multiples of shorter lists.
 */
static void count_ways(const uint8_t unseen[RANKS], hand_ways *ways)
{
    static const int sizes[7] = {1, 13, 91, 455, 1820, 6175, SETS};
    uint16_t *front[7];
    int length[7] = {1, 0, 0, 0, 0, 0, 0};
    uint16_t *end = ways->fewer;
    memset(ways, 0, sizeof *ways); /* every set is counted below, which gcc's analyzer does not see */
    for (int n = 0; n < 6; n++) {
        end += sizes[n];
        front[n] = end;
    }
    front[6] = ways->six + SETS;
    *--front[0] = 1;
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        for (int n = 6; n > 0; n--) {
            int added = 0;
            for (int k = 1; k <= 4 && k <= n; k++) {
                const uint16_t factor = choose[unseen[rank]][k], *const from = front[n - k];
                const int count = length[n - k];
                uint16_t *const to = front[n] - added - count;
                for (int i = 0; i < count; i++) {
                    to[i] = (uint16_t)(factor * from[i]);
                }
                added += count;
            }
            front[n] -= added;
            length[n] += added;
        }
    }
}

/* How many hands of cards have these ranks, which are in ascending order. */
static uint32_t hands_of(const uint8_t *rank, int ranks)
{
    uint32_t hands = 1;
    for (int i = 0, same = 0; i < ranks; i++) {
        same = i > 0 && rank[i] == rank[i - 1] ? same + 1 : 0;
        hands = hands * (uint32_t)(4 - same) / (uint32_t)(same + 1);
    }
    return hands;
}

/* Count the unseen cards of each rank, if I hold six of these ranks. */
static void count_unseen(const uint8_t rank[6], uint8_t unseen[RANKS])
{
    memset(unseen, 4, RANKS);
    for (int i = 0; i < 6; i++) {
        unseen[rank[i]]--;
    }
}

/*
 * For each pair that the other may throw and each rank of a starter: how many choices of his six cards and of
 * the starter there are. All together they are C(46, 6) * 40 or fewer.
 */
typedef uint32_t choice_counts[PAIRS][LANES];

static void count_choices(const crib_policy *policy, int player, const uint8_t unseen[RANKS],
                          const hand_ways *ways, choice_counts out)
{
    const uint16_t *const order = policy->order[player];
    for (int pair = 0; pair < PAIRS; pair++) {
        /* Apart by position and by turns, as an addition waits for the one before it in the same place. */
        uint32_t all = 0, kept_ways[2][4][LANES] = {{{0}}};
        for (int i = policy->begin[player][pair]; i < policy->begin[player][pair + 1]; i++) {
            const uint32_t set = ways->six[order[i]];
            const uint8_t *const ranks = policy->kept[player][i];
            uint32_t (*const kept_in_turn)[LANES] = kept_ways[i & 1];
            all += set;
            kept_in_turn[0][ranks[0]] += set;
            kept_in_turn[1][ranks[1]] += set;
            kept_in_turn[2][ranks[2]] += set;
            kept_in_turn[3][ranks[3]] += set;
        }
        memset(out[pair], 0, sizeof out[pair]);
        for (int s = 0; all != 0 && s < RANKS; s++) {
            uint32_t keeps = 0;
            for (int k = 0; k < 4; k++) {
                keeps += kept_ways[0][k][s] + kept_ways[1][k][s];
            }
            out[pair][s] = all * (unseen[s] - times(policy->pair[pair], s)) - keeps;
        }
    }
}

/* The same if the other throws any two of the unseen cards, each two as often: choices of the two and of the starter. */
static void count_random(const crib_policy *policy, const uint8_t unseen[RANKS], choice_counts out)
{
    for (int pair = 0; pair < PAIRS; pair++) {
        const uint8_t *const ranks = policy->pair[pair];
        const uint32_t two = ranks[0] == ranks[1] ? choose[unseen[ranks[0]]][2]
                                                  : (uint32_t)unseen[ranks[0]] * unseen[ranks[1]];
        memset(out[pair], 0, sizeof out[pair]);
        for (int s = 0; two != 0 && s < RANKS; s++) {
            out[pair][s] = two * (unseen[s] - times(ranks, s));
        }
    }
}

/*
 * The same numbers, below 2^26, in two parts. A sum of their products with points, below 32, is below 2^31 for
 * each part, and compilers make fast code of sums of products of 16 bits.
 */
typedef struct split_counts {
    int16_t low[PAIRS][LANES], high[PAIRS][LANES];
} split_counts;

static void split(choice_counts choices, split_counts *parts)
{
    for (int pair = 0; pair < PAIRS; pair++) {
        for (int s = 0; s < LANES; s++) {
            parts->low[pair][s] = (int16_t)(choices[pair][s] & 32767);
            parts->high[pair][s] = (int16_t)(choices[pair][s] >> 15);
        }
    }
}

/* The fifteens, pairs and runs of the cribs with my two cards, over all choices. */
static int64_t sum_points(const crib_policy *policy, const split_counts *choices, int pair)
{
    int32_t low = 0, high = 0;
    for (int with = 0; with < PAIRS; with++) {
        const int16_t *const points = policy->points[pair][with];
        for (int s = 0; s < LANES; s++) {
            low += choices->low[with][s] * points[s];
            high += choices->high[with][s] * points[s];
        }
    }
    return (int64_t)high * 32768 + low;
}

static int count_thrown(const crib_policy *policy, int thrower, uint64_t unseen, choice_counts out)
{
    uint8_t count[RANKS];
    int all = 0;
    for (int rank = 0; rank < RANKS; rank++) {
        count[rank] = 0;
        for (int suit = 0; suit < 4; suit++) {
            count[rank] = (uint8_t)(count[rank] + (unseen >> (4 * rank + suit) & 1));
        }
        all += count[rank];
    }
    if (thrower < CRIB_BY_DEALER || thrower > CRIB_BY_CHANCE || all > STARTERS || unseen >> CRIB_DECK != 0) {
        return CRIB_ERR_COUNT;
    }
    if (thrower == CRIB_BY_CHANCE) {
        count_random(policy, count, out);
    } else {
        hand_ways ways;
        count_ways(count, &ways);
        count_choices(policy, thrower, count, &ways, out);
    }
    return CRIB_OK;
}

int crib_throw_choices(const crib_policy *policy, int thrower, uint64_t unseen, uint32_t found[PAIRS * RANKS])
{
    choice_counts out;
    const int code = count_thrown(policy, thrower, unseen, out);
    for (int pair = 0; pair < PAIRS; pair++) {
        for (int s = 0; s < RANKS; s++) {
            found[RANKS * pair + s] = code == CRIB_OK ? out[pair][s] : 0;
        }
    }
    return code;
}

/* ---------------------------------------------------------------- the crib of a deal */

/*
 * The other chooses by ranks alone. So, given the ranks that he throws and that of the starter, the cards are
 * any of the unseen ones of those ranks, each as often.
 */

/* How likely a card is to be the one of its rank, of so many that are unseen, times 12. */
static inline int64_t share_of(uint64_t unseen)
{
    static const uint8_t divided[5] = {0, 12, 6, 4, 3};
    return divided[unseen];
}

/* The same for the card of this rank and suit; 0 if it is not unseen. */
static inline int64_t share(uint64_t unseen, int rank, int suit)
{
    uint64_t count = 0;
    for (int i = 0; i < 4; i++) {
        count += unseen >> (4 * rank + i) & 1;
    }
    return unseen >> (4 * rank + suit) & 1 ? share_of(count) : 0;
}

/* The shares of all cards, by suit. */
typedef int64_t suit_shares[4][RANKS];

/* Nobs of the jacks that the other throws. */
static int64_t nobs_of_other(const crib_policy *policy, choice_counts choices, suit_shares shares)
{
    int64_t same[RANKS] = {0}, sum = 0; /* 144 times how often a jack is of the starter's suit */
    for (int s = 0; s < RANKS; s++) {
        for (int suit = 0; suit < 4; suit++) {
            same[s] += s == JACK ? 0 : shares[suit][JACK] * shares[suit][s];
        }
    }
    for (int rank = 0; rank < RANKS; rank++) {
        const int pair = rank < JACK ? pair_of(rank, JACK) : pair_of(JACK, rank);
        const int64_t jacks = times(policy->pair[pair], JACK);
        for (int s = 0; s < RANKS; s++) {
            sum += 12 * jacks * choices[pair][s] * same[s];
        }
    }
    return sum;
}

/* Five points where the other's two cards and the starter are of one suit. */
static int64_t flushes(const crib_policy *policy, choice_counts choices, const int64_t of_suit[RANKS])
{
    int64_t sum = 0;
    for (int pair = 0; pair < PAIRS; pair++) {
        const int low = policy->pair[pair][0], high = policy->pair[pair][1];
        if (low != high && of_suit[low] != 0 && of_suit[high] != 0) {
            int64_t with = 0;
            for (int s = 0; s < RANKS; s++) {
                with += s == low || s == high ? 0 : choices[pair][s] * of_suit[s];
            }
            sum += 5 * of_suit[low] * of_suit[high] * with;
        }
    }
    return sum;
}

int crib_crib_sums(const crib_policy *policy, int thrower, const uint8_t cards[6], uint64_t dead,
                   int64_t sums[THROWS])
{
    uint64_t unseen = ((UINT64_C(1) << CRIB_DECK) - 1) & ~dead;
    uint8_t card[6];
    int code = CRIB_OK;
    for (int i = 0; i < 6; i++) {
        card[i] = cards[i];
        if (card[i] >= CRIB_DECK) {
            code = CRIB_ERR_CARD;
        } else if ((unseen >> card[i] & 1) == 0) {
            code = code == CRIB_OK ? CRIB_ERR_TWICE : code;
        } else {
            unseen &= ~(UINT64_C(1) << card[i]);
        }
    }
    choice_counts choices = {{0}};
    if (code == CRIB_OK) {
        code = count_thrown(policy, thrower, unseen, choices);
    }
    memset(sums, 0, THROWS * sizeof *sums);
    if (code != CRIB_OK) {
        return code;
    }
    suit_shares shares;
    int64_t nobs[4] = {0}, starters[RANKS] = {0}; /* of my jack of each suit; choices with each starter */
    for (int pair = 0; pair < PAIRS; pair++) {
        for (int s = 0; s < RANKS; s++) {
            starters[s] += choices[pair][s];
        }
    }
    for (int suit = 0; suit < 4; suit++) {
        for (int s = 0; s < RANKS; s++) {
            shares[suit][s] = share(unseen, s, suit);
            nobs[suit] += s == JACK ? 0 : 144 * starters[s] * shares[suit][s];
        }
    }
    const int64_t always = nobs_of_other(policy, choices, shares);
    split_counts parts;
    split(choices, &parts);
    for (int t = 0; t < THROWS; t++) {
        const uint8_t one = card[thrown[t][0]], other = card[thrown[t][1]];
        const int pair = one < other ? pair_of(one >> 2, other >> 2) : pair_of(other >> 2, one >> 2);
        sums[t] = CLEAR * sum_points(policy, &parts, pair) + always;
        sums[t] += one >> 2 == JACK ? nobs[one & 3] : 0;
        sums[t] += other >> 2 == JACK ? nobs[other & 3] : 0;
        if (((one ^ other) & 3) == 0) {
            sums[t] += flushes(policy, choices, shares[one & 3]);
        }
    }
    return CRIB_OK;
}

/* ---------------------------------------------------------------- the table of all deals */

uint32_t crib_throw_table_size(void)
{
    return (uint32_t)sizeof(crib_throw_table);
}

void crib_throw_table_start(crib_throw_table *table)
{
    memset(table, 0, sizeof *table);
}

/*
 * Count the flushes of a suit for each choice of six ranks' positions that I hold of it. Three other cards make one
 * if they are of three ranks of which I do not hold the suit's card. So they are counted by the positions of those
 * ranks that are mine, and summed up over the positions that are free.
 */
static void count_flushes(const crib_policy *policy, choice_counts choices, const uint8_t rank[6],
                          const uint8_t unseen[RANKS], uint32_t flush[64])
{
    uint64_t ways[64] = {0};
    int64_t shares[RANKS];
    uint32_t positions[RANKS] = {0};
    for (int r = 0; r < RANKS; r++) {
        shares[r] = share_of(unseen[r]);
        for (int i = 0; i < 6; i++) {
            positions[r] |= (uint32_t)(rank[i] == r) << i;
        }
    }
    for (int pair = 0; pair < PAIRS; pair++) {
        const int low = policy->pair[pair][0], high = policy->pair[pair][1];
        for (int s = 0; low != high && s < RANKS; s++) {
            if (s != low && s != high) {
                ways[positions[low] | positions[high] | positions[s]] +=
                    choices[pair][s] * (uint64_t)(shares[low] * shares[high] * shares[s]);
            }
        }
    }
    for (uint32_t bit = 1; bit < 64; bit *= 2) {
        for (uint32_t free = 0; free < 64; free++) {
            ways[free] += (free & bit) != 0 ? ways[free - bit] : 0;
        }
    }
    for (uint32_t mine = 0; mine < 64; mine++) {
        flush[mine] = (uint32_t)(5 * ways[63 - mine] / (CLEAR / CRIB_PART));
    }
}

/* The number of a set of ranks: how many sets of as many ranks, five of a rank included, are before it when they are
   compared from the highest rank down. */
static int number_of(const uint8_t *rank, int ranks)
{
    int number = 0;
    for (int i = 0; i < ranks; i++) {
        int ways = 1; /* to choose i + 1 of rank + i */
        for (int k = 0; k <= i; k++) {
            ways = ways * (rank[i] + i - k) / (k + 1);
        }
        number += ways;
    }
    return number;
}

static void fill_rows(const crib_policy *policy, int set, crib_throw_table *table)
{
    const uint8_t *const rank = policy->rank[set];
    const int row = number_of(rank, 6);
    uint8_t unseen[RANKS];
    hand_ways ways;
    count_unseen(rank, unseen);
    count_ways(unseen, &ways);
    for (int player = 0; player < 2; player++) {
        crib_cribs *const cribs = &table->player[player];
        choice_counts choices;
        split_counts parts;
        count_choices(policy, 1 - player, unseen, &ways, choices);
        split(choices, &parts);
        for (int t = 0; t < THROWS; t++) {
            const int pair = pair_of(rank[thrown[t][0]], rank[thrown[t][1]]);
            cribs->points[row][t] = CRIB_PART * sum_points(policy, &parts, pair);
        }
        count_flushes(policy, choices, rank, unseen, cribs->flush[row]);
        for (int mine = 0; mine < 64; mine++) {
            const int64_t flush = cribs->flush[row][mine];
            if ((mine & (mine - 1)) != 0 && flush > cribs->points[row][CRIB_MOST_FLUSH]) {
                cribs->points[row][CRIB_MOST_FLUSH] = flush;
            }
        }
    }
}

int crib_throw_table_step(crib_throw_table *table, const crib_policy *policy, uint64_t work)
{
    for (uint64_t done = 0; table->next < SETS && (done == 0 || done < work); done += WORK) {
        fill_rows(policy, (int)table->next++, table);
    }
    return table->next == SETS;
}

/* ---------------------------------------------------------------- the equilibrium */

/*
 * A player who looks at ranks alone sees the mean over all suits. One of the 5 ranks of the crib is a jack's,
 * another the starter's: they are of one suit in a quarter of the choices. Five different ranks are of one suit in 4
 * of 1024 choices, four in 4 of 256. UNIT clears all of these.
 */

struct crib_equilibrium {
    crib_policy policy;
    uint8_t throws[2 * SETS];
    int32_t hands[SETS][THROWS];    /* the points of the four kept over all starters, times UNIT */
    int64_t cribs[2][SETS][THROWS]; /* the cribs over all choices, times UNIT, summed over the rounds */
    uint32_t rounds;                /* that are in these sums */
    uint32_t next;                  /* the set to look at next in this round */
    crib_round round;
};

uint32_t crib_equilibrium_size(void)
{
    return (uint32_t)sizeof(crib_equilibrium);
}

/* The points of a keep over the starters, times UNIT, where the six cards are of any suits. */
static int32_t hand_of(const crib_policy *policy, const uint8_t rank[6], int t)
{
    const uint8_t *const k = kept[t];
    const int16_t *const points =
        policy->points[pair_of(rank[k[0]], rank[k[1]])][pair_of(rank[k[2]], rank[k[3]])];
    int left[RANKS], all_jacks = 0, jacks = 0, sum = 0;
    for (int s = 0; s < RANKS; s++) {
        left[s] = 4;
    }
    for (int i = 0; i < 6; i++) {
        left[rank[i]]--;
        all_jacks += rank[i] == JACK;
    }
    for (int i = 0; i < 4; i++) {
        jacks += rank[k[i]] == JACK;
    }
    for (int s = 0; s < RANKS; s++) {
        sum += UNIT * left[s] * points[s];
    }
    /* Twelve other cards are of the jack's suit; each of mine that is not a jack is one of them in a quarter. */
    sum += jacks * (4 * 12 - (6 - all_jacks)) * (UNIT / 4);
    if (rank[k[0]] != rank[k[1]] && rank[k[1]] != rank[k[2]] && rank[k[2]] != rank[k[3]]) {
        /* Nine others are of the suit of a flush; a card thrown is one of them in a quarter if its rank is not kept. */
        int suited = 4 * 9;
        for (int i = 0; i < 2; i++) {
            const uint8_t r = rank[thrown[t][i]];
            suited -= r != rank[k[0]] && r != rank[k[1]] && r != rank[k[2]] && r != rank[k[3]];
        }
        sum += (4 * STARTERS * 4 + suited) * (UNIT / 4 / 64);
    }
    return sum;
}

/* What a throw is worth to the dealer (0) or the pone (1), by the hands and the cribs of some rounds. */
static inline int64_t value(const crib_equilibrium *made, int player, int set, int t, int64_t crib,
                            uint32_t rounds)
{
    const int64_t hand = (int64_t)made->hands[set][t] * OTHERS * rounds;
    return player == 0 ? hand + crib : hand - crib;
}

static void begin_round(crib_equilibrium *made)
{
    made->next = 0;
    memset(&made->round, 0, sizeof made->round);
    fill_throws(&made->policy, 0, made->throws);
    fill_throws(&made->policy, 1, made->throws + SETS);
}

/* Choose the best throws against the sums. */
static void answer(crib_equilibrium *made)
{
    for (int player = 0; player < 2; player++) {
        for (int set = 0; set < SETS; set++) {
            int64_t best = 0;
            for (int t = 0; t < THROWS; t++) {
                const int64_t worth = value(made, player, set, t, made->cribs[player][set][t], made->rounds);
                if (t == 0 || worth > best) {
                    best = worth;
                    made->throws[player * SETS + set] = (uint8_t)t;
                }
            }
        }
    }
}

int crib_equilibrium_start(crib_equilibrium *made, const uint8_t *throws)
{
    if (throws != NULL && !are_throws(throws)) {
        memset(made, 0, sizeof *made);
        made->next = SETS;
        return CRIB_ERR_COUNT;
    }
    fill_points(&made->policy);
    fill_sets(&made->policy);
    memset(made->cribs, 0, sizeof made->cribs);
    for (int set = 0; set < SETS; set++) {
        for (int t = 0; t < THROWS; t++) {
            made->hands[set][t] = hand_of(&made->policy, made->policy.rank[set], t);
        }
    }
    if (throws != NULL) {
        memcpy(made->throws, throws, sizeof made->throws);
    } else {
        made->rounds = 1; /* any number: there are no cribs, and each throws for the hand alone */
        answer(made);
    }
    made->rounds = 0;
    begin_round(made);
    return CRIB_OK;
}

/* Nobs and flushes of the cribs over all choices, times UNIT, where the suits are averaged. */
typedef struct mean_suits {
    uint64_t jacks, my_jack; /* nobs of the other's jacks, and of each of mine */
    /* The choices of three ranks that differ: all, those with a rank, those with two ranks. */
    uint64_t differ, with[RANKS], with_both[PAIRS];
} mean_suits;

static void average_suits(const crib_policy *policy, choice_counts choices, mean_suits *mean)
{
    memset(mean, 0, sizeof *mean);
    for (int pair = 0; pair < PAIRS; pair++) {
        const uint8_t *const ranks = policy->pair[pair];
        const int low = ranks[0], high = ranks[1];
        for (int s = 0; s < RANKS; s++) {
            const uint32_t ways = choices[pair][s];
            if (s != JACK) {
                mean->jacks += (uint64_t)ways * times(ranks, JACK) * (UNIT / 4);
                mean->my_jack += (uint64_t)ways * (UNIT / 4);
            }
            if (low != high && s != low && s != high) {
                mean->differ += ways;
                mean->with[low] += ways;
                mean->with[high] += ways;
                mean->with[s] += ways;
                mean->with_both[pair] += ways;
                mean->with_both[s < low ? pair_of(s, low) : pair_of(low, s)] += ways;
                mean->with_both[s < high ? pair_of(s, high) : pair_of(high, s)] += ways;
            }
        }
    }
}

/* The crib with my two cards over all choices of the other, times UNIT. */
static int64_t mean_crib(const crib_policy *policy, const split_counts *choices, const mean_suits *mean,
                         int pair)
{
    const uint8_t *const mine = policy->pair[pair];
    uint64_t suits = mean->jacks + mean->my_jack * times(mine, JACK);
    if (mine[0] != mine[1]) {
        suits += 5 * (mean->differ - mean->with[mine[0]] - mean->with[mine[1]] + mean->with_both[pair]);
    }
    return UNIT * sum_points(policy, choices, pair) + (int64_t)suits;
}

/* The mean cribs of one set against the throws of the other, and what they change in the results of the round. */
static void look_at(crib_equilibrium *made, int set)
{
    const uint8_t *const rank = made->policy.rank[set];
    uint8_t unseen[RANKS];
    const uint64_t weight = hands_of(rank, 6);
    count_unseen(rank, unseen);
    hand_ways ways;
    count_ways(unseen, &ways);
    for (int player = 0; player < 2; player++) {
        choice_counts choices;
        mean_suits mean;
        split_counts parts;
        count_choices(&made->policy, 1 - player, unseen, &ways, choices);
        average_suits(&made->policy, choices, &mean);
        split(choices, &parts);
        int64_t crib[THROWS], best = 0;
        int pair[THROWS];
        for (int t = 0; t < THROWS; t++) {
            pair[t] = pair_of(rank[thrown[t][0]], rank[thrown[t][1]]);
            int same = 0; /* the first throw of these ranks */
            while (pair[same] != pair[t]) {
                same++;
            }
            crib[t] = same < t ? crib[same] : mean_crib(&made->policy, &parts, &mean, pair[t]);
            made->cribs[player][set][t] += crib[t];
            const int64_t worth = value(made, player, set, t, crib[t], 1);
            best = t == 0 || worth > best ? worth : best;
        }
        const int mine = made->throws[player * SETS + set];
        const int64_t worth = value(made, player, set, mine, crib[mine], 1);
        made->round.gains[player] += weight * (uint64_t)(best - worth);
        made->round.hands[player] += weight * (uint64_t)made->hands[set][mine];
        made->round.cribs[player][pair[mine]] += weight * (uint64_t)crib[mine];
    }
}

int crib_equilibrium_step(crib_equilibrium *made, uint64_t work)
{
    for (uint64_t done = 0; made->next < SETS && (done == 0 || done < work); done += WORK) {
        look_at(made, (int)made->next++);
        made->rounds += made->next == SETS;
    }
    return made->next == SETS;
}

void crib_equilibrium_next(crib_equilibrium *made, int forget)
{
    if (made->next < SETS || made->rounds == 0) {
        return;
    }
    answer(made);
    if (forget) {
        memset(made->cribs, 0, sizeof made->cribs);
        made->rounds = 0;
    }
    begin_round(made);
}

void crib_equilibrium_found(const crib_equilibrium *made, crib_round *round, uint8_t throws[2 * SETS])
{
    *round = made->round;
    memcpy(throws, made->throws, sizeof made->throws);
}

void crib_keep_weights(const crib_policy *policy, int player, uint32_t weights[CRIB_KEEPS])
{
    for (int keep = 0; keep < CRIB_KEEPS; keep++) {
        weights[keep] = 2304;
    }
    for (int place = 0; place < SETS; place++) {
        const uint8_t *const four = policy->kept[player != 0][place];
        const uint8_t *const six = policy->rank[policy->order[player != 0][place]];
        weights[number_of(four, 4)] += hands_of(six, 6) * (2304 / hands_of(four, 4));
    }
}
