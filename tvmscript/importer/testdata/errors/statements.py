from tvm.script import tir as T


@T.prim_func
def statements(A: T.Buffer((16, 16), "float32"), n: T.int32):
    import numpy  # expected-error {{an import in a prim_func}}
    global x  # expected-error {{global and nonlocal in a prim_func}}
    del n  # expected-error {{del in a prim_func}}
    A[0, 0]  # expected-error {{an expression without effect}}
    A[0] = 1.0  # expected-error {{subscript}}
    A[0, 0] = "text"  # expected-error {{}}
    x: T.let  # expected-error {{'x' gets no value}}
    y: 3 = A[0, 0]  # expected-error {{an int is no dtype}}
    A.shape = 3  # expected-error {{this cannot be assigned to}}
    z = T.evaluate(0)  # expected-error {{T.evaluate inside of an expression}}
    with A:  # expected-error {{a with over something that is no call of T}}
        A[0, 0] = 1.0
    with T.blok("a"):  # expected-error {{a with over T.blok}}
        A[0, 0] = B[0, 0]  # expected-error {{B is not defined}}
    assert n < 3, 4  # expected-error {{the message of an assertion is an int}}
    if n > 0:
        return  # expected-error {{return inside of a loop, a branch or a macro}}
    w = 1 / 0  # expected-error {{}}
    u = A[0, 0] / w
    return
    A[0, 0] = 1.0  # expected-error {{a statement behind return}}


@T.prim_func
def nested(A: T.Buffer((16,), "float32")):
    @T.prim_func
    def inner(B: T.Buffer((16,), "float32")):  # expected-error {{a prim_func in a prim_func}}
        B[0] = 1.0

    class C:  # expected-error {{a class in a prim_func}}
        pass

    @T.macro
    def store(i):
        A[i] = 1.0
        store(i)  # expected-error {{macros are nested more than 64 deep}}

    store(0)
    x = store(1)  # expected-error {{the macro store inside of an expression}}
    store()  # expected-error {{i}}
    T.ret(3)  # expected-error {{returns a value}}
