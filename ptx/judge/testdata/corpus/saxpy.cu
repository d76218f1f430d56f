// y = a * x + y, in a loop over the grid.
// Bug 1 (bounds): one element too many.
// Bug 2 (race): the blocks do not have elements of their own.
// Bug 3 (race): the stride is that of one block.
#include "cuda.h"

KERNEL saxpy(float a, const float *x, float *y, int n) {
#if BUG == 2
  int i = threadIdx.x;
#else
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#endif
#if BUG == 1
  for (; i <= n; i += gridDim.x * blockDim.x)
#elif BUG == 3
  for (; i < n; i += blockDim.x)
#else
  for (; i < n; i += gridDim.x * blockDim.x)
#endif
    y[i] = a * x[i] + y[i]; //@1 @2 @3
}
