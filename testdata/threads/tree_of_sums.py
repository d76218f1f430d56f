# A tree of sums, whose steps are loops over threads of their own: no barrier stands within a step.
# want: proven
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32"), O: T.Buffer((64,), "float32")):
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        with T.sblock("b"):
            S = T.sblock_alloc_buffer((64,), "float32", scope="shared")
            for tx in T.thread_binding(64, thread="threadIdx.x"):
                S[tx] = A[tx]
            for i in range(6):
                for tx in T.thread_binding(64, thread="threadIdx.x"):
                    if tx < T.shift_right(32, i):
                        S[tx] = S[tx] + S[tx + T.shift_right(32, i)]
            for tx in T.thread_binding(64, thread="threadIdx.x"):
                O[tx] = S[0]
