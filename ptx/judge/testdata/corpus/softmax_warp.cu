// The softmax of rows in place, a warp for each row.
// Bug 1 (barrier): the tree of the maximum is in the loop, which lanes leave before others.
// Bug 2 (race): the rows of a block begin among those of the block before.
// Bug 3 (bounds): one row too many.
#include "cuda.h"

#define WARPS 4

KERNEL __launch_bounds__(32 * WARPS) softmax_warp(float *data, int rows, int columns) {
  int lane = threadIdx.x % 32;
#if BUG == 2
  int row = blockIdx.x * (WARPS - 1) + threadIdx.x / 32;
#else
  int row = blockIdx.x * WARPS + threadIdx.x / 32;
#endif
#if BUG == 3
  if (row > rows) return;
#else
  if (row >= rows) return;
#endif
  float *x = data + (long)row * columns;
  float largest = -1e30f, sum = 0;
#if BUG == 1
  for (int c = lane; c < columns; c += 32) {
    largest = fmaxf(largest, x[c]);
    for (int d = 16; d > 0; d /= 2) largest = fmaxf(largest, __shfl_xor_sync(ALL, largest, d)); //@1
  }
#else
  for (int c = lane; c < columns; c += 32) largest = fmaxf(largest, x[c]); //@2 @3
  for (int d = 16; d > 0; d /= 2) largest = fmaxf(largest, __shfl_xor_sync(ALL, largest, d));
#endif
  for (int c = lane; c < columns; c += 32) {
    float e = exp2f((x[c] - largest) * 1.442695f); //@2 @3
    x[c] = e; //@2 @3
    sum += e;
  }
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(ALL, sum, d); //@1
  for (int c = lane; c < columns; c += 32) x[c] /= sum; //@2 @3
}
