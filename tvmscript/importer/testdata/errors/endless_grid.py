from tvm.script import tir as T


@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    for q in T.grid(*[2] * 100000):  # expected-error {{loops are nested more than 256 deep}}
        A[0] = 1.0
