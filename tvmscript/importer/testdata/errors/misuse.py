from tvm.script import tir as T


@T.prim_func
def misuse(A: T.Buffer((16, 16), "float32")):
    for i, j in T.grid(16, 16):
        with T.block("truth"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.where(1.5)  # expected-error {{a condition is of dtype bool, and this is a float}}
            A[vi, vj] = 1.0
        with T.block("swapped"):
            vi = T.axis.spatial(i, 16)  # expected-error {{the extent of the axis is the variable of a loop}}
            A[vi, j] = 1.0
        with T.block("typo"):
            vi = T.axis.spacial(16, i)  # expected-error {{T.axis.spacial is no function that is known here}}
            A[vi, j] = 1.0
    T.evaluate(A)  # expected-error {{T.evaluate of the buffer A}}
    T.evaluate(A.data)  # expected-error {{T.evaluate of a pointer into the buffer A}}
    for tx in T.thread_binding(16, thread="threadIdx.x"):
        for ty in T.thread_binding(8, thread="threadIdx.y"):
            A[tx, ty] = 1.0
        for tx2 in T.thread_binding(8, thread="threadIdx.x"):  # expected-error {{threadIdx.x has the extent 8 here, and 16 around it}}
            A[tx2, 0] = 1.0
    for q in T.gird(16):  # expected-error {{T.gird is no function that is known here}}
        A[q, 0] = 1.0
    A[0, 0] = k  # expected-error {{k is not defined}}


@T.prim_func
def outer_reads(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.block("outer"):
            vi = T.axis.spatial(16, i)
            T.reads(A[vi, 0:16])
            T.writes(B[vi])
            for k in range(16):
                with T.block("inner"):  # the sum is read where it is summed up, which needs not be declared
                    vk = T.axis.reduce(16, k)
                    T.reads(A[vi, vk])
                    T.writes(B[vi])
                    with T.init():
                        B[vi] = 0.0
                    B[vi] = B[vi] + A[vi, vk]
    for i in range(16):
        with T.block("plain"):
            vi = T.axis.spatial(16, i)
            T.reads(A[vi, 0:16])  # expected-warning {{T.reads does not mention 'B'}}
            T.writes(B[vi])
            for k in range(16):
                with T.block("inner"):
                    vk = T.axis.spatial(16, k)
                    B[vi] = B[vi] + A[vi, vk]
