// Sums in shared memory, a tree over the block; the number of threads is a power of two.
// Bug 1 (barrier): the barrier of the tree is in the condition.
// Bug 2 (race): nothing lies between the first stores and the tree.
// Bug 3 (race): one thread too many adds.
#include "cuda.h"

extern __shared__ float sums[];

KERNEL reduce_shared(const float *in, float *out, int n) {
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x * 2 + t;
  float v = i < n ? in[i] : 0;
  if (i + blockDim.x < n) v += in[i + blockDim.x];
  sums[t] = v; //@2
#if BUG != 2
  __syncthreads();
#endif
  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
#if BUG == 1
    if (t < s) {
      sums[t] += sums[t + s];
      __syncthreads(); //@1
    }
#else
#if BUG == 3
    if (t <= s) sums[t] += sums[t + s]; //@3
#else
    if (t < s) sums[t] += sums[t + s]; //@2
#endif
    __syncthreads();
#endif
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}
