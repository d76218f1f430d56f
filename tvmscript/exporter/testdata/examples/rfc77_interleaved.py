from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def interleaved(
    A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")
):
    A_shared = T.sblock_alloc_buffer((1,), "float32", scope="shared")
    B_shared = T.sblock_alloc_buffer((1,), "float32", scope="shared")
    for i in T.serial(
        16,
        annotations={
            "software_pipeline_stage": [0, 0, 3],
            "software_pipeline_order": [0, 2, 1],
            "software_pipeline_async_stages": [0],
        },
    ):
        A_shared[0] = A[i]
        B_shared[0] = B[i]
        C[i] = A_shared[0] + B_shared[0]
