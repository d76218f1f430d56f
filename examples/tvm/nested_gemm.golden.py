from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def nested_gemm(
    A: T.Buffer((16, 64), "float32"),
    B: T.Buffer((64, 16), "float32"),
    C: T.Buffer((16, 16), "float32"),
):
    for i, j in T.grid(16, 16):
        with T.sblock("C_init"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads()
            T.writes(C[vi, vj])
            C[vi, vj] = 0.0
    A_shared = T.alloc_buffer((4, 16, 8), "float32", scope="shared")
    B_shared = T.alloc_buffer((4, 8, 16), "float32", scope="shared")
    A_local = T.alloc_buffer((2, 16, 4), "float32", scope="local")
    B_local = T.alloc_buffer((2, 4, 16), "float32", scope="local")
    with T.attr(0, "async_commit_queue_scope", 0):
        with T.attr(0, "async_scope", 1):
            for i, z in T.grid(16, 8):
                A_shared[0, i, z] = A[i, z]
        with T.attr(0, "async_scope", 1):
            for z, j in T.grid(8, 16):
                B_shared[0, z, j] = B[z, j]
    with T.attr(0, "async_commit_queue_scope", 0):
        with T.attr(0, "async_scope", 1):
            for i, z in T.grid(16, 8):
                A_shared[1, i, z] = A[i, z + 8]
        with T.attr(0, "async_scope", 1):
            for z, j in T.grid(8, 16):
                B_shared[1, z, j] = B[z + 8, j]
    with T.attr(0, "async_commit_queue_scope", 0):
        with T.attr(0, "async_scope", 1):
            for i, z in T.grid(16, 8):
                A_shared[2, i, z] = A[i, z + 16]
        with T.attr(0, "async_scope", 1):
            for z, j in T.grid(8, 16):
                B_shared[2, z, j] = B[z + 16, j]
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 2):
            with T.sblock("A_local"):
                T.reads(A_shared[0, 0:16, 0:4])
                T.writes(A_local[0, 0:16, 0:4])
                for i, z in T.grid(16, 4):
                    A_local[0, i, z] = A_shared[0, i, z]
            with T.sblock("B_local"):
                T.reads(B_shared[0, 0:4, 0:16])
                T.writes(B_local[0, 0:4, 0:16])
                for z, j in T.grid(4, 16):
                    B_local[0, z, j] = B_shared[0, z, j]
    for k0 in range(5):
        with T.attr(0, "async_commit_queue_scope", 0):
            with T.attr(0, "async_scope", 1):
                for i, z in T.grid(16, 8):
                    A_shared[(k0 + 3) % 4, i, z] = A[i, (k0 + 3) * 8 + z]
            with T.attr(0, "async_scope", 1):
                for z, j in T.grid(8, 16):
                    B_shared[(k0 + 3) % 4, z, j] = B[(k0 + 3) * 8 + z, j]
        with T.sblock("A_local"):
            T.reads(A_shared[k0 % 4, 0:16, 4:8])
            T.writes(A_local[1, 0:16, 0:4])
            for i, z in T.grid(16, 4):
                A_local[1, i, z] = A_shared[k0 % 4, i, z + 4]
        with T.sblock("B_local"):
            T.reads(B_shared[k0 % 4, 4:8, 0:16])
            T.writes(B_local[1, 0:4, 0:16])
            for z, j in T.grid(4, 16):
                B_local[1, z, j] = B_shared[k0 % 4, z + 4, j]
        with T.sblock("compute"):
            T.reads(C[0:16, 0:16], A_local[0, 0:16, 0:4], B_local[0, 0:4, 0:16])
            T.writes(C[0:16, 0:16])
            for i, j, z in T.grid(16, 16, 4):
                C[i, j] = C[i, j] + A_local[0, i, z] * B_local[0, z, j]
        with T.attr(0, "async_wait_queue_scope", 0):
            with T.attr(0, "async_wait_inflight_count", 2):
                with T.sblock("A_local"):
                    T.reads(A_shared[(k0 + 1) % 4, 0:16, 0:4])
                    T.writes(A_local[0, 0:16, 0:4])
                    for i, z in T.grid(16, 4):
                        A_local[0, i, z] = A_shared[(k0 + 1) % 4, i, z]
                with T.sblock("B_local"):
                    T.reads(B_shared[(k0 + 1) % 4, 0:4, 0:16])
                    T.writes(B_local[0, 0:4, 0:16])
                    for z, j in T.grid(4, 16):
                        B_local[0, z, j] = B_shared[(k0 + 1) % 4, z, j]
        with T.sblock("compute"):
            T.reads(C[0:16, 0:16], A_local[1, 0:16, 0:4], B_local[1, 0:4, 0:16])
            T.writes(C[0:16, 0:16])
            for i, j, z in T.grid(16, 16, 4):
                C[i, j] = C[i, j] + A_local[1, i, z] * B_local[1, z, j]
    with T.sblock("A_local"):
        T.reads(A_shared[1, 0:16, 4:8])
        T.writes(A_local[1, 0:16, 0:4])
        for i, z in T.grid(16, 4):
            A_local[1, i, z] = A_shared[1, i, z + 4]
    with T.sblock("B_local"):
        T.reads(B_shared[1, 4:8, 0:16])
        T.writes(B_local[1, 0:4, 0:16])
        for z, j in T.grid(4, 16):
            B_local[1, z, j] = B_shared[1, z + 4, j]
    with T.sblock("compute"):
        T.reads(C[0:16, 0:16], A_local[0, 0:16, 0:4], B_local[0, 0:4, 0:16])
        T.writes(C[0:16, 0:16])
        for i, j, z in T.grid(16, 16, 4):
            C[i, j] = C[i, j] + A_local[0, i, z] * B_local[0, z, j]
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 1):
            with T.sblock("A_local"):
                T.reads(A_shared[2, 0:16, 0:4])
                T.writes(A_local[0, 0:16, 0:4])
                for i, z in T.grid(16, 4):
                    A_local[0, i, z] = A_shared[2, i, z]
            with T.sblock("B_local"):
                T.reads(B_shared[2, 0:4, 0:16])
                T.writes(B_local[0, 0:4, 0:16])
                for z, j in T.grid(4, 16):
                    B_local[0, z, j] = B_shared[2, z, j]
    with T.sblock("compute"):
        T.reads(C[0:16, 0:16], A_local[1, 0:16, 0:4], B_local[1, 0:4, 0:16])
        T.writes(C[0:16, 0:16])
        for i, j, z in T.grid(16, 16, 4):
            C[i, j] = C[i, j] + A_local[1, i, z] * B_local[1, z, j]
    with T.sblock("A_local"):
        T.reads(A_shared[2, 0:16, 4:8])
        T.writes(A_local[1, 0:16, 0:4])
        for i, z in T.grid(16, 4):
            A_local[1, i, z] = A_shared[2, i, z + 4]
    with T.sblock("B_local"):
        T.reads(B_shared[2, 4:8, 0:16])
        T.writes(B_local[1, 0:4, 0:16])
        for z, j in T.grid(4, 16):
            B_local[1, z, j] = B_shared[2, z + 4, j]
    with T.sblock("compute"):
        T.reads(C[0:16, 0:16], A_local[0, 0:16, 0:4], B_local[0, 0:4, 0:16])
        T.writes(C[0:16, 0:16])
        for i, j, z in T.grid(16, 16, 4):
            C[i, j] = C[i, j] + A_local[0, i, z] * B_local[0, z, j]
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 0):
            with T.sblock("A_local"):
                T.reads(A_shared[3, 0:16, 0:4])
                T.writes(A_local[0, 0:16, 0:4])
                for i, z in T.grid(16, 4):
                    A_local[0, i, z] = A_shared[3, i, z]
            with T.sblock("B_local"):
                T.reads(B_shared[3, 0:4, 0:16])
                T.writes(B_local[0, 0:4, 0:16])
                for z, j in T.grid(4, 16):
                    B_local[0, z, j] = B_shared[3, z, j]
    with T.sblock("compute"):
        T.reads(C[0:16, 0:16], A_local[1, 0:16, 0:4], B_local[1, 0:4, 0:16])
        T.writes(C[0:16, 0:16])
        for i, j, z in T.grid(16, 16, 4):
            C[i, j] = C[i, j] + A_local[1, i, z] * B_local[1, z, j]
    with T.sblock("A_local"):
        T.reads(A_shared[3, 0:16, 4:8])
        T.writes(A_local[1, 0:16, 0:4])
        for i, z in T.grid(16, 4):
            A_local[1, i, z] = A_shared[3, i, z + 4]
    with T.sblock("B_local"):
        T.reads(B_shared[3, 4:8, 0:16])
        T.writes(B_local[1, 0:4, 0:16])
        for z, j in T.grid(4, 16):
            B_local[1, z, j] = B_shared[3, z + 4, j]
    with T.sblock("compute"):
        T.reads(C[0:16, 0:16], A_local[0, 0:16, 0:4], B_local[0, 0:4, 0:16])
        T.writes(C[0:16, 0:16])
        for i, j, z in T.grid(16, 16, 4):
            C[i, j] = C[i, j] + A_local[0, i, z] * B_local[0, z, j]
    with T.sblock("compute"):
        T.reads(C[0:16, 0:16], A_local[1, 0:16, 0:4], B_local[1, 0:4, 0:16])
        T.writes(C[0:16, 0:16])
        for i, j, z in T.grid(16, 16, 4):
            C[i, j] = C[i, j] + A_local[1, i, z] * B_local[1, z, j]
