import tvm
from tvm.script import tir as T


@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.block("a"):
            A[i] = 1.0
    for j in range(16):
        A[j] = 1.0
    for j in range(16):
        A[j] = 1.0


sch = tvm.tir.Schedule(f)
sch.annotate(k, "software_pipeline_stage", [0])  # expected-error {{there is no loop with the variable 'k'}}
sch.annotate(j, "software_pipeline_stage", [0])  # expected-error {{there are 2 loops with the variable 'j'}}
sch.annotate(i, "mapping", [0])  # expected-error {{an annotation cannot be named "mapping"}}
sch.annotate(i, "key")  # expected-error {{ann_val}}
block = sch.get_block("b")  # expected-error {{there are 0 blocks named "b"}}
sch.split(i, [4, 4])  # expected-error {{the primitive sch.split changes the program}}
loops = sch.get_loops(3)  # expected-error {{an int is no block}}
sch.annotate(3, "a", 1)  # expected-error {{an int is no loop}}
