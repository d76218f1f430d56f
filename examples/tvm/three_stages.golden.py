from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def three_stages(A: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32")):
    B = T.sblock_alloc_buffer((3, 1), "float32")
    C = T.sblock_alloc_buffer((2, 1), "float32")
    with T.attr(0, "async_commit_queue_scope", 0):
        with T.attr(0, "async_scope", 1):
            B[0, 0] = A[0] + 1.0
    with T.attr(0, "async_commit_queue_scope", 0):
        with T.attr(0, "async_scope", 1):
            B[1, 0] = A[1] + 1.0
    with T.attr(0, "async_commit_queue_scope", 1):
        with T.attr(0, "async_wait_queue_scope", 0):
            with T.attr(0, "async_wait_inflight_count", 1):
                with T.attr(0, "async_scope", 1):
                    C[0, 0] = B[0, 0] + 1.0
    for i in range(14):
        with T.attr(0, "async_commit_queue_scope", 0):
            with T.attr(0, "async_scope", 1):
                B[(i + 2) % 3, 0] = A[i + 2] + 1.0
        with T.attr(0, "async_commit_queue_scope", 1):
            with T.attr(0, "async_wait_queue_scope", 0):
                with T.attr(0, "async_wait_inflight_count", 1):
                    with T.attr(0, "async_scope", 1):
                        C[(i + 1) % 2, 0] = B[(i + 1) % 3, 0] + 1.0
        with T.attr(0, "async_wait_queue_scope", 1):
            with T.attr(0, "async_wait_inflight_count", 1):
                D[i] = C[i % 2, 0] + 1.0
    with T.attr(0, "async_commit_queue_scope", 1):
        with T.attr(0, "async_wait_queue_scope", 0):
            with T.attr(0, "async_wait_inflight_count", 0):
                with T.attr(0, "async_scope", 1):
                    C[1, 0] = B[0, 0] + 1.0
    with T.attr(0, "async_wait_queue_scope", 1):
        with T.attr(0, "async_wait_inflight_count", 1):
            D[14] = C[0, 0] + 1.0
    with T.attr(0, "async_wait_queue_scope", 1):
        with T.attr(0, "async_wait_inflight_count", 0):
            D[15] = C[1, 0] + 1.0
