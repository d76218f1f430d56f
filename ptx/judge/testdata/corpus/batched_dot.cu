// Dot products of pairs of vectors, several blocks for each pair: the first one waits for the others' parts.
// Bug 1 (race, stale): no fence between the part and the counter.
// Bug 2 (race): the other threads do not wait for the one that sees the counter.
// Bug 3 (deadlock): the first block waits for one part too many.
#include "cuda.h"

#define THREADS 128

KERNEL __launch_bounds__(THREADS) batched_dot(const float *a, const float *b, float *parts, int *arrived,
                                              float *out, int n) {
  __shared__ float warps[THREADS / 32];
  int t = threadIdx.x, pair = blockIdx.y, blocks = gridDim.x;
  const float *x = a + (long)pair * n, *y = b + (long)pair * n;
  float sum = 0;
  for (int i = blockIdx.x * THREADS + t; i < n; i += blocks * THREADS) sum += x[i] * y[i];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(ALL, sum, d);
  if (t % 32 == 0) warps[t / 32] = sum;
  __syncthreads();
  if (t == 0) {
    sum = warps[0] + warps[1] + warps[2] + warps[3];
    parts[pair * blocks + blockIdx.x] = sum; //@1 @2
#if BUG != 1
    __threadfence();
#endif
    atomicAdd(&arrived[pair], 1); //@1 @2
  }
  if (blockIdx.x != 0) return;
  if (t == 0) {
#if BUG == 3
    while (atomicAdd(&arrived[pair], 0) != blocks + 1) { //@3
    }
#else
    while (atomicAdd(&arrived[pair], 0) != blocks) { //@2
    }
#endif
    __threadfence();
  }
#if BUG != 2
  __syncthreads();
#endif
  sum = 0;
  if (t < 32)
    for (int k = t; k < blocks; k += 32) sum += parts[pair * blocks + k]; //@1 @2
  if (t < 32)
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(ALL, sum, d);
  if (t == 0) out[pair] = sum;
}
