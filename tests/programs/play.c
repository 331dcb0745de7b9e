/*
 * Hold crib_play_best against brute force: on random deals of up to five cards each, and in the middle of them.
 * The brute force knows no bounds: it plays every legal card with crib_play_card.
 *
 * Prints the number of positions, and each one that differs.
 */
#include "cribscore.h"

#include <stdio.h>

enum { DEALS = 3000 };

static uint64_t state = 1;

static uint32_t below(uint32_t most)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 33) % most;
}

static int ahead(const crib_play *play, int player)
{
    return play->points[player] - play->points[1 - player];
}

/* What player 0 is ahead at the end, if both play their best; the first best card in the order of the deck. */
static int search(const crib_play *play, int *best_card) /* NOLINT(misc-no-recursion) */
{
    uint64_t legal = crib_play_legal(play);
    int best = 0, found = 0;
    if (legal == 0) {
        return ahead(play, 0);
    }
    for (int card = 0; card < 52; card++) {
        if ((legal >> card & 1) != 0) {
            crib_play next = *play;
            int ignored;
            crib_play_card(&next, (uint8_t)card);
            int value = search(&next, &ignored);
            if (!found || (play->turn == 0 ? value > best : value < best)) {
                best = value;
                found = 1;
                *best_card = card;
            }
        }
    }
    return best;
}

int main(void)
{
    int positions = 0, wrong = 0;
    for (int deal = 0; deal < DEALS; deal++) {
        /* A third of the deals have cards of five ranks only, which make most points. */
        const uint32_t first = deal % 3 == 0 ? 4 * below(9) : 0, cards = deal % 3 == 0 ? 20 : 52;
        uint64_t hands[2] = {0, 0};
        for (int side = 0; side < 2; side++) {
            for (uint32_t size = deal % 10 == 0 ? 5 : 1 + below(4); size > 0;) {
                const uint64_t bit = UINT64_C(1) << (first + below(cards));
                if (((hands[0] | hands[1]) & bit) == 0) {
                    hands[side] |= bit;
                    size--;
                }
            }
        }
        crib_play play;
        if (crib_play_start(&play, hands, 2, below(2)) != CRIB_OK) {
            printf("a deal is refused\n");
            return 1;
        }
        for (uint64_t legal; (legal = crib_play_legal(&play)) != 0; positions++) {
            const int mover = play.turn;
            int card = -1, value = 0;
            uint8_t best = CRIB_NONE;
            const int error =
                crib_play_best(play.hands[mover], play.hands[1 - mover], play.pile, &best, &value);
            const int end = search(&play, &card), right = (mover == 0 ? end : -end) - ahead(&play, mover);
            if (error != CRIB_OK || value != right || best != card) {
                printf("deal %d: value %d, right %d, card %d, right %d\n", deal, value, right, best, card);
                wrong++;
            }
            do {
                card = (int)below(52);
            } while ((legal >> card & 1) == 0);
            crib_play_card(&play, (uint8_t)card);
        }
    }
    printf("%d positions, %d wrong\n", positions, wrong);
    return wrong != 0;
}
