from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def matmul(
    A: T.Buffer((96, 64), "float16"),
    B: T.Buffer((64, 80), "float16"),
    C: T.Buffer((96, 80), "float32"),
):
    for i, j, k in T.grid(96, 80, 64):
        with T.sblock("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            T.reads(A[vi, vk], B[vk, vj])
            T.writes(C[vi, vj])
            with T.init():
                C[vi, vj] = 0.0
            C[vi, vj] = C[vi, vj] + T.Cast("float32", A[vi, vk]) * T.Cast("float32", B[vk, vj])
