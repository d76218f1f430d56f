from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def two_stages(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
    B = T.sblock_alloc_buffer((1,), "float32")
    for i in T.serial(
        16,
        annotations={
            "software_pipeline_stage": [0, 1],
            "software_pipeline_order": [0, 1],
            "software_pipeline_async_stages": [0],
        },
    ):
        B[0] = A[i] + 1.0
        C[i] = B[0] + 1.0
