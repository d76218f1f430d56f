from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def stream(
    A: T.Buffer((65536,), "float32"),
    B: T.Buffer((65536,), "float32"),
    C: T.Buffer((65536,), "float32"),
):
    for bx in T.thread_binding(16, thread="blockIdx.x"):
        A_shared = T.alloc_buffer((4, 512), "float32", scope="shared")
        B_shared = T.alloc_buffer((4, 512), "float32", scope="shared")
        with T.attr(0, "async_commit_queue_scope", 0):
            with T.attr(0, "async_scope", 1):
                for tx in T.thread_binding(128, thread="threadIdx.x"):
                    for v in T.vectorized(4):
                        A_shared[0, tx * 4 + v] = A[bx * 4096 + tx * 4 + v]
            with T.attr(0, "async_scope", 1):
                for tx in T.thread_binding(128, thread="threadIdx.x"):
                    for v in T.vectorized(4):
                        B_shared[0, tx * 4 + v] = B[bx * 4096 + tx * 4 + v]
        with T.attr(0, "async_commit_queue_scope", 0):
            with T.attr(0, "async_scope", 1):
                for tx in T.thread_binding(128, thread="threadIdx.x"):
                    for v in T.vectorized(4):
                        A_shared[1, tx * 4 + v] = A[(bx * 8 + 1) * 512 + tx * 4 + v]
            with T.attr(0, "async_scope", 1):
                for tx in T.thread_binding(128, thread="threadIdx.x"):
                    for v in T.vectorized(4):
                        B_shared[1, tx * 4 + v] = B[(bx * 8 + 1) * 512 + tx * 4 + v]
        with T.attr(0, "async_commit_queue_scope", 0):
            with T.attr(0, "async_scope", 1):
                for tx in T.thread_binding(128, thread="threadIdx.x"):
                    for v in T.vectorized(4):
                        A_shared[2, tx * 4 + v] = A[(bx * 8 + 2) * 512 + tx * 4 + v]
            with T.attr(0, "async_scope", 1):
                for tx in T.thread_binding(128, thread="threadIdx.x"):
                    for v in T.vectorized(4):
                        B_shared[2, tx * 4 + v] = B[(bx * 8 + 2) * 512 + tx * 4 + v]
        for i in range(5):
            with T.attr(0, "async_commit_queue_scope", 0):
                with T.attr(0, "async_scope", 1):
                    for tx in T.thread_binding(128, thread="threadIdx.x"):
                        for v in T.vectorized(4):
                            A_shared[(i + 3) % 4, tx * 4 + v] = A[
                                (bx * 8 + (i + 3)) * 512 + tx * 4 + v
                            ]
                with T.attr(0, "async_scope", 1):
                    for tx in T.thread_binding(128, thread="threadIdx.x"):
                        for v in T.vectorized(4):
                            B_shared[(i + 3) % 4, tx * 4 + v] = B[
                                (bx * 8 + (i + 3)) * 512 + tx * 4 + v
                            ]
            with T.attr(0, "async_wait_queue_scope", 0):
                with T.attr(0, "async_wait_inflight_count", 3):
                    with T.sblock("C"):
                        T.reads(A_shared[i % 4, 0:512], B_shared[i % 4, 0:512])
                        T.writes(C[i * 512 + bx * 4096:i * 512 + bx * 4096 + 512])
                        for tx in T.thread_binding(128, thread="threadIdx.x"):
                            C[T.Ramp((bx * 8 + i) * 512 + tx * 4, 1, 4)] = (
                                A_shared[i % 4, T.Ramp(tx * 4, 1, 4)]
                                * T.Broadcast(T.float32(2.0), 4)
                                + B_shared[i % 4, T.Ramp(tx * 4, 1, 4)]
                            )
        with T.attr(0, "async_wait_queue_scope", 0):
            with T.attr(0, "async_wait_inflight_count", 2):
                with T.sblock("C"):
                    T.reads(A_shared[1, 0:512], B_shared[1, 0:512])
                    T.writes(C[bx * 4096 + 2560:bx * 4096 + 3072])
                    for tx in T.thread_binding(128, thread="threadIdx.x"):
                        C[T.Ramp((bx * 8 + 5) * 512 + tx * 4, 1, 4)] = (
                            A_shared[1, T.Ramp(tx * 4, 1, 4)] * T.Broadcast(T.float32(2.0), 4)
                            + B_shared[1, T.Ramp(tx * 4, 1, 4)]
                        )
        with T.attr(0, "async_wait_queue_scope", 0):
            with T.attr(0, "async_wait_inflight_count", 1):
                with T.sblock("C"):
                    T.reads(A_shared[2, 0:512], B_shared[2, 0:512])
                    T.writes(C[bx * 4096 + 3072:bx * 4096 + 3584])
                    for tx in T.thread_binding(128, thread="threadIdx.x"):
                        C[T.Ramp((bx * 8 + 6) * 512 + tx * 4, 1, 4)] = (
                            A_shared[2, T.Ramp(tx * 4, 1, 4)] * T.Broadcast(T.float32(2.0), 4)
                            + B_shared[2, T.Ramp(tx * 4, 1, 4)]
                        )
        with T.attr(0, "async_wait_queue_scope", 0):
            with T.attr(0, "async_wait_inflight_count", 0):
                with T.sblock("C"):
                    T.reads(A_shared[3, 0:512], B_shared[3, 0:512])
                    T.writes(C[bx * 4096 + 3584:bx * 4096 + 4096])
                    for tx in T.thread_binding(128, thread="threadIdx.x"):
                        C[T.Ramp((bx * 8 + 7) * 512 + tx * 4, 1, 4)] = (
                            A_shared[3, T.Ramp(tx * 4, 1, 4)] * T.Broadcast(T.float32(2.0), 4)
                            + B_shared[3, T.Ramp(tx * 4, 1, 4)]
                        )
