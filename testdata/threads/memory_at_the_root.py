# The memory of the block is allocated at the root, and two blocks of statements exchange data in it.
# want: proven
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32"), O: T.Buffer((64,), "float32")):
    S = T.sblock_alloc_buffer((64,), "float32", scope="shared")
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            with T.sblock("w"):
                S[tx] = A[tx]
            with T.sblock("r"):
                O[tx] = S[63 - tx]
