/* The vector kernel for AVX2. */
#include "crib_impl.h"

#ifdef CRIB_X86_KERNELS
#define CRIB_TARGET __attribute__((target("avx2")))
#define CRIB_CODE   crib_avx2_code
#define CRIB_NAME   "avx2"
#include "crib_kernel.inc.h"
#else
typedef int crib_no_avx2; /* C does not allow an empty file */
#endif
