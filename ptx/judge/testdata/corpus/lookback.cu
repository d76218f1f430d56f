// Inclusive sums of a whole array in one pass: each block adds what the block before it tells by a flag.
// Bug 1 (stale, race): nothing orders the block's total before its flag.
// Bug 2 (race): no barrier before the other threads read what thread 0 was told.
// Bug 3 (stale, race): nothing orders the total behind the flag that was seen.
#include "cuda.h"

#define THREADS 128

KERNEL __launch_bounds__(THREADS) lookback(const int *in, int *out, volatile int *totals, volatile int *flags,
                                           int n) {
  __shared__ int part[THREADS], before;
  int t = threadIdx.x, i = blockIdx.x * THREADS + t;
  part[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < THREADS; d *= 2) {
    int v = t >= d ? part[t - d] : 0;
    __syncthreads();
    part[t] += v;
    __syncthreads();
  }
  if (t == 0) {
    int sum = 0;
    if (blockIdx.x > 0) {
      while (flags[blockIdx.x - 1] == 0) { //@3
      }
#if BUG != 3
      __threadfence();
#endif
      sum = totals[blockIdx.x - 1]; //@1 @3
    }
    totals[blockIdx.x] = sum + part[THREADS - 1]; //@1
#if BUG != 1
    __threadfence();
#endif
    flags[blockIdx.x] = 1; //@1
    before = sum; //@2
  }
#if BUG != 2
  __syncthreads();
#endif
  if (i < n) out[i] = before + part[t]; //@2
}
