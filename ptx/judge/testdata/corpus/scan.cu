// Inclusive sums within blocks, in two alternating halves of shared memory.
// Bug 1 (race): one half, read and written without a barrier between.
// Bug 2 (race): the barrier at the end of a step is missing.
// Bug 3 (bounds): there is room for one half.
#include "cuda.h"

#define THREADS 256

KERNEL __launch_bounds__(THREADS) scan(const int *in, int *out, int *totals, int n) {
#if BUG == 3
  __shared__ int part[THREADS];
#else
  __shared__ int part[2 * THREADS];
#endif
  int t = threadIdx.x, i = blockIdx.x * THREADS + t;
  int from = 0;
  part[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < THREADS; d *= 2) {
#if BUG == 1
    int to = from;
#else
    int to = 1 - from;
#endif
    int v = part[from * THREADS + t]; //@2 @3
    if (t >= d) v += part[from * THREADS + t - d]; //@1 @2 @3
    part[to * THREADS + t] = v; //@1 @2 @3
#if BUG != 2
    __syncthreads();
#endif
    from = to;
  }
  if (i < n) out[i] = part[from * THREADS + t]; //@3
  if (t == THREADS - 1) totals[blockIdx.x] = part[from * THREADS + t]; //@3
}
