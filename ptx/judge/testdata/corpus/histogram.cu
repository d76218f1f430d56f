// A histogram of bytes: atomics on shared bins, then on global ones.
// Bug 1 (race): no barrier between the zeros and the counting.
// Bug 2 (race): a bin is counted up without an atomic.
// Bug 3 (uninitialized): the last bin is not set to zero.
#include "cuda.h"

#define BINS 256

KERNEL histogram(const unsigned char *in, unsigned *counts, long n) {
  __shared__ unsigned bins[BINS];
#if BUG == 3
  for (int b = threadIdx.x; b < BINS - 1; b += blockDim.x) bins[b] = 0;
#else
  for (int b = threadIdx.x; b < BINS; b += blockDim.x) bins[b] = 0; //@1
#endif
#if BUG != 1
  __syncthreads();
#endif
  for (long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
#if BUG == 2
    bins[in[i]]++; //@2
#else
    atomicAdd(&bins[in[i]], 1); //@1 @3
#endif
  __syncthreads();
  for (int b = threadIdx.x; b < BINS; b += blockDim.x)
    if (bins[b]) atomicAdd(&counts[b], bins[b]); //@3
}
