/* Deals cards from a deck that a seed shuffles. */
#include "crib_impl.h"

#include <string.h>

int crib_deal(uint64_t seed, uint32_t count, uint8_t *cards)
{
    uint8_t deck[CRIB_DECK];
    if (count > CRIB_DECK) {
        return CRIB_ERR_COUNT;
    }
    for (int card = 0; card < CRIB_DECK; card++) {
        deck[card] = (uint8_t)card;
    }
    for (uint32_t place = 0; place < count; place++) {
        const uint64_t choices = CRIB_DECK - place;
        const uint64_t last = UINT64_MAX - (0 - choices) % choices; /* below a multiple of the choices */
        uint64_t number = crib_mix(seed += CRIB_GAMMA);
        while (number > last) {
            number = crib_mix(seed += CRIB_GAMMA);
        }
        const uint64_t other = place + number % choices;
        const uint8_t card = deck[other];
        deck[other] = deck[place];
        deck[place] = card;
    }
    memcpy(cards, deck, count);
    return CRIB_OK;
}
