# Threads along x reduce a row for each thread along y, into memory of the block.
# want: proven
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((4, 16), "float32"), O: T.Buffer((4,), "float32")):
    R = T.sblock_alloc_buffer((4,), "float32", scope="shared")
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        for ty in T.thread_binding(4, thread="threadIdx.y"):
            for tx in T.thread_binding(16, thread="threadIdx.x"):
                with T.sblock("sum"):
                    vy, vx = T.axis.remap("SR", [ty, tx])
                    with T.init():
                        R[vy] = T.float32(0)
                    R[vy] = R[vy] + A[vy, vx]
        for ty in T.thread_binding(1, thread="threadIdx.y"):
            for tx in T.thread_binding(4, thread="threadIdx.x"):
                with T.sblock("out"):
                    vx = T.axis.spatial(4, tx)
                    O[vx] = R[vx]
