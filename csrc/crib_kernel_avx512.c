/*
 * The vector kernel for AVX-512 with VL, BW and VBMI (Ice Lake, Zen 4 and newer). It uses registers of 256
 * bits, like the AVX2 kernel, but has twice as many of them, and looks up a table of 64 bytes with one
 * instruction instead of ten. Without VBMI it would be hardly faster than AVX2. With registers of 512 bits
 * it is slower on Zen 4.
 */
#include "crib_impl.h"

#ifdef CRIB_X86_KERNELS
#define CRIB_TARGET __attribute__((target("avx2,avx512vl,avx512bw,avx512vbmi")))
#define CRIB_VBMI
#define CRIB_CODE crib_avx512_code
#define CRIB_NAME "avx512"
#include "crib_kernel.inc.h"
#else
typedef int crib_no_avx512; /* C does not allow an empty file */
#endif
