/*
 * Tests the choice of the best kernel on every possible machine. This program includes crib_dispatch.c with
 * a simulated CPU, whose answers to CPUID and XGETBV take every combination of the bits that the choice may
 * depend on. The bits are written as numbers from Intel's manual, to check the names that the compiler
 * defines for them.
 */
#include <stdio.h>
#include <stdlib.h>

/* Other names for its functions, because the program is also linked with the core. */
#define crib_version     tried_version
#define crib_kernel_name tried_kernel_name
#define crib_kernel      tried_kernel
#define crib_code        tried_code

#include "crib_impl.h"

#ifdef CRIB_X86_KERNELS

#include <cpuid.h>
#include <immintrin.h>

static struct {
    unsigned int highest_leaf, leaf1_ecx, leaf7_ebx, leaf7_ecx;
    unsigned long long xcr0;
} cpu;

static int told_cpuid(unsigned int leaf, unsigned int *eax, unsigned int *ebx, unsigned int *ecx,
                      unsigned int *edx)
{
    if (leaf > cpu.highest_leaf) {
        return 0;
    }
    *eax = *ebx = *ecx = *edx = 0;
    if (leaf == 1) {
        *ecx = cpu.leaf1_ecx;
    } else if (leaf == 7) {
        *ebx = cpu.leaf7_ebx;
        *ecx = cpu.leaf7_ecx;
    }
    return 1;
}

static int told_cpuid_count(unsigned int leaf, unsigned int subleaf, unsigned int *eax, unsigned int *ebx,
                            unsigned int *ecx, unsigned int *edx)
{
    const int known = told_cpuid(leaf, eax, ebx, ecx, edx);
    if (known && subleaf != 0) {
        *eax = *ebx = *ecx = *edx = 0;
    }
    return known;
}

static unsigned long long told_xgetbv(unsigned int which)
{
    if ((cpu.leaf1_ecx >> 27 & 1) == 0 || which != 0) {
        (void)fprintf(stderr, "XGETBV of register %u, which is not a valid instruction here\n", which);
        exit(1);
    }
    return cpu.xcr0;
}

/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,bugprone-suspicious-include) */
#undef _xgetbv
#define __get_cpuid       told_cpuid
#define __get_cpuid_count told_cpuid_count
#define _xgetbv           told_xgetbv
#include "crib_dispatch.c"
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,bugprone-suspicious-include) */

/* Bit `from` of a number, moved to bit `to`. */
static unsigned int bit(int number, int from, int to)
{
    return ((unsigned int)number >> from & 1U) << to;
}

int main(void)
{
    static const unsigned int leaves[4] = {0, 1, 6, 7};
    int machines = 0;
    for (int number = 0; number < 1 << 13; number++) {
        /* All other bits are 0 or all are 1. */
        for (unsigned int others = 0; others <= 1; others++) {
            const unsigned int rest = 0U - others;
            cpu.highest_leaf = leaves[number & 3];
            cpu.leaf1_ecx = (rest & ~(1U << 27)) | bit(number, 2, 27);
            cpu.xcr0 = (rest & ~0xE6U) | bit(number, 3, 1) | bit(number, 4, 2) | bit(number, 5, 5) |
                       bit(number, 6, 6) | bit(number, 7, 7);
            cpu.leaf7_ebx = (rest & ~0xC0010020U) | bit(number, 8, 5) | bit(number, 9, 16) |
                            bit(number, 10, 30) | bit(number, 11, 31);
            cpu.leaf7_ecx = (rest & ~2U) | bit(number, 12, 1);
            /* AVX2 needs XGETBV, saved registers of SSE and AVX, leaf 7 and AVX2; AVX-512 needs all bits. */
            const int lesser = (number & 0x11F) == 0x11F ? CRIB_AVX2 : CRIB_PORTABLE;
            const int right = (number & 0x1FFF) == 0x1FFF ? CRIB_AVX512 : lesser;
            const int found = ask_cpu();
            if (found != right) {
                (void)fprintf(stderr, "machine %d, other bits %u: kernel %d, not %d\n", number, others, found,
                              right);
                return 1;
            }
            machines++;
        }
    }
    printf("%d\n", machines);
    return 0;
}

#else

#include "crib_dispatch.c" /* NOLINT(bugprone-suspicious-include) */

int main(void)
{
    printf("%d\n", crib_kernel(CRIB_BEST) == CRIB_PORTABLE);
    return 0;
}

#endif
