from tvm.script import tir as T


@T.prim_func
def scopes(A: T.Buffer((16,), "float32"), n: T.int32):
    with T.attr(0, "async_commit_queue_scope", n):  # expected-error {{}}
        A[0] = 1.0
    with T.attr(0, "async_commit_queue_scope", -1):  # expected-error {{the number of a queue is -1}}
        A[0] = 1.0
    with T.attr(0, "async_wait_queue_scope", 0):  # expected-error {{a wait without a count}}
        A[0] = 1.0
    with T.attr(0, "async_wait_inflight_count", 0):  # expected-error {{does not stand directly in async_wait_queue_scope}}
        A[0] = 1.0
    with T.attr(0, "async_wait_queue_scope", 0):
        for i in range(3):
            with T.attr(0, "async_wait_inflight_count", 0):  # expected-error {{does not stand directly in async_wait_queue_scope}}
                A[0] = 1.0
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", -2):  # expected-error {{the count of a wait is -2}}
            A[0] = 1.0
    with T.attr(0, "pragma_x", n):  # expected-error {{with a value that is not known at import time}}
        A[0] = 1.0
    with T.attr(n, "thread_extent", 4):  # expected-error {{is no thread}}
        A[0] = 1.0
    with T.attr(0, "key", 0) as x:  # expected-error {{T.attr has no value}}
        A[0] = 1.0
    with T.launch_thread("threadIdx.q", 4) as tx:  # expected-error {{"threadIdx.q" is no thread tag}}
        A[tx] = 1.0
    with T.launch_thread(4, 4) as tx:  # expected-error {{an int is no thread}}
        A[tx] = 1.0
    ty = T.env_thread("threadIdx.y")
    A[ty] = 1.0  # expected-error {{a variable of the threads threadIdx.y outside of its T.launch_thread}}
    with T.let(n, 3):  # expected-error {{is no variable that a let can define}}
        A[0] = 1.0
    with T.attr(0, "async_commit_queue_scope", 0):
        with T.attr(0, "async_commit_queue_scope", 1):  # expected-error {{must not be directly inside another 'pipeline.commit_queue'}}
            A[0] = 1.0
    with T.block("costs"):
        T.block_attr({"pipeline.cost": -1})  # expected-error {{'pipeline.cost' must be a non-negative i64}}


@T.prim_func
def doubled(A: T.Buffer((16,), "float32")):
    with T.attr(A, "double_buffer_scope", 1):  # expected-warning {{has no effect: the buffer has one version}}
        A[0] = 1.0
