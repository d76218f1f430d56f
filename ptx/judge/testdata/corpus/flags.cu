// Block 0 prepares a table; the other blocks wait for its flag, and use the table.
// Bug 1 (race, stale): thread 0 raises the flag before the other threads have written.
// Bug 2 (race, stale): nothing orders the table before the flag.
// Bug 3 (race, stale): the threads do not wait for the one that sees the flag.
#include "cuda.h"

#define TABLE 256

KERNEL flags(float *table, volatile int *ready, const float *in, float *out, int n) {
  if (blockIdx.x == 0) {
    for (int i = threadIdx.x; i < TABLE; i += blockDim.x) table[i] = rsqrtf(i + 1); //@1 @2 @3
#if BUG != 2
    __threadfence();
#endif
#if BUG != 1
    __syncthreads();
#endif
    if (threadIdx.x == 0) *ready = 1; //@1 @2
  } else {
    if (threadIdx.x == 0) {
      while (*ready == 0) { //@1 @2
      }
      __threadfence();
    }
#if BUG != 3
    __syncthreads();
#endif
    int i = (blockIdx.x - 1) * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * table[(int)in[i] & (TABLE - 1)]; //@1 @2 @3
  }
}
