from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def constants(A: T.Buffer((4,), "float32"), n: T.int32):
    a = T.allocate_const([1, 2, 3], "int32", [4])  # expected-error {{there are 3 numbers for 4 elements}}
    b = T.allocate_const([1, 300], "int8", [2])  # expected-error {{300 is no int8}}
    c = T.allocate_const([n], "int32", [1])  # expected-error {{the data of a constant is a list of numbers}}
    d = T.allocate_const([1], "int32", [n])  # expected-error {{constants have extents that are known}}
    e = T.allocate_const([1], "handle", [1])  # expected-error {{a buffer cannot have elements of dtype handle}}
    f = T.allocate_const(7, "int32")  # expected-error {{no argument for extents}}
    A[0] = T.float32(0) + T.Cast("float32", 99999999999999999999)  # expected-error {{does not fit in 64 bits}}
    A[0xFFFFFFFFFFFFFFFF] = 1.0  # expected-error {{a subscript of a buffer is an integer}}
    for i in range(0xFFFFFFFFFFFFFFFF):  # expected-error {{18446744073709551615 is no int64}}
        A[i] = 1.0
    x: T.int64 = 0xFFFFFFFFFFFFFFFF  # expected-error {{a value of dtype int64 is needed, and this is uint64}}
    y: T.int64 = -0xFFFFFFFFFFFFFFFF  # expected-error {{does not fit in 64 bits}}


@T.prim_func(s_tir=True)
def predicates(A: T.Buffer((16,), "float32"), P: T.Buffer((4,), "bool"), n: T.int32):
    A[0] = A.vload([0], "float32", predicate=n > 0)  # expected-error {{a predicate is a vector of truth values}}
    A.vstore([0], A.vload([4], "float32x4", predicate=P[0:2]), P[0:4])  # expected-error {{a predicate is a vector of truth values}}
    A.vstore([0], A[0:4], predicate=1)  # expected-error {{a predicate is a vector of truth values}}
    T.buffer_store(A, 1.0, [0], predicate=n > 0)  # expected-error {{a predicate is a vector of truth values}}


@T.prim_func(s_tir=True)
def buffers(A: T.Buffer((256,), "float32"), F: T.Buffer((4,), "float32", annotations={"a": 1})):  # expected-error {{a parameter has no annotations=}}
    T.preflattened_buffer(A, (16, 15), "float32")  # expected-error {{the shape has 240 elements, and 'A' has 256}}
    T.preflattened_buffer(A, (16, 16), "int32")  # expected-error {{the buffer 'A' has elements of dtype float32, not int32}}
    T.preflattened_buffer(A.data, (16, 16))  # expected-error {{is no buffer}}
    B = T.alloc_buffer((4,), "float32", annotations=3)  # expected-error {{annotations are a dict}}
    C = T.alloc_buffer((4,), "float32", annotations={"tvm.dtype": "int8"})  # expected-error {{an annotation cannot be named "tvm.dtype"}}
    D = T.decl_buffer((4,), "float32", data=A.data, annotations={"a": 1})  # expected-error {{annotations of a view}}
    E = T.alloc_buffer((4, 4), "float32", strides=(4,))  # expected-error {{strides}}


@T.prim_func(s_tir=True)
def arithmetic(X: T.Buffer((16,), "int32"), L: T.Buffer((16,), "int64"), F: T.Buffer((16,), "float32")):
    X[0] = T.q_multiply_shift(L[0], 1, 31, 1)  # expected-error {{fixed-point numbers are of dtype int32, and this is int64}}
    X[1] = T.q_multiply_shift(X[0], F[0], 31, 1)  # expected-error {{fixed-point numbers are of dtype int32, and this is float32}}
    X[2] = T.q_multiply_shift(X[0], X[1], 80, 1)  # expected-error {{a shift by 80 bits}}
    X[3] = T.q_multiply_shift(X[0], 1 << 30, 31, 40)  # expected-error {{a shift by 39 bits}}
    X[4] = T.q_multiply_shift(X[0], X[1], 31, F[0])  # expected-error {{a shift is an integer, and this is float32}}
    F[0] = T.hypot(X[0], X[1])  # expected-error {{T.hypot takes floating-point numbers, and this is int32}}


@T.prim_func(s_tir=True)
def reducers(A: T.Buffer((16,), "float32"), red: T.Buffer((1,), "float32")):
    for tx in T.thread_binding(16, thread="threadIdx.x"):
        with T.attr(T.comm_reducer(lambda x: x, [T.float32(0)]), "reduce_scope", 0):  # expected-error {{the function of a reducer of 1 values has 2 parameters, not 1}}
            red[0] = 0.0
        with T.attr(T.comm_reducer(T.max, [T.float32(0)]), "reduce_scope", 0):  # expected-error {{the function of a reducer is written as a lambda}}
            red[0] = 0.0
        with T.attr(T.comm_reducer(lambda x, y: x, A[0]), "reduce_scope", 0):  # expected-error {{the identity elements of a reducer are a list}}
            red[0] = 0.0
        with T.attr(T.comm_reducer(lambda x, y: x, [A[0]]), "reduce_scope", 0):  # expected-error {{an identity element is a number}}
            red[0] = 0.0
        with T.attr(A, "reduce_scope", 0):  # expected-error {{the node of a reduce_scope is a reducer}}
            red[0] = 0.0
        T.tvm_thread_allreduce(T.uint32(1), A[tx], True, tx, tx)  # expected-error {{a result of T.tvm_thread_allreduce is an element of a buffer}}
        T.tvm_thread_allreduce(T.uint32(2), A[tx], True, red[0], tx)  # expected-error {{T.tvm_thread_allreduce of 2 values has 5 arguments}}


@T.prim_func(s_tir=True)
def variables(A: T.Buffer((16,), "float32")):
    x: T.float32 = 0.0
    x = A  # expected-error {{the buffer A is no value}}
    x += 1
    y: T.int32
    y = A[0]  # expected-warning {{a number of dtype float32 is stored in a buffer of dtype int32}}
    z: T.handle  # expected-error {{'z' gets no value}}
    w: T.float32 = 1.0
    w: T.float32 = 2.0  # expected-error {{'w' is bound already}}
    q: T.let  # expected-error {{'q' gets no value}}
