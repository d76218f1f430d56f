from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def late(a: T.handle, b: T.handle, C: T.Buffer((16,), "float32")):
    T.call_extern("int32", "use", a, b)
    A = T.match_buffer(a, (16,), "float32")  # expected-error {{'a' is matched behind its use as a handle}}
    B = T.decl_buffer((16,), "float32", data=b)  # expected-error {{the handle 'b' gets a shape behind its use as a handle}}
    C[0] = a  # expected-error {{is no value}}
    C[1] = a[0]  # expected-error {{the handle a is not subscripted}}


@T.prim_func(s_tir=True)
def structures(a: T.handle, n: T.int32):
    T.evaluate(T.tvm_struct_get(a, 0, 5))  # expected-error {{a dtype is needed}}
    T.evaluate(T.tvm_struct_get())  # expected-error {{no argument for the dtype of the result}}
    m: T.int64 = T.tvm_struct_get(a, 0, 5, "itn64")  # expected-error {{itn64 is no dtype}}
