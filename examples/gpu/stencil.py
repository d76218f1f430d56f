# A stencil of five points: a block goes down a strip of 128 columns, four rows at a time. The tile of the rows after the next, with one row
# above and below and four columns on each side, is copied to shared memory while the stencil is computed.
#
#   inflight run examples/gpu/stencil.py
#   inflight build examples/gpu/stencil.py --emit ptx -o /tmp/stencil.ptx

from tvm.script import tirx as T

BLOCKS, TILES, ROWS, THREADS, LANES = 2, 6, 4, 128, 4
WIDE = THREADS + 2 * LANES  # columns of a tile


@T.prim_func(s_tir=True)
def stencil(
    A: T.Buffer((TILES * ROWS + 2, BLOCKS * THREADS + 2 * LANES), "float32"),
    B: T.Buffer((TILES * ROWS, BLOCKS * THREADS), "float32"),
):
    for bx in T.thread_binding(BLOCKS, thread="blockIdx.x"):
        for i in T.serial(
            TILES,
            annotations={
                "software_pipeline_stage": [0, 2],
                "software_pipeline_order": [0, 1],
                "software_pipeline_async_stages": [0],
            },
        ):
            with T.sblock("tile"):
                S = T.sblock_alloc_buffer((ROWS + 2, WIDE), "float32", scope="shared")
                with T.sblock("copy"):
                    for tx in T.thread_binding(THREADS, thread="threadIdx.x"):
                        for r in range(ROWS + 2):
                            if tx < WIDE // LANES:
                                for v in T.vectorized(LANES):
                                    S[r, tx * LANES + v] = A[i * ROWS + r, bx * THREADS + tx * LANES + v]
                with T.sblock("stencil"):
                    for tx in T.thread_binding(THREADS, thread="threadIdx.x"):
                        for r in range(ROWS):
                            B[i * ROWS + r, bx * THREADS + tx] = (
                                S[r, LANES + tx]
                                + S[r + 2, LANES + tx]
                                + S[r + 1, LANES + tx - 1]
                                + S[r + 1, LANES + tx + 1]
                                - T.float32(4) * S[r + 1, LANES + tx]
                            )
