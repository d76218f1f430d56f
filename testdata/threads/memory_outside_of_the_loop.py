# The memory of the block is allocated outside of the loop over threads.
# want: proven
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32"), O: T.Buffer((64,), "float32")):
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        with T.sblock("b"):
            S = T.sblock_alloc_buffer((64,), "float32", scope="shared")
            for tx in T.thread_binding(64, thread="threadIdx.x"):
                S[tx] = A[tx]
                O[tx] = S[63 - tx]
