// Transposes tiles of 32x32 by blocks of 32x8 threads, with padded rows in shared memory.
// Bug 1 (race): the barrier is missing.
// Bug 2 (uninitialized): the loop over rows skips every other group of rows.
// Bug 3 (bounds, race): the tile has one row too few.
#include "cuda.h"

#define TILE 32
#define ROWS 8

KERNEL transpose(float *out, const float *in, int width, int height) {
#if BUG == 3
  __shared__ float tile[TILE - 1][TILE + 1];
#else
  __shared__ float tile[TILE][TILE + 1];
#endif
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
#if BUG == 2
  for (int j = 0; j < TILE; j += 2 * ROWS)
#else
  for (int j = 0; j < TILE; j += ROWS)
#endif
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x]; //@1 @3
#if BUG != 1
  __syncthreads();
#endif
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < height && y + j < width)
      out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j]; //@1 @2 @3
}
