// Seven points of a line, with a halo of three on both sides.
// Bug 1 (uninitialized): the halo is one too short.
// Bug 2 (race): the barrier is missing.
// Bug 3 (bounds): there is room for one halo.
#include "cuda.h"

#define RADIUS 3
#define THREADS 128

KERNEL __launch_bounds__(THREADS) stencil1d(const float *in, float *out, int n) {
#if BUG == 3
  __shared__ float line[THREADS + RADIUS];
#else
  __shared__ float line[THREADS + 2 * RADIUS];
#endif
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int at = threadIdx.x + RADIUS;
  line[at] = i < n ? in[i] : 0; //@2 @3
#if BUG == 1
  if (threadIdx.x < RADIUS - 1) {
#else
  if (threadIdx.x < RADIUS) {
#endif
    line[at - RADIUS] = i >= RADIUS && i - RADIUS < n ? in[i - RADIUS] : 0; //@2
    line[at + blockDim.x] = i + blockDim.x < n ? in[i + blockDim.x] : 0; //@2 @3
  }
#if BUG != 2
  __syncthreads();
#endif
  float sum = 0;
  for (int d = -RADIUS; d <= RADIUS; d++) sum += line[at + d]; //@1 @2 @3
  if (i < n) out[i] = sum;
}
