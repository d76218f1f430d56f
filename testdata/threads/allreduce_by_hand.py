# A reduction of threads by its intrinsic is not lowered.
# want: thread-collective
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32"), O: T.Buffer((64,), "float32")):
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            with T.sblock("b"):
                R = T.sblock_alloc_buffer((1,), "float32", scope="local")
                with T.attr(T.comm_reducer(lambda x, y: x + y, [T.float32(0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0))):
                    T.tvm_thread_allreduce(T.uint32(1), A[tx], T.bool(True), R[0], tx)
                O[tx] = R[0]
