# Constant subscripts outside of a buffer: errors where the access certainly happens, warnings behind a guard.
from tvm.script import tir as T


@T.prim_func
def bounds(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), n: T.int32):
    S = T.alloc_buffer((16,), "float32", scope="shared")
    A[16] = T.float32(0)  # expected-error {{the subscript 16 is beyond the extent 16}}
    A[-1] = T.float32(0)  # expected-error {{the subscript -1 is negative}}
    for i in T.serial(4):
        A[17] = T.float32(0)  # expected-error {{the subscript 17 is beyond the extent 16}}
    for i in T.serial(n):
        A[18] = T.float32(0)  # expected-warning {{the subscript 18 is beyond the extent 16}}
    for i in T.serial(4, 4):
        A[19] = T.float32(0)  # expected-warning {{the subscript 19 is beyond the extent 16}}
    if n > 20:
        A[20] = T.float32(0)  # expected-warning {{the subscript 20 is beyond the extent 16}}
        A[-2] = T.float32(0)  # expected-warning {{the subscript -2 is negative}}
        A[12:20] = T.Broadcast(T.float32(0), 8)  # expected-warning {{the slice [12, 20) leaves dimension 0}}
    A[0] = T.if_then_else(n > 21, B[21], T.float32(0))  # expected-warning {{the subscript 21 is beyond the extent 16}}
    for i in T.serial(4):
        with T.block("guarded"):
            vi = T.axis.spatial(4, i)
            T.where(n > 22)
            T.reads(B[22])
            T.writes(A[vi])
            A[vi] = B[22]  # expected-warning {{the subscript 22 is beyond the extent 16}}
    with T.block("certain"):
        T.reads(B[23])  # expected-error {{the subscript 23 is beyond the extent 16}}
        A[0] = B[0]
    T.ptx_cp_async("float32", T.address_of(S[0]), 0, T.address_of(B[-3]), 0, 16, n > 3)  # expected-warning {{the subscript -3 is negative}}
    T.ptx_cp_async("float32", T.address_of(S[0]), 0, T.address_of(B[-4]), 0, 16)  # expected-error {{the subscript -4 is negative}}
    if n > 24:
        T.evaluate(T.call_extern("void", "f", T.address_of(B[24])))  # expected-error {{the address is outside of dimension 0}} # expected-warning {{the subscript 24 is beyond}}


@T.prim_func(s_tir=True)
def stretches(A: T.Buffer((64,), "float32"), M: T.Buffer((4, 4), "float32"), n: T.int32):
    T.call_extern("void", "f", A.access_ptr("r", offset=256, extent=16))  # expected-error {{the pointer leaves the buffer A, which has 64 elements}}
    T.call_extern("void", "f", A.access_ptr("r", offset=50, extent=16))  # expected-error {{the pointer leaves the buffer A}}
    T.call_extern("void", "f", M.access_ptr("r", offset=n, extent=17))  # expected-error {{the pointer leaves the buffer M}}
    T.call_extern("void", "f", A.access_ptr("r", offset=48, extent=16))
