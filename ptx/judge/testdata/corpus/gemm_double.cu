// C = alpha * A * B, with two tiles of each factor: the next ones come into registers while these are used.
// Bug 1 (race): the next tiles go where these are.
// Bug 2 (race): the barrier at the end of a step is missing.
// Bug 3 (bounds): the rows of B are not compared with their number where the next tile is loaded.
#include "cuda.h"

#define TILE 16

KERNEL gemm_double(const float *a, const float *b, float *c, int m, int n, int k, float alpha) {
  __shared__ float as[2][TILE][TILE + 1], bs[2][TILE][TILE + 1];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  as[0][ty][tx] = row < m && tx < k ? a[row * k + tx] : 0;
  bs[0][ty][tx] = col < n && ty < k ? b[ty * n + col] : 0;
  __syncthreads();
  float sum = 0;
  int now = 0;
  for (int k0 = 0; k0 < k; k0 += TILE) {
    float nextA = row < m && k0 + TILE + tx < k ? a[row * k + k0 + TILE + tx] : 0;
#if BUG == 3
    float nextB = col < n ? b[(k0 + TILE + ty) * n + col] : 0; //@3
#else
    float nextB = col < n && k0 + TILE + ty < k ? b[(k0 + TILE + ty) * n + col] : 0;
#endif
    for (int i = 0; i < TILE; i++) sum += as[now][ty][i] * bs[now][i][tx]; //@1 @2
#if BUG != 1
    now = 1 - now;
#endif
    as[now][ty][tx] = nextA; //@1 @2
    bs[now][ty][tx] = nextB; //@1 @2
#if BUG != 2
    __syncthreads();
#endif
  }
  if (row < m && col < n) c[row * n + col] = alpha * sum;
}
