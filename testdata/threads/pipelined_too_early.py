# A thread would fetch its element of the next row before its neighbour has used that of this row.
# want: pipeline-dependence
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 64), "float32"), O: T.Buffer((8, 64), "float32")):
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            with T.sblock("b"):
                S = T.sblock_alloc_buffer((65,), "float32", scope="shared")
                S[tx + 1] = A[0, tx]
                for k in T.serial(8, annotations={"software_pipeline_stage": [0, 1], "software_pipeline_order": [0, 1]}):
                    S[tx] = A[k, tx]
                    O[k, tx] = S[tx + 1]
                O[0, tx] = O[0, tx] + S[tx]
