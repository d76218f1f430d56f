// C = A * B in tiles of 16x16, with tails on all sides.
// Bug 1 (race): no barrier between the loads and the products.
// Bug 2 (race): no barrier between the products and the next loads.
// Bug 3 (race): rows of the tile of A are 15 apart.
#include "cuda.h"

#define TILE 16

#if BUG == 3
#define STRIDE (TILE - 1)
#else
#define STRIDE TILE
#endif

KERNEL matmul(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float as[TILE * TILE], bs[TILE * TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += TILE) {
    as[ty * STRIDE + tx] = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0; //@1 @2 @3
    bs[ty * TILE + tx] = col < n && k0 + ty < k ? b[(k0 + ty) * n + col] : 0; //@1 @2
#if BUG != 1
    __syncthreads();
#endif
    for (int i = 0; i < TILE; i++) sum += as[ty * STRIDE + i] * bs[i * TILE + tx]; //@1 @2
#if BUG != 2
    __syncthreads();
#endif
  }
  if (row < m && col < n) c[row * n + col] = sum;
}
