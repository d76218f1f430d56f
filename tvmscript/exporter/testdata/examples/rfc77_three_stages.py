from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def three_stages(A: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32")):
    B = T.sblock_alloc_buffer((1,), "float32")
    C = T.sblock_alloc_buffer((1,), "float32")
    for i in T.serial(
        16,
        annotations={
            "software_pipeline_stage": [0, 1, 2],
            "software_pipeline_order": [0, 1, 2],
            "software_pipeline_async_stages": [0, 1],
        },
    ):
        B[0] = A[i] + 1.0
        C[0] = B[0] + 1.0
        D[i] = C[0] + 1.0
