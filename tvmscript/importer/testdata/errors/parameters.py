from tvm.script import ir as I
from tvm.script import tirx as T
import numpy as np


@T.prim_func(privat=True)  # expected-error {{T.prim_func has no argument 'privat'}}
def f1(
    A,  # expected-error {{the parameter 'A' has no type}}
    B: T.Buffer((16,), "float33"),  # expected-error {{float33}}
    C: T.Buffer((16, -1), "float32"),  # expected-error {{an extent is -1}}
    D: T.Buffer((16,), "float32", scope="sharde"),  # expected-error {{"sharde" is no storage scope}}
    E: T.Buffer((16, 16), "float32", strides=(1,)),  # expected-error {{there are 1 strides for 2 dimensions}}
    F: np.float32,  # expected-error {{is no type of a parameter}}
    *args,  # expected-error {{no parameters with stars}}
):
    pass


@T.prim_func
def f2(n: T.int32 = 4, m: 16 = 3):  # expected-error {{'n' has a default value}} # expected-error {{'m' has a default value}} # expected-error {{an int is no type of a parameter}}
    pass


@T.prim_func
def f3(a: T.handle, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n + 1,), "float32")  # expected-error {{a variable that no shape has given a value yet}}
    A2 = T.match_buffer(b, (n,), "float32")
    A3 = T.match_buffer(b, (4,), "float32")  # expected-error {{'b' is matched a second time}}
    A4 = T.match_buffer(A2, (4,), "float32")  # expected-error {{the shape is not that of the part}}


def helper(x):
    return x


@T.prim_func
def f4() -> None:
    return helper(3)  # expected-error {{returns a value}}


class NotAModule:  # expected-error {{the class 'NotAModule' has prim_funcs, and is no module}}
    @T.prim_func
    def f(A: T.Buffer((16,), "float32")):
        A[0] = np.zeros(3)  # expected-error {{not known at import time}}
