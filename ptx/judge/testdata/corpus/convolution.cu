// A filter of 5x5 over an image, in tiles of 16x16 outputs, weights in shared memory.
// Bug 1 (uninitialized): the last weight is not loaded.
// Bug 2 (race): the barrier is missing.
// Bug 3 (bounds, race): the tile has no room for the right part of the halo.
#include "cuda.h"

#define TILE 16
#define K 5
#define WIDE (TILE + K - 1)

KERNEL convolution(const float *image, const float *filter, float *out, int width, int height) {
  __shared__ float weights[K * K];
#if BUG == 3
  __shared__ float tile[WIDE * (TILE + K / 2)];
#else
  __shared__ float tile[WIDE * WIDE];
#endif
  int t = threadIdx.y * TILE + threadIdx.x;
#if BUG == 1
  if (t < K * K - 1) weights[t] = filter[t];
#else
  if (t < K * K) weights[t] = filter[t]; //@2 @3
#endif
  int x0 = blockIdx.x * TILE - K / 2, y0 = blockIdx.y * TILE - K / 2;
  for (int i = t; i < WIDE * WIDE; i += TILE * TILE) {
    int x = x0 + i % WIDE, y = y0 + i / WIDE;
    tile[i] = x >= 0 && x < width && y >= 0 && y < height ? image[y * width + x] : 0; //@2 @3
  }
#if BUG != 2
  __syncthreads();
#endif
  float sum = 0;
  for (int dy = 0; dy < K; dy++)
    for (int dx = 0; dx < K; dx++)
      sum += weights[dy * K + dx] * tile[(threadIdx.y + dy) * WIDE + threadIdx.x + dx]; //@1 @2 @3
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = sum;
}
