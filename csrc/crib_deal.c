/* Deals cards from a deck that a seed shuffles. */
#include "crib_impl.h"

#include <string.h>

/* SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. */
static inline uint64_t next_number(uint64_t *state)
{
    *state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t number = *state;
    number = (number ^ number >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    number = (number ^ number >> 27) * UINT64_C(0x94D049BB133111EB);
    return number ^ number >> 31;
}

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
        uint64_t number = next_number(&seed);
        while (number > last) {
            number = next_number(&seed);
        }
        const uint64_t other = place + number % choices;
        const uint8_t card = deck[other];
        deck[other] = deck[place];
        deck[place] = card;
    }
    memcpy(cards, deck, count);
    return CRIB_OK;
}
