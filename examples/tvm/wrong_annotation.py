# RFC 77, "How to determine the in-flight count": the GEMM with an annotation
# that puts a consumer, the inner prologue, into the stage of its asynchronous
# producers. As in the RFC, the body waits with count 0.
#
# The RFC keeps that consumer synchronous. By the annotation stage 0 is
# asynchronous, and so is the third statement: it commits a group of its own,
# with the wait in front of it.
#
#   inflight run examples/tvm/wrong_annotation.py

import tvm
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def wrong_annotation(
    A: T.Buffer((16, 64), "float32"),
    B: T.Buffer((64, 16), "float32"),
    C: T.Buffer((16, 16), "float32"),
):
    for i, j in T.grid(16, 16):
        with T.sblock("C_init"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = T.float32(0)
    for k0 in range(8):
        with T.sblock("tile"):
            A_shared = T.sblock_alloc_buffer((16, 8), "float32", scope="shared")
            B_shared = T.sblock_alloc_buffer((8, 16), "float32", scope="shared")
            A_local = T.sblock_alloc_buffer((16, 4), "float32", scope="local")
            B_local = T.sblock_alloc_buffer((4, 16), "float32", scope="local")
            with T.sblock("A_shared"):
                for i, z in T.grid(16, 8):
                    A_shared[i, z] = A[i, k0 * 8 + z]
            with T.sblock("B_shared"):
                for z, j in T.grid(8, 16):
                    B_shared[z, j] = B[k0 * 8 + z, j]
            for k1 in range(2):
                with T.sblock("A_local"):
                    for i, z in T.grid(16, 4):
                        A_local[i, z] = A_shared[i, k1 * 4 + z]
                with T.sblock("B_local"):
                    for z, j in T.grid(4, 16):
                        B_local[z, j] = B_shared[k1 * 4 + z, j]
                with T.sblock("compute"):
                    for i, j, z in T.grid(16, 16, 4):
                        C[i, j] = C[i, j] + A_local[i, z] * B_local[z, j]


sch = tvm.s_tir.Schedule(wrong_annotation)
sch.annotate(k0, ann_key="software_pipeline_stage", ann_val=[0, 0, 0, 3, 3])
sch.annotate(k0, ann_key="software_pipeline_order", ann_val=[0, 1, 3, 2, 4])
sch.annotate(k0, ann_key="software_pipeline_async_stages", ann_val=[0])

sch.annotate(k1, ann_key="software_pipeline_stage", ann_val=[0, 0, 1])
sch.annotate(k1, ann_key="software_pipeline_order", ann_val=[0, 1, 2])
