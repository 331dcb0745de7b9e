/* Copies whole numbers of any width into bytes, as the functions for many hands and grids read cards. */
#include "crib_impl.h"

#include <stddef.h>
#include <string.h>

/*
 * Copy numbers with any step, one by one. `shift` is the place of the lowest eight bits in a number that this machine
 * has loaded.
 */
#define EACH(name, type)                                                                                     \
    static void name(const uint8_t *from, int64_t step, int shift, int64_t count, uint8_t *to)               \
    {                                                                                                        \
        for (int64_t i = 0; i < count; i++) {                                                                \
            type number;                                                                                     \
            memcpy(&number, from + i * step, sizeof number);                                                 \
            const uint8_t byte = (uint8_t)(number >> shift);                                                 \
            to[i] = number == (type)((type)byte << shift) ? byte : CRIB_STRUCK;                              \
        }                                                                                                    \
    }
EACH(each1, uint8_t)
EACH(each2, uint16_t)
EACH(each4, uint32_t)
EACH(each8, uint64_t)
#undef EACH

static void copy_each(const uint8_t *from, int64_t step, int size, int shift, int64_t count, uint8_t *to)
{
    switch (size) {
    case 1:
        each1(from, step, shift, count, to);
        break;
    case 2:
        each2(from, step, shift, count, to);
        break;
    case 4:
        each4(from, step, shift, count, to);
        break;
    default:
        each8(from, step, shift, count, to);
    }
}

static int is_little_endian(void)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/* Copy adjacent numbers in groups. Returns how many were copied; fewer than CRIB_GROUP are left. */
static int64_t copy_groups(crib_copier *copy, const uint8_t *from, int size, int shift, int64_t count,
                           uint8_t *to)
{
    int64_t done = 0;
    for (; done + CRIB_GROUP <= count; done += CRIB_GROUP) {
        if (copy(from + done * size, to + done) != 0) {
            copy_each(from + done * size, size, size, shift, CRIB_GROUP, to + done);
        }
    }
    return done;
}

int crib_narrow(int kernel, const uint8_t *from, int64_t step, int size, int low, int64_t count, uint8_t *to)
{
    const crib_kernel_code *const code = crib_code(kernel);
    if (code == NULL) {
        return CRIB_ERR_KERNEL;
    }
    const int shift = 8 * (is_little_endian() ? low : size - 1 - low);
    int64_t done = 0;
    if (step == 1 && size == 1) {
        memcpy(to, from, (size_t)count);
        done = count;
    } else if (step == size) {
        const int width = size == 8 ? 2 : size >> 2; /* 0, 1 or 2 for numbers of 2, 4 or 8 bytes */
        done = copy_groups(code->copiers[shift != 0][width], from, size, shift, count, to);
    }
    copy_each(from + done * step, step, size, shift, count - done, to + done);
    return CRIB_OK;
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
