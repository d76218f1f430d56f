# A reduction whose loop is bound to threads, with its result in global memory.
# want: proven
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32"), O: T.Buffer((1,), "float32")):
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            with T.sblock("sum"):
                vt = T.axis.reduce(64, tx)
                with T.init():
                    O[0] = T.float32(0)
                O[0] = O[0] + A[vt]
