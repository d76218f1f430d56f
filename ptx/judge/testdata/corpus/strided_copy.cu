// Copies a matrix between pitched buffers; the views are structs by value.
// Bug 1 (race): rows of the destination overlap, as its pitch is taken to be the half.
// Bug 2 (bounds): one row too many.
// Bug 3 (race): all rows of blocks go to the first one's rows.
#include "cuda.h"

struct View {
  float *data;
  int rows, cols, pitch;
};

KERNEL strided_copy(View to, View from) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
#if BUG == 2
  if (x < from.cols && y <= from.rows)
#else
  if (x < from.cols && y < from.rows)
#endif
#if BUG == 1
    to.data[y * (to.cols / 2) + x] = from.data[y * from.pitch + x]; //@1
#elif BUG == 3
    to.data[threadIdx.y * to.pitch + x] = from.data[y * from.pitch + x]; //@3
#else
    to.data[y * to.pitch + x] = from.data[y * from.pitch + x]; //@2
#endif
}
