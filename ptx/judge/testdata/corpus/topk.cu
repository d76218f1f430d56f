// The k largest of a row: k rounds of a tree over the block that finds the largest left.
// Bug 1 (race): no barrier between the end of a round and the next round's candidates.
// Bug 2 (race): no barrier in the tree.
// Bug 3 (bounds, uninitialized): the first step of the tree reaches over the whole block.
#include "cuda.h"

#define THREADS 128
#define ROW 1024

KERNEL __launch_bounds__(THREADS) topk(const float *in, float *values, int *places, int n, int k) {
  __shared__ float row[ROW];
  __shared__ float best[THREADS];
  __shared__ int place[THREADS];
  int t = threadIdx.x;
  if (n > ROW) n = ROW;
  for (int i = t; i < n; i += THREADS) row[i] = in[(long)blockIdx.x * n + i];
  __syncthreads();
  for (int round = 0; round < k; round++) {
    float largest = -1e30f;
    int at = -1;
    for (int i = t; i < n; i += THREADS)
      if (row[i] > largest) { //@1
        largest = row[i];
        at = i;
      }
    best[t] = largest; //@1 @2 @3
    place[t] = at; //@1 @2 @3
    __syncthreads();
#if BUG == 3
    for (int s = THREADS; s > 0; s /= 2) {
#else
    for (int s = THREADS / 2; s > 0; s /= 2) {
#endif
      if (t < s && best[t + s] > best[t]) { //@2 @3
        best[t] = best[t + s]; //@2 @3
        place[t] = place[t + s]; //@2 @3
      }
#if BUG != 2
      __syncthreads();
#endif
    }
    if (t == 0) {
      values[blockIdx.x * k + round] = best[0]; //@1
      places[blockIdx.x * k + round] = place[0]; //@1
      if (place[0] >= 0) row[place[0]] = -1e30f; //@1
    }
#if BUG != 1
    __syncthreads();
#endif
  }
}
