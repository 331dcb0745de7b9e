/* The version of the build, the kernels it has, and which of them this CPU can run. */
#include "crib_impl.h"

#include <stddef.h>
#ifdef CRIB_X86_KERNELS
#include <cpuid.h>
#include <immintrin.h>
#endif

#ifndef CRIB_VERSION
#error "the build must define CRIB_VERSION"
#endif

const char *crib_version(void)
{
    return CRIB_VERSION;
}

const char *crib_kernel_name(int kernel)
{
    static const char *const names[CRIB_KERNELS] = {"best", "portable", "avx2", "avx512"};
    return kernel >= 0 && kernel < CRIB_KERNELS ? names[kernel] : NULL;
}

#ifdef CRIB_X86_KERNELS

/*
 * Find the fastest kernel that the CPU supports and whose registers the operating system saves.
 * __builtin_cpu_supports is not used: with some compilers' runtime libraries it always answers no, and
 * others do not have it.
 */
__attribute__((target("xsave"))) static int ask_cpu(void)
{
    enum { AVX_KEPT = 0x06, AVX512_KEPT = 0xE6 }; /* the registers that the system saves, as bits of XGETBV */
    unsigned int eax, ebx, ecx, edx;
    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || (ecx & bit_OSXSAVE) == 0) {
        return CRIB_PORTABLE; /* GCOVR_EXCL_LINE: not on a CPU with AVX2 */
    }
    const uint64_t kept = (uint64_t)_xgetbv(0);
    if ((kept & AVX_KEPT) != AVX_KEPT || !__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) ||
        (ebx & bit_AVX2) == 0) {
        return CRIB_PORTABLE; /* GCOVR_EXCL_LINE: not on a CPU with AVX2 */
    }
    const unsigned int avx512 = bit_AVX512F | bit_AVX512BW | bit_AVX512VL;
    const int has_avx512 = (ebx & avx512) == avx512 && (ecx & bit_AVX512VBMI) != 0;
    return has_avx512 && (kept & AVX512_KEPT) == AVX512_KEPT ? CRIB_AVX512 : CRIB_AVX2;
}

/* The fastest kernel that this CPU runs. CPUID is executed once: in a virtual machine it takes microseconds. */
static int best_kernel(void)
{
    static int known = CRIB_BEST;
    int best = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (best == CRIB_BEST) {
        best = ask_cpu();
        __atomic_store_n(&known, best, __ATOMIC_RELAXED); /* every thread stores the same value */
    }
    return best;
}

#else

static int best_kernel(void)
{
    return CRIB_PORTABLE;
}

#endif

/* A CPU that runs a kernel also runs all kernels with lower numbers. */
int crib_kernel(int kernel)
{
    const int best = best_kernel();
    if (kernel == CRIB_BEST) {
        return best;
    }
    return kernel > CRIB_BEST && kernel <= best ? kernel : CRIB_ERR_KERNEL;
}

const crib_kernel_code *crib_code(int kernel)
{
    switch (crib_kernel(kernel)) {
    case CRIB_PORTABLE:
        return &crib_portable_code;
#ifdef CRIB_X86_KERNELS
    case CRIB_AVX2:
        return &crib_avx2_code;
    case CRIB_AVX512:
        return &crib_avx512_code;
#endif
    default:
        return NULL;
    }
}
