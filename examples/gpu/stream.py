# A streaming kernel in TVMScript, C = 2 A + B: blocks of 128 threads go through their part of the arrays tile by tile, and each thread copies its
# 16 bytes of each tile to shared memory, three tiles ahead of the sums.
#
#   inflight run examples/gpu/stream.py
#   inflight build examples/gpu/stream.py --emit ptx -o /tmp/stream.ptx

from tvm.script import tirx as T

BLOCKS, TILES, THREADS, LANES = 16, 8, 128, 4
TILE = THREADS * LANES
N = BLOCKS * TILES * TILE


@T.prim_func(s_tir=True)
def stream(
    A: T.Buffer((N,), "float32"), B: T.Buffer((N,), "float32"), C: T.Buffer((N,), "float32")
):
    for bx in T.thread_binding(BLOCKS, thread="blockIdx.x"):
        for i in T.serial(
            TILES,
            annotations={
                "software_pipeline_stage": [0, 0, 3],
                "software_pipeline_order": [0, 1, 2],
                "software_pipeline_async_stages": [0],
            },
        ):
            with T.sblock("tile"):
                A_shared = T.sblock_alloc_buffer((TILE,), "float32", scope="shared")
                B_shared = T.sblock_alloc_buffer((TILE,), "float32", scope="shared")
                with T.sblock("A_shared"):
                    for tx in T.thread_binding(THREADS, thread="threadIdx.x"):
                        for v in T.vectorized(LANES):
                            A_shared[tx * LANES + v] = A[(bx * TILES + i) * TILE + tx * LANES + v]
                with T.sblock("B_shared"):
                    for tx in T.thread_binding(THREADS, thread="threadIdx.x"):
                        for v in T.vectorized(LANES):
                            B_shared[tx * LANES + v] = B[(bx * TILES + i) * TILE + tx * LANES + v]
                with T.sblock("C"):
                    for tx in T.thread_binding(THREADS, thread="threadIdx.x"):
                        C[T.Ramp((bx * TILES + i) * TILE + tx * LANES, 1, LANES)] = (
                            T.Broadcast(T.float32(2), LANES) * A_shared[T.Ramp(tx * LANES, 1, LANES)]
                            + B_shared[T.Ramp(tx * LANES, 1, LANES)]
                        )
