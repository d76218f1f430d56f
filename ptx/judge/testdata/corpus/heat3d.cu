// A step of the heat equation in a volume, in tiles of 8x8x4 with a border on all six sides.
// Bug 1 (race): the barrier is missing.
// Bug 2 (uninitialized): the border in front is not loaded.
// Bug 3 (bounds): the tile has no room for the border behind.
#include "cuda.h"

#define BX 8
#define BY 8
#define BZ 4

#if BUG == 3
#define PLANES (BZ + 1)
#else
#define PLANES (BZ + 2)
#endif

struct Size {
  int x, y, z;
};

static __device__ __forceinline__ float at(const float *in, Size s, int x, int y, int z) {
  return x >= 0 && y >= 0 && z >= 0 && x < s.x && y < s.y && z < s.z ? in[((long)z * s.y + y) * s.x + x] : 0;
}

KERNEL __launch_bounds__(BX *BY *BZ) heat3d(const float *in, float *out, Size s, float rate) {
  __shared__ float tile[PLANES][BY + 2][BX + 2];
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1, tz = threadIdx.z + 1;
  int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
  int z = blockIdx.z * BZ + threadIdx.z;
  tile[tz][ty][tx] = at(in, s, x, y, z); //@1
  if (tx == 1) tile[tz][ty][0] = at(in, s, x - 1, y, z); //@1
  if (tx == BX) tile[tz][ty][BX + 1] = at(in, s, x + 1, y, z); //@1
  if (ty == 1) tile[tz][0][tx] = at(in, s, x, y - 1, z); //@1
  if (ty == BY) tile[tz][BY + 1][tx] = at(in, s, x, y + 1, z); //@1
#if BUG != 2
  if (tz == 1) tile[0][ty][tx] = at(in, s, x, y, z - 1); //@1
#endif
  if (tz == BZ) tile[BZ + 1][ty][tx] = at(in, s, x, y, z + 1); //@1 @3
#if BUG != 1
  __syncthreads();
#endif
  if (x >= s.x || y >= s.y || z >= s.z) return;
  float here = tile[tz][ty][tx];
  float around = tile[tz][ty][tx - 1] + tile[tz][ty][tx + 1] + tile[tz][ty - 1][tx] //@1
                 + tile[tz][ty + 1][tx] + tile[tz - 1][ty][tx] + tile[tz + 1][ty][tx]; //@1 @2 @3
  out[((long)z * s.y + y) * s.x + x] = here + rate * (around - 6 * here); //@1 @2
}
