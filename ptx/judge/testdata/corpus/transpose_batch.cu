// Transposes each matrix of a batch, in tiles of 32x32 with 32x8 threads; the batches are structs by value.
// Bug 1 (race): the barrier is missing.
// Bug 2 (bounds, race, uninitialized): the tail of the columns is compared where that of the rows should be.
// Bug 3 (race): every matrix goes where the first does.
#include "cuda.h"

#define TILE 32
#define ROWS 8

struct Batch {
  float *data;
  int rows, columns;
  long stride;
};

KERNEL __launch_bounds__(TILE *ROWS) transpose_batch(Batch to, Batch from) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  const float *in = from.data + blockIdx.z * from.stride;
#if BUG == 3
  float *out = to.data;
#else
  float *out = to.data + blockIdx.z * to.stride;
#endif
  for (int r = 0; r < TILE; r += ROWS)
    if (x < from.columns && y + r < from.rows)
      tile[threadIdx.y + r][threadIdx.x] = in[(long)(y + r) * from.columns + x]; //@1
#if BUG != 1
  __syncthreads();
#endif
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int r = 0; r < TILE; r += ROWS)
#if BUG == 2
    if (x < from.columns && y + r < from.columns)
#else
    if (x < from.rows && y + r < from.columns)
#endif
      out[(long)(y + r) * from.rows + x] = tile[threadIdx.x][threadIdx.y + r]; //@1 @2 @3
}
