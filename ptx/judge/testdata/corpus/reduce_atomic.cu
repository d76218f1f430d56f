// The mean and the number of values above a limit: atomics on shared memory, then on global memory.
// Bug 1 (race): no barrier between the zeros and the atomics.
// Bug 2 (race): the sum of the block is added to without an atomic.
// Bug 3 (race): the sum of the grid is added to without an atomic.
#include "cuda.h"

struct Totals {
  float sum;
  int above;
};

KERNEL reduce_atomic(const float *in, Totals *totals, int n, float limit) {
  __shared__ float sum;
  __shared__ int above;
  if (threadIdx.x == 0) {
    sum = 0; //@1
    above = 0; //@1
  }
#if BUG != 1
  __syncthreads();
#endif
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
#if BUG == 2
    sum += in[i]; //@2
#else
    atomicAdd(&sum, in[i]); //@1
#endif
    if (in[i] > limit) atomicAdd(&above, 1); //@1
  }
  __syncthreads();
  if (threadIdx.x == 0) {
#if BUG == 3
    totals->sum += sum; //@3
#else
    atomicAdd(&totals->sum, sum);
#endif
    atomicAdd(&totals->above, above);
  }
}
