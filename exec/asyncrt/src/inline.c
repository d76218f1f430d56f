// The functions that programs call most, to become part of a program before it is optimized. What they seldom do is in the runtime,
// which the program is linked with.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

// Most of what the headers define is not for here.
#define INFLIGHT_INLINE
#pragma clang diagnostic ignored "-Wunused-function"
#pragma clang diagnostic ignored "-Wundefined-internal"

#include "common.h"
