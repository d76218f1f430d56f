from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def stencil(in_1: T.Buffer((34, 66), "float32"), out: T.Buffer((34, 66), "float32")):
    for i in T.serial(
        1,
        33,
        annotations={
            "software_pipeline_stage": [0, 1],
            "software_pipeline_order": [0, 1],
            "software_pipeline_async_stages": [0],
        },
    ):
        rows = T.alloc_buffer((3, 66), "float32", scope="shared")
        for r, j in T.grid(3, 66):
            rows[r, j] = in_1[i + r - 1, j]
        for j in range(1, 65):
            out[i, j] = (
                (rows[0, j] + rows[1, j - 1] + (rows[1, j] + rows[1, j + 1]) + rows[2, j]) * 0.2
            )
