// The softmax of each row, one block for a row.
// Bug 1 (race): no barrier between the use of the maxima and the sums in the same place.
// Bug 2 (uninitialized): the maxima of one warp too many are read.
// Bug 3 (race): no barrier between the warps' sums and their sum.
#include "cuda.h"

#define LOG2E 1.44269504f

KERNEL softmax(const float *in, float *out, int n) {
  __shared__ float part[33];
  const float *row = in + (long)blockIdx.x * n;
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  float largest = -1e30f, sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) largest = fmaxf(largest, row[i]);
  for (int d = 16; d > 0; d /= 2) largest = fmaxf(largest, __shfl_xor_sync(ALL, largest, d));
  if (lane == 0) part[warp] = largest;
  __syncthreads();
  largest = part[0]; //@1
#if BUG == 2
  for (int w = 1; w <= warps; w++) largest = fmaxf(largest, part[w]); //@2
#else
  for (int w = 1; w < warps; w++) largest = fmaxf(largest, part[w]); //@1
#endif
#if BUG != 1
  __syncthreads();
#endif
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += exp2f((row[i] - largest) * LOG2E);
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(ALL, sum, d);
  if (lane == 0) part[warp] = sum; //@1 @3
#if BUG != 3
  __syncthreads();
#endif
  sum = 0;
  for (int w = 0; w < warps; w++) sum += part[w]; //@3
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[(long)blockIdx.x * n + i] = exp2f((row[i] - largest) * LOG2E) / sum;
}
