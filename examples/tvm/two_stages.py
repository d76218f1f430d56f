# RFC 77, "Background": a producer and a consumer in one loop. They overlap, one
# iteration apart, but nothing is asynchronous, so nothing waits.
#
#   inflight run examples/tvm/two_stages.py

import tvm
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def two_stages(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.sblock():
            B = T.sblock_alloc_buffer((1,), "float32")
            B[0] = A[i] + 1
            C[i] = B[0] + 1


sch = tvm.s_tir.Schedule(two_stages)
sch.annotate(i, "software_pipeline_stage", [0, 1])
sch.annotate(i, "software_pipeline_order", [0, 1])
