// A warp that loads and three warps that add, with two slots and barriers by number for full and empty slots.
// Bug 1 (race): the loading warp does not wait for empty slots.
// Bug 2 (deadlock): the loading warp says that slot 0 is full for all slots.
// Bug 3 (race): the slot is given back before it is read.
#include "cuda.h"

#define THREADS 128
#define SLOT 256

static __device__ __forceinline__ void barrierSync(int number) {
  asm volatile("bar.sync %0, 128;" ::"r"(number) : "memory");
}
static __device__ __forceinline__ void barrierArrive(int number) {
  asm volatile("bar.arrive %0, 128;" ::"r"(number) : "memory");
}
#define FULL(slot) (1 + (slot))
#define EMPTY(slot) (3 + (slot))

KERNEL __launch_bounds__(THREADS) named(const float *in, float *out, int slots) {
  __shared__ float buffer[2][SLOT];
  int t = threadIdx.x;
  if (t < 32) {
    for (int k = 0; k < slots; k++) {
      int slot = k % 2;
#if BUG != 1
      if (k >= 2) barrierSync(EMPTY(slot));
#endif
      for (int i = t; i < SLOT; i += 32) buffer[slot][i] = in[k * SLOT + i]; //@1 @3
#if BUG == 2
      barrierArrive(FULL(0)); //@2
#else
      barrierArrive(FULL(slot));
#endif
    }
  } else {
    float sum = 0;
    for (int k = 0; k < slots; k++) {
      int slot = k % 2;
      barrierSync(FULL(slot)); //@2
#if BUG == 3
      if (k + 2 < slots) barrierArrive(EMPTY(slot));
#endif
      for (int i = t - 32; i < SLOT; i += THREADS - 32) sum += buffer[slot][i]; //@1 @3
#if BUG != 3
      if (k + 2 < slots) barrierArrive(EMPTY(slot));
#endif
    }
    out[t - 32] = sum;
  }
}
