# One statement reduces over two axes of threads into memory of one thread: refused.
# want: thread-local
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 8), "float32"), O: T.Buffer((1,), "float32")):
    R = T.sblock_alloc_buffer((1,), "float32", scope="local")
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        for ty in T.thread_binding(8, thread="threadIdx.y"):
            for tx in T.thread_binding(8, thread="threadIdx.x"):
                with T.sblock("sum"):
                    vy, vx = T.axis.remap("RR", [ty, tx])
                    with T.init():
                        R[0] = T.float32(0)
                    R[0] = R[0] + A[vy, vx]
        for ty in T.thread_binding(1, thread="threadIdx.y"):
            for tx in T.thread_binding(1, thread="threadIdx.x"):
                with T.sblock("out"):
                    O[0] = R[0]
