# What stands in a loop over threads along y, but in none along x, is done by the first thread along x.
# want: proven
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((4, 16), "float32"), O: T.Buffer((4, 16), "float32")):
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        with T.sblock("b"):
            S = T.sblock_alloc_buffer((4,), "float32", scope="shared")
            for ty in T.thread_binding(4, thread="threadIdx.y"):
                S[ty] = A[ty, 0]
                S[ty] = S[ty] + A[ty, 1]
                for tx in T.thread_binding(16, thread="threadIdx.x"):
                    O[ty, tx] = S[ty] + A[ty, tx]
