# Each block adds to the same element of global memory, and blocks do not wait for each other.
# want: thread-place
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((4, 64), "float32"), O: T.Buffer((1,), "float32")):
    for bx in T.thread_binding(4, thread="blockIdx.x"):
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            with T.sblock("sum"):
                vb, vt = T.axis.remap("RR", [bx, tx])
                with T.init():
                    O[0] = T.float32(0)
                O[0] = O[0] + A[vb, vt]
