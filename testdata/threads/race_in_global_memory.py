# Threads exchange data through global memory in one loop over threads, where nothing lets them wait.
# want: check-race-raw
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32"), O: T.Buffer((64,), "float32")):
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            with T.sblock("b"):
                O[tx] = A[tx]
                O[tx] = O[63 - tx] + A[tx]
