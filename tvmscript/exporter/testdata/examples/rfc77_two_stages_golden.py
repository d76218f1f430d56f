from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def two_stages(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    C = T.sblock_alloc_buffer((2, 1), "float32")
    with T.attr(0, "async_commit_queue_scope", 0):
        with T.attr(0, "async_scope", 1):
            C[0, 0] = A[0] + 1.0
    for i in range(15):
        with T.attr(0, "async_commit_queue_scope", 0):
            with T.attr(0, "async_scope", 1):
                C[(i + 1) % 2, 0] = A[i + 1] + 1.0
        with T.attr(0, "async_wait_queue_scope", 0):
            with T.attr(0, "async_wait_inflight_count", 1):
                B[i] = C[i % 2, 0] + 1.0
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 0):
            B[15] = C[1, 0] + 1.0
