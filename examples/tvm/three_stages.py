# RFC 77, "Three stages of compute, where the first two stages are async", with
# its three lines of annotation.
#
# Differs from the RFC, whose output is a race: stage 1 reads B asynchronously,
# and nothing waits for it before stage 0 fills the same slot again, B having two
# versions. Here B has three; all counts are those of the RFC.
#
#   inflight run examples/tvm/three_stages.py

import tvm
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def three_stages(A: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.sblock():
            B = T.sblock_alloc_buffer((1,), "float32")
            C = T.sblock_alloc_buffer((1,), "float32")
            B[0] = A[i] + 1
            C[0] = B[0] + 1
            D[i] = C[0] + 1


sch = tvm.s_tir.Schedule(three_stages)
sch.annotate(i, "software_pipeline_stage", [0, 1, 2])
sch.annotate(i, "software_pipeline_order", [0, 1, 2])
# The first and second statements are async, and they are in different stages
sch.annotate(i, "software_pipeline_async_stages", [0, 1])
