// Normalizes rows by mean and variance; the first warp adds up and thread 0 tells the others.
// Bug 1 (race): no barrier before the others read the mean.
// Bug 2 (race): all threads write the scale, each from what it has.
// Bug 3 (barrier, race, deadlock): the barrier is passed by the threads that have elements alone.
#include "cuda.h"

#define THREADS 128

struct Row {
  const float *in;
  float *out;
  const float *gamma, *beta;
  int width;
  float epsilon;
};

KERNEL __launch_bounds__(THREADS) layernorm(Row r) {
  __shared__ float sums[THREADS / 32], squares[THREADS / 32], mean, scale;
  const float *in = r.in + (long)blockIdx.x * r.width;
  float *out = r.out + (long)blockIdx.x * r.width;
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  float sum = 0, square = 0;
  for (int i = t; i < r.width; i += THREADS) {
    sum += in[i];
    square += in[i] * in[i];
  }
  for (int d = 16; d > 0; d /= 2) {
    sum += __shfl_down_sync(ALL, sum, d);
    square += __shfl_down_sync(ALL, square, d);
  }
  if (lane == 0) {
    sums[warp] = sum; //@3
    squares[warp] = square; //@3
  }
#if BUG == 3
  if (t < r.width) __syncthreads(); //@3
#else
  __syncthreads();
#endif
  if (t == 0) {
    for (int w = 1; w < THREADS / 32; w++) {
      sum += sums[w]; //@3
      square += squares[w]; //@3
    }
    mean = sum / r.width; //@1
#if BUG != 2
    scale = rsqrtf(square / r.width - mean * mean + r.epsilon); //@1
#endif
  }
#if BUG == 2
  scale = rsqrtf(square / r.width + r.epsilon); //@2
#endif
#if BUG != 1
  __syncthreads();
#endif
  float m = mean, s = scale; //@1
  for (int i = t; i < r.width; i += THREADS) out[i] = (in[i] - m) * s * r.gamma[i] + r.beta[i];
}
