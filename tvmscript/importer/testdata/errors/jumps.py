from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def barred(A: T.Buffer((32, 32), "float32"), S: T.Buffer((32,), "float32", scope="shared")):
    for i in T.serial(32, annotations={"software_pipeline_stage": [0, 1], "software_pipeline_order": [0, 1]}):
        A[0, i] = 1.0
        if A[0, 0] > 0.0:
            continue  # expected-error {{continue in a loop that is pipelined}}
        A[1, i] = 1.0
    for i, j in T.grid(4, 32):
        if A[i, j] > 0.0:
            break  # expected-error {{break in a loop that has several axes}}
    for i in T.parallel(4):
        if A[i, 0] > 0.0:
            continue  # expected-error {{continue in a loop that is parallel}}
        A[i, 0] = 0.0
    for i in T.unroll(4):
        if A[i, 0] > 0.0:
            T.evaluate(T.break_loop())  # expected-error {{break in a loop that is unrolled}}
    for i in T.vectorized(4):
        if A[i, 0] > 0.0:
            break  # expected-error {{break in a loop that is vectorized}}
    for i in [1]:
        if A[i, 0] > 0.0:
            break  # expected-error {{break in a loop that is written out, once per element of a list}}
    for i in T.thread_binding(32, thread="threadIdx.x"):
        if A[0, i] > 0.0:
            continue  # expected-error {{continue in a loop that is bound to threads}}
        A[0, i] = 0.0
    with T.launch_thread("threadIdx.x", 32) as tx:
        T.break_loop()  # expected-error {{break in a loop that is bound to threads}}
    for i in range(4):
        with T.attr(0, "async_commit_queue_scope", 0):
            with T.attr(0, "async_scope", 1):
                if A[i, 0] > 0.0:
                    break  # expected-error {{break leaves a scope of asynchronous operations}}
                A[i, 1] = A[i, 0]
    for tx in T.thread_binding(32, thread="threadIdx.x"):
        for i in range(32):
            if A[i, tx] > 0.0:
                break
            S[tx] = A[i, tx]
            T.tvm_storage_sync("shared")  # expected-error {{T.tvm_storage_sync in a loop that threads may leave one by one}}
            A[i, tx] = S[31 - tx]
    break  # expected-error {{break outside of a loop}}
    T.continue_loop()  # expected-error {{continue outside of a loop}}


@T.prim_func(s_tir=True)
def in_macro(A: T.Buffer((32,), "float32")):
    @T.macro
    def leave(i):
        if A[i] > 0.0:
            break  # expected-error {{break outside of a loop}}

    for i in range(4):
        leave(i)
    for i in T.seriel(4):  # expected-error {{T.seriel}}
        break


@T.prim_func(s_tir=True)
def annotated_later(A: T.Buffer((32,), "float32")):
    for once in range(4):
        A[once] = 1.0
        if A[0] > 0.0:
            continue
        A[once + 1] = 1.0


sch = tvm.tir.Schedule(annotated_later)
sch.annotate(once, "software_pipeline_stage", [0, 1])  # expected-error {{a loop with break or continue cannot be pipelined}}
