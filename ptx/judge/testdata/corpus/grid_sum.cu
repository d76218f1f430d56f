// Divides values by their sum over the grid, with a barrier of all blocks (a cooperative launch).
// Bug 1 (race, stale): no fence before the block arrives.
// Bug 2 (race, stale): thread 0 arrives before the other threads have written.
// Bug 3 (race, stale): the other threads do not wait for thread 0.
#include "cuda.h"

#define THREADS 64
#define HIGH 0x80000000u

KERNEL __launch_bounds__(THREADS) grid_sum(float *values, float *parts, unsigned *arrived, int n) {
  __shared__ float sums[THREADS];
  int t = threadIdx.x, all = gridDim.x * THREADS;
  float v = 0;
  for (int i = blockIdx.x * THREADS + t; i < n; i += all) v += values[i];
  parts[blockIdx.x * THREADS + t] = v; //@1 @2 @3
#if BUG != 2
  __syncthreads();
#endif
  if (t == 0) {
#if BUG != 1
    __threadfence();
#endif
    unsigned old = atomicAdd(arrived, blockIdx.x == 0 ? HIGH - (gridDim.x - 1) : 1); //@1
    while (((old ^ *(volatile unsigned *)arrived) & HIGH) == 0) {
    }
    __threadfence();
  }
#if BUG != 3
  __syncthreads();
#endif
  v = 0;
  for (int i = t; i < all; i += THREADS) v += parts[i]; //@1 @2 @3
  sums[t] = v;
  __syncthreads();
  for (int s = THREADS / 2; s > 0; s /= 2) {
    if (t < s) sums[t] += sums[t + s];
    __syncthreads();
  }
  float total = sums[0];
  for (int i = blockIdx.x * THREADS + t; i < n; i += all) values[i] /= total;
}
