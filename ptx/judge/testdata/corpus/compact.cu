// The positive values of an array, in any order: one atomic operation for each warp.
// Bug 1 (race): the counter is raised without an atomic operation.
// Bug 2 (race): only lane 0 knows where the warp's values begin.
// Bug 3 (barrier): the lanes behind the end go around the vote, which names all.
#include "cuda.h"

KERNEL compact(const float *in, float *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31;
  float v = i < n ? in[i] : 0;
  bool keep = v > 0;
#if BUG == 3
  unsigned kept = 0;
  if (i < n) kept = __ballot_sync(ALL, keep); //@3
#else
  unsigned kept = __ballot_sync(ALL, keep);
#endif
  int begin = 0;
  if (lane == 0) {
#if BUG == 1
    begin = *count; //@1
    *count = begin + __popc(kept); //@1
#else
    begin = atomicAdd(count, __popc(kept));
#endif
  }
#if BUG != 2
  begin = __nvvm_shfl_sync_idx_i32(ALL, begin, 0, 31);
#endif
  if (keep) out[begin + __popc(kept & ((1u << lane) - 1))] = v; //@2
}
