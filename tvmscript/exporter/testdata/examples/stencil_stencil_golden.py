from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def stencil(A: T.Buffer((34, 66), "float32"), B: T.Buffer((34, 66), "float32")):
    C = T.sblock_alloc_buffer((2, 3, 66), "float32", scope="shared")
    with T.attr(0, "async_commit_queue_scope", 0):
        with T.attr(0, "async_scope", 1):
            for i, j in T.grid(3, 66):
                C[0, i, j] = A[i, j]
    for i in range(31):
        with T.attr(0, "async_commit_queue_scope", 0):
            with T.attr(0, "async_scope", 1):
                for j, k in T.grid(3, 66):
                    C[(i + 1) % 2, j, k] = A[j + i + 1, k]
        with T.attr(0, "async_wait_queue_scope", 0):
            with T.attr(0, "async_wait_inflight_count", 1):
                for j in range(1, 65):
                    B[i + 1, j] = (
                        (
                            C[i % 2, 0, j]
                            + C[i % 2, 1, j - 1]
                            + (C[i % 2, 1, j] + C[i % 2, 1, j + 1])
                            + C[i % 2, 2, j]
                        )
                        * 0.2
                    )
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 0):
            for i in range(1, 65):
                B[32, i] = (
                    (C[1, 0, i] + C[1, 1, i - 1] + (C[1, 1, i] + C[1, 1, i + 1]) + C[1, 2, i]) * 0.2
                )
