from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((8,), "float32")):
        Module.callee(A, B)  # expected-error {{the parameter 'B' of 'callee' is memref<16xf32>, and the argument is memref<8xf32>}}
        Module.callee(A)  # expected-error {{'callee' has 2 parameters, and 1 arguments are given}}
        Module.calle(A, A)  # expected-error {{the module Module has no function 'calle'}}
        cls.callee(A, 3)  # expected-error {{a buffer is needed here, and this is an int}}
        cls.callee(A, B=A)  # expected-error {{arguments of prim_funcs are positional}}

    @T.prim_func
    def callee(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        A[0] = B[0]

    @T.prim_func
    def recursive(A: T.Buffer((16,), "float32")):
        Module.recursive(A)  # expected-error {{'recursive' calls itself}}
