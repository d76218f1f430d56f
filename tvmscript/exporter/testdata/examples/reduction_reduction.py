from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def reduction(x_handle: T.handle, sum_1: T.Buffer((), "float64"), max_1: T.Buffer((), "float64")):
    chunks = T.int32()
    x = T.match_buffer(x_handle, (chunks, 64), "float64")
    sum_1[()] = 0.0
    max_1[()] = T.float64("-inf")
    for i in T.serial(
        chunks,
        annotations={
            "software_pipeline_stage": [0, 2, 2],
            "software_pipeline_order": [0, 1, 2],
            "software_pipeline_async_stages": [0],
        },
    ):
        near = T.alloc_buffer((64,), "float64", scope="shared")
        for j in range(64):
            near[j] = x[i, j]
        for j in range(64):
            sum_1[()] = sum_1[()] + near[j]
        for j in range(64):
            max_1[()] = T.max(max_1[()], near[j])
