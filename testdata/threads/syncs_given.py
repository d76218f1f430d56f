# Copies, waits and T.tvm_storage_sync by hand, and all of them right: one group stays in flight.
# want: proven, counts 1 0
from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((8, 128), "float16"), C: T.Buffer((8, 128), "float16")):
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        for tx in T.thread_binding(16, thread="threadIdx.x"):
            with T.block("b"):
                S = T.alloc_buffer((2, 128), "float16", scope="shared")
                T.evaluate(T.ptx_cp_async(S.data, tx * 8, A.data, tx * 8, 16, dtype="float16"))
                T.evaluate(T.ptx_commit_group(dtype=""))
                for i in range(7):
                    T.evaluate(T.ptx_cp_async(S.data, (i + 1) % 2 * 128 + tx * 8, A.data, (i + 1) * 128 + tx * 8, 16, dtype="float16"))
                    T.evaluate(T.ptx_commit_group(dtype=""))
                    T.evaluate(T.ptx_wait_group(1, dtype=""))
                    T.evaluate(T.tvm_storage_sync("shared"))
                    for x in range(8):
                        C[i, tx * 8 + x] = S[i % 2, 127 - (tx * 8 + x)]
                    T.evaluate(T.tvm_storage_sync("shared"))
                T.evaluate(T.ptx_wait_group(0, dtype=""))
                T.evaluate(T.tvm_storage_sync("shared"))
                for x in range(8):
                    C[7, tx * 8 + x] = S[1, 127 - (tx * 8 + x)]
