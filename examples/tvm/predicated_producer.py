# RFC 77, "A producer with non-trivial predicate in the epilogue": the producer
# copies only where P says so, and the number of iterations is known at run time.
#
# Differs from the RFC, which gives up with count 0 where it cannot tell how many
# groups were committed. Here a commit is never under a predicate, only what it
# commits is, so the count is 2 everywhere, for every number of iterations.
#
#   inflight run examples/tvm/predicated_producer.py --dim n=10

from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def predicated_producer(a: T.handle, p: T.handle, c: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n,), "float32")
    P = T.match_buffer(p, (n,), "bool")
    C = T.match_buffer(c, (n,), "float32")
    for i in T.serial(
        n,
        annotations={
            "software_pipeline_stage": [0, 2],
            "software_pipeline_order": [0, 1],
            "software_pipeline_async_stages": [0],
        },
    ):
        with T.sblock():
            shared = T.sblock_alloc_buffer((1,), "float32", scope="shared")
            with T.sblock("producer"):
                if P[i]:
                    shared[0] = A[i]
                else:
                    shared[0] = T.float32(0)
            with T.sblock("consumer"):
                C[i] = shared[0]
