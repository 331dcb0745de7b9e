/* Copies whole numbers of any width into bytes, as the functions for many hands and grids read cards. */
#include "cribscore.h"

#include <stddef.h>
#include <string.h>

enum { GROUP = 128 }; /* numbers that are copied before it is known whether all of them fit a byte */

/*
 * A function for each width, and for each end of a number, copies GROUP adjacent numbers: of each, the eight bits from
 * bit `shift` on. It returns the numbers ORed, without those bits. Its loop has no branches and the shift is constant,
 * so that a compiler can vectorize it.
 */
#define COPY(name, type, shift)                                                                              \
    static uint64_t name(const uint8_t *restrict from, uint8_t *restrict to)                                 \
    {                                                                                                        \
        type any = 0;                                                                                        \
        for (int i = 0; i < GROUP; i++) {                                                                    \
            type number;                                                                                     \
            memcpy(&number, from + (size_t)i * sizeof number, sizeof number);                                \
            any |= number;                                                                                   \
            to[i] = (uint8_t)(number >> (shift));                                                            \
        }                                                                                                    \
        return any & ~((uint64_t)255 << (shift));                                                            \
    }
COPY(low2, uint16_t, 0)
COPY(low4, uint32_t, 0)
COPY(low8, uint64_t, 0)
COPY(high2, uint16_t, 8)
COPY(high4, uint32_t, 24)
COPY(high8, uint64_t, 56)
#undef COPY

/* Copy one number byte by byte. */
static uint8_t copy_one(const uint8_t *from, int size, int low)
{
    uint8_t others = 0;
    for (int i = 0; i < size; i++) {
        others |= i == low ? 0 : from[i];
    }
    return others == 0 ? from[low] : CRIB_STRUCK;
}

/* Copy numbers one by one. */
static void copy_each(const uint8_t *from, int64_t step, int size, int low, int64_t count, uint8_t *to)
{
    for (int64_t i = 0; i < count; i++, from += step) {
        to[i] = copy_one(from, size, low);
    }
}

typedef uint64_t copier(const uint8_t *restrict from, uint8_t *restrict to);

/* The function for numbers whose lowest eight bits are in byte `low`, on a machine of either byte order. */
static copier *copier_of(int size, int low)
{
    const uint16_t one = 1;
    uint8_t little;
    memcpy(&little, &one, 1);
    const int is_low = (low == 0) == (little == 1);
    switch (size) {
    case 2:
        return is_low ? low2 : high2;
    case 4:
        return is_low ? low4 : high4;
    default:
        return is_low ? low8 : high8;
    }
}

/* Copy adjacent numbers in groups. Returns how many were copied; fewer than GROUP are left. */
static int64_t copy_groups(const uint8_t *from, int size, int low, int64_t count, uint8_t *to)
{
    copier *const copy = copier_of(size, low);
    int64_t done = 0;
    for (; done + GROUP <= count; done += GROUP) {
        if (copy(from + done * size, to + done) != 0) {
            copy_each(from + done * size, size, size, low, GROUP, to + done);
        }
    }
    return done;
}

void crib_narrow(const uint8_t *from, int64_t step, int size, int low, int64_t count, uint8_t *to)
{
    if (step != size) {
        copy_each(from, step, size, low, count, to);
    } else if (size == 1) {
        memcpy(to, from, (size_t)count);
    } else {
        const int64_t done = copy_groups(from, size, low, count, to);
        copy_each(from + done * size, size, size, low, count - done, to + done);
    }
}

void crib_strike(const uint8_t *bits, int64_t first, int64_t bit_step, int64_t count, int64_t step,
                 uint8_t *to)
{
    for (int64_t i = 0, bit = first; i < count; i++, bit += bit_step) {
        if ((bits[bit >> 3] >> (bit & 7) & 1) == 0) {
            to[i * step] = CRIB_STRUCK;
        }
    }
}
