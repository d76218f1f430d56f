from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def truth(a: T.handle, A: T.Buffer((16,), "float32"), flag: T.Buffer((1,), "bool"), n: T.int32):
    m = T.int32()
    if A:  # expected-error {{the buffer A has no truth value}}
        A[0] = 1.0
    while flag:  # expected-error {{the buffer flag has no truth value}}
        flag[0] = False
    assert A, "a buffer"  # expected-error {{the buffer A has no truth value}}
    if not A:  # expected-error {{the buffer A has no truth value}}
        A[1] = 1.0
    if n > 0 and flag:  # expected-error {{the buffer flag has no truth value}}
        A[2] = 1.0
    if flag or n > 0:  # expected-error {{the buffer flag has no truth value}}
        A[3] = 1.0
    A[4] = 1.0 if A else 2.0  # expected-error {{the buffer A has no truth value}}
    if A.data:  # expected-error {{a pointer into the buffer A has no truth value}}
        A[5] = 1.0
    if bool(A):  # expected-error {{the buffer A has no truth value}}
        A[6] = 1.0
    if all([True, A]):  # expected-error {{the buffer A has no truth value}}
        A[7] = 1.0
    if m:  # expected-error {{has no truth value}}
        A[8] = 1.0
    if a:  # expected-error {{the handle a has no truth value}}
        A[9] = 1.0
    for i in range(16):
        with T.sblock("b"):
            v = T.axis.spatial(16, i)
            T.where(flag)  # expected-error {{a condition is of dtype bool, and this is the buffer flag}}
            A[v] = 1.0
