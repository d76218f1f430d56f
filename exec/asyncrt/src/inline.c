// The functions that programs call most often, to be compiled into a program before it is optimized. Their
// uncommon cases are in the runtime, with which the program is linked.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

// Most definitions of the headers do not belong into this file.
#define INFLIGHT_INLINE
#pragma clang diagnostic ignored "-Wunused-function"
#pragma clang diagnostic ignored "-Wundefined-internal"

#include "common.h"
