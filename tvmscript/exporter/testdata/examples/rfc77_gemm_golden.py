from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def gemm(
    A: T.Buffer((16, 64), "float32"),
    B: T.Buffer((64, 16), "float32"),
    C: T.Buffer((16, 16), "float32"),
):
    for i, j in T.grid(16, 16):
        C[i, j] = 0.0
    D = T.alloc_buffer((4, 16, 8), "float32", scope="shared")
    E = T.alloc_buffer((4, 8, 16), "float32", scope="shared")
    F = T.alloc_buffer((2, 16, 4), "float32", scope="local")
    G = T.alloc_buffer((2, 4, 16), "float32", scope="local")
    with T.attr(0, "async_commit_queue_scope", 0):
        with T.attr(0, "async_scope", 1):
            for i, j in T.grid(16, 8):
                D[0, i, j] = A[i, j]
        with T.attr(0, "async_scope", 1):
            for i, j in T.grid(8, 16):
                E[0, i, j] = B[i, j]
    with T.attr(0, "async_commit_queue_scope", 0):
        with T.attr(0, "async_scope", 1):
            for i, j in T.grid(16, 8):
                D[1, i, j] = A[i, j + 8]
        with T.attr(0, "async_scope", 1):
            for i, j in T.grid(8, 16):
                E[1, i, j] = B[i + 8, j]
    with T.attr(0, "async_commit_queue_scope", 0):
        with T.attr(0, "async_scope", 1):
            for i, j in T.grid(16, 8):
                D[2, i, j] = A[i, j + 16]
        with T.attr(0, "async_scope", 1):
            for i, j in T.grid(8, 16):
                E[2, i, j] = B[i + 16, j]
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 2):
            for i, j in T.grid(16, 4):
                F[0, i, j] = D[0, i, j]
            for i, j in T.grid(4, 16):
                G[0, i, j] = E[0, i, j]
    for i in range(5):
        with T.attr(0, "async_commit_queue_scope", 0):
            with T.attr(0, "async_scope", 1):
                for j, k in T.grid(16, 8):
                    D[(i + 3) % 4, j, k] = A[j, (i + 3) * 8 + k]
            with T.attr(0, "async_scope", 1):
                for j, k in T.grid(8, 16):
                    E[(i + 3) % 4, j, k] = B[(i + 3) * 8 + j, k]
        for j, k in T.grid(16, 4):
            F[1, j, k] = D[i % 4, j, k + 4]
        for j, k in T.grid(4, 16):
            G[1, j, k] = E[i % 4, j + 4, k]
        for j, k, l in T.grid(16, 16, 4):
            C[j, k] = C[j, k] + F[0, j, l] * G[0, l, k]
        with T.attr(0, "async_wait_queue_scope", 0):
            with T.attr(0, "async_wait_inflight_count", 2):
                for j, k in T.grid(16, 4):
                    F[0, j, k] = D[(i + 1) % 4, j, k]
                for j, k in T.grid(4, 16):
                    G[0, j, k] = E[(i + 1) % 4, j, k]
        for j, k, l in T.grid(16, 16, 4):
            C[j, k] = C[j, k] + F[1, j, l] * G[1, l, k]
    for i, j in T.grid(16, 4):
        F[1, i, j] = D[1, i, j + 4]
    for i, j in T.grid(4, 16):
        G[1, i, j] = E[1, i + 4, j]
    for i, j, k in T.grid(16, 16, 4):
        C[i, j] = C[i, j] + F[0, i, k] * G[0, k, j]
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 1):
            for i, j in T.grid(16, 4):
                F[0, i, j] = D[2, i, j]
            for i, j in T.grid(4, 16):
                G[0, i, j] = E[2, i, j]
    for i, j, k in T.grid(16, 16, 4):
        C[i, j] = C[i, j] + F[1, i, k] * G[1, k, j]
    for i, j in T.grid(16, 4):
        F[1, i, j] = D[2, i, j + 4]
    for i, j in T.grid(4, 16):
        G[1, i, j] = E[2, i + 4, j]
    for i, j, k in T.grid(16, 16, 4):
        C[i, j] = C[i, j] + F[0, i, k] * G[0, k, j]
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 0):
            for i, j in T.grid(16, 4):
                F[0, i, j] = D[3, i, j]
            for i, j in T.grid(4, 16):
                G[0, i, j] = E[3, i, j]
    for i, j, k in T.grid(16, 16, 4):
        C[i, j] = C[i, j] + F[1, i, k] * G[1, k, j]
    for i, j in T.grid(16, 4):
        F[1, i, j] = D[3, i, j + 4]
    for i, j in T.grid(4, 16):
        G[1, i, j] = E[3, i + 4, j]
    for i, j, k in T.grid(16, 16, 4):
        C[i, j] = C[i, j] + F[0, i, k] * G[0, k, j]
    for i, j, k in T.grid(16, 16, 4):
        C[i, j] = C[i, j] + F[1, i, k] * G[1, k, j]
