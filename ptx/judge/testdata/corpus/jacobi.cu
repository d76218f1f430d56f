// Several steps of relaxation of a line within a block, between two arrays that change their roles.
// Bug 1 (race): no barrier at the end of a step.
// Bug 2 (race): the new values go to the array that is read.
// Bug 3 (uninitialized): the right border is set in one of the arrays alone.
#include "cuda.h"

#define THREADS 256

KERNEL __launch_bounds__(THREADS) jacobi(float *line, int n, int steps) {
  __shared__ float a[THREADS + 2], b[THREADS + 2];
  int t = threadIdx.x + 1;
  float *now = a, *next = b;
  int i = blockIdx.x * THREADS + threadIdx.x;
  now[t] = i < n ? line[i] : 0;
  if (t == 1) now[0] = next[0] = 0;
#if BUG == 3
  if (t == THREADS) now[t + 1] = 0;
#else
  if (t == THREADS) now[t + 1] = next[t + 1] = 0;
#endif
  __syncthreads();
  for (int s = 0; s < steps; s++) {
#if BUG == 2
    now[t] = 0.5f * (now[t - 1] + now[t + 1]); //@2
#else
    next[t] = 0.5f * (now[t - 1] + now[t + 1]); //@1 @3
#endif
#if BUG != 1
    __syncthreads();
#endif
#if BUG != 2
    float *other = now;
    now = next;
    next = other;
#endif
  }
  if (i < n) line[i] = now[t]; //@1
}
