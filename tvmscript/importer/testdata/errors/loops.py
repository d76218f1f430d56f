from tvm.script import tir as T


@T.prim_func
def heads(A: T.Buffer((16, 16), "float32"), n: T.int32):
    for i, j in T.grid(16):  # expected-error {{2 variables for 1 loop}}
        A[i, j] = 1.0
    for (i,) in T.grid(4, 4):  # expected-error {{1 variable for 2 loops}}
        A[i, 0] = 1.0
    for i in T.grid():  # expected-error {{T.grid without extents}}
        A[i, 0] = 1.0
    for i in range(16, 0, -1):  # expected-error {{the step of a loop is -1}}
        A[i, 0] = 1.0
    for i in range(0, 16, n):  # expected-error {{}}
        A[i, 0] = 1.0
    for i in T.thread_binding(16):  # expected-error {{T.thread_binding without a thread}}
        A[i, 0] = 1.0
    for i in T.thread_binding(16, thread="threadIdx.w"):  # expected-error {{"threadIdx.w" is no thread tag}}
        A[i, 0] = 1.0
    for i in T.serial(16, annotations=[1]):  # expected-error {{annotations are a dict}}
        A[i, 0] = 1.0
    for i in T.serial(16, annotations={1: 2}):  # expected-error {{the key of an annotation is an int}}
        A[i, 0] = 1.0
    for i in T.serial(16, annotations={"mapping": 2}):  # expected-error {{an annotation cannot be named "mapping"}}
        A[i, 0] = 1.0
    for i in T.serial(16, annotation={"a": 2}):  # expected-error {{annotation}}
        A[i, 0] = 1.0
    for i in A:  # expected-error {{the buffer A}}
        A[i, 0] = 1.0
    for i in T.seriel(16):  # expected-error {{T.seriel}}
        A[i, 0] = 1.0
    for i in T.serial(1.5):  # expected-error {{}}
        A[i, 0] = 1.0
    for i in range(4):
        A[i, 0] = 1.0
        break
    else:
        A[0, 0] = 1.0  # expected-error {{a loop with else}}
    while n > 0:
        continue
    T.serial(4)  # expected-error {{T.serial as a statement of its own}}
