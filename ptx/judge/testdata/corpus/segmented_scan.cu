// Sums of values up to each place, that begin again at each head of a segment.
// Bug 1 (race): a step reads and writes without a barrier between.
// Bug 2 (bounds): the left neighbour is read without asking whether there is one.
// Bug 3 (uninitialized): what lies behind the end is not set.
#include "cuda.h"

#define THREADS 128

KERNEL __launch_bounds__(THREADS) segmented_scan(const float *in, const int *heads, float *out, float *carry,
                                                 int n) {
  __shared__ int head[THREADS];
  __shared__ float sum[THREADS];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
#if BUG == 3
  if (i < n) {
    sum[t] = in[i];
    head[t] = heads[i];
  }
#else
  sum[t] = i < n ? in[i] : 0; //@1
  head[t] = i < n ? heads[i] : 1; //@1
#endif
  __syncthreads();
  for (int d = 1; d < THREADS; d *= 2) {
    float s = sum[t]; //@3
    int h = head[t]; //@3
#if BUG == 2
    if (!h) {
#else
    if (!h && t >= d) {
#endif
      s += sum[t - d]; //@1 @2
      h = head[t - d]; //@1 @2
    }
#if BUG != 1
    __syncthreads();
#endif
    sum[t] = s; //@1
    head[t] = h; //@1
    __syncthreads();
  }
  if (i < n) out[i] = sum[t];
  if (t == THREADS - 1) carry[blockIdx.x] = sum[t]; //@3
}
