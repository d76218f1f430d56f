# A sum over threads as dlight makes it: partial sums in memory of each thread, and a loop that adds them.
# want: proven
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((4, 64), "float32"), O: T.Buffer((4,), "float32")):
    P = T.sblock_alloc_buffer((64, 4), "float32", scope="local")
    R = T.sblock_alloc_buffer((4,), "float32", scope="local")
    for bx in T.thread_binding(4, thread="blockIdx.x"):
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            with T.sblock("rf"):
                vt, v = T.axis.remap("SS", [tx, bx])
                P[vt, v] = A[v, vt] * T.float32(2)
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            with T.sblock("sum"):
                vt, v = T.axis.remap("RS", [tx, bx])
                with T.init():
                    R[v] = T.float32(0)
                R[v] = R[v] + P[vt, v]
        for tx in T.thread_binding(1, thread="threadIdx.x"):
            with T.sblock("out"):
                v = T.axis.spatial(4, bx)
                O[v] = R[v]
