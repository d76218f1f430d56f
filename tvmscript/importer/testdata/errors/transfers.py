from tvm.script import tir as T


@T.prim_func
def copies(A: T.Buffer((64, 64), "float16"), n: T.int32):
    S = T.alloc_buffer((64, 64), "float16", scope="shared")
    L = T.alloc_buffer((64, 64), "float16", scope="local")
    T.ptx_cp_async("float16", S.data, 0, A.data, 0, 3)  # expected-error {{3 bytes are no number of elements of 'S'}}
    T.ptx_cp_async("float16", S.data, 0, A.data, 0, 32)  # expected-error {{Requested copy elements}}
    T.ptx_cp_async("float16", L.data, 0, A.data, 0, 16)  # expected-error {{destination memref}}
    T.ptx_cp_async("float16", 3, 0, A.data, 0, 16)  # expected-error {{an int is no pointer}}
    T.ptx_cp_async("float16", T.address_of(S[1, 1]), 4, A.data, 0, 16)  # expected-error {{an offset from an element of a buffer with several dimensions}}
    T.ptx.cp.async_.ca.shared.global_(S.ptr_to([0, 0]), A.ptr_to([0, 0]), 16, 5)  # expected-error {{a copy of 8 elements of 2 bytes reads 5 bytes}}
    T.ptx.cp.async_.ca.shared.global_(S.ptr_to([0, 0]), A.ptr_to([0, 0]), 16, 18)  # expected-error {{a copy of 8 elements of 2 bytes reads 18 bytes}}
    T.ptx.cp.async_.ca.shared.global_(S.ptr_to([0, 0]), A.ptr_to([0, 0]), 16, n)  # expected-error {{a multiple of the size of an element, 2, which cannot be seen here}}
    T.ptx.cp.async_.ca.shared.global_(S.ptr_to([0, 0]), A.ptr_to([0, 0]), 16, n * 3)  # expected-error {{the elements of the copy have 2 bytes, and 3 is no multiple}}
    T.ptx.cp.async_.cg.shared.global_(S.ptr_to([0, 0]), A.ptr_to([0, 0]), 8)  # expected-error {{bypassL1}}
    T.ptx_wait_group(-1)  # expected-error {{the count of a wait is -1}}
    T.dma_copy(0, T.address_of(S[0, 0]), T.address_of(A[0, 32]), 128)  # expected-error {{no block of 'A'}}
    T.dma_copy(0, T.address_of(S[0, 0]), T.address_of(A[0, 32]), 32, 0)
    T.dma_start_group(0)  # expected-error {{T.dma_start_group without T.dma_end_group}}
    for i in range(4):
        T.dma_start_group(0)
        T.dma_end_group(1)  # expected-error {{the group of queue 0 ends with queue 1}}
        T.dma_wait(0, -1)  # expected-error {{the count of a wait is -1}}
    for i in range(4):
        T.dma_start_group(3)
        T.dma_copy(0, S.data, A.data, 64 * 128)  # expected-error {{is for queue 0, but stands in a group of queue 3}}
        T.dma_end_group(3)
