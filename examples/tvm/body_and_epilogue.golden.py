from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def body_and_epilogue(
    A: T.Buffer((128,), "float32"), C: T.Buffer((128,), "float32"), D: T.Buffer((128,), "float32")
):
    T.func_attr({"tir.noalias": True})
    shared = T.sblock_alloc_buffer((4, 1), "float32", scope="shared")
    with T.attr(0, "async_commit_queue_scope", 0):
        with T.attr(0, "async_scope", 1):
            shared[0, 0] = A[0]
    with T.attr(0, "async_commit_queue_scope", 0):
        with T.attr(0, "async_scope", 1):
            shared[1, 0] = A[1]
    with T.attr(0, "async_commit_queue_scope", 0):
        with T.attr(0, "async_scope", 1):
            shared[2, 0] = A[2]
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 2):
            with T.sblock("younger"):
                T.reads(shared[0, 0])
                T.writes(C[0])
                C[0] = shared[0, 0]
    for i in range(125):
        with T.attr(0, "async_commit_queue_scope", 0):
            with T.attr(0, "async_scope", 1):
                shared[(i + 3) % 4, 0] = A[i + 3]
        with T.sblock("older"):
            T.reads(shared[i % 4, 0])
            T.writes(D[i])
            D[i] = shared[i % 4, 0] * 2.0
        with T.attr(0, "async_wait_queue_scope", 0):
            with T.attr(0, "async_wait_inflight_count", 2):
                with T.sblock("younger"):
                    T.reads(shared[(i + 1) % 4, 0])
                    T.writes(C[i + 1])
                    C[i + 1] = shared[(i + 1) % 4, 0]
    with T.sblock("older"):
        T.reads(shared[1, 0])
        T.writes(D[125])
        D[125] = shared[1, 0] * 2.0
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 1):
            with T.sblock("younger"):
                T.reads(shared[2, 0])
                T.writes(C[126])
                C[126] = shared[2, 0]
    with T.sblock("older"):
        T.reads(shared[2, 0])
        T.writes(D[126])
        D[126] = shared[2, 0] * 2.0
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 0):
            with T.sblock("younger"):
                T.reads(shared[3, 0])
                T.writes(C[127])
                C[127] = shared[3, 0]
    with T.sblock("older"):
        T.reads(shared[3, 0])
        T.writes(D[127])
        D[127] = shared[3, 0] * 2.0
