from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def predicated_producer(a: T.handle, p: T.handle, c: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n,), "float32")
    P = T.match_buffer(p, (n,), "bool")
    C = T.match_buffer(c, (n,), "float32")
    shared = T.sblock_alloc_buffer((3, 1), "float32", scope="shared")
    with T.attr(0, "async_commit_queue_scope", 0):
        if n > 0:
            with T.attr(0, "async_scope", 1):
                if P[0]:
                    shared[0, 0] = A[0]
                else:
                    shared[0, 0] = 0.0
    with T.attr(0, "async_commit_queue_scope", 0):
        if n > 1:
            with T.attr(0, "async_scope", 1):
                if P[1]:
                    shared[1, 0] = A[1]
                else:
                    shared[1, 0] = 0.0
    for i in range(n - 2):
        with T.attr(0, "async_commit_queue_scope", 0):
            with T.attr(0, "async_scope", 1):
                if P[i + 2]:
                    shared[(i + 2) % 3, 0] = A[i + 2]
                else:
                    shared[(i + 2) % 3, 0] = 0.0
        with T.attr(0, "async_wait_queue_scope", 0):
            with T.attr(0, "async_wait_inflight_count", 2):
                with T.sblock("consumer"):
                    T.reads(shared[i % 3, 0])
                    T.writes(C[i])
                    C[i] = shared[i % 3, 0]
    with T.attr(0, "async_commit_queue_scope", 0):
        T.evaluate(0)
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 2):
            if T.max(n, 2) - 2 < n:
                with T.sblock("consumer"):
                    T.reads(shared[(T.max(n, 2) - 2) % 3, 0])
                    T.writes(C[T.max(n, 2) - 2])
                    C[T.max(n, 2) - 2] = shared[(T.max(n, 2) - 2) % 3, 0]
    with T.attr(0, "async_commit_queue_scope", 0):
        T.evaluate(0)
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 2):
            if T.max(n, 2) - 1 < n:
                with T.sblock("consumer"):
                    T.reads(shared[(T.max(n, 2) - 1) % 3, 0])
                    T.writes(C[T.max(n, 2) - 1])
                    C[T.max(n, 2) - 1] = shared[(T.max(n, 2) - 1) % 3, 0]
