// Reverses the 64 elements of each block. A barrier is missing between the store and the load of other threads.
__device__ float take(const float *tile, int at) {
  return tile[at];
}

__global__ void __launch_bounds__(64) reverse(const float *in, float *out) {
  __shared__ float tile[64];
  int at = blockIdx.x * 64 + threadIdx.x;
  tile[threadIdx.x] = in[at];
  out[at] = take(tile, 63 - threadIdx.x);
}
