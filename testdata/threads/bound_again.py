# A loop in a loop over threads binds the same threads.
# want: thread-loop
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 64), "float32"), C: T.Buffer((64,), "float32")):
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            with T.sblock("b"):
                acc = T.sblock_alloc_buffer((1,), "float32", scope="local")
                acc[0] = T.float32(0)
                for k in T.serial(8, annotations={"software_pipeline_stage": [0, 1], "software_pipeline_order": [0, 1], "software_pipeline_async_stages": [0]}):
                    with T.sblock("k"):
                        S = T.sblock_alloc_buffer((64,), "float32", scope="shared")
                        for t in T.thread_binding(64, thread="threadIdx.x"):
                            with T.sblock("copy"):
                                S[t] = A[k, t]
                        with T.sblock("sum"):
                            for j in range(64):
                                acc[0] = acc[0] + S[(tx + j) % 64]
                C[tx] = acc[0]
