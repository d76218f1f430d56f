from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def predicated_producer(a: T.handle, p: T.handle, c: T.handle, n: T.int32):
    m = T.int32()
    k = T.int32()
    l = T.int32()
    A = T.match_buffer(a, (m,), "float32")
    P = T.match_buffer(p, (k,), "bool")
    C = T.match_buffer(c, (l,), "float32")
    for i in T.serial(
        n,
        annotations={
            "software_pipeline_stage": [0, 2],
            "software_pipeline_order": [0, 1],
            "software_pipeline_async_stages": [0],
        },
    ):
        shared = T.alloc_buffer((1,), "float32", scope="shared")
        with T.sblock(""):
            T.reads(P[i], A[i])
            T.writes(shared[0])
            if P[i]:
                shared[0] = A[i]
            else:
                shared[0] = 0.0
        C[i] = shared[0]
