/* Which kernel scores many at a time: what this build has and what this CPU runs. */
#include "crib_impl.h"

#include <stddef.h>

const char *crib_kernel_name(int kernel)
{
    static const char *const names[CRIB_KERNELS] = {"best", "portable", "avx2", "avx512"};
    return kernel >= 0 && kernel < CRIB_KERNELS ? names[kernel] : NULL;
}

/* The compiler's runtime asks the CPU once, when the program starts: this is a look-up. */
static int runs_here(int kernel)
{
    switch (kernel) {
    case CRIB_PORTABLE:
        return 1;
#ifdef CRIB_X86_KERNELS
    case CRIB_AVX2:
        return __builtin_cpu_supports("avx2") != 0;
    case CRIB_AVX512:
        return __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
               __builtin_cpu_supports("avx512vbmi") != 0;
#endif
    default:
        return 0;
    }
}

int crib_kernel(int kernel)
{
    if (kernel == CRIB_BEST) {
        kernel = CRIB_KERNELS - 1;
        while (!runs_here(kernel)) {
            kernel--;
        }
    }
    return runs_here(kernel) ? kernel : CRIB_ERR_KERNEL;
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
