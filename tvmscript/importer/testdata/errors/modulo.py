from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def regions(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for i in range(64):
        with T.sblock("the region wraps, the access does not"):
            v = T.axis.spatial(64, i)
            T.reads(A[v % 4])  # expected-warning {{T.reads does not contain all that the body reads of 'A'}}
            T.writes(B[v])
            B[v] = A[v]
        with T.sblock("it wraps too early"):
            v = T.axis.spatial(64, i)
            T.reads(A[v % 4 : v % 4 + 2])  # expected-warning {{T.reads does not contain all that the body reads of 'A'}}
            T.writes(B[v])
            B[v] = A[v % 8]
        with T.sblock("a quotient"):
            v = T.axis.spatial(64, i)
            T.reads(A[v])
            T.writes(B[v // 8 * 8 : v // 8 * 8 + 7])  # expected-warning {{T.writes does not contain all that the body writes of 'B'}}
            B[v] = A[v]
        with T.sblock("in a loop"):
            v = T.axis.spatial(64, i)
            T.reads(A[0:4])  # expected-warning {{T.reads does not contain all that the body reads of 'A'}}
            T.writes(B[v])
            for k in range(8):
                B[v] = A[(v + k) % 5]


@T.prim_func(s_tir=True)
def truths(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), n: T.int32):
    for i in range(64):
        with T.sblock("the same"):
            v = T.axis.spatial(64, i)
            T.reads(A[v % 4])
            T.writes(B[v // 8 * 8 : v // 8 * 8 + 8])
            B[v] = A[v % 4]
        with T.sblock("a part of it"):
            v = T.axis.spatial(64, i)
            T.reads(A[v % 4 : v % 4 + 2], A[32:64])
            T.writes(B[v])
            B[v] = A[v % 4 + v // 32]
        with T.sblock("guarded"):
            v = T.axis.spatial(64, i)
            T.where(i < 4)
            T.reads(A[v % 4])
            T.writes(B[v])
            B[v] = A[v]
        with T.sblock("under a condition"):
            v = T.axis.spatial(64, i)
            T.reads(A[v % 4])
            T.writes(B[v])
            if v < 4:
                B[v] = A[v]
    for i in range(n):
        with T.sblock("of unknown extent"):
            v = T.axis.spatial(n, i)
            T.reads(A[v % 4])
            T.writes(B[v])
            B[v] = A[v]


@T.prim_func(s_tir=True)
def domains(A: T.Buffer((16,), "float32"), n: T.int32):
    for i, j in T.grid(5, 4):
        with T.sblock("beyond the end"):
            v = T.axis.spatial(16, i * 4 + j)  # expected-error {{the axis becomes 19, and its domain is [0, 16)}}
            A[v] = 1.0
        with T.sblock("before the beginning"):
            v = T.axis.reduce((2, 16), i + j)  # expected-error {{the axis becomes 0, and its domain is [2, 16)}}
            A[v] = 1.0
        with T.sblock("a remainder"):
            v = T.axis.S(4, (i * 4 + j) % 8)  # expected-error {{the axis becomes 4, and its domain is [0, 4)}}
            A[v] = 1.0
        with T.sblock("a quotient"):
            v = T.axis.spatial(2, (i * 4 + j) // 8)  # expected-error {{the axis becomes 2, and its domain is [0, 2)}}
            A[v] = 1.0
        with T.sblock("a constant"):
            v = T.axis.spatial(4, 4)  # expected-error {{the axis becomes 4, and its domain is [0, 4)}}
            A[v] = 1.0
        with T.sblock("guarded"):
            v = T.axis.spatial(16, i * 4 + j)
            T.where(i * 4 + j < 16)
            A[v] = 1.0
        if i < 4:
            with T.sblock("under a condition"):
                v = T.axis.spatial(16, i * 4 + j)
                A[v] = 1.0
        with T.sblock("within"):
            v = T.axis.spatial(8, (i * 4 + j) % 8)
            w = T.axis.spatial(n, i * 4 + j)
            u = T.axis.spatial((1, 21), i * 4 + j + 1)
            A[v] = 1.0
