// A warp hands rows to another warp through four slots of shared memory, with counters instead of barriers.
// Bug 1 (race, stale): no fence between a slot and the counter that says that it is full.
// Bug 2 (race): one row too many is on its way.
// Bug 3 (race): lane 0 gives the slot back before the other lanes have read it.
#include "cuda.h"

#define SLOTS 4

KERNEL __launch_bounds__(64) ring(const float *in, float *out, int rows) {
  __shared__ float slot[SLOTS][32];
  __shared__ volatile int written, read;
  int lane = threadIdx.x % 32;
  if (threadIdx.x == 0) written = read = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int k = 0; k < rows; k++) {
      if (lane == 0) {
#if BUG == 2
        while (k - read > SLOTS) {
        }
#else
        while (k - read >= SLOTS) {
        }
#endif
        __threadfence_block();
      }
      __syncwarp();
      slot[k % SLOTS][lane] = in[k * 32 + lane]; //@1 @2 @3
      __syncwarp();
      if (lane == 0) {
#if BUG != 1
        __threadfence_block();
#endif
        written = k + 1; //@1
      }
    }
  } else {
    float sum = 0;
    for (int k = 0; k < rows; k++) {
      if (lane == 0) {
        while (written <= k) { //@1
        }
        __threadfence_block();
      }
      __syncwarp();
      sum += slot[k % SLOTS][31 - lane]; //@1 @2 @3
#if BUG != 3
      __syncwarp();
#endif
      if (lane == 0) {
        __threadfence_block();
        read = k + 1; //@3
      }
    }
    out[lane] = sum;
  }
}
