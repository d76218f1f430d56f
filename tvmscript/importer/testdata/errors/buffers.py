from tvm.script import tir as T


@T.prim_func
def buffers(A: T.Buffer((16, 16), "float32"), n: T.int32, b: T.Buffer((16,), "int8")):
    B = T.alloc_buffer((16,), "handle")  # expected-error {{a buffer cannot have elements of dtype handle}}
    C = T.alloc_buffer((16, 2.5), "float32")  # expected-error {{is no extent of a buffer}}
    S = T.alloc_buffer((16,), "float32", strides=(T.int32(),))  # expected-error {{an allocation with strides or an offset that are not constant}}
    E = T.alloc_buffer((1 << 40, 1 << 40), "float32")  # expected-error {{bytes}}
    F = T.decl_buffer((300,), "float32", data=A.data)  # expected-error {{the view is larger than the memory of 'A'}}
    G = T.decl_buffer((16,), "int8", data=A.data)  # expected-error {{the elements of 'A' are float32, those of the view int8}}
    H = T.decl_buffer((n,), "float32", data=A.data)  # expected-error {{a view of another shape needs constant extents}}
    J = T.decl_buffer((16,), "float32", data=3)  # expected-error {{data= is an int}}
    K = T.allocate([16], "float32", "shared", condition=False)  # expected-error {{a T.allocate with a condition}}
    L = T.alloc_buffer()  # expected-error {{shape}}
    M = T.Buffer((16,), "float32", scope=3)  # expected-error {{}}
    N = T.decl_buffer((5,), "float32", data=b.data)  # expected-error {{larger than the memory of 'b'}}
    with T.block("match"):
        S = T.match_buffer(A[0:8, 0:16], (16, 8))  # expected-error {{the shape is not that of the part: (8, 16)}}
        U = T.match_buffer(A[0:8, 0:32], (8, 32))  # expected-error {{leaves dimension 1 of the buffer A}}
        V = T.match_buffer(A[0:8, 0:16], (8, 16), "float16")  # expected-error {{'A' has elements of dtype float32, not float16}}
        W = T.match_buffer(A[0:8, 0:16], (8, 16), scope="shared")  # expected-error {{'A' is in scope "global", not "shared"}}
        X = T.match_buffer(n, (8, 16))  # expected-error {{T.match_buffer of a value of dtype int32}}
        Y = T.match_buffer(A[0:8, 0:16], (8,))  # expected-error {{the shape}}
    R = T.buffer_decl((16,), "float32", scope="shared")
    T.realize(R[0:16], "local")  # expected-error {{'R' is declared in scope "shared" and realized in "local"}}
