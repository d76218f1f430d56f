// Sums by shuffles: within warps, and then the first warp over the sums of the warps.
// Bug 1 (barrier): the shuffles are in the condition of the tail, and name all lanes.
// Bug 2 (bounds, race): there is room for the sums of four warps, not of eight.
// Bug 3 (race): no barrier before the first warp reads.
#include "cuda.h"

#define THREADS 256

KERNEL __launch_bounds__(THREADS) reduce_shuffle(const float *in, float *out, int n) {
#if BUG == 2
  __shared__ float warps[4];
#else
  __shared__ float warps[32];
#endif
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float v = 0;
#if BUG == 1
  if (i < n) {
    v = in[i];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(ALL, v, d); //@1
  }
#else
  if (i < n) v = in[i];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(ALL, v, d);
#endif
  if (lane == 0) warps[warp] = v; //@2 @3
#if BUG != 3
  __syncthreads();
#endif
  if (warp == 0) {
    v = lane < blockDim.x / 32 ? warps[lane] : 0; //@2 @3
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(ALL, v, d);
    if (lane == 0) atomicAdd(out, v);
  }
}
