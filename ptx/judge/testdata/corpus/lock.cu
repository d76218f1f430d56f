// The best value of a grid with its place, under a lock.
// Bug 1 (race): no fence behind the lock.
// Bug 2 (race): no fence before the lock is given back.
// Bug 3 (race): the record is read before the lock is taken.
#include "cuda.h"

struct Best {
  float value;
  int place;
};

KERNEL lock(const float *in, Best *best, int *taken, int n) {
  __shared__ float values[1024];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  values[t] = i < n ? in[i] : 0;
  __syncthreads();
  if (t != 0) return;
  int place = 0;
  for (int k = 1; k < blockDim.x; k++)
    if (values[k] > values[place]) place = k;
  float value = values[place];
#if BUG == 3
  if (value <= best->value) return; //@3
#endif
  while (atomicCAS(taken, 0, 1) != 0) {
  }
#if BUG != 1
  __threadfence();
#endif
  if (value > best->value) { //@1 @2
    best->value = value; //@1 @2 @3
    best->place = blockIdx.x * blockDim.x + place; //@1 @2
  }
#if BUG != 2
  __threadfence();
#endif
  atomicExch(taken, 0);
}
