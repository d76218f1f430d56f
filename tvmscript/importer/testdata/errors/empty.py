# expected-error {{there is no prim_func in this file}}
from tvm.script import tir as T


def make(n):
    @T.prim_func
    def f(A: T.Buffer((n,), "float32")):
        A[0] = 1.0

    return f
