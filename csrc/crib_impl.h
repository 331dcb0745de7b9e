/* Internal to the core: what its files share. A program includes cribscore.h alone. */
#ifndef CRIB_IMPL_H
#define CRIB_IMPL_H

#include "cribscore.h"

enum {
    CRIB_DECK = 52,  /* cards; an index below this is a card */
    CRIB_FIELD = 63, /* CRIB_NONE in six bits, which is all of a card that the kernels read */
    CRIB_JACK = 40   /* the jack of clubs; the other jacks follow it */
};

/*
 * Read `count` bytes, each once, into six-bit fields. CRIB_OK when they are cards, each there once,
 * or CRIB_NONE; an error otherwise.
 */
int crib_fields(const uint8_t *bytes, uint8_t *field, int count);

/* The score of five fields that crib_fields has passed: four hand cards and the starter. */
crib_score crib_five(const uint8_t field[5], int crib);

/* A score in one word, as cribscore.h lays it out. */
static inline uint32_t crib_pack(crib_score score)
{
    return (uint32_t)score.fifteens | (uint32_t)score.pairs << 5 | (uint32_t)score.runs << 9 |
           (uint32_t)score.flush << 13 | (uint32_t)score.nobs << 16;
}

#endif
