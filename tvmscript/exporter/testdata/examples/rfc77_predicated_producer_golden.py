from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def predicated_producer(a: T.handle, b: T.handle, c: T.handle, n: T.int32):
    m = T.int32()
    k = T.int32()
    l = T.int32()
    A = T.match_buffer(a, (m,), "float32")
    B = T.match_buffer(b, (k,), "bool")
    C = T.match_buffer(c, (l,), "float32")
    D = T.sblock_alloc_buffer((3, 1), "float32", scope="shared")
    with T.attr(0, "async_commit_queue_scope", 0):
        if n > 0:
            with T.attr(0, "async_scope", 1):
                if B[0]:
                    D[0, 0] = A[0]
                else:
                    D[0, 0] = 0.0
    with T.attr(0, "async_commit_queue_scope", 0):
        if n > 1:
            with T.attr(0, "async_scope", 1):
                if B[1]:
                    D[1, 0] = A[1]
                else:
                    D[1, 0] = 0.0
    for i in range(n - 2):
        with T.attr(0, "async_commit_queue_scope", 0):
            with T.attr(0, "async_scope", 1):
                if B[i + 2]:
                    D[(i + 2) % 3, 0] = A[i + 2]
                else:
                    D[(i + 2) % 3, 0] = 0.0
        with T.attr(0, "async_wait_queue_scope", 0):
            with T.attr(0, "async_wait_inflight_count", 2):
                C[i] = D[i % 3, 0]
    with T.attr(0, "async_commit_queue_scope", 0):
        T.evaluate(0)
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 2):
            if T.max(n, 2) - 2 < n:
                C[T.max(n, 2) - 2] = D[(T.max(n, 2) - 2) % 3, 0]
    with T.attr(0, "async_commit_queue_scope", 0):
        T.evaluate(0)
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 2):
            if T.max(n, 2) - 1 < n:
                C[T.max(n, 2) - 1] = D[(T.max(n, 2) - 1) % 3, 0]
