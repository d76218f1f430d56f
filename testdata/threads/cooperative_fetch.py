# Threads fetch a row together, and all read all of it: barriers stand on both sides of the fetch.
# want: proven
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 64), "float32"), C: T.Buffer((64,), "float32")):
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            with T.sblock("b"):
                S = T.sblock_alloc_buffer((64,), "float32", scope="shared")
                acc = T.sblock_alloc_buffer((1,), "float32", scope="local")
                acc[0] = T.float32(0)
                for k in range(8):
                    S[tx] = A[k, tx]
                    for j in range(64):
                        acc[0] = acc[0] + S[(tx + j) % 64]
                C[tx] = acc[0]
