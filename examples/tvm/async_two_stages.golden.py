from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def async_two_stages(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
    B = T.sblock_alloc_buffer((2, 1), "float32")
    with T.attr(0, "async_commit_queue_scope", 0):
        with T.attr(0, "async_scope", 1):
            B[0, 0] = A[0] + 1.0
    for i in range(15):
        with T.attr(0, "async_commit_queue_scope", 0):
            with T.attr(0, "async_scope", 1):
                B[(i + 1) % 2, 0] = A[i + 1] + 1.0
        with T.attr(0, "async_wait_queue_scope", 0):
            with T.attr(0, "async_wait_inflight_count", 1):
                with T.sblock("consume"):
                    T.reads(B[i % 2, 0])
                    T.writes(C[i])
                    C[i] = B[i % 2, 0] + 1.0
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 0):
            with T.sblock("consume"):
                T.reads(B[1, 0])
                T.writes(C[15])
                C[15] = B[1, 0] + 1.0
