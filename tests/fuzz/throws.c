/*
 * Throws: any policy, any cards that the other may hold, any deals. What may be thrown is counted as often as there
 * are choices; the order of the cards makes no difference; what is thrown is of the deal.
 */
#include "fuzz.h"

enum { SIX = 6, THROWS = 15, PAIRS = 91, MOST_ROWS = 30 };

static const int thrown[THROWS][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {1, 2}, {1, 3}, {1, 4},
                                      {1, 5}, {2, 3}, {2, 4}, {2, 5}, {3, 4}, {3, 5}, {4, 5}};

/* A policy of a few kinds, made once, since that takes as long as many deals. */
static const crib_policy *policy(uint32_t number)
{
    enum { KINDS = 3 };
    static crib_policy *kept[KINDS];
    if (kept[number % KINDS] == NULL) {
        uint8_t *throws = exactly(CRIB_POLICY_BYTES);
        uint64_t chance = number;
        for (int i = 0; i < CRIB_POLICY_BYTES; i++) {
            throws[i] = (uint8_t)(number % KINDS == 0 ? 0 : below(&chance, THROWS));
        }
        crib_policy *made = (crib_policy *)(void *)exactly(crib_policy_size());
        throws[CRIB_POLICY_BYTES - 1] = THROWS;
        DEMAND(crib_policy_start(made, throws) == CRIB_ERR_COUNT);
        throws[CRIB_POLICY_BYTES - 1] = THROWS - 1;
        DEMAND(crib_policy_start(made, throws) == CRIB_OK);
        kept[number % KINDS] = made;
        uint32_t *weights = (uint32_t *)(void *)exactly(CRIB_KEEPS * sizeof *weights);
        for (int player = CRIB_BY_DEALER; player <= CRIB_BY_PONE; player++) {
            crib_keep_weights(made, player, weights);
            for (int i = 0; i < CRIB_KEEPS; i++) {
                DEMAND(weights[i] > 0);
            }
        }
        free(weights);
        free(throws);
    }
    return kept[number % KINDS];
}

/* The ways to choose so many of the cards. */
static uint64_t choices(uint64_t cards, uint64_t of)
{
    uint64_t ways = 1;
    for (uint64_t i = 0; i < of; i++) {
        ways = ways * (cards > i ? cards - i : 0) / (i + 1);
    }
    return ways;
}

static void check_choices(const crib_policy *given, input *in)
{
    uint32_t *found = (uint32_t *)(void *)exactly((size_t)PAIRS * 13 * sizeof *found);
    const uint64_t unseen = take_number(in, 7) & ((UINT64_C(1) << DECK) - 1);
    const int thrower = (int8_t)take(in) % 4;
    uint64_t cards = 0, sum = 0;
    for (int card = 0; card < DECK; card++) {
        cards += unseen >> card & 1;
    }
    const int answer = crib_throw_choices(given, thrower, unseen, found);
    const int known = thrower >= CRIB_BY_DEALER && thrower <= CRIB_BY_CHANCE;
    DEMAND(answer == (known && cards <= 46 ? CRIB_OK : CRIB_ERR_COUNT));
    for (int i = 0; i < PAIRS * 13; i++) {
        sum += found[i];
    }
    const uint64_t held = thrower == CRIB_BY_CHANCE ? 2 : SIX;
    DEMAND(sum == (answer == CRIB_OK && cards > held ? choices(cards, held) * (cards - held) : 0));
    free(found);
}

static void check_cribs(const crib_policy *given, input *in)
{
    uint64_t chance = take_number(in, 3);
    uint8_t *cards = exactly(SIX), *turned = exactly(SIX);
    deal(&chance, 0, DECK, cards, SIX);
    if (take(in) % 4 == 0) {
        cards[take(in) % SIX] = take(in);
    }
    for (int i = 0; i < SIX; i++) {
        turned[i] = cards[SIX - 1 - i];
    }
    const uint64_t dead = take(in) % 2 ? 0 : take_number(in, 7) & ((UINT64_C(1) << DECK) - 1);
    const int thrower = (int8_t)take(in) % 4;
    int64_t sums[THROWS], other[THROWS];
    const int answer = crib_crib_sums(given, thrower, cards, dead, sums);
    DEMAND(crib_crib_sums(given, thrower, turned, dead, other) == answer);
    DEMAND(answer != CRIB_OK || (!not_cards(cards, SIX, 0) && !twins(cards, SIX)));
    for (int i = 0; i < THROWS; i++) {
        for (int j = 0; j < THROWS; j++) {
            if (thrown[j][0] == SIX - 1 - thrown[i][1] && thrown[j][1] == SIX - 1 - thrown[i][0]) {
                DEMAND(sums[i] == other[j]);
            }
        }
        DEMAND(sums[i] >= 0 && (answer == CRIB_OK || sums[i] == 0));
    }
    free(cards);
    free(turned);
}

/* A table that is begun, but not finished: whatever it holds, two cards of each deal are thrown. */
static const crib_throw_table *table(void)
{
    static crib_throw_table *kept = NULL;
    if (kept == NULL) {
        kept = (crib_throw_table *)(void *)exactly(crib_throw_table_size());
        crib_throw_table_start(kept);
        DEMAND(!crib_throw_table_step(kept, policy(1), 1));
    }
    return kept;
}

static void check_throws(input *in)
{
    static crib_fours *fours = NULL;
    if (fours == NULL) {
        fours = (crib_fours *)(void *)exactly(crib_fours_size());
        crib_fours_start(fours);
    }
    const int64_t count = take(in) % MOST_ROWS;
    uint8_t *deals = exactly((size_t)(SIX * count)), *dealers = exactly((size_t)count);
    uint8_t *throws = exactly((size_t)(2 * count));
    uint64_t chance = take_number(in, 3);
    for (int64_t row = 0; row < count; row++) {
        deal(&chance, 0, DECK, deals + SIX * row, SIX);
        dealers[row] = take(in);
    }
    if (count > 0 && take(in) % 4 == 0) {
        deals[take_number(in, 2) % (uint64_t)(SIX * count)] = take(in);
    }
    int64_t good = 0;
    while (good < count && !not_cards(deals + SIX * good, SIX, 0) && !twins(deals + SIX * good, SIX)) {
        good++;
    }
    DEMAND(crib_best_throws(fours, table(), deals, SIX, 1, dealers, 1, count, throws) == good);
    for (int64_t row = 0; row < good && good == count; row++) {
        const uint8_t *one = throws + 2 * row, *six = deals + SIX * row;
        DEMAND(one[0] < one[1] && memchr(six, one[0], SIX) != NULL && memchr(six, one[1], SIX) != NULL);
    }
    free(deals);
    free(dealers);
    free(throws);
}

/* A few steps of a round of an equilibrium; the whole round takes too long here. */
static void check_round(input *in)
{
    static crib_equilibrium *made = NULL;
    if (made == NULL) {
        made = (crib_equilibrium *)(void *)exactly(crib_equilibrium_size());
    }
    uint8_t *throws = exactly(CRIB_POLICY_BYTES), *found = exactly(CRIB_POLICY_BYTES);
    memset(throws, take(in), CRIB_POLICY_BYTES);
    const int given = take(in) & 1, bad = given && throws[0] >= THROWS;
    DEMAND(crib_equilibrium_start(made, given ? throws : NULL) == (bad ? CRIB_ERR_COUNT : CRIB_OK));
    DEMAND(crib_equilibrium_step(made, 1) == bad);
    crib_equilibrium_next(made, take(in) & 1);
    crib_round round;
    crib_equilibrium_found(made, &round, found);
    for (int i = 0; i < CRIB_POLICY_BYTES; i++) {
        DEMAND(bad || (given ? found[i] == throws[i] : found[i] < THROWS));
    }
    free(throws);
    free(found);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    const uint8_t mode = take(&in);
    const crib_policy *given = policy(mode);
    check_choices(given, &in);
    check_cribs(given, &in);
    check_throws(&in);
    if (mode >= 240) {
        check_round(&in);
    }
    return 0;
}
