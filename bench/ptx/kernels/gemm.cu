// C = A * B, a tile of 128 x 128 for each block of 256 threads, 8 columns of A and 8 rows of B at a time in
// shared memory; each thread has 8 x 8 elements of C.
//   clang-22 -x cuda --cuda-device-only -nocudainc -nocudalib --cuda-gpu-arch=sm_80 --cuda-feature=+ptx80 -O2
//     -S gemm.cu -o gemm.ptx
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
extern "C" __device__ void __syncthreads();
typedef float float4 __attribute__((ext_vector_type(4)));

extern "C" __global__ void __launch_bounds__(256) gemm(const float *a, const float *b, float *c, int n, int k) {
  __shared__ __attribute__((aligned(16))) float as[8][128];
  __shared__ __attribute__((aligned(16))) float bs[8][128];
  int t = __nvvm_read_ptx_sreg_tid_x(), tx = t % 16, ty = t / 16;
  int row = __nvvm_read_ptx_sreg_ctaid_y() * 128, column = __nvvm_read_ptx_sreg_ctaid_x() * 128;
  float sum[8][8] = {};
  for (int step = 0; step < k; step += 8) {
    float4 x = *(const float4 *)&a[(row + t / 2) * k + step + t % 2 * 4];
    as[t % 2 * 4 + 0][t / 2] = x.x;
    as[t % 2 * 4 + 1][t / 2] = x.y;
    as[t % 2 * 4 + 2][t / 2] = x.z;
    as[t % 2 * 4 + 3][t / 2] = x.w;
    *(float4 *)&bs[t / 32][t % 32 * 4] = *(const float4 *)&b[(step + t / 32) * n + column + t % 32 * 4];
    __syncthreads();
#pragma unroll
    for (int l = 0; l < 8; l++) {
      float4 av[2] = {*(const float4 *)&as[l][ty * 8], *(const float4 *)&as[l][ty * 8 + 4]};
      float4 bv[2] = {*(const float4 *)&bs[l][tx * 8], *(const float4 *)&bs[l][tx * 8 + 4]};
#pragma unroll
      for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 8; j++) sum[i][j] += av[i / 4][i % 4] * bv[j / 4][j % 4];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 8; i++)
#pragma unroll
    for (int j = 0; j < 8; j += 4)
      *(float4 *)&c[(row + ty * 8 + i) * n + column + tx * 8 + j] =
          (float4){sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]};
}
