# Some threads wait for all, and the others do not come.
# want: check-divergent-barrier
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(O: T.Buffer((64,), "float32")):
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            with T.sblock("b"):
                S = T.sblock_alloc_buffer((64,), "float32", scope="shared")
                if tx % 2 == 0:
                    S[tx] = T.cast(tx, "float32")
                    T.evaluate(T.tvm_storage_sync("shared"))
                    O[tx] = S[62 - tx]
