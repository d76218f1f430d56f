// Seven points of a volume: a block marches along z with a plane in shared memory and two in registers.
// Bug 1 (race): the barrier at the end of a step is missing.
// Bug 2 (race): the barrier in the middle of a step is missing.
// Bug 3 (uninitialized): the right border is taken from one column further.
#include "cuda.h"

#define BX 32
#define BY 4

struct Volume {
  int nx, ny, nz;
};

KERNEL __launch_bounds__(BX *BY) stencil3d(const float *in, float *out, Volume v) {
  __shared__ float plane[BY + 2][BX + 3];
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
  bool inside = x < v.nx && y < v.ny;
  long step = (long)v.nx * v.ny, at = (long)y * v.nx + x;
  float below = 0, here = inside && v.nz > 0 ? in[at] : 0;
  for (int z = 0; z < v.nz; z++, at += step) {
    float above = inside && z + 1 < v.nz ? in[at + step] : 0;
    plane[ty][tx] = here; //@1 @2
    if (tx == 1) plane[ty][0] = x > 0 && y < v.ny && x <= v.nx ? in[at - 1] : 0; //@1 @2
    if (tx == BX) plane[ty][BX + 1] = x + 1 < v.nx && y < v.ny ? in[at + 1] : 0; //@1 @2
    if (ty == 1) plane[0][tx] = y > 0 && x < v.nx && y <= v.ny ? in[at - v.nx] : 0; //@1 @2
    if (ty == BY) plane[BY + 1][tx] = y + 1 < v.ny && x < v.nx ? in[at + v.nx] : 0; //@1 @2
#if BUG != 2
    __syncthreads();
#endif
#if BUG == 3
    float right = plane[ty][tx + 2]; //@3
#else
    float right = plane[ty][tx + 1]; //@1 @2
#endif
    float sum = plane[ty][tx - 1] + right + plane[ty - 1][tx] + plane[ty + 1][tx]; //@1 @2
    if (inside) out[at] = below + above + sum - 6 * here;
#if BUG != 1
    __syncthreads();
#endif
    below = here;
    here = above;
  }
}
