from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def body_and_epilogue(
    A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32")
):
    for i in T.serial(
        16,
        annotations={
            "software_pipeline_stage": [0, 2, 3],
            "software_pipeline_order": [0, 2, 1],
            "software_pipeline_async_stages": [0],
        },
    ):
        shared = T.alloc_buffer((1,), "float32", scope="shared")
        shared[0] = A[i]
        C[i] = shared[0]
        D[i] = shared[0] * 2.0
