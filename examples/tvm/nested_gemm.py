# RFC 77, "Multi-stage pipelined GEMM where the shared memory copy is 4x
# multi-buffered + async, and shared to local copy is double-buffered", with its
# five lines of annotation. The inner loop is pipelined first; its prologue, body
# and epilogue are statements 2, 3 and 4 of the outer loop.
#
# As in the RFC: four versions of the shared buffers, two of the local ones, and
# waits with count 2 in prologue and body. The body's wait stands where it is
# needed, in front of the inner prologue. In the epilogue the counts are 1 and 0,
# the RFC's 1 - i.
#
#   inflight run examples/tvm/nested_gemm.py

import tvm
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def nested_gemm(
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


sch = tvm.s_tir.Schedule(nested_gemm)
sch.annotate(k0, ann_key="software_pipeline_stage", ann_val=[0, 0, 2, 3, 3])
sch.annotate(k0, ann_key="software_pipeline_order", ann_val=[0, 1, 3, 2, 4])
sch.annotate(k0, ann_key="software_pipeline_async_stages", ann_val=[0])

sch.annotate(k1, ann_key="software_pipeline_stage", ann_val=[0, 0, 1])
sch.annotate(k1, ann_key="software_pipeline_order", ann_val=[0, 1, 2])
