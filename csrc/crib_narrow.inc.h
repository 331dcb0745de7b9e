/*
 * Copies adjacent whole numbers into bytes, in groups. Each kernel includes it, so that the compiler vectorizes the
 * loops for its instruction set, and defines
 *
 *     CRIB_TARGET   as in crib_kernel.inc.h; nothing for the portable kernel
 */
#include "crib_impl.h"

#include <stddef.h>
#include <string.h>

/*
 * A function for each width, and for each end of a number, copies CRIB_GROUP adjacent numbers: of each, the eight bits
 * from bit `shift` on. It returns the numbers ORed, without those bits. Its loop has no branches and the shift is
 * constant, so that a compiler can vectorize it.
 */
#define COPY(name, type, shift)                                                                              \
    static CRIB_TARGET uint64_t name(const uint8_t *restrict from, uint8_t *restrict to)                     \
    {                                                                                                        \
        type any = 0;                                                                                        \
        for (int i = 0; i < CRIB_GROUP; i++) {                                                               \
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

#define CRIB_COPIERS                                                                                         \
    {                                                                                                        \
        {low2, low4, low8},                                                                                  \
        {                                                                                                    \
            high2, high4, high8                                                                              \
        }                                                                                                    \
    }
