from tvm.script import tir as T


@T.prim_func
def f(
    a: T.handle,  # expected-error {{the handle 'a' has no shape}}
    b: T.handle,
):
    B = T.match_buffer(b, (16,), "float32")
    B[0] = 1.0
