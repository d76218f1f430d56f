# The sum over threads is not alone in its loop, and its memory is that of one thread: refused.
# want: thread-local
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32"), O: T.Buffer((64,), "float32")):
    R = T.sblock_alloc_buffer((1,), "float32", scope="local")
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            with T.sblock("sum"):
                if tx == 0:
                    R[0] = T.float32(0)
                R[0] = R[0] + A[tx]
            with T.sblock("out"):
                O[tx] = A[tx]
