from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def stencil(A: T.Buffer((26, 264), "float32"), B: T.Buffer((24, 256), "float32")):
    for bx in T.thread_binding(2, thread="blockIdx.x"):
        S = T.alloc_buffer((3, 6, 136), "float32", scope="shared")
        with T.attr(0, "async_commit_queue_scope", 0):
            with T.attr(0, "async_scope", 1):
                for tx in T.thread_binding(128, thread="threadIdx.x"):
                    for r in range(6):
                        if tx < 34:
                            for v in T.vectorized(4):
                                S[0, r, tx * 4 + v] = A[r, bx * 128 + tx * 4 + v]
        with T.attr(0, "async_commit_queue_scope", 0):
            with T.attr(0, "async_scope", 1):
                for tx in T.thread_binding(128, thread="threadIdx.x"):
                    for r in range(6):
                        if tx < 34:
                            for v in T.vectorized(4):
                                S[1, r, tx * 4 + v] = A[r + 4, bx * 128 + tx * 4 + v]
        for i in range(4):
            with T.attr(0, "async_commit_queue_scope", 0):
                with T.attr(0, "async_scope", 1):
                    for tx in T.thread_binding(128, thread="threadIdx.x"):
                        for r in range(6):
                            if tx < 34:
                                for v in T.vectorized(4):
                                    S[(i + 2) % 3, r, tx * 4 + v] = A[
                                        (i + 2) * 4 + r, bx * 128 + tx * 4 + v
                                    ]
            with T.attr(0, "async_wait_queue_scope", 0):
                with T.attr(0, "async_wait_inflight_count", 2):
                    with T.sblock("stencil"):
                        T.reads(S[i % 3, 0:6, 3:133])
                        T.writes(B[i * 4:i * 4 + 4, bx * 128:bx * 128 + 128])
                        for tx in T.thread_binding(128, thread="threadIdx.x"):
                            for r in range(4):
                                B[i * 4 + r, bx * 128 + tx] = (
                                    S[i % 3, r, tx + 4]
                                    + S[i % 3, r + 2, tx + 4]
                                    + S[i % 3, r + 1, tx + 3]
                                    + S[i % 3, r + 1, tx + 5]
                                    - S[i % 3, r + 1, tx + 4] * 4.0
                                )
        with T.attr(0, "async_wait_queue_scope", 0):
            with T.attr(0, "async_wait_inflight_count", 1):
                with T.sblock("stencil"):
                    T.reads(S[1, 0:6, 3:133])
                    T.writes(B[16:20, bx * 128:bx * 128 + 128])
                    for tx in T.thread_binding(128, thread="threadIdx.x"):
                        for r in range(4):
                            B[r + 16, bx * 128 + tx] = (
                                S[1, r, tx + 4]
                                + S[1, r + 2, tx + 4]
                                + S[1, r + 1, tx + 3]
                                + S[1, r + 1, tx + 5]
                                - S[1, r + 1, tx + 4] * 4.0
                            )
        with T.attr(0, "async_wait_queue_scope", 0):
            with T.attr(0, "async_wait_inflight_count", 0):
                with T.sblock("stencil"):
                    T.reads(S[2, 0:6, 3:133])
                    T.writes(B[20:24, bx * 128:bx * 128 + 128])
                    for tx in T.thread_binding(128, thread="threadIdx.x"):
                        for r in range(4):
                            B[r + 20, bx * 128 + tx] = (
                                S[2, r, tx + 4]
                                + S[2, r + 2, tx + 4]
                                + S[2, r + 1, tx + 3]
                                + S[2, r + 1, tx + 5]
                                - S[2, r + 1, tx + 4] * 4.0
                            )
