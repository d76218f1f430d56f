# The first limit ends the import: what follows would run into it again.
from tvm.script import tir as T

text = "x" * 100000
for n in range(40):
    text = f"{text}{text}{text}"  # expected-error {{more than}}


@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    for i in range(16):
        for q in [0] * 1000000:
            A[i] = 1.0
