# The softmax of each row: a block takes eight rows, one after the other, and 128 threads work on each. The row after the next is copied to
# shared memory while this one is computed; the threads find the maximum and the sum of a row by trees in shared memory.
#
#   inflight run examples/gpu/softmax.py
#   inflight build examples/gpu/softmax.py --emit ptx -o /tmp/softmax.ptx

from tvm.script import tirx as T

BLOCKS, ROWS, THREADS, LANES = 4, 8, 128, 4
COLUMNS = THREADS * LANES
HALVINGS = 7  # of the 128 threads


@T.prim_func(s_tir=True)
def softmax(
    A: T.Buffer((BLOCKS * ROWS, COLUMNS), "float32"),
    B: T.Buffer((BLOCKS * ROWS, COLUMNS), "float32"),
):
    for bx in T.thread_binding(BLOCKS, thread="blockIdx.x"):
        for i in T.serial(
            ROWS,
            annotations={
                "software_pipeline_stage": [0, 2],
                "software_pipeline_order": [0, 1],
                "software_pipeline_async_stages": [0],
            },
        ):
            with T.sblock("row"):
                row = T.sblock_alloc_buffer((COLUMNS,), "float32", scope="shared")
                with T.sblock("copy"):
                    for tx in T.thread_binding(THREADS, thread="threadIdx.x"):
                        for v in T.vectorized(LANES):
                            row[tx * LANES + v] = A[bx * ROWS + i, tx * LANES + v]
                with T.sblock("softmax"):
                    part = T.sblock_alloc_buffer((THREADS,), "float32", scope="shared")
                    total = T.sblock_alloc_buffer((THREADS,), "float32", scope="shared")
                    for tx in T.thread_binding(THREADS, thread="threadIdx.x"):
                        part[tx] = T.max(
                            T.max(row[tx], row[tx + THREADS]),
                            T.max(row[tx + 2 * THREADS], row[tx + 3 * THREADS]),
                        )
                    for s in range(HALVINGS):
                        for tx in T.thread_binding(THREADS, thread="threadIdx.x"):
                            if tx < THREADS // 2 >> s:
                                part[tx] = T.max(part[tx], part[tx + (THREADS // 2 >> s)])
                    for tx in T.thread_binding(THREADS, thread="threadIdx.x"):
                        total[tx] = (T.exp(row[tx] - part[0]) + T.exp(row[tx + THREADS] - part[0])) + (
                            T.exp(row[tx + 2 * THREADS] - part[0])
                            + T.exp(row[tx + 3 * THREADS] - part[0])
                        )
                    for s in range(HALVINGS):
                        for tx in T.thread_binding(THREADS, thread="threadIdx.x"):
                            if tx < THREADS // 2 >> s:
                                total[tx] = total[tx] + total[tx + (THREADS // 2 >> s)]
                    for tx in T.thread_binding(THREADS, thread="threadIdx.x"):
                        for j in range(LANES):
                            B[bx * ROWS + i, j * THREADS + tx] = (
                                T.exp(row[j * THREADS + tx] - part[0]) / total[0]
                            )
