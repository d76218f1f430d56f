# RFC 77, "Interleaved async producers, a consumer in between": the order puts
# the consumer between the two copies, so each copy is committed by itself.
#
# Differs from the RFC, whose output is a race: its prologue commits the copies of
# A and B together, three groups in all, while the body commits them apart and
# waits with count 5. Here the prologue commits as the body does, and 5 is right.
# B has three versions and not four, because it is refilled behind the consumer.
#
#   inflight run examples/tvm/interleaved.py

import tvm
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def interleaved(
    A: T.Buffer((16,), "float32"),
    B: T.Buffer((16,), "float32"),
    C: T.Buffer((16,), "float32"),
):
    for i in range(16):
        with T.sblock():
            A_shared = T.sblock_alloc_buffer((1,), "float32", scope="shared")
            B_shared = T.sblock_alloc_buffer((1,), "float32", scope="shared")
            with T.sblock("A_shared"):
                A_shared[0] = A[i]
            with T.sblock("B_shared"):
                B_shared[0] = B[i]
            with T.sblock("compute"):
                C[i] = A_shared[0] + B_shared[0]


sch = tvm.s_tir.Schedule(interleaved)
(loop,) = sch.get_loops(sch.get_sblock("compute"))
sch.annotate(loop, ann_key="software_pipeline_stage", ann_val=[0, 0, 3])
sch.annotate(loop, ann_key="software_pipeline_order", ann_val=[0, 2, 1])
sch.annotate(loop, ann_key="software_pipeline_async_stages", ann_val=[0])
