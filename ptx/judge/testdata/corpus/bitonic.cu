// Sorts 512 keys of each block in shared memory.
// Bug 1 (race): no barrier between steps.
// Bug 2 (race): both threads of a pair exchange.
// Bug 3 (race): no barrier for steps within a warp, which is taken to be in lockstep.
#include "cuda.h"

#define KEYS 512

KERNEL __launch_bounds__(KEYS) bitonic(int *keys, int n) {
  __shared__ int key[KEYS];
  int t = threadIdx.x, i = blockIdx.x * KEYS + t;
  key[t] = i < n ? keys[i] : 0x7fffffff;
  __syncthreads();
  for (int size = 2; size <= KEYS; size *= 2)
    for (int d = size / 2; d > 0; d /= 2) {
      int other = t ^ d;
#if BUG == 2
      int a = key[t], b = key[other]; //@2
      if ((a > b) == ((t & size) == 0)) {
        key[t] = b; //@2
        key[other] = a; //@2
      }
#else
      if (other > t) {
        int a = key[t], b = key[other]; //@1 @3
        if ((a > b) == ((t & size) == 0)) {
          key[t] = b; //@1 @3
          key[other] = a; //@1 @3
        }
      }
#endif
#if BUG == 3
      if (d >= 32) __syncthreads();
#elif BUG != 1
      __syncthreads();
#endif
    }
#if BUG == 3
  __syncthreads();
#endif
  if (i < n) keys[i] = key[t]; //@1
}
