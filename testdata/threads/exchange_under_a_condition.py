# Threads exchange data within a condition that not all of them fulfil: no barrier can stand there.
# want: barrier-condition
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32"), O: T.Buffer((64,), "float32")):
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            with T.sblock("b"):
                S = T.sblock_alloc_buffer((64,), "float32", scope="shared")
                S[tx] = A[tx]
                if tx < 32:
                    S[tx] = A[tx + 32]
                    O[tx] = S[31 - tx]
                O[tx] = A[tx]
