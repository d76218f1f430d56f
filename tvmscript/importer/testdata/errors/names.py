from tvm.script import tir as T


@T.prim_func
def unknown(A: T.Buffer((16,), "float32"), length: T.int32):
    A[0] = B[0]  # expected-error {{B is not defined}}
    A[1] = B[1]
    for i in T.serial(lenght):  # expected-error {{lenght is not defined}}
        A[i] = 1.0
    A[2] = T.flor(A[0])  # expected-error {{T.flor}}


@T.prim_func
def scopes(A: T.Buffer((16,), "float32")):
    for i in range(16):
        C = T.alloc_buffer((4,), "float32")
        x = A[i]
    A[i] = 1.0  # expected-error {{'i' is used outside of the scope that binds it}}
    A[0] = C[0]  # expected-error {{'C' is used outside of the scope that binds it}}
    A[1] = x  # expected-error {{'x' is used outside of the scope that binds it}}
    with T.block("b"):
        v = T.axis.spatial(1, 0)
        A[v] = 1.0
    A[v] = 2.0  # expected-error {{'v' is used outside of the scope that binds it}}


@T.prim_func
def twice(A: T.Buffer((16,), "float32"), A: T.Buffer((16,), "float32")):  # expected-error {{two parameters named 'A'}}
    pass


@T.prim_func
def again(A: T.Buffer((16,), "float32")):
    B = T.alloc_buffer((4,), "float32")
    B = T.alloc_buffer((4,), "float32")  # expected-error {{'B' is bound already, as a buffer}}
    x = A[0]
    x = A[1]  # expected-error {{'x' is bound already, as a value}}
    x += 1.0  # expected-error {{'x' is a value, and values do not change}}
    for i in range(4):
        x = A[i]  # expected-error {{'x' is bound already}}


@T.prim_func
def accumulate(A: T.Buffer((16,), "float32")):
    total = 0
    for i in range(16):
        total = total + 1  # expected-error {{'total' is bound already}}
    A[0] = total


@T.prim_func
def accumulate(A: T.Buffer((16,), "float32")):  # expected-error {{there are two prim_funcs named 'accumulate'}}
    A[0] = 1.0
