// Accelerations of bodies by all others, in tiles of shared memory.
// Bug 1 (race): no barrier between the loads and the use of a tile.
// Bug 2 (race): no barrier between the use of a tile and the next loads.
// Bug 3 (bounds): one body too many of each tile.
#include "cuda.h"

#define TILE 128

KERNEL __launch_bounds__(TILE) nbody(const float4 *bodies, float4 *accelerations, int n, float softening) {
  __shared__ float4 tile[TILE];
  int i = blockIdx.x * TILE + threadIdx.x;
  float4 me = {0, 0, 0, 0};
  if (i < n) me = bodies[i];
  float ax = 0, ay = 0, az = 0;
  for (int j0 = 0; j0 < n; j0 += TILE) {
    float4 other = {0, 0, 0, 0};
    if (j0 + threadIdx.x < n) other = bodies[j0 + threadIdx.x];
    tile[threadIdx.x] = other; //@1 @2
#if BUG != 1
    __syncthreads();
#endif
#if BUG == 3
    for (int j = 0; j <= TILE; j++) {
#else
    for (int j = 0; j < TILE; j++) {
#endif
      float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z; //@1 @2 @3
      float r = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
      float f = tile[j].w * r * r * r; //@1 @2 @3
      ax += dx * f;
      ay += dy * f;
      az += dz * f;
    }
#if BUG != 2
    __syncthreads();
#endif
  }
  if (i < n) accelerations[i] = float4{ax, ay, az, 0};
}
