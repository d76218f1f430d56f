from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def shared_gemm(
    A: T.Buffer((16, 64), "float32"),
    B: T.Buffer((64, 16), "float32"),
    C: T.Buffer((16, 16), "float32"),
):
    for by in T.thread_binding(2, thread="blockIdx.y"):
        for bx in T.thread_binding(2, thread="blockIdx.x"):
            with T.sblock("C_tile"):
                T.reads(A[by * 8:by * 8 + 8, 0:64], B[0:64, bx * 8:bx * 8 + 8])
                T.writes(C[by * 8:by * 8 + 8, bx * 8:bx * 8 + 8])
                C_local = T.sblock_alloc_buffer((8, 8), "float32", scope="local")
                with T.sblock("C_init"):
                    T.reads()
                    T.writes(C_local[0:8, 0:8])
                    for tx in T.thread_binding(16, thread="threadIdx.x"):
                        for j in range(4):
                            C_local[tx // 2, tx % 2 * 4 + j] = 0.0
                A_shared = T.alloc_buffer((3, 8, 8), "float32", scope="shared")
                B_shared = T.alloc_buffer((3, 8, 8), "float32", scope="shared")
                A_local = T.alloc_buffer((8, 8), "float32", scope="local")
                B_local = T.alloc_buffer((8, 8), "float32", scope="local")
                with T.attr(0, "async_commit_queue_scope", 0):
                    with T.attr(0, "async_scope", 1):
                        for tx in T.thread_binding(16, thread="threadIdx.x"):
                            for v in T.vectorized(4):
                                A_shared[0, tx // 2, tx % 2 * 4 + v] = A[
                                    by * 8 + tx // 2, tx % 2 * 4 + v
                                ]
                    with T.attr(0, "async_scope", 1):
                        for tx in T.thread_binding(16, thread="threadIdx.x"):
                            for v in T.vectorized(4):
                                B_shared[0, tx // 2, tx % 2 * 4 + v] = B[
                                    tx // 2, bx * 8 + tx % 2 * 4 + v
                                ]
                with T.attr(0, "async_commit_queue_scope", 0):
                    with T.attr(0, "async_scope", 1):
                        for tx in T.thread_binding(16, thread="threadIdx.x"):
                            for v in T.vectorized(4):
                                A_shared[1, tx // 2, tx % 2 * 4 + v] = A[
                                    by * 8 + tx // 2, tx % 2 * 4 + 8 + v
                                ]
                    with T.attr(0, "async_scope", 1):
                        for tx in T.thread_binding(16, thread="threadIdx.x"):
                            for v in T.vectorized(4):
                                B_shared[1, tx // 2, tx % 2 * 4 + v] = B[
                                    tx // 2 + 8, bx * 8 + tx % 2 * 4 + v
                                ]
                with T.attr(0, "async_commit_queue_scope", 0):
                    with T.attr(0, "async_scope", 1):
                        for tx in T.thread_binding(16, thread="threadIdx.x"):
                            for v in T.vectorized(4):
                                A_shared[2, tx // 2, tx % 2 * 4 + v] = A[
                                    by * 8 + tx // 2, tx % 2 * 4 + 16 + v
                                ]
                    with T.attr(0, "async_scope", 1):
                        for tx in T.thread_binding(16, thread="threadIdx.x"):
                            for v in T.vectorized(4):
                                B_shared[2, tx // 2, tx % 2 * 4 + v] = B[
                                    tx // 2 + 16, bx * 8 + tx % 2 * 4 + v
                                ]
                with T.attr(0, "async_wait_queue_scope", 0):
                    with T.attr(0, "async_wait_inflight_count", 2):
                        with T.sblock("A_local"):
                            T.reads(A_shared[0, 0:8, 0:8])
                            T.writes(A_local[0:8, 0:8])
                            for i, z in T.grid(8, 8):
                                A_local[i, z] = A_shared[0, i, z]
                with T.sblock("B_local"):
                    T.reads(B_shared[0, 0:8, 0:8])
                    T.writes(B_local[0:8, 0:8])
                    for z, j in T.grid(8, 8):
                        B_local[z, j] = B_shared[0, z, j]
                for k in range(5):
                    with T.attr(0, "async_commit_queue_scope", 0):
                        with T.attr(0, "async_scope", 1):
                            for tx in T.thread_binding(16, thread="threadIdx.x"):
                                for v in T.vectorized(4):
                                    A_shared[k % 3, tx // 2, tx % 2 * 4 + v] = A[
                                        by * 8 + tx // 2, (k + 3) * 8 + tx % 2 * 4 + v
                                    ]
                        with T.attr(0, "async_scope", 1):
                            for tx in T.thread_binding(16, thread="threadIdx.x"):
                                for v in T.vectorized(4):
                                    B_shared[k % 3, tx // 2, tx % 2 * 4 + v] = B[
                                        (k + 3) * 8 + tx // 2, bx * 8 + tx % 2 * 4 + v
                                    ]
                    with T.sblock("multiply"):
                        T.reads(C_local[0:8, 0:8], A_local[0:8, 0:8], B_local[0:8, 0:8])
                        T.writes(C_local[0:8, 0:8])
                        for tx in T.thread_binding(16, thread="threadIdx.x"):
                            for j, z in T.grid(4, 8):
                                with T.sblock("fma"):
                                    vi = T.axis.spatial(8, tx // 2)
                                    vj = T.axis.spatial(8, tx % 2 * 4 + j)
                                    vz = T.axis.reduce(8, z)
                                    T.reads(C_local[vi, vj], A_local[vi, vz], B_local[vz, vj])
                                    T.writes(C_local[vi, vj])
                                    C_local[vi, vj] = (
                                        C_local[vi, vj] + A_local[vi, vz] * B_local[vz, vj]
                                    )
                    with T.attr(0, "async_wait_queue_scope", 0):
                        with T.attr(0, "async_wait_inflight_count", 2):
                            with T.sblock("A_local"):
                                T.reads(A_shared[(k + 1) % 3, 0:8, 0:8])
                                T.writes(A_local[0:8, 0:8])
                                for i, z in T.grid(8, 8):
                                    A_local[i, z] = A_shared[(k + 1) % 3, i, z]
                    with T.sblock("B_local"):
                        T.reads(B_shared[(k + 1) % 3, 0:8, 0:8])
                        T.writes(B_local[0:8, 0:8])
                        for z, j in T.grid(8, 8):
                            B_local[z, j] = B_shared[(k + 1) % 3, z, j]
                with T.sblock("multiply"):
                    T.reads(C_local[0:8, 0:8], A_local[0:8, 0:8], B_local[0:8, 0:8])
                    T.writes(C_local[0:8, 0:8])
                    for tx in T.thread_binding(16, thread="threadIdx.x"):
                        for j, z in T.grid(4, 8):
                            with T.sblock("fma"):
                                vi = T.axis.spatial(8, tx // 2)
                                vj = T.axis.spatial(8, tx % 2 * 4 + j)
                                vz = T.axis.reduce(8, z)
                                T.reads(C_local[vi, vj], A_local[vi, vz], B_local[vz, vj])
                                T.writes(C_local[vi, vj])
                                C_local[vi, vj] = (
                                    C_local[vi, vj] + A_local[vi, vz] * B_local[vz, vj]
                                )
                with T.attr(0, "async_wait_queue_scope", 0):
                    with T.attr(0, "async_wait_inflight_count", 1):
                        with T.sblock("A_local"):
                            T.reads(A_shared[0, 0:8, 0:8])
                            T.writes(A_local[0:8, 0:8])
                            for i, z in T.grid(8, 8):
                                A_local[i, z] = A_shared[0, i, z]
                with T.sblock("B_local"):
                    T.reads(B_shared[0, 0:8, 0:8])
                    T.writes(B_local[0:8, 0:8])
                    for z, j in T.grid(8, 8):
                        B_local[z, j] = B_shared[0, z, j]
                with T.sblock("multiply"):
                    T.reads(C_local[0:8, 0:8], A_local[0:8, 0:8], B_local[0:8, 0:8])
                    T.writes(C_local[0:8, 0:8])
                    for tx in T.thread_binding(16, thread="threadIdx.x"):
                        for j, z in T.grid(4, 8):
                            with T.sblock("fma"):
                                vi = T.axis.spatial(8, tx // 2)
                                vj = T.axis.spatial(8, tx % 2 * 4 + j)
                                vz = T.axis.reduce(8, z)
                                T.reads(C_local[vi, vj], A_local[vi, vz], B_local[vz, vj])
                                T.writes(C_local[vi, vj])
                                C_local[vi, vj] = (
                                    C_local[vi, vj] + A_local[vi, vz] * B_local[vz, vj]
                                )
                with T.attr(0, "async_wait_queue_scope", 0):
                    with T.attr(0, "async_wait_inflight_count", 0):
                        with T.sblock("A_local"):
                            T.reads(A_shared[1, 0:8, 0:8])
                            T.writes(A_local[0:8, 0:8])
                            for i, z in T.grid(8, 8):
                                A_local[i, z] = A_shared[1, i, z]
                with T.sblock("B_local"):
                    T.reads(B_shared[1, 0:8, 0:8])
                    T.writes(B_local[0:8, 0:8])
                    for z, j in T.grid(8, 8):
                        B_local[z, j] = B_shared[1, z, j]
                with T.sblock("multiply"):
                    T.reads(C_local[0:8, 0:8], A_local[0:8, 0:8], B_local[0:8, 0:8])
                    T.writes(C_local[0:8, 0:8])
                    for tx in T.thread_binding(16, thread="threadIdx.x"):
                        for j, z in T.grid(4, 8):
                            with T.sblock("fma"):
                                vi = T.axis.spatial(8, tx // 2)
                                vj = T.axis.spatial(8, tx % 2 * 4 + j)
                                vz = T.axis.reduce(8, z)
                                T.reads(C_local[vi, vj], A_local[vi, vz], B_local[vz, vj])
                                T.writes(C_local[vi, vj])
                                C_local[vi, vj] = (
                                    C_local[vi, vj] + A_local[vi, vz] * B_local[vz, vj]
                                )
                with T.sblock("C_store"):
                    T.reads(C_local[0:8, 0:8])
                    T.writes(C[by * 8:by * 8 + 8, bx * 8:bx * 8 + 8])
                    for tx in T.thread_binding(16, thread="threadIdx.x"):
                        for j in range(4):
                            C[by * 8 + tx // 2, bx * 8 + tx % 2 * 4 + j] = C_local[
                                tx // 2, tx % 2 * 4 + j
                            ]
