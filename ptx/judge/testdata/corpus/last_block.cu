// A sum over the grid in one launch: the block that comes last adds up the parts of all.
// Bug 1 (stale, race): no fence between the part and the counter.
// Bug 2 (race): no barrier before the threads read whether their block is the last.
// Bug 3 (stale, race): the fence comes behind the counter.
#include "cuda.h"

#define THREADS 128

KERNEL __launch_bounds__(THREADS) last_block(const float *in, volatile float *parts, unsigned *counter,
                                             float *result, int n) {
  __shared__ float sums[THREADS];
  __shared__ bool last;
  int t = threadIdx.x;
  float v = 0;
  for (int i = blockIdx.x * THREADS + t; i < n; i += gridDim.x * THREADS) v += in[i];
  sums[t] = v;
  __syncthreads();
  for (int s = THREADS / 2; s > 0; s /= 2) {
    if (t < s) sums[t] += sums[t + s];
    __syncthreads();
  }
  if (t == 0) {
    parts[blockIdx.x] = sums[0]; //@1 @3
#if BUG != 1 && BUG != 3
    __threadfence();
#endif
    unsigned number = atomicInc(counter, gridDim.x - 1); //@1 @3
#if BUG != 1
    __threadfence();
#endif
    last = number == gridDim.x - 1; //@2
  }
#if BUG != 2
  __syncthreads();
#endif
  if (!last) return; //@2
  v = 0;
  for (int i = t; i < gridDim.x; i += THREADS) v += parts[i]; //@1 @3
  sums[t] = v;
  __syncthreads();
  for (int s = THREADS / 2; s > 0; s /= 2) {
    if (t < s) sums[t] += sums[t + s];
    __syncthreads();
  }
  if (t == 0) *result = sums[0];
}
