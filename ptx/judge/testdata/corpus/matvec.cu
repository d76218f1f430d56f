// y = A * x: a warp for each row, x in tiles of shared memory.
// Bug 1 (race): no barrier before the next tile of x.
// Bug 2 (barrier): the mask of the shuffles names half of the lanes.
// Bug 3 (uninitialized, bounds): one product too many in the last tile.
#include "cuda.h"

#define TILE 512

#if BUG == 2
#define LANES 0x0000ffffu
#else
#define LANES ALL
#endif

KERNEL matvec(const float *a, const float *x, float *y, int rows, int cols) {
  __shared__ float part[TILE];
  int lane = threadIdx.x % 32, row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  float sum = 0;
  for (int c0 = 0; c0 < cols; c0 += TILE) {
    int size = cols - c0 < TILE ? cols - c0 : TILE;
    for (int i = threadIdx.x; i < size; i += blockDim.x) part[i] = x[c0 + i]; //@1
    __syncthreads();
    if (row < rows)
#if BUG == 3
      for (int i = lane; i < TILE; i += 32)
        if (c0 + i <= cols) sum += a[(long)row * cols + c0 + i] * part[i]; //@3
#else
      for (int i = lane; i < size; i += 32) sum += a[(long)row * cols + c0 + i] * part[i]; //@1
#endif
#if BUG != 1
    __syncthreads();
#endif
  }
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(LANES, sum, d); //@2
  if (row < rows && lane == 0) y[row] = sum;
}
