# RFC 77, "Making parallelism more explicit": the producer is asynchronous. The
# annotations stand at the loop.
#
# As in the RFC: two versions of B, a wait with count 1 in the body and with
# count 0 in the epilogue.
#
#   inflight run examples/tvm/async_two_stages.py

from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def async_two_stages(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
    for i in T.serial(
        16,
        annotations={
            "software_pipeline_stage": [0, 1],
            "software_pipeline_order": [0, 1],
            "software_pipeline_async_stages": [0],
        },
    ):
        with T.sblock():
            B = T.sblock_alloc_buffer((1,), "float32")
            with T.sblock("produce"):
                B[0] = A[i] + T.float32(1)
            with T.sblock("consume"):
                C[i] = B[0] + T.float32(1)
