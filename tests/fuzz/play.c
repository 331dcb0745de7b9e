/* The play: any hands, played as the input says, and any bytes as piles and deals. */
#include "fuzz.h"

enum { MOST_ROWS = 64 };

static int points_in(uint32_t packed)
{
    static const int pairs[4] = {0, 2, 6, 12};
    return (int)(2 * (packed & 1) + (packed & 2)) + pairs[packed >> 2 & 3] + (int)(packed >> 4 & 7) +
           (int)(packed >> 7 & 1);
}

/* The points of the last card of a pile of ranks, the last card first; -1 if it is not a pile. */
static int by_the_pile(const uint8_t *ranks, int size)
{
    int sum = 0, alike = 1, run = 0, seen = 0, low = 14, high = 0;
    for (int i = 0; i < size; i++) {
        if (ranks[i] < 1 || ranks[i] > 13) {
            return -1;
        }
        sum += ranks[i] < 10 ? ranks[i] : 10;
    }
    if (size == 0 || sum > 31) {
        return -1;
    }
    while (alike < size && alike < 4 && ranks[alike] == ranks[0]) { /* no deck has five */
        alike++;
    }
    for (int i = 0; i < size && (seen >> ranks[i] & 1) == 0; i++) {
        seen |= 1 << ranks[i];
        low = ranks[i] < low ? ranks[i] : low;
        high = ranks[i] > high ? ranks[i] : high;
        run = i >= 2 && high - low == i ? i + 1 : run;
    }
    return 2 * (sum == 15) + 2 * (sum == 31) + alike * (alike - 1) + run;
}

static void score_pile(uint64_t pile)
{
    uint8_t ranks[16];
    int size = 0;
    for (uint64_t rest = pile; rest != 0; rest >>= 4) {
        ranks[size++] = rest & 15;
    }
    const uint32_t packed = crib_pack_peg(pile);
    const int right = by_the_pile(ranks, size);
    DEMAND(right < 0 ? packed == CRIB_INVALID : packed < 128 && points_in(packed) == right);
}

/* Play a deal to its end: an illegal card changes nothing, and the points and counts stay in their bounds. */
static void play_out(input *in)
{
    uint64_t chance = take_number(in, 2), hands[4] = {0}, all = 0;
    uint8_t cards[DECK];
    const uint32_t players = take(in) % 6, lead = take(in) % 5;
    int dealt = 0, played = 0, sum = 0;
    deal(&chance, 0, DECK, cards, DECK);
    for (int player = 0; player < 4; player++) {
        for (int left = take(in) % 15; left > 0 && dealt < DECK; left--) {
            hands[player] |= UINT64_C(1) << cards[dealt++];
        }
    }
    crib_play play, before;
    const int answer = crib_play_start(&play, hands, players, lead);
    DEMAND(answer == CRIB_OK || crib_play_legal(&play) == 0);
    for (uint32_t player = 0; answer == CRIB_OK && player < players; player++) {
        all |= hands[player];
    }
    while (crib_play_legal(&play) != 0) {
        const uint8_t card = take(in);
        const uint64_t legal = crib_play_legal(&play);
        memcpy(&before, &play, sizeof play);
        const uint32_t packed = crib_play_card(&play, card);
        if (card >= DECK || (legal >> card & 1) == 0) {
            DEMAND(packed == CRIB_INVALID && memcmp(&before, &play, sizeof play) == 0);
            uint8_t first = 0;
            while ((legal >> first & 1) == 0) {
                first++;
            }
            sum += points_in(crib_play_card(&play, first));
        } else {
            sum += points_in(packed);
        }
        played++;
        DEMAND(play.count <= 30 && play.turn < 4);
    }
    for (; all != 0; all &= all - 1) {
        played--;
    }
    DEMAND(played == 0);
    DEMAND(answer != CRIB_OK || sum == play.points[0] + play.points[1] + play.points[2] + play.points[3]);
}

/* The best card of small hands is legal, and is not worth more than all points that can be made. */
static void find_best(input *in)
{
    uint64_t chance = take_number(in, 2), hands[2] = {0};
    uint8_t cards[10], card = 0;
    const int mine = take(in) % 6, others = take(in) % 5;
    int value = 0;
    deal(&chance, 0, DECK, cards, 10);
    for (int i = 0; i < mine + others; i++) {
        hands[i >= mine] |= UINT64_C(1) << cards[i];
    }
    if (crib_play_best(hands[0], hands[1], 0, &card, &value) == CRIB_OK) {
        DEMAND(mine > 0 && card < DECK && (hands[0] >> card & 1) != 0 && value > -200 && value < 200);
    } else {
        DEMAND(mine == 0 && card == CRIB_NONE && value == 0);
    }
    crib_play_best(take_number(in, 8), take_number(in, 1), take_number(in, 8), &card, &value);
}

/* Any cards, plays and weights: only cards of the hand are advised, and no net is more than can be made. */
static void advise(input *in)
{
    uint32_t *weights = (void *)exactly(2 * CRIB_KEEPS * sizeof *weights);
    uint64_t chance = take_number(in, 2), hands[2] = {0};
    uint8_t cards[DECK], played[9];
    deal(&chance, 0, DECK, cards, DECK);
    const int known = 4 + take(in) % (DECK - 4), plays = take(in) % 10, wide = take(in) % 3;
    for (int i = 0; i < 2 * CRIB_KEEPS; i++) {
        weights[i] = wide == 2 ? (uint32_t)-1 : below(&chance, wide == 1 ? 1 << 20 : 2);
    }
    for (int i = 0; i < known; i++) {
        hands[i >= 4] |= UINT64_C(1) << cards[i];
    }
    for (int i = 0; i < plays && i < 9; i++) {
        const uint8_t place = take(in);
        played[i] = place < 128 ? cards[place % known % 8] : place;
    }
    crib_advice advice;
    const uint32_t worlds = take(in), keep = (uint32_t)take_number(in, 2) % 2000;
    const uint32_t begin = take(in) % 3, end = take(in) % 4;
    const uint64_t seed = take_number(in, 8);
    const int answer =
        crib_advise_peg(weights, hands[0], hands[1], played, (uint32_t)plays, worlds, seed, &advice);
    DEMAND(answer != CRIB_OK || (advice.ranks != 0 && advice.hands > 0));
    for (int rank = 1; rank < 14; rank++) {
        const int64_t most = 100 * (int64_t)advice.weight;
        DEMAND(advice.nets[rank] >= -most && advice.nets[rank] <= most);
        DEMAND((advice.ranks >> rank & 1) == 0 || (hands[0] >> (4 * rank - 4) & 15) != 0);
    }
    const int64_t net = crib_keep_net(weights, keep, (int)(keep % 2), worlds, 3, begin, end);
    DEMAND(net >= -300 && net <= 300);
    free(weights);
}

static void score_rows(input *in)
{
    const int count = take(in) % MOST_ROWS, width = take(in) % 15;
    uint64_t chance = take_number(in, 2);
    uint8_t *piles = exactly((size_t)(count * width)), *scores = exactly((size_t)count);
    uint8_t *deals = exactly(8 * (size_t)count), *plays = exactly(8 * (size_t)count);
    uint8_t *points = exactly(8 * (size_t)count);
    for (int row = 0; row < count; row++) {
        const int size = (int)below(&chance, (uint32_t)width + 1);
        memset(piles + row * width, CRIB_NONE, (size_t)width);
        deal(&chance, 0, size < 4 ? DECK : 20, piles + row * width, size);
        deal(&chance, 0, DECK, deals + 8 * row, 8);
        deal(&chance, 0, 8, plays + 8 * row, 8);
        const int played = (int)below(&chance, 9); /* then the deal ends */
        memset(plays + 8 * row + played, CRIB_NONE, (size_t)(8 - played));
    }
    while (in->left >= 4 && count > 0) { /* some bytes are changed */
        const int place = (int)take_number(in, 2) % (8 * count);
        deals[place] = take(in);
        plays[(place * 5 + 3) % (8 * count)] = take(in);
        if (width > 0) {
            piles[place % (count * width)] = deals[place];
        }
    }
    const int64_t good = crib_score_pegs(piles, width, 1, (uint32_t)width, count, scores);
    DEMAND(good >= 0 && good <= count);
    for (int row = 0; row <= good && row < count; row++) {
        const uint8_t *pile = piles + row * width;
        uint8_t ranks[16];
        int size = 0, gap = 0;
        while (size < width && pile[size] != CRIB_NONE) {
            size++;
        }
        for (int i = size; i < width; i++) {
            gap |= pile[i] != CRIB_NONE;
        }
        for (int i = 0; i < size; i++) {
            ranks[i] = (uint8_t)(pile[size - 1 - i] / 4 + 1);
        }
        const int bad = gap || not_cards(pile, size, 0) || twins(pile, size);
        const int right = bad ? -1 : by_the_pile(ranks, size);
        DEMAND(row == good ? right < 0 : scores[row] == right);
    }
    const int64_t replayed = crib_peg_deals(deals, 8, 1, plays, 8, 1, count, points);
    DEMAND(replayed >= 0 && replayed <= count);
    for (int row = 0; row < replayed; row++) {
        uint64_t hands[2] = {0};
        crib_play play;
        for (int i = 0; i < 8; i++) {
            hands[i >= 4] |= UINT64_C(1) << deals[8 * row + i];
        }
        DEMAND(crib_play_start(&play, hands, 2, 0) == CRIB_OK);
        for (int i = 0; i < 8 && plays[8 * row + i] != CRIB_NONE; i++) {
            const uint32_t packed = crib_play_card(&play, deals[8 * row + plays[8 * row + i]]);
            DEMAND(packed != CRIB_INVALID && points_in(packed) == points[8 * row + i]);
        }
    }
    free(piles), free(scores), free(deals), free(plays), free(points);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    const uint8_t mode = take(&in);
    if (mode >= 224) {
        advise(&in);
    } else if (mode % 4 == 0) {
        score_pile(take_number(&in, 8));
    } else if (mode % 4 == 1) {
        play_out(&in);
    } else if (mode % 4 == 2) {
        find_best(&in);
    } else {
        score_rows(&in);
    }
    return 0;
}
