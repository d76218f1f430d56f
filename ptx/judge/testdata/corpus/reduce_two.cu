// A dot product in two kernels: each block writes its part, one block adds the parts.
// Bug 1 (race): all blocks write the first part.
// Bug 2 (uninitialized): the second kernel leaves the tail of the shared array as it is.
// Bug 3 (race): the second kernel has no barrier in its tree.
#include "cuda.h"

#define THREADS 128

KERNEL __launch_bounds__(THREADS) dot_parts(const float *a, const float *b, float *parts, int n) {
  __shared__ float sums[THREADS];
  float v = 0;
  for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * THREADS) v += a[i] * b[i];
  sums[threadIdx.x] = v;
  for (int s = THREADS / 2; s > 0; s /= 2) {
    __syncthreads();
    if (threadIdx.x < s) sums[threadIdx.x] += sums[threadIdx.x + s];
  }
#if BUG == 1
  if (threadIdx.x == 0) parts[0] = sums[0]; //@1
#else
  if (threadIdx.x == 0) parts[blockIdx.x] = sums[0];
#endif
}

KERNEL __launch_bounds__(THREADS) dot_sum(const float *parts, float *result, int count) {
  __shared__ float sums[THREADS];
  int t = threadIdx.x;
#if BUG == 2
  if (t < count) sums[t] = parts[t];
#else
  float v = 0;
  for (int i = t; i < count; i += THREADS) v += parts[i];
  sums[t] = v; //@3
#endif
  for (int s = THREADS / 2; s > 0; s /= 2) {
#if BUG != 3
    __syncthreads();
#endif
    if (t < s) sums[t] += sums[t + s]; //@2 @3
  }
  if (t == 0) *result = sums[0];
}
