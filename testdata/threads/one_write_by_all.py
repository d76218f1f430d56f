# All threads write one element, each another value: no barrier can order one statement.
# want: check-race-waw
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32"), O: T.Buffer((64,), "float32")):
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            with T.sblock("b"):
                S = T.sblock_alloc_buffer((1,), "float32", scope="shared")
                S[0] = A[tx]
                O[tx] = S[0]
