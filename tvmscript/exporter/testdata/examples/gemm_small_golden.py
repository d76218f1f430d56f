from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def gemm(
    A: T.Buffer((32, 64), "float32"),
    B: T.Buffer((64, 32), "float32"),
    C: T.Buffer((32, 32), "float32"),
):
    for i in T.serial(0, 32, step=16):
        for j in T.serial(0, 32, step=16):
            for k, l in T.grid(16, 16):
                C[i + k, j + l] = 0.0
            D = T.alloc_buffer((3, 16, 8), "float32", scope="shared")
            E = T.alloc_buffer((3, 8, 16), "float32", scope="shared")
            with T.attr(0, "async_commit_queue_scope", 0):
                with T.attr(0, "async_scope", 1):
                    for k, l in T.grid(16, 8):
                        D[0, k, l] = A[i + k, l]
                with T.attr(0, "async_scope", 1):
                    for k, l in T.grid(8, 16):
                        E[0, k, l] = B[k, j + l]
            with T.attr(0, "async_commit_queue_scope", 0):
                with T.attr(0, "async_scope", 1):
                    for k, l in T.grid(16, 8):
                        D[1, k, l] = A[i + k, l + 8]
                with T.attr(0, "async_scope", 1):
                    for k, l in T.grid(8, 16):
                        E[1, k, l] = B[k + 8, j + l]
            for k in range(6):
                with T.attr(0, "async_commit_queue_scope", 0):
                    with T.attr(0, "async_scope", 1):
                        for l, m in T.grid(16, 8):
                            D[(k + 2) % 3, l, m] = A[i + l, (k + 2) * 8 + m]
                    with T.attr(0, "async_scope", 1):
                        for l, m in T.grid(8, 16):
                            E[(k + 2) % 3, l, m] = B[(k + 2) * 8 + l, j + m]
                with T.attr(0, "async_wait_queue_scope", 0):
                    with T.attr(0, "async_wait_inflight_count", 2):
                        for l, m, n in T.grid(16, 16, 8):
                            C[i + l, j + m] = C[i + l, j + m] + D[k % 3, l, n] * E[k % 3, n, m]
            with T.attr(0, "async_wait_queue_scope", 0):
                with T.attr(0, "async_wait_inflight_count", 1):
                    for k, l, m in T.grid(16, 16, 8):
                        C[i + k, j + l] = C[i + k, j + l] + D[0, k, m] * E[0, m, l]
            with T.attr(0, "async_wait_queue_scope", 0):
                with T.attr(0, "async_wait_inflight_count", 0):
                    for k, l, m in T.grid(16, 16, 8):
                        C[i + k, j + l] = C[i + k, j + l] + D[1, k, m] * E[1, m, l]
