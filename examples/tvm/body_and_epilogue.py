# RFC 77, "Waiting across pipeline body and epilogue boundary": one asynchronous
# producer in stage 0, and consumers in stages 2 and 3. This file has the spelling
# that TVMScript had at the time of the RFC; what is printed has today's.
#
# As in the RFC the counts fall in the epilogue, where producers have ended: 1 and
# 0, its 1 - i, in front of the consumer in stage 2. That one asks for a younger
# group than the consumer in stage 3, whose own waits (2 - i in the RFC) are
# redundant and do not appear.
#
#   inflight run examples/tvm/body_and_epilogue.py

from tvm.script import tir as T


@T.prim_func
def body_and_epilogue(
    A: T.Buffer[(128,), "float32"],
    C: T.Buffer[(128,), "float32"],
    D: T.Buffer[(128,), "float32"],
) -> None:
    T.func_attr({"global_symbol": "body_and_epilogue", "tir.noalias": True})
    for i in T.serial(
        0,
        128,
        annotations={
            "software_pipeline_stage": [0, 2, 3],
            "software_pipeline_order": [0, 2, 1],
            "software_pipeline_async_stages": [0],
        },
    ):
        with T.block():
            T.reads([A[i]])
            T.writes([C[i], D[i]])
            shared = T.alloc_buffer([1], dtype="float32", scope="shared")
            with T.block("shared"):
                T.reads([A[i]])
                T.writes([shared[0]])
                shared[0] = A[i]
            with T.block("younger"):
                T.reads([shared[0]])
                T.writes([C[i]])
                C[i] = shared[0]
            with T.block("older"):
                T.reads([shared[0]])
                T.writes([D[i]])
                D[i] = shared[0] * T.float32(2)
