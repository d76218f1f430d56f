// How often each digit of four bits comes in the keys of a block, for a sort: a column for each block.
// Bug 1 (race): the blocks have one column.
// Bug 2 (race): the digits are counted without atomic operations.
// Bug 3 (race): no barrier between the counting and the column.
#include "cuda.h"

#define DIGITS 16
#define ITEMS 4

KERNEL radix_count(const unsigned *keys, int *columns, int n, int bit) {
  __shared__ int digits[DIGITS];
  if (threadIdx.x < DIGITS) digits[threadIdx.x] = 0;
  __syncthreads();
  int begin = blockIdx.x * blockDim.x * ITEMS;
  for (int k = 0; k < ITEMS; k++) {
    int i = begin + k * blockDim.x + threadIdx.x;
    if (i < n) {
      unsigned digit = keys[i] >> bit & (DIGITS - 1);
#if BUG == 2
      digits[digit] += 1; //@2
#else
      atomicAdd(&digits[digit], 1); //@3
#endif
    }
  }
#if BUG != 3
  __syncthreads();
#endif
  if (threadIdx.x < DIGITS)
#if BUG == 1
    columns[threadIdx.x * gridDim.x] = digits[threadIdx.x]; //@1
#else
    columns[threadIdx.x * gridDim.x + blockIdx.x] = digits[threadIdx.x]; //@3
#endif
}
