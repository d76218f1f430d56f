from tvm.script import tir as T


@T.prim_func
def lies(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), C: T.Buffer((16,), "float32")):
    for i, j in T.grid(16, 15):
        with T.block("missing read"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads()  # expected-warning {{T.reads does not mention 'A', and the body reads it}}
            T.writes(B[vi, vj])
            B[vi, vj] = A[vi, vj]
        with T.block("missing write"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.writes(A[vi, vj])  # expected-warning {{T.writes does not mention 'B', and the body writes it}}
            B[vi, vj] = A[vi, vj]
        with T.block("neighbour"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(A[vi, vj])  # expected-warning {{T.reads does not contain all that the body reads of 'A'}}
            T.writes(B[vi, vj])
            B[vi, vj] = A[vi, vj + 1]
        with T.block("row"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(A[0, 0:16])  # expected-warning {{T.reads does not contain all that the body reads of 'A'}}
            B[vi, vj] = A[vi, vj]
        with T.block("loop"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.writes(B[vi, 0:8])  # expected-warning {{T.writes does not contain all that the body writes of 'B'}}
            for k in range(16):
                B[vi, k] = 1.0
        with T.block("a number"):
            T.reads(3)  # expected-error {{is no part of a buffer}}
            B[i, j] = 1.0
        with T.block("subscripts"):
            T.reads(A[i])  # expected-error {{subscript}}
            B[i, j] = 1.0


@T.prim_func
def truths(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), C: T.Buffer((16,), "float32")):
    for i, j in T.grid(16, 15):
        with T.block("both"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(A[vi, vj], A[vi, vj + 1])
            T.writes(B)
            B[vi, vj] = A[vi, vj] + A[vi, vj + 1]
        with T.block("accumulator"):
            vi, vj = T.axis.remap("SR", [i, j])
            T.reads(A[vi, vj])
            T.writes(C[vi])
            with T.init():
                C[vi] = 0.0
            C[vi] += A[vi, vj]
        with T.block("guarded"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.where(i < 1)
            T.reads(A[0, vj])
            B[vi, vj] = A[vi, vj]
        with T.block("maybe"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(A[vi, vj])
            if vj > 100:
                B[vi, vj] = A[vi, vj + 1]


@T.prim_func
def incomplete(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.block("b"):
            vi = T.axis.spatial(16, i)
            T.reads(A[vi])  # expected-warning {{T.reads does not mention 'B', and the body reads it}}
            T.writes(C[vi])
            C[vi] = A[vi] + B[vi]
