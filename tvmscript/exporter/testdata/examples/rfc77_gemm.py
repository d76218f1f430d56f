from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def gemm(
    A: T.Buffer((16, 64), "float32"),
    B: T.Buffer((64, 16), "float32"),
    C: T.Buffer((16, 16), "float32"),
):
    for i, j in T.grid(16, 16):
        C[i, j] = 0.0
    A_shared = T.alloc_buffer((16, 8), "float32", scope="shared")
    B_shared = T.alloc_buffer((8, 16), "float32", scope="shared")
    A_local = T.alloc_buffer((16, 4), "float32", scope="local")
    B_local = T.alloc_buffer((4, 16), "float32", scope="local")
    for k0 in T.serial(
        8,
        annotations={
            "software_pipeline_stage": [0, 0, 2, 3, 3],
            "software_pipeline_order": [0, 1, 3, 2, 4],
            "software_pipeline_async_stages": [0],
        },
    ):
        with T.sblock(""):
            T.reads(A[0:16, k0 * 8:k0 * 8 + 8])
            T.writes(A_shared[0:16, 0:8])
            for i, z in T.grid(16, 8):
                A_shared[i, z] = A[i, k0 * 8 + z]
        with T.sblock(""):
            T.reads(B[k0 * 8:k0 * 8 + 8, 0:16])
            T.writes(B_shared[0:8, 0:16])
            for z, j in T.grid(8, 16):
                B_shared[z, j] = B[k0 * 8 + z, j]
        for k1 in T.serial(
            2,
            annotations={
                "software_pipeline_stage": [0, 0, 1], "software_pipeline_order": [0, 1, 2]
            },
        ):
            with T.sblock(""):
                T.reads(A_shared[0:16, k1 * 4:k1 * 4 + 4])
                T.writes(A_local[0:16, 0:4])
                for i, z in T.grid(16, 4):
                    A_local[i, z] = A_shared[i, k1 * 4 + z]
            with T.sblock(""):
                T.reads(B_shared[k1 * 4:k1 * 4 + 4, 0:16])
                T.writes(B_local[0:4, 0:16])
                for z, j in T.grid(4, 16):
                    B_local[z, j] = B_shared[k1 * 4 + z, j]
            with T.sblock(""):
                T.reads(A_local[0:16, 0:4], B_local[0:4, 0:16], C[0:16, 0:16])
                T.writes(C[0:16, 0:16])
                for i, j, z in T.grid(16, 16, 4):
                    C[i, j] = C[i, j] + A_local[i, z] * B_local[z, j]
