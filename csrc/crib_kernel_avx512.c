/*
 * The vector kernel for AVX-512 with VL, BW and VBMI (Ice Lake, Zen 4 and later), still in registers of
 * 256 bits: there are twice as many, and a table of 64 bytes takes one instruction, not ten. Without
 * VBMI it would be hardly faster than AVX2, and in registers of 512 bits Zen 4 is slower.
 */
#include "crib_impl.h"

#ifdef CRIB_X86_KERNELS
#define CRIB_TARGET __attribute__((target("avx2,avx512vl,avx512bw,avx512vbmi")))
#define CRIB_VBMI
#define CRIB_CODE crib_avx512_code
#define CRIB_NAME "avx512"
#include "crib_kernel.inc.h"
#else
typedef int crib_no_avx512; /* a file may not be empty */
#endif
