from tvm.script import tir as T


@T.prim_func
def one(A: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.block("outer"):
            vi = T.axis.spatial(16, i)
            A[vi] = 1.0


sch = T.Schedule(outer_reads)
a, b, c, d = sch.get_loops(sch.get_block("outer"))
sch.annotate(a, "x", 1)  # expected-error {{'a' is no loop: 4 names for 1 values}}
sch.annotate(sch.get_loops(sch.get_block("outer"))[5], "x", 1)  # expected-error {{the subscript 5 is not one of 1 elements}}
