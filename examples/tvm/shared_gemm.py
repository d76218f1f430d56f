# A matrix product as a GPU computes it: every thread block makes an 8x8 tile of
# C. The threads copy tiles of A and B to shared memory, four elements at a time,
# then to local memory, and multiply. The copies to shared memory are asynchronous
# and two iterations ahead; those to local memory are one ahead of the products.
#
#   inflight run examples/tvm/shared_gemm.py

from tvm.script import ir as I
from tvm.script import tirx as T

M, N, K = 16, 16, 64
TILE, STEP, THREADS = 8, 8, 16
LANES = 4
A_GROUPS = STEP // LANES  # groups of lanes in a row of the tile of A
B_GROUPS = TILE // LANES
HALF = TILE // 2  # a thread multiplies half of a row


@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def shared_gemm(
        A: T.Buffer((M, K), "float32"),
        B: T.Buffer((K, N), "float32"),
        C: T.Buffer((M, N), "float32"),
    ):
        for by in T.thread_binding(M // TILE, thread="blockIdx.y"):
            for bx in T.thread_binding(N // TILE, thread="blockIdx.x"):
                with T.sblock("C_tile"):
                    C_local = T.sblock_alloc_buffer((TILE, TILE), "float32", scope="local")
                    with T.sblock("C_init"):
                        for tx in T.thread_binding(THREADS, thread="threadIdx.x"):
                            for j in range(HALF):
                                C_local[tx // 2, tx % 2 * HALF + j] = T.float32(0)
                    for k in T.serial(
                        K // STEP,
                        annotations={
                            "software_pipeline_stage": [0, 0, 2, 2, 3],
                            "software_pipeline_order": [0, 1, 3, 4, 2],
                            "software_pipeline_async_stages": [0],
                        },
                    ):
                        with T.sblock("K_tile"):
                            A_shared = T.sblock_alloc_buffer((TILE, STEP), "float32", scope="shared")
                            B_shared = T.sblock_alloc_buffer((STEP, TILE), "float32", scope="shared")
                            A_local = T.sblock_alloc_buffer((TILE, STEP), "float32", scope="local")
                            B_local = T.sblock_alloc_buffer((STEP, TILE), "float32", scope="local")
                            with T.sblock("A_shared"):
                                for tx in T.thread_binding(THREADS, thread="threadIdx.x"):
                                    for v in T.vectorized(LANES):
                                        A_shared[tx // A_GROUPS, tx % A_GROUPS * LANES + v] = A[
                                            by * TILE + tx // A_GROUPS,
                                            k * STEP + tx % A_GROUPS * LANES + v,
                                        ]
                            with T.sblock("B_shared"):
                                for tx in T.thread_binding(THREADS, thread="threadIdx.x"):
                                    for v in T.vectorized(LANES):
                                        B_shared[tx // B_GROUPS, tx % B_GROUPS * LANES + v] = B[
                                            k * STEP + tx // B_GROUPS,
                                            bx * TILE + tx % B_GROUPS * LANES + v,
                                        ]
                            with T.sblock("A_local"):
                                for i, z in T.grid(TILE, STEP):
                                    A_local[i, z] = A_shared[i, z]
                            with T.sblock("B_local"):
                                for z, j in T.grid(STEP, TILE):
                                    B_local[z, j] = B_shared[z, j]
                            with T.sblock("multiply"):
                                for tx in T.thread_binding(THREADS, thread="threadIdx.x"):
                                    for j, z in T.grid(HALF, STEP):
                                        with T.sblock("fma"):
                                            vi = T.axis.spatial(TILE, tx // 2)
                                            vj = T.axis.spatial(TILE, tx % 2 * HALF + j)
                                            vz = T.axis.reduce(STEP, z)
                                            C_local[vi, vj] = (
                                                C_local[vi, vj] + A_local[vi, vz] * B_local[vz, vj]
                                            )
                    with T.sblock("C_store"):
                        for tx in T.thread_binding(THREADS, thread="threadIdx.x"):
                            for j in range(HALF):
                                C[by * TILE + tx // 2, bx * TILE + tx % 2 * HALF + j] = C_local[
                                    tx // 2, tx % 2 * HALF + j
                                ]
