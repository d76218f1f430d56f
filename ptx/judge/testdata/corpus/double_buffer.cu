// Sums of neighbours from two alternating tiles that cp.async fills.
// Bug 1 (copy): the wait leaves the tile in flight that is used.
// Bug 2 (copy, race): no barrier between the wait and the use.
// Bug 3 (copy, race): no barrier between the use and the next copy.
#include "cuda.h"

#define THREADS 128

static __device__ __forceinline__ void copyAsync(void *to, const void *from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(toShared(to)), "l"(from) : "memory");
}
static __device__ __forceinline__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> static __device__ __forceinline__ void waitGroup() {
  asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
}

KERNEL __launch_bounds__(THREADS) double_buffer(const float4 *in, float *out, int tiles) {
  __shared__ float4 tile[2][THREADS];
  int t = threadIdx.x;
  const float4 *from = in + (long)blockIdx.x * tiles * THREADS + t;
  float sum = 0;
  if (tiles > 0) copyAsync(&tile[0][t], from); //@1 @2 @3
  commit();
  for (int k = 0; k < tiles; k++) {
    if (k + 1 < tiles) copyAsync(&tile[(k + 1) % 2][t], from + (k + 1) * THREADS); //@1 @2 @3
    commit();
#if BUG == 1
    waitGroup<2>(); //@1
#else
    waitGroup<1>();
#endif
#if BUG != 2
    __syncthreads();
#endif
    float4 own = tile[k % 2][t], next = tile[k % 2][(t + 1) % THREADS]; //@1 @2 @3
    sum += own.x * next.x + own.y * next.y + own.z * next.z + own.w * next.w; //@1 @2 @3
#if BUG != 3
    __syncthreads();
#endif
  }
  out[blockIdx.x * THREADS + t] = sum;
}
