// Sums of values by key, and the values in the order of a permutation that the caller gives.
// Bug 1 (race): the sums are added to without an atomic.
// Bug 2 (race): the number of values in order is counted by each block as if it were alone.
// Bug 3 (bounds): the last thread reads the key behind the last one.
#include "cuda.h"

KERNEL gather(const float *values, const int *keys, const int *order, float *sums, float *ordered, int *count,
              int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#if BUG == 3
  if (i < n && keys[i] != keys[i + 1]) //@3
#else
  if (i < n)
#endif
#if BUG == 1
    sums[keys[i]] += values[i]; //@1
#else
    atomicAdd(&sums[keys[i]], values[i]);
#endif
  if (i < n) ordered[i] = values[order[i]];
#if BUG == 2
  if (threadIdx.x == 0) *count += blockDim.x; //@2
#else
  if (threadIdx.x == 0) atomicAdd(count, blockDim.x);
#endif
}
