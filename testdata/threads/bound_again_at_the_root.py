# The same with the memory at the root.
# want: thread-loop
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 64), "float32"), C: T.Buffer((64,), "float32")):
    S = T.sblock_alloc_buffer((8, 64), "float32", scope="shared")
    acc = T.sblock_alloc_buffer((64,), "float32", scope="local")
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            with T.sblock("init"):
                vt = T.axis.spatial(64, tx)
                acc[vt] = T.float32(0)
            for k in T.serial(8, annotations={"software_pipeline_stage": [0, 1], "software_pipeline_order": [0, 1], "software_pipeline_async_stages": [0]}):
                for t in T.thread_binding(64, thread="threadIdx.x"):
                    with T.sblock("copy"):
                        v0 = T.axis.spatial(8, k)
                        v1 = T.axis.spatial(64, t)
                        S[v0, v1] = A[v0, v1]
                for j in range(64):
                    with T.sblock("sum"):
                        vt = T.axis.spatial(64, tx)
                        vk = T.axis.reduce(8, k)
                        vj = T.axis.reduce(64, j)
                        acc[vt] = acc[vt] + S[vk, (vt + vj) % 64]
            with T.sblock("store"):
                vt = T.axis.spatial(64, tx)
                C[vt] = acc[vt]
