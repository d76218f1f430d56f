// What the kernels of this folder need of CUDA's headers, for clang without CUDA.
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
// Functions of this file have no lines of their own: what they become has the line of the call.
#define __forceinline__ inline __attribute__((always_inline, nodebug))
#define KERNEL extern "C" __global__ void

// BUG is the number of the mistake that a file is compiled with; 0 is the kernel as it should be.
#ifndef BUG
#define BUG 0
#endif

#define AXIS(name, axis) \
  __declspec(property(get = get_##axis)) unsigned axis; \
  static __device__ __forceinline__ unsigned get_##axis() { return __nvvm_read_ptx_sreg_##name##_##axis(); }
struct ThreadIdx { AXIS(tid, x) AXIS(tid, y) AXIS(tid, z) };
struct BlockIdx { AXIS(ctaid, x) AXIS(ctaid, y) AXIS(ctaid, z) };
struct BlockDim { AXIS(ntid, x) AXIS(ntid, y) AXIS(ntid, z) };
struct GridDim { AXIS(nctaid, x) AXIS(nctaid, y) AXIS(nctaid, z) };
#undef AXIS
extern const __device__ ThreadIdx threadIdx;
extern const __device__ BlockIdx blockIdx;
extern const __device__ BlockDim blockDim;
extern const __device__ GridDim gridDim;

struct alignas(16) float4 { float x, y, z, w; };
struct alignas(8) float2 { float x, y; };

#define ALL 0xffffffffu
#define __syncthreads() __nvvm_bar_sync(0)
#define __syncwarp() __nvvm_bar_warp_sync(ALL)
#define __threadfence() __nvvm_membar_gl()
#define __threadfence_block() __nvvm_membar_cta()
#define __shfl_down_sync(mask, v, d) __nvvm_shfl_sync_down_f32(mask, v, d, 31)
#define __shfl_xor_sync(mask, v, d) __nvvm_shfl_sync_bfly_f32(mask, v, d, 31)
#define __shfl_sync(mask, v, l) __nvvm_shfl_sync_idx_f32(mask, v, l, 31)
#define __shfl_up_int(mask, v, d) __nvvm_shfl_sync_up_i32(mask, v, d, 0)
#define __shfl_down_int(mask, v, d) __nvvm_shfl_sync_down_i32(mask, v, d, 31)
#define __ballot_sync(mask, p) __nvvm_vote_ballot_sync(mask, p)
#define fmaxf(a, b) __builtin_fmaxf(a, b)
#define __popc(x) __builtin_popcount(x)

static __device__ __forceinline__ int atomicAdd(int *p, int v) { return __nvvm_atom_add_gen_i(p, v); }
static __device__ __forceinline__ unsigned atomicAdd(unsigned *p, unsigned v) {
  return __nvvm_atom_add_gen_i((int *)p, v);
}
static __device__ __forceinline__ float atomicAdd(float *p, float v) { return __nvvm_atom_add_gen_f(p, v); }
static __device__ __forceinline__ int atomicCAS(int *p, int old, int v) {
  __scoped_atomic_compare_exchange_n(p, &old, v, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                     __MEMORY_SCOPE_DEVICE);
  return old;
}
static __device__ __forceinline__ int atomicExch(int *p, int v) { return __nvvm_atom_xchg_gen_i(p, v); }
static __device__ __forceinline__ unsigned atomicInc(unsigned *p, unsigned limit) {
  return __nvvm_atom_inc_gen_ui(p, limit);
}
static __device__ __forceinline__ float rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
static __device__ __forceinline__ float exp2f(float x) { return __nvvm_ex2_approx_f(x); }
static __device__ __forceinline__ unsigned toShared(const void *p) {
  return (unsigned)(unsigned long)(const __attribute__((address_space(3))) void *)p;
}
