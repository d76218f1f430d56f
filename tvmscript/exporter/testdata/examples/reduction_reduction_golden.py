from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def reduction(a: T.handle, B: T.Buffer((), "float64"), C: T.Buffer((), "float64")):
    n = T.int32()
    A = T.match_buffer(a, (n, 64), "float64")
    B[()] = 0.0
    C[()] = T.float64("-inf")
    D = T.alloc_buffer((3, 64), "float64", scope="shared")
    with T.attr(0, "async_commit_queue_scope", 0):
        if n > 0:
            with T.attr(0, "async_scope", 1):
                for i in range(64):
                    D[0, i] = A[0, i]
    with T.attr(0, "async_commit_queue_scope", 0):
        if n > 1:
            with T.attr(0, "async_scope", 1):
                for i in range(64):
                    D[1, i] = A[1, i]
    for i in range(n - 2):
        with T.attr(0, "async_commit_queue_scope", 0):
            with T.attr(0, "async_scope", 1):
                for j in range(64):
                    D[(i + 2) % 3, j] = A[i + 2, j]
        with T.attr(0, "async_wait_queue_scope", 0):
            with T.attr(0, "async_wait_inflight_count", 2):
                for j in range(64):
                    B[()] = B[()] + D[i % 3, j]
        for j in range(64):
            C[()] = T.max(C[()], D[i % 3, j])
    with T.attr(0, "async_commit_queue_scope", 0):
        T.evaluate(0)
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 2):
            if T.max(n, 2) - 2 < n:
                for i in range(64):
                    B[()] = B[()] + D[(T.max(n, 2) - 2) % 3, i]
    if T.max(n, 2) - 2 < n:
        for i in range(64):
            C[()] = T.max(C[()], D[(T.max(n, 2) - 2) % 3, i])
    with T.attr(0, "async_commit_queue_scope", 0):
        T.evaluate(0)
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 2):
            if T.max(n, 2) - 1 < n:
                for i in range(64):
                    B[()] = B[()] + D[(T.max(n, 2) - 1) % 3, i]
    if T.max(n, 2) - 1 < n:
        for i in range(64):
            C[()] = T.max(C[()], D[(T.max(n, 2) - 1) % 3, i])
