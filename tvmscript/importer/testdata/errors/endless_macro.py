from tvm.script import tir as T


@T.macro
def m(A, n):
    m(A, n + 1)  # expected-error {{macros are nested more than 64 deep}}
    m(A, n + 1)


@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    m(A, 0)
