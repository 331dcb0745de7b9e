/* Advice in the play: what to play where one sees one's own hand alone. docs/guide/pegging.md says how it is found. */
#include "crib_impl.h"

#include <string.h>

/*
 * Suits do not count, so all is done with ranks, 1 to 13. A hand has four bits for each rank, the ace in bits 4
 * to 7: how many cards of this rank it holds. A pile is that of cribscore.h. The player who asks is `ME`.
 */

enum {
    ME = 0,
    OTHER = 1,
    RANKS = 13,
    HAND = 4,    /* cards that each player is dealt, or keeps */
    CAREFUL = 6, /* see careful() */
    MOST_DEALS = 1 << 20,
    /* The chance of a play, in units: of a careful player's, ALIKE / choices + SURE; of any other, ALIKE / choices. */
    ALIKE = 12,
    SURE = 12
};

#define ONE(rank) (UINT64_C(1) << 4 * (rank))

/* The cards of a hand whose value is at most `room`. */
static inline uint64_t fitting(uint64_t hand, uint32_t room)
{
    return room >= 10 ? hand : hand & (ONE(room + 1) - 1);
}

static inline uint32_t lowest_rank(uint64_t hand)
{
    return crib_lowest(hand) / 4;
}

/* ---------------------------------------------------------------- two hands that are known */

/* A position. The mover has a card that fits, unless both have none. */
typedef struct table {
    uint64_t mover, other, pile;
    uint32_t count;
    int sign; /* 1 if the mover is ME, or -1 */
} table;

/* The points of a card of the mover that fits. */
static inline uint32_t points_of(uint64_t pile, uint32_t count, uint32_t rank)
{
    return crib_peg_total(crib_peg_points(pile << 4 | rank, count + crib_peg_value(rank)));
}

/* Play a card that fits, and has these points. Returns what it makes for ME, less what it makes for the other. */
static inline int put(table *at, uint32_t rank, uint32_t points)
{
    at->pile = at->pile << 4 | rank;
    at->count += crib_peg_value(rank);
    at->mover -= ONE(rank);
    const uint32_t room = CRIB_FULL - at->count;
    uint64_t follows = fitting(at->other, room);
    if (follows == 0 && fitting(at->mover, room) == 0) {
        points += room != 0;
        at->pile = 0;
        at->count = 0;
        follows = at->other;
    }
    const int net = at->sign * (int)points;
    if (follows != 0) {
        const uint64_t mover = at->mover;
        at->mover = at->other;
        at->other = mover;
        at->sign = -at->sign;
    }
    return net;
}

/*
 * What a card that fits is worth to a careful player, who scores what he can; leaves no count of 5 or 21; leads a card
 * below five; and plays the highest. The points of the card are shifted by CAREFUL; the lowest four bits are its rank.
 */
static inline uint32_t worth_of(uint64_t pile, uint32_t count, uint32_t rank)
{
    const uint32_t after = count + crib_peg_value(rank);
    return points_of(pile, count, rank) << CAREFUL | (uint32_t)(after != 5 && after != 21) << 5 |
           (uint32_t)(count == 0 && rank < 5) << 4 | rank;
}

/* The card of a careful player: what it is worth. */
static inline uint32_t careful(uint64_t hand, uint64_t pile, uint32_t count)
{
    uint32_t best = 0;
    for (uint64_t left = fitting(hand, CRIB_FULL - count); left != 0;) {
        const uint32_t rank = lowest_rank(left), worth = worth_of(pile, count, rank);
        best = worth > best ? worth : best;
        left &= ~(15 * ONE(rank));
    }
    return best;
}

/* What ME makes, less the other, if both play carefully from here. */
static int play_out(table at)
{
    int net = 0;
    while (at.mover != 0) {
        const uint32_t found = careful(at.mover, at.pile, at.count);
        net += put(&at, found & 15, found >> CAREFUL);
    }
    return net;
}

/* The same if both know both hands and play their best. */
static int solve(const table *at)
{
    uint64_t mover = 0, other = 0;
    uint8_t card;
    int value;
    if (at->mover == 0) {
        return 0;
    }
    for (uint32_t rank = 1; rank <= RANKS;
         rank++) { /* the suits of the mover from the first, of the other from the last */
        const uint32_t first = 4 * (rank - 1);
        mover |= ((UINT64_C(1) << (at->mover >> 4 * rank & 15)) - 1) << first;
        other |= (UINT64_C(15) << (4 - (at->other >> 4 * rank & 15)) & 15) << first;
    }
    crib_play_best(mover, other, at->pile, &card, &value);
    return at->sign * value;
}

/* ---------------------------------------------------------------- what ME sees */

typedef struct moment { /* when the other played */
    uint64_t shown;     /* what he had played before */
    uint64_t others;    /* all cards of other ranks that fit */
    uint64_t better;    /* those of them that a careful player would rather have played */
} moment;

typedef struct seat {
    const uint32_t *weights; /* of the hands that the other may have kept */
    uint64_t hand;           /* that ME still holds */
    uint64_t shown;          /* what the other has played */
    uint64_t pile;
    uint32_t count, plays;
    uint32_t left;  /* how many cards the other still holds */
    uint32_t least; /* their least value, as his goes show */
    int last;       /* who played last */
    uint8_t unseen[RANKS + 1];
    moment moments[HAND];
} seat;

/* Let `player` say go. Returns whether he can have done so. */
static int say_go(seat *at, int player, uint32_t room)
{
    if (player == ME) {
        return fitting(at->hand, room) == 0;
    }
    at->least = room + 1 > at->least ? room + 1 : at->least;
    return 1;
}

/*
 * Give the turn to `player`, who plays a card of this value; 0 is any card that ME holds. What the players said
 * before follows from it. Returns whether it is possible.
 */
static int pass_to(seat *at, int player, uint32_t value)
{
    if (at->plays == 0) {
        return 1;
    }
    const uint32_t room = CRIB_FULL - at->count;
    const int before = 1 - at->last; /* who is asked first */
    if (at->count != 0) {
        const int fits = player == ME ? fitting(at->hand, room) != 0 : value <= room;
        if (fits) {
            return player == before || say_go(at, before, room);
        }
        if (!say_go(at, before, room) || !say_go(at, at->last, room)) {
            return 0;
        }
        at->pile = 0;
        at->count = 0;
    }
    const int follows = before == ME ? at->hand != 0 : at->left != 0;
    return player == (follows ? before : at->last);
}

/* What is to be known of a card that the other plays now. */
static moment moment_of(const seat *at, uint32_t played)
{
    const uint32_t worth = worth_of(at->pile, at->count, played);
    moment found = {at->shown, 0, 0};
    for (uint32_t rank = 1; rank <= RANKS && at->count + crib_peg_value(rank) <= CRIB_FULL; rank++) {
        found.others |= rank != played ? 15 * ONE(rank) : 0;
        found.better |= worth_of(at->pile, at->count, rank) > worth ? 15 * ONE(rank) : 0;
    }
    return found;
}

/* See a card played. Returns whether it is possible. */
static int see(seat *at, int player, uint32_t rank)
{
    const uint32_t value = crib_peg_value(rank);
    if (player == OTHER && (at->left == 0 || at->unseen[rank] == 0)) {
        return 0;
    }
    if (!pass_to(at, player, value) || at->count + value > CRIB_FULL) {
        return 0;
    }
    if (player == ME) {
        at->hand -= ONE(rank);
    } else {
        if (value < at->least) {
            return 0;
        }
        at->moments[HAND - at->left] = moment_of(at, rank);
        at->shown += ONE(rank);
        at->unseen[rank]--;
        at->left--;
    }
    at->last = player;
    at->plays++;
    at->pile = at->pile << 4 | rank;
    at->count += value;
    if (at->count == CRIB_FULL) {
        at->pile = 0;
        at->count = 0;
    }
    return 1;
}

/* ---------------------------------------------------------------- the hands that the other may hold */

typedef struct world {
    uint64_t rest; /* what he still holds */
    uint64_t weight;
} world;

/* Whether weights are so small that no sum of them is too large. Those of a policy are below 2^29 together. */
static int are_weights(const uint32_t weights[CRIB_KEEPS])
{
    uint64_t sum = 0;
    for (int i = 0; i < CRIB_KEEPS; i++) {
        sum += weights[i];
    }
    return sum <= UINT32_MAX;
}

/* The number of four ranks in ascending order, when sets are compared from the highest rank down. */
static inline uint32_t number_of(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    return a - 1 + b * (b - 1) / 2 + (c + 1) * c * (c - 1) / 6 + (d + 2) * (d + 1) * d * (d - 1) / 24;
}

static uint32_t number_of_hand(uint64_t hand)
{
    uint32_t rank[HAND];
    for (int i = 0; i < HAND; i++) {
        rank[i] = lowest_rank(hand);
        hand -= ONE(rank[i]);
    }
    return number_of(rank[0], rank[1], rank[2], rank[3]);
}

/* How likely the plays of the other are if he was dealt this hand. */
static uint64_t likelihood(const seat *at, uint64_t hand)
{
    uint64_t likely = 1;
    for (uint32_t i = 0; i < HAND - at->left; i++) {
        const moment *const then = &at->moments[i];
        const uint64_t held = hand - then->shown;
        uint32_t choices = 1;
        for (uint64_t others = held & then->others; others != 0; choices++) {
            others &= ~(15 * ONE(lowest_rank(others)));
        }
        likely *= ALIKE / choices + ((held & then->better) == 0 ? SURE : 0);
    }
    return likely;
}

/* How many choices of cards there are, of `ways` for some ranks, if one card of a rank is added to them. */
static inline uint64_t ways_with(const seat *at, uint64_t ranks, uint64_t ways, uint32_t rank)
{
    const uint32_t same = (uint32_t)(ranks >> 4 * rank & 15), unseen = at->unseen[rank];
    if (same == 0) {
        return ways * unseen;
    }
    return unseen > same ? ways * (unseen - same) / (same + 1) : 0;
}

/* List the hands that the other may still hold, with their weights. Returns how many there are. */
static uint32_t list_worlds(const seat *at, world worlds[CRIB_KEEPS], uint64_t *total)
{
    const uint32_t left = at->left, first = at->least > 1 ? at->least : 1;
    uint32_t rank[HAND + 1] = {first, first, first, first}, found = 0;
    *total = 0;
    if (left == 0) {
        *total = at->weights[number_of_hand(at->shown)] * likelihood(at, at->shown);
        worlds[0] = (world){0, *total};
        return *total != 0;
    }
    if (first > 10) {
        return 0; /* he could have played any card */
    }
    rank[left] = RANKS;
    for (;;) {
        /* All ranks but the lowest, and then each lowest one with them. */
        uint64_t high = 0, ways = 1;
        for (uint32_t i = left; i-- > 1;) {
            ways = ways_with(at, high, ways, rank[i]);
            high += ONE(rank[i]);
        }
        for (rank[0] = first; ways != 0 && rank[0] <= rank[1]; rank[0]++) {
            const uint64_t rest = high + ONE(rank[0]), hand = at->shown + rest;
            const uint32_t number =
                left == HAND ? number_of(rank[0], rank[1], rank[2], rank[3]) : number_of_hand(hand);
            const uint64_t weight =
                ways_with(at, high, ways, rank[0]) * at->weights[number] * likelihood(at, hand);
            if (weight != 0) {
                worlds[found++] = (world){rest, weight};
                *total += weight;
            }
        }
        /* The next set: compared from the highest rank down, as number_of counts them. */
        uint32_t place = 1;
        for (; place < left && rank[place] == rank[place + 1]; place++) {
            rank[place] = first;
        }
        if (place >= left) {
            break;
        }
        rank[place]++;
    }
    return found;
}

/*
 * Keep the worlds at `places` places, evenly apart, on the line of all weights. The weight of each is then how many of
 * the places it covers. Returns how many are kept.
 */
static uint32_t sample(world *worlds, uint32_t found, uint64_t total, uint32_t places, uint64_t seed)
{
    const uint64_t start = crib_mix(seed + CRIB_GAMMA) % total; /* below 2^54 */
    uint64_t reached = 0, place = 0, next = start / places;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < found; i++) {
        uint64_t covered = 0;
        reached += worlds[i].weight;
        while (next < reached && place < places) {
            covered++;
            place++;
            next = (start + place * total) / places;
        }
        if (covered != 0) {
            worlds[kept++] = (world){worlds[i].rest, covered};
        }
    }
    return kept;
}

/* ---------------------------------------------------------------- advice */

/* Value the cards of ME, whose turn it is. */
static void advise(const seat *at, uint32_t most, uint64_t seed, crib_advice *advice)
{
    world worlds[CRIB_KEEPS];
    memset(advice, 0, sizeof *advice);
    uint32_t found = list_worlds(at, worlds, &advice->weight);
    const int solved = found == 1;
    if (found > most) {
        found = sample(worlds, found, advice->weight, most, seed);
        advice->weight = most;
    }
    advice->hands = found;
    for (uint32_t i = 0; i < found; i++) {
        const table before = {at->hand, worlds[i].rest, at->pile, at->count, 1};
        for (uint64_t fit = fitting(at->hand, CRIB_FULL - at->count); fit != 0;) {
            const uint32_t rank = lowest_rank(fit);
            table after = before;
            int net = put(&after, rank, points_of(at->pile, at->count, rank));
            net += solved ? solve(&after) : play_out(after);
            advice->nets[rank] += (int64_t)worlds[i].weight * net;
            advice->ranks |= (uint16_t)(1U << rank);
            fit &= ~(15 * ONE(rank));
        }
    }
}

int crib_advise_peg(const uint32_t weights[2 * CRIB_KEEPS], uint64_t hand, uint64_t unseen,
                    const uint8_t *played, uint32_t plays, uint32_t worlds, uint64_t seed,
                    crib_advice *advice)
{
    seat at = {.left = HAND};
    uint64_t left = hand | unseen;
    uint32_t mine = 0;
    memset(advice, 0, sizeof *advice);
    if ((left >> CRIB_DECK) != 0) {
        return CRIB_ERR_CARD;
    }
    if ((hand & unseen) != 0) {
        return CRIB_ERR_TWICE;
    }
    for (uint32_t card = 0; card < CRIB_DECK; card++) {
        mine += (uint32_t)(hand >> card & 1);
        at.hand += hand >> card & 1 ? ONE(card / 4 + 1) : 0;
        at.unseen[card / 4 + 1] = (uint8_t)(at.unseen[card / 4 + 1] + (unseen >> card & 1));
    }
    if (mine != HAND || plays >= 2 * HAND || worlds == 0) {
        return CRIB_ERR_COUNT;
    }
    const int leads = plays == 0 || (played[0] < CRIB_DECK && (hand >> played[0] & 1) != 0);
    at.weights = weights + (leads ? 0 : CRIB_KEEPS); /* the dealer does not lead */
    if (!are_weights(at.weights)) {
        return CRIB_ERR_COUNT;
    }
    for (uint32_t i = 0; i < plays; i++) {
        const uint32_t card = played[i];
        if (card >= CRIB_DECK) {
            return CRIB_ERR_CARD;
        }
        if ((left >> card & 1) == 0) {
            return CRIB_ERR_TWICE;
        }
        left ^= UINT64_C(1) << card;
        if (!see(&at, hand >> card & 1 ? ME : OTHER, card / 4 + 1)) {
            return CRIB_ERR_COUNT;
        }
    }
    if (at.hand == 0 || !pass_to(&at, ME, 0)) {
        return CRIB_ERR_COUNT;
    }
    advise(&at, worlds, seed, advice);
    return advice->hands != 0 ? CRIB_OK : CRIB_ERR_COUNT;
}

/* ---------------------------------------------------------------- what a keep makes in the play */

/* The rank that is best by advice. */
static uint32_t advised(const seat *at, uint32_t most, uint64_t seed)
{
    seat now = *at;
    crib_advice advice;
    pass_to(&now, ME, 0);
    const uint64_t fit = fitting(now.hand, CRIB_FULL - now.count);
    uint32_t best = lowest_rank(fit);
    if ((fit & ~(15 * ONE(best))) == 0) {
        return best;
    }
    advise(&now, most, seed, &advice);
    for (uint32_t rank = best + 1; rank <= RANKS; rank++) {
        if ((advice.ranks >> rank & 1) != 0 && advice.nets[rank] > advice.nets[best]) {
            best = rank;
        }
    }
    return best;
}

/* Begin a play with this hand. */
static void take_seat(seat *at, const uint32_t *weights, uint64_t hand)
{
    memset(at, 0, sizeof *at);
    at->weights = weights;
    at->hand = hand;
    at->left = HAND;
    for (uint32_t rank = 1; rank <= RANKS; rank++) {
        at->unseen[rank] = (uint8_t)(4 - (hand >> 4 * rank & 15));
    }
}

/* Play a deal, both by advice, and return what ME makes, less the other. */
static int play_deal(const uint32_t *weights, uint64_t hand, uint64_t other, int dealer, uint32_t most)
{
    const uint32_t *const dealers = weights, *const pones = weights + CRIB_KEEPS;
    seat seats[2];
    table at = dealer ? (table){other, hand, 0, 0, -1} : (table){hand, other, 0, 0, 1}; /* the pone leads */
    int net = 0;
    take_seat(&seats[0], dealer ? pones : dealers, hand);
    take_seat(&seats[1], dealer ? dealers : pones, other);
    while (at.mover != 0) {
        const int mover = at.sign < 0;
        const uint32_t rank = advised(&seats[mover], most, 0);
        see(&seats[mover], ME, rank);
        see(&seats[1 - mover], OTHER, rank);
        net += put(&at, rank, points_of(at.pile, at.count, rank));
    }
    return net;
}

/* The hand with a number, as number_of gives it. */
static uint64_t hand_of(uint32_t number)
{
    uint32_t found = 0;
    for (uint32_t d = 1; d <= RANKS; d++) {
        for (uint32_t c = 1; c <= d; c++) {
            for (uint32_t b = 1; b <= c; b++) {
                for (uint32_t a = 1; a <= b; a++) {
                    if (found++ == number) {
                        return ONE(a) + ONE(b) + ONE(c) + ONE(d);
                    }
                }
            }
        }
    }
    return 0;
}

int64_t crib_keep_net(const uint32_t weights[2 * CRIB_KEEPS], uint32_t keep, int dealer, uint32_t worlds,
                      uint32_t deals, uint32_t begin, uint32_t end)
{
    world others[CRIB_KEEPS];
    uint64_t total;
    int64_t net = 0;
    seat at;
    if (keep >= CRIB_KEEPS || worlds == 0 || end > deals || deals > MOST_DEALS || !are_weights(weights) ||
        !are_weights(weights + CRIB_KEEPS)) {
        return 0;
    }
    const uint64_t hand = hand_of(keep);
    take_seat(&at, weights + (dealer ? CRIB_KEEPS : 0), hand);
    uint32_t found = list_worlds(&at, others, &total);
    found = found != 0 ? sample(others, found, total, deals, keep) : 0;
    uint64_t place = 0;
    for (uint32_t i = 0; i < found && place < end; i++) {
        const uint64_t from = place > begin ? place : begin;
        place += others[i].weight;
        const uint64_t to = place < end ? place : end;
        if (from < to) {
            net += (int64_t)(to - from) * play_deal(weights, hand, others[i].rest, dealer, worlds);
        }
    }
    return net;
}
