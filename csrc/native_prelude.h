/*
 * What the generated binding includes first: all that knows both Python and the core.
 *
 * cffi gives up the interpreter lock around every call, which costs as much as scoring a hand. The
 * functions of the core are short: here they keep it.
 */
#include "cribscore.h"

#undef Py_BEGIN_ALLOW_THREADS
#undef Py_END_ALLOW_THREADS
#define Py_BEGIN_ALLOW_THREADS {
#define Py_END_ALLOW_THREADS }
