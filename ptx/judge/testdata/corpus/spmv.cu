// A sparse matrix in compressed rows times a vector, a warp for each row.
// Bug 1 (race): all lanes write, though the sum is in lane 0 alone.
// Bug 2 (race): no barrier of the warp in the tree.
// Bug 3 (bounds): one row too many.
#include "cuda.h"

#define THREADS 128

struct Matrix {
  const int *starts, *columns;
  const float *values;
  int rows;
};

KERNEL __launch_bounds__(THREADS) spmv(Matrix m, const float *x, float *y) {
  __shared__ float sums[THREADS];
  int t = threadIdx.x, lane = t % 32, row = (blockIdx.x * THREADS + t) / 32;
#if BUG == 3
  if (row <= m.rows) {
#else
  if (row < m.rows) {
#endif
    float sum = 0;
    int end = m.starts[row + 1]; //@3
    for (int i = m.starts[row] + lane; i < end; i += 32) sum += m.values[i] * x[m.columns[i]];
    sums[t] = sum; //@2
    for (int d = 16; d > 0; d /= 2) {
#if BUG != 2
      __syncwarp();
#endif
      if (lane < d) sums[t] = sum += sums[t + d]; //@2
    }
#if BUG == 1
    y[row] = sum; //@1
#else
    if (lane == 0) y[row] = sum; //@3
#endif
  }
}
