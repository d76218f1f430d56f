# Threads in pairs swap elements by a subscript that is no linear form.
# want: proven
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32"), O: T.Buffer((64,), "float32")):
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            with T.sblock("b"):
                S = T.sblock_alloc_buffer((128,), "float32", scope="shared")
                S[tx] = A[tx]
                O[tx] = S[T.bitwise_xor(tx, 1)]
