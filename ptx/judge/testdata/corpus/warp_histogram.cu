// A histogram of numbers with bins of their own for each warp of a block, which are added up in the end.
// Bug 1 (race): no barrier between the zeros and the counting.
// Bug 2 (race): no barrier between the counting and the sums.
// Bug 3 (bounds): the number of the warp is that of half a warp.
#include "cuda.h"

#define THREADS 256
#define WARPS (THREADS / 32)
#define BINS 64

KERNEL __launch_bounds__(THREADS) warp_histogram(const int *in, int *counts, int n, int shift) {
  __shared__ int bins[WARPS][BINS];
  for (int b = threadIdx.x; b < WARPS * BINS; b += THREADS) bins[0][b] = 0; //@1
#if BUG != 1
  __syncthreads();
#endif
#if BUG == 3
  int warp = threadIdx.x / 16;
#else
  int warp = threadIdx.x / 32;
#endif
  for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * THREADS)
    atomicAdd(&bins[warp][(in[i] >> shift) & (BINS - 1)], 1); //@1 @2 @3
#if BUG != 2
  __syncthreads();
#endif
  for (int b = threadIdx.x; b < BINS; b += THREADS) {
    int sum = 0;
    for (int w = 0; w < WARPS; w++) sum += bins[w][b]; //@2
    if (sum > 0) atomicAdd(&counts[b], sum);
  }
}
