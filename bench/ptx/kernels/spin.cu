// Block 0 waits for a flag that block 1 sets when it has gone round n times, and takes over its result.
//   clang-22 -x cuda --cuda-device-only -nocudainc -nocudalib --cuda-gpu-arch=sm_80 --cuda-feature=+ptx80 -O2
//     -S spin.cu -o spin.ptx
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))

extern "C" __global__ void spin(unsigned *data, unsigned *flag, unsigned *out, int n) {
  if (__nvvm_read_ptx_sreg_tid_x() != 0) return;
  if (__nvvm_read_ptx_sreg_ctaid_x() == 0) {
    unsigned set;
    do asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(set) : "l"(flag) : "memory");
    while (set == 0);
    *out = *data;
    return;
  }
  unsigned x = 1;
#pragma unroll 1
  for (int i = 0; i < n; i++) x = x * 1664525u + (x >> 16);
  *data = x;
  asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(flag), "r"(1u) : "memory");
}
