// Five points of a plane, in tiles of 16x16 with a border.
// Bug 1 (race): the barrier is missing.
// Bug 2 (uninitialized): the lower border is not loaded.
// Bug 3 (barrier): the barrier is in the condition of the tail.
#include "cuda.h"

#define TILE 16

struct Plane {
  const float *in;
  float *out;
  int width, height;
};

KERNEL stencil2d(Plane p, float weight) {
  __shared__ float tile[TILE + 2][TILE + 2];
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  bool inside = x < p.width && y < p.height;
  tile[ty][tx] = inside ? p.in[y * p.width + x] : 0; //@1
  if (threadIdx.x == 0)
    tile[ty][0] = x > 0 && x <= p.width && y < p.height ? p.in[y * p.width + x - 1] : 0; //@1
  if (threadIdx.x == TILE - 1)
    tile[ty][TILE + 1] = x + 1 < p.width && y < p.height ? p.in[y * p.width + x + 1] : 0; //@1
  if (threadIdx.y == 0)
    tile[0][tx] = y > 0 && y <= p.height && x < p.width ? p.in[(y - 1) * p.width + x] : 0; //@1
#if BUG != 2
  if (threadIdx.y == TILE - 1)
    tile[TILE + 1][tx] = y + 1 < p.height && x < p.width ? p.in[(y + 1) * p.width + x] : 0; //@1
#endif
#if BUG == 3
  if (inside) __syncthreads(); //@3
#elif BUG != 1
  __syncthreads();
#endif
  float around = tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx]; //@1 @2
  if (inside) p.out[y * p.width + x] = tile[ty][tx] + weight * (around - 4 * tile[ty][tx]); //@1 @2
}
