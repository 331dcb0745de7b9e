/* The play: the points of a card, the turns of two to four players, and the best card with all hands known. */
#include "crib_impl.h"

#include <string.h>

enum {
    MOST_CARDS = 13, /* in a hand; more than 13 cards do not fit into a count either */
    MOST_PLAYERS = 4,
    LAST = 1 << 7 /* in a packed score */
};

#define WHOLE_DECK ((UINT64_C(1) << CRIB_DECK) - 1)

static inline uint32_t bits_in(uint64_t set)
{
    uint32_t bits = 0;
    for (; set != 0; set &= set - 1) {
        bits++;
    }
    return bits;
}

/* ---------------------------------------------------------------- the points of a card */

uint32_t crib_pack_peg(uint64_t pile)
{
    uint32_t count = 0;
    if (pile == 0) {
        return CRIB_INVALID;
    }
    for (uint64_t rest = pile; rest != 0; rest >>= 4) {
        const uint32_t rank = (uint32_t)(rest & 15);
        count += crib_peg_value(rank);
        if (rank == 0 || rank > 13 || count > CRIB_FULL) {
            return CRIB_INVALID;
        }
    }
    return crib_peg_points(pile, count);
}

/* ---------------------------------------------------------------- many piles */

enum { SHORT = 8 }; /* the most cards of a pile that is scored with others at once */

/* Score one pile of any length. Returns CRIB_NONE if it is not valid. */
static uint8_t score_pile(const uint8_t *next, int64_t card_step, uint32_t width)
{
    uint64_t pile = 0, seen = 0, twice = 0;
    uint32_t sum = 0, place = 0, rest = CRIB_NONE;
    for (; place < width && sum <= CRIB_FULL; place++, next += card_step) {
        const uint32_t card = *next;
        if (card >= CRIB_DECK) {
            break;
        }
        twice |= seen & UINT64_C(1) << card;
        seen |= UINT64_C(1) << card;
        pile = pile << 4 | (card / 4 + 1);
        sum += crib_peg_value(card / 4 + 1);
    }
    for (; place < width; place++, next += card_step) {
        rest &= *next;
    }
    if (pile == 0 || twice != 0 || sum > CRIB_FULL || rest != CRIB_NONE) {
        return CRIB_NONE;
    }
    return (uint8_t)crib_peg_total(crib_peg_points(pile, sum));
}

/*
 * CRIB_LANES piles of up to SHORT cards, from the last card of each to the first, then CRIB_NONE. All is done
 * for all lanes alike, as in crib_kernel_portable.c: a pile for itself takes longer, since a processor cannot
 * guess where it ends or what it scores.
 */
typedef struct lanes {
    uint8_t card[SHORT][CRIB_LANES];
} lanes;

/* Put a pile into a lane. Returns whether it has up to SHORT cards, and nothing but CRIB_NONE after them. */
static inline int fill_lane(lanes *piles, int lane, const uint8_t *next, int64_t card_step, uint32_t width)
{
    uint64_t cards = 0; /* byte i is card i */
    if (card_step == 1 && width >= SHORT) {
        for (uint32_t i = 0; i < SHORT; i++) { /* a compiler makes one load of this */
            cards |= (uint64_t)next[i] << 8 * i;
        }
    } else {
        for (uint32_t i = 0; i < SHORT; i++) {
            cards |= (uint64_t)(i < width ? next[i * card_step] : CRIB_NONE) << 8 * i;
        }
    }
    uint32_t rest = CRIB_NONE;
    for (uint32_t i = SHORT; i < width; i++) {
        rest &= next[i * card_step];
    }
    const uint64_t high = cards >> 7 & UINT64_C(0x0101010101010101), none = high * 255;
    const uint32_t shift = 8 * (uint32_t)(high * UINT64_C(0x0101010101010101) >> 56) & 63;
    const uint64_t turned =
        cards << shift | cards >> ((64 - shift) & 63); /* the last card comes to the top */
    for (uint32_t i = 0; i < SHORT; i++) {
        piles->card[i][lane] = (uint8_t)(turned >> (56 - 8 * i));
    }
    return rest == CRIB_NONE && (none & ~cards) == 0 && (~none & (~none + 1)) == 0;
}

static inline uint8_t smaller(uint8_t a, uint8_t b)
{
    return a < b ? a : b;
}

static inline uint8_t larger(uint8_t a, uint8_t b)
{
    return a > b ? a : b;
}

static inline uint8_t same(uint8_t a, uint8_t b)
{
    return a == b;
}

#define EACH_LANE for (int lane = 0; lane < CRIB_LANES; lane++)

/* Score the lanes. Returns 0 if one of the piles is not valid. */
static int score_lanes(lanes *restrict piles, uint8_t *restrict scores)
{
    uint8_t rank[SHORT][CRIB_LANES], sum[CRIB_LANES] = {0}, bad[CRIB_LANES] = {0};
    for (int i = 0; i < SHORT; i++) {
        uint8_t *const restrict card = piles->card[i], *const restrict ranks = rank[i];
        const uint8_t missing = (uint8_t)(i == 0 ? CRIB_NONE : 128 + i);
        EACH_LANE
        {
            const uint8_t there = (uint8_t)-(card[lane] < CRIB_DECK),
                          none = (uint8_t)-(card[lane] == CRIB_NONE);
            bad[lane] |= (uint8_t)~(there | none);
            card[lane] =
                (uint8_t)((card[lane] & ~none) | (missing & none)); /* missing cards differ from all others */
            ranks[lane] = card[lane] >> 2;
            sum[lane] = (uint8_t)(sum[lane] + ((smaller(ranks[lane], 9) + 1) & there));
        }
    }
    EACH_LANE
    {
        bad[lane] |=
            (uint8_t)((sum[lane] > CRIB_FULL) | same(sum[lane], 0) | same(piles->card[0][lane], CRIB_NONE));
    }
    for (int i = 1; i < SHORT; i++) {
        for (int j = 0; j < i; j++) {
            const uint8_t *const restrict one = piles->card[i], *const restrict other = piles->card[j];
            EACH_LANE
            {
                bad[lane] |= same(one[lane], other[lane]);
            }
        }
    }
    uint8_t low[CRIB_LANES], high[CRIB_LANES], run[CRIB_LANES] = {0}, alike[CRIB_LANES], any = 0;
    EACH_LANE
    {
        any |= bad[lane];
        const uint8_t two = same(rank[0][lane], rank[1][lane]),
                      three = two & same(rank[0][lane], rank[2][lane]),
                      four = three & same(rank[0][lane], rank[3][lane]);
        alike[lane] = two;
        low[lane] = smaller(rank[0][lane], rank[1][lane]);
        high[lane] = larger(rank[0][lane], rank[1][lane]);
        scores[lane] =
            (uint8_t)(2 * (same(sum[lane], 15) + same(sum[lane], CRIB_FULL) + two) + 4 * three + 6 * four);
    }
    for (int i = 2; i < CRIB_LONGEST_RUN; i++) {
        const uint8_t *const restrict one = rank[i];
        for (int j = 0; j < i; j++) {
            const uint8_t *const restrict other = rank[j];
            EACH_LANE
            {
                alike[lane] |= same(one[lane], other[lane]);
            }
        }
        EACH_LANE
        {
            low[lane] = smaller(low[lane], one[lane]);
            high[lane] = larger(high[lane], one[lane]);
            const uint8_t in_a_row = same((uint8_t)(high[lane] - low[lane]), (uint8_t)i) & (alike[lane] ^ 1);
            run[lane] = larger(run[lane], (uint8_t)(in_a_row * (i + 1)));
        }
    }
    EACH_LANE
    {
        scores[lane] = (uint8_t)(scores[lane] + run[lane]);
    }
    return any == 0;
}

/* Score the piles from `row` up to `end` one by one. Returns the first that is not valid, or `end`. */
static int64_t score_piles(const uint8_t *piles, int64_t row_step, int64_t card_step, uint32_t width,
                           int64_t row, int64_t end, uint8_t *scores)
{
    for (; row < end; row++) {
        const uint8_t score = score_pile(piles + row * row_step, card_step, width);
        if (score == CRIB_NONE) {
            break;
        }
        scores[row] = score;
    }
    return row;
}

int64_t crib_score_pegs(const uint8_t *piles, int64_t row_step, int64_t card_step, uint32_t width,
                        int64_t count, uint8_t *scores)
{
    int64_t row = 0;
    while (count - row >= CRIB_LANES) {
        const int64_t end = row + CRIB_LANES;
        lanes group;
        int ready = 1;
        for (int lane = 0; lane < CRIB_LANES; lane++) {
            ready &= fill_lane(&group, lane, piles + (row + lane) * row_step, card_step, width);
        }
        if (!ready || !score_lanes(&group, scores + row)) {
            /* A long pile, or one that is not valid. */
            const int64_t good = score_piles(piles, row_step, card_step, width, row, end, scores);
            if (good < end) {
                return good;
            }
        }
        row = end;
    }
    return score_piles(piles, row_step, card_step, width, row, count, scores);
}

/* ---------------------------------------------------------------- the turns */

/* The cards whose value is at most `room`, which is at most CRIB_FULL. */
static inline uint64_t cards_within(uint32_t room)
{
    return room >= 10 ? WHOLE_DECK : (UINT64_C(1) << (4 * room)) - 1;
}

int crib_play_start(crib_play *play, const uint64_t *hands, uint32_t players, uint32_t lead)
{
    uint64_t seen = 0;
    memset(play, 0, sizeof *play);
    if (players < 2 || players > MOST_PLAYERS || lead >= players) {
        return CRIB_ERR_COUNT;
    }
    for (uint32_t player = 0; player < players; player++) {
        const uint64_t hand = hands[player];
        const uint32_t cards = bits_in(hand & WHOLE_DECK);
        if ((hand & ~WHOLE_DECK) != 0) {
            return CRIB_ERR_CARD;
        }
        if ((hand & seen) != 0) {
            return CRIB_ERR_TWICE;
        }
        if (cards == 0 || cards > MOST_CARDS) {
            return CRIB_ERR_COUNT;
        }
        seen |= hand;
    }
    memcpy(play->hands, hands, players * sizeof *hands);
    play->players = (uint8_t)players;
    play->turn = (uint8_t)lead;
    return CRIB_OK;
}

uint64_t crib_play_legal(const crib_play *play)
{
    const uint32_t count = play->count <= CRIB_FULL ? play->count : CRIB_FULL;
    return play->hands[play->turn % MOST_PLAYERS] & cards_within(CRIB_FULL - count);
}

/* The first player after `player` who holds one of the cards, `player` himself the last to be asked; or `players`. */
static inline uint32_t next_with(const uint64_t *hands, uint32_t players, uint32_t player, uint64_t cards)
{
    for (uint32_t asked = 0, other = player; asked < players; asked++) {
        other = other + 1 < players ? other + 1 : 0;
        if ((hands[other] & cards) != 0) {
            return other;
        }
    }
    return players;
}

/* Play a card that the player in turn holds and that fits; returns its packed points. */
static inline uint32_t play_card(crib_play *play, uint32_t card, uint32_t players)
{
    const uint32_t turn = play->turn, rank = card / 4 + 1, count = play->count + crib_peg_value(rank);
    const uint64_t pile = play->pile << 4 | rank;
    uint32_t packed = crib_peg_points(pile, count);
    play->hands[turn] ^= UINT64_C(1) << card;
    play->pile = pile;
    play->count = (uint8_t)count;
    uint32_t next =
        count == CRIB_FULL ? players : next_with(play->hands, players, turn, cards_within(CRIB_FULL - count));
    if (next == players) { /* the count has ended */
        packed |= count == CRIB_FULL ? 0 : LAST;
        play->pile = 0;
        play->count = 0;
        next = next_with(play->hands, players, turn, WHOLE_DECK);
    }
    play->turn = (uint8_t)(next < players ? next : turn);
    return packed;
}

uint32_t crib_play_card(crib_play *play, uint8_t card)
{
    if (card >= CRIB_DECK || play->players > MOST_PLAYERS || play->turn >= play->players ||
        (crib_play_legal(play) >> card & 1) == 0) {
        return CRIB_INVALID;
    }
    const uint32_t player = play->turn, packed = play_card(play, card, play->players);
    play->points[player] = (uint16_t)(play->points[player] + crib_peg_total(packed));
    return packed;
}

/* ---------------------------------------------------------------- many deals */

/* Play one deal of four cards for each of two players; returns whether all of it is legal. */
static int play_deal(const uint8_t *cards, int64_t card_step, const uint8_t *plays, int64_t play_step,
                     uint8_t points[8])
{
    crib_play play = {.players = 2};
    uint8_t deal[8];
    for (int64_t i = 0; i < 8; i++) {
        const uint8_t card = cards[i * card_step];
        if (card >= CRIB_DECK || ((play.hands[0] | play.hands[1]) >> card & 1) != 0) {
            return 0;
        }
        deal[i] = card;
        play.hands[i / 4] |= UINT64_C(1) << card;
    }
    int64_t place = 0;
    for (; place < 8; place++) {
        const uint8_t position = plays[place * play_step];
        if (position >= 8) {
            if (position != CRIB_NONE) {
                return 0;
            }
            break;
        }
        if (position / 4 != play.turn || (crib_play_legal(&play) >> deal[position] & 1) == 0) {
            return 0;
        }
        points[place] = (uint8_t)crib_peg_total(play_card(&play, deal[position], 2));
    }
    for (; place < 8; place++) {
        if (plays[place * play_step] != CRIB_NONE) {
            return 0;
        }
        points[place] = 0;
    }
    return 1;
}

int64_t crib_peg_deals(const uint8_t *hands, int64_t hand_row_step, int64_t hand_step, const uint8_t *plays,
                       int64_t play_row_step, int64_t play_step, int64_t count, uint8_t *points)
{
    for (int64_t row = 0; row < count; row++) {
        if (!play_deal(hands + row * hand_row_step, hand_step, plays + row * play_row_step, play_step,
                       points + 8 * row)) {
            return row;
        }
    }
    return count;
}

/* ---------------------------------------------------------------- the best card, both hands known */

/*
 * Negamax with bounds. A position is the cards that each side still holds (bit i: card i of the hand in the
 * order of ranks), the pile and who is to play. Positions where a count begins are few, and what is known of
 * their values is kept in a table. Of equal ranks only the first that is left is played.
 */

enum { TABLE_BITS = 10, SCALE = INT16_MAX };

typedef struct known {
    uint32_t key; /* 1 + both sets of cards and the side to play; 0 if the place is free */
    int16_t least, most;
} known;

typedef struct solver {
    uint8_t rank[2][MOST_CARDS];
    uint16_t within[2][CRIB_FULL + 1]; /* which cards of a side have at most this value */
    uint32_t table_bits;
    known table[1 << TABLE_BITS];
} solver;

static int solve(solver *solver, uint32_t side, const uint32_t left[2], uint64_t pile, uint32_t count,
                 int least, int most);

/* NOLINTBEGIN(misc-no-recursion): each call plays a card, and there are MOST_CARDS at most */
/* The value for `side`, which begins a count; it may hold no cards only if the other holds none. */
static int solve_count(solver *solver, uint32_t side, const uint32_t left[2], int least, int most)
{
    if ((left[0] | left[1]) == 0) {
        return 0;
    }
    const uint32_t key = 1 + (left[0] | left[1] << MOST_CARDS | side << 2 * MOST_CARDS);
    known *const entry = &solver->table[key * UINT32_C(2654435769) >> (32 - solver->table_bits)];
    if (entry->key != key) {
        *entry = (known){key, -SCALE, SCALE};
    }
    if (entry->least >= most || entry->least == entry->most) {
        return entry->least;
    }
    if (entry->most <= least) {
        return entry->most;
    }
    const int value = solve(solver, side, left, 0, 0, least, most);
    /* Deeper positions may have taken the place. */
    if (entry->key != key) {
        *entry = (known){key, -SCALE, SCALE};
    }
    if (value > least) {
        entry->least = (int16_t)(value > entry->least ? value : entry->least);
    }
    if (value < most) {
        entry->most = (int16_t)(value < entry->most ? value : entry->most);
    }
    return value;
}

/* The value for `side` if it plays card `card` and both then play their best. */
/* cppcheck-suppress constParameterPointer ; the functions that it calls write to it */
static int solve_card(solver *solver, uint32_t side, const uint32_t left[2], uint64_t pile, uint32_t count,
                      uint32_t card, int points, int least, int most)
{
    const uint32_t other = 1 - side, room = CRIB_FULL - count;
    uint32_t rest[2];
    rest[other] = left[other];
    rest[side] = left[side] & ~(1U << card);
    if (room != 0 && (rest[other] & solver->within[other][room]) != 0) {
        return points - solve(solver, other, rest, pile, count, points - most, points - least);
    }
    if (room != 0 && (rest[side] & solver->within[side][room]) != 0) {
        return points + solve(solver, side, rest, pile, count, least - points, most - points);
    }
    points += room != 0;
    if (rest[other] != 0) {
        return points - solve_count(solver, other, rest, points - most, points - least);
    }
    return points + solve_count(solver, side, rest, least - points, most - points);
}

static int solve(solver *solver, uint32_t side, const uint32_t left[2], uint64_t pile, uint32_t count,
                 int least, int most)
{
    /* The cards in the order of their points, the highest first. */
    struct {
        uint32_t card;
        int points;
    } order[MOST_CARDS];
    uint32_t cards = 0, before = 0;
    for (uint32_t set = left[side] & solver->within[side][CRIB_FULL - count]; set != 0; set &= set - 1) {
        const uint32_t card = crib_lowest(set), rank = solver->rank[side][card];
        if (rank == before) {
            continue;
        }
        before = rank;
        const int points =
            (int)crib_peg_total(crib_peg_points(pile << 4 | rank, count + crib_peg_value(rank)));
        uint32_t place = cards++;
        for (; place > 0 && order[place - 1].points < points; place--) {
            order[place] = order[place - 1];
        }
        order[place].card = card;
        order[place].points = points;
    }
    int best = -SCALE;
    for (uint32_t i = 0; i < cards && best < most; i++) {
        const uint32_t rank = solver->rank[side][order[i].card];
        const int value = solve_card(solver, side, left, pile << 4 | rank, count + crib_peg_value(rank),
                                     order[i].card, order[i].points, best > least ? best : least, most);
        best = value > best ? value : best;
    }
    return best;
}
/* NOLINTEND(misc-no-recursion) */

/* Put a hand in the order of ranks, and say which of its cards have at most each value. */
static uint32_t sort_hand(uint64_t hand, uint8_t *rank, uint8_t *index, uint16_t *within)
{
    uint32_t cards = 0;
    for (; hand != 0; hand &= hand - 1, cards++) {
        index[cards] = (uint8_t)crib_lowest(hand);
        rank[cards] = (uint8_t)(index[cards] / 4 + 1);
    }
    for (uint32_t room = 0, fit = 0; room <= CRIB_FULL; room++) {
        while (fit < cards && crib_peg_value(rank[fit]) <= room) {
            fit++;
        }
        within[room] = (uint16_t)((1U << fit) - 1);
    }
    return cards;
}

int crib_play_best(uint64_t mover, uint64_t other, uint64_t pile, uint8_t *card, int *value)
{
    solver solver;
    uint8_t index[2][MOST_CARDS];
    uint32_t left[2], count = 0;
    *card = CRIB_NONE;
    *value = 0;
    if (((mover | other) & ~WHOLE_DECK) != 0 || (pile != 0 && crib_pack_peg(pile) == CRIB_INVALID)) {
        return CRIB_ERR_CARD;
    }
    if ((mover & other) != 0) {
        return CRIB_ERR_TWICE;
    }
    for (uint64_t rest = pile; rest != 0; rest >>= 4) {
        count += crib_peg_value((uint32_t)(rest & 15));
    }
    const uint32_t cards = bits_in(mover) + bits_in(other);
    if (cards > CRIB_BEST_CARDS || bits_in(mover) > MOST_CARDS || bits_in(other) > MOST_CARDS ||
        (mover & cards_within(CRIB_FULL - count)) == 0) {
        return CRIB_ERR_COUNT;
    }
    for (int side = 0; side < 2; side++) {
        const uint32_t held =
            sort_hand(side ? other : mover, solver.rank[side], index[side], solver.within[side]);
        left[side] = (1U << held) - 1;
    }
    solver.table_bits = cards + 1 < TABLE_BITS ? cards + 1 : TABLE_BITS;
    memset(solver.table, 0, sizeof *solver.table << solver.table_bits);
    int best = -SCALE;
    uint32_t before = 0;
    for (uint32_t i = 0; (left[0] & solver.within[0][CRIB_FULL - count]) >> i != 0; i++) {
        const uint32_t rank = solver.rank[0][i], after = count + crib_peg_value(rank);
        if (rank == before) {
            continue;
        }
        before = rank;
        const int points = (int)crib_peg_total(crib_peg_points(pile << 4 | rank, after));
        const int found = solve_card(&solver, 0, left, pile << 4 | rank, after, i, points, best, SCALE);
        if (found > best) {
            best = found;
            *card = index[0][i];
        }
    }
    *value = best;
    return CRIB_OK;
}
