from tvm.script import tir as T


@T.prim_func
def axes(A: T.Buffer((16, 16), "float32"), n: T.int32):
    for i, j in T.grid(16, 16):
        with T.block("letters"):
            vi, vj = T.axis.remap("S", [i, j])  # expected-error {{1 letter for 2 loop variables}}
            A[vi, vj] = 1.0
        with T.block("kinds"):
            vi, vj = T.axis.remap("SX", [i, j])  # expected-error {{'X' is no kind of an axis}}
            A[vi, vj] = 1.0
        with T.block("no variable"):
            vi, vj = T.axis.remap("SS", [i, j + 1])  # expected-error {{T.axis.remap of something that is no loop variable}}
            A[vi, vj] = 1.0
        with T.block("names"):
            vi, vj, vk = T.axis.remap("SS", [i, j])  # expected-error {{3 names for 2 values}}
            A[vi, vj] = 1.0
        with T.block("late"):
            A[i, j] = 1.0
            vi = T.axis.spatial(16, i)  # expected-error {{an axis behind statements of its block}}
            A[vi, j] = 1.0
        with T.block("interval"):
            vi = T.axis.spatial((0, 1, 2), i)  # expected-error {{the interval of an axis has 3 ends}}
            A[vi, j] = 1.0
        vo = T.axis.spatial(16, i)  # expected-error {{an axis outside of a block}}
        with T.block(16):  # expected-error {{the name of a block is a string}}
            A[i, j] = 1.0
        T.block("forgotten")  # expected-error {{T.block as a statement of its own}}


@T.prim_func
def parts(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16,), "float32")):
    T.where(B[0] > 0.0)  # expected-error {{T.where outside of a block}}
    T.reads(A[0, 0])  # expected-error {{T.reads outside of a block}}
    for i, j in T.grid(16, 16):
        with T.block("where"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.where(vi < 3)  # expected-error {{T.where is over the variables of the loops, and 'vi' is an axis}}
            A[vi, vj] = 1.0
        with T.block("twice"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.where(i < 3)
            T.where(j < 3)  # expected-error {{a second T.where in the block}}
            T.writes(A[vi, vj])
            T.writes(A[vi, vj])  # expected-error {{a second T.writes in the block}}
            A[vi, vj] = 1.0
        with T.block("init"):
            vi, vj = T.axis.remap("SR", [i, j])
            B[vi] = B[vi] + A[vi, vj]
            with T.init():  # expected-error {{T.init behind statements of the block}}
                B[vi] = 0.0
        with T.block("init2"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                B[vi] = 0.0
            with T.init():  # expected-error {{a second T.init in the block}}
                B[vi] = 0.0
        with T.block("nested"):
            vi, vj = T.axis.remap("SR", [i, j])
            for k in range(4):
                T.block_attr({"a": 1})  # expected-error {{T.block_attr inside of a loop or branch}}
        with T.init():  # expected-error {{T.init outside of a block}}
            A[i, j] = 1.0
        with T.block("attributes"):
            T.block_attr({"name": "x"})  # expected-error {{an annotation cannot be named "name"}}
            T.block_attr(3)  # expected-error {{annotations are a dict}}
