from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def gemm(
    A: T.Buffer((32, 64), "float32"),
    B: T.Buffer((64, 32), "float32"),
    C: T.Buffer((32, 32), "float32"),
):
    for i in T.serial(0, 32, step=16):
        for j in T.serial(0, 32, step=16):
            for x, y in T.grid(16, 16):
                C[i + x, j + y] = 0.0
            for k in T.serial(
                8,
                annotations={
                    "software_pipeline_stage": [0, 0, 2],
                    "software_pipeline_order": [0, 1, 2],
                    "software_pipeline_async_stages": [0],
                },
            ):
                A_tile = T.alloc_buffer((16, 8), "float32", scope="shared")
                B_tile = T.alloc_buffer((8, 16), "float32", scope="shared")
                for l, m in T.grid(16, 8):
                    A_tile[l, m] = A[i + l, k * 8 + m]
                for l, m in T.grid(8, 16):
                    B_tile[l, m] = B[k * 8 + l, j + m]
                for x, y, z in T.grid(16, 16, 8):
                    C[i + x, j + y] = C[i + x, j + y] + A_tile[x, z] * B_tile[z, y]
