from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def body_and_epilogue(
    A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")
):
    D = T.sblock_alloc_buffer((4, 1), "float32", scope="shared")
    with T.attr(0, "async_commit_queue_scope", 0):
        with T.attr(0, "async_scope", 1):
            D[0, 0] = A[0]
    with T.attr(0, "async_commit_queue_scope", 0):
        with T.attr(0, "async_scope", 1):
            D[1, 0] = A[1]
    with T.attr(0, "async_commit_queue_scope", 0):
        with T.attr(0, "async_scope", 1):
            D[2, 0] = A[2]
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 2):
            B[0] = D[0, 0]
    for i in range(13):
        with T.attr(0, "async_commit_queue_scope", 0):
            with T.attr(0, "async_scope", 1):
                D[(i + 3) % 4, 0] = A[i + 3]
        C[i] = D[i % 4, 0] * 2.0
        with T.attr(0, "async_wait_queue_scope", 0):
            with T.attr(0, "async_wait_inflight_count", 2):
                B[i + 1] = D[(i + 1) % 4, 0]
    C[13] = D[1, 0] * 2.0
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 1):
            B[14] = D[2, 0]
    C[14] = D[2, 0] * 2.0
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 0):
            B[15] = D[3, 0]
    C[15] = D[3, 0] * 2.0
