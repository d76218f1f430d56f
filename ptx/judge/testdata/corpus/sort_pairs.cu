// Pairs of keys and values, sorted by key within rows of 256; what is missing of a row counts as largest.
// Bug 1 (barrier): the barrier is in the condition of the lower thread of a pair.
// Bug 2 (uninitialized): what is missing of a row is not set.
// Bug 3 (race): no barrier between the last step and the row, which is written in the other direction.
#include "cuda.h"

#define ROW 256

struct Pair {
  unsigned key;
  int value;
};

KERNEL __launch_bounds__(ROW) sort_pairs(const Pair *in, Pair *out, int columns) {
  __shared__ unsigned keys[ROW];
  __shared__ int values[ROW];
  int t = threadIdx.x;
  const Pair *row = in + (long)blockIdx.x * columns;
  if (t < columns) {
    keys[t] = row[t].key;
    values[t] = row[t].value;
  }
#if BUG != 2
  else {
    keys[t] = 0xffffffffu;
    values[t] = -1;
  }
#endif
  __syncthreads();
  for (int size = 2; size <= ROW; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      int other = t ^ step;
      if (other > t) {
        bool up = (t & size) == 0;
        unsigned a = keys[t], b = keys[other]; //@2 @3
        if ((a > b) == up) { //@2
          keys[t] = b; //@3
          keys[other] = a; //@3
          int v = values[t]; //@2
          values[t] = values[other]; //@2 @3
          values[other] = v; //@3
        }
#if BUG == 1
        __syncthreads(); //@1
#endif
      }
#if BUG == 3
      if (step > 1 || size < ROW) __syncthreads();
#elif BUG != 1
      __syncthreads();
#endif
    }
  if (t < columns) {
    out[(long)blockIdx.x * columns + t].key = keys[ROW - 1 - t]; //@2 @3
    out[(long)blockIdx.x * columns + t].value = values[ROW - 1 - t]; //@2 @3
  }
}
