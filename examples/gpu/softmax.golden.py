from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def softmax(A: T.Buffer((32, 512), "float32"), B: T.Buffer((32, 512), "float32")):
    for bx in T.thread_binding(4, thread="blockIdx.x"):
        row = T.alloc_buffer((3, 512), "float32", scope="shared")
        with T.attr(0, "async_commit_queue_scope", 0):
            with T.attr(0, "async_scope", 1):
                for tx in T.thread_binding(128, thread="threadIdx.x"):
                    for v in T.vectorized(4):
                        row[0, tx * 4 + v] = A[bx * 8, tx * 4 + v]
        with T.attr(0, "async_commit_queue_scope", 0):
            with T.attr(0, "async_scope", 1):
                for tx in T.thread_binding(128, thread="threadIdx.x"):
                    for v in T.vectorized(4):
                        row[1, tx * 4 + v] = A[bx * 8 + 1, tx * 4 + v]
        for i in range(6):
            with T.attr(0, "async_commit_queue_scope", 0):
                with T.attr(0, "async_scope", 1):
                    for tx in T.thread_binding(128, thread="threadIdx.x"):
                        for v in T.vectorized(4):
                            row[(i + 2) % 3, tx * 4 + v] = A[bx * 8 + (i + 2), tx * 4 + v]
            with T.attr(0, "async_wait_queue_scope", 0):
                with T.attr(0, "async_wait_inflight_count", 2):
                    with T.sblock("softmax"):
                        T.reads(row[i % 3, 0:512])
                        T.writes(B[i + bx * 8, 0:512])
                        part = T.sblock_alloc_buffer((128,), "float32", scope="shared")
                        total = T.sblock_alloc_buffer((128,), "float32", scope="shared")
                        for tx in T.thread_binding(128, thread="threadIdx.x"):
                            part[tx] = T.max(
                                T.max(row[i % 3, tx], row[i % 3, tx + 128]),
                                T.max(row[i % 3, tx + 256], row[i % 3, tx + 384]),
                            )
                        for s in range(7):
                            for tx in T.thread_binding(128, thread="threadIdx.x"):
                                if tx < 64 >> s:
                                    part[tx] = T.max(part[tx], part[tx + (64 >> s)])
                        for tx in T.thread_binding(128, thread="threadIdx.x"):
                            x: T.float32 = part[0]
                            total[tx] = (
                                T.exp(row[i % 3, tx] - x)
                                + T.exp(row[i % 3, tx + 128] - x)
                                + (
                                    T.exp(row[i % 3, tx + 256] - x)
                                    + T.exp(row[i % 3, tx + 384] - x)
                                )
                            )
                        for s in range(7):
                            for tx in T.thread_binding(128, thread="threadIdx.x"):
                                if tx < 64 >> s:
                                    total[tx] = total[tx] + total[tx + (64 >> s)]
                        for tx in T.thread_binding(128, thread="threadIdx.x"):
                            for j in range(4):
                                B[bx * 8 + i, j * 128 + tx] = (
                                    T.exp(row[i % 3, j * 128 + tx] - part[0]) / total[0]
                                )
        with T.attr(0, "async_wait_queue_scope", 0):
            with T.attr(0, "async_wait_inflight_count", 1):
                with T.sblock("softmax"):
                    T.reads(row[0, 0:512])
                    T.writes(B[bx * 8 + 6, 0:512])
                    part = T.sblock_alloc_buffer((128,), "float32", scope="shared")
                    total = T.sblock_alloc_buffer((128,), "float32", scope="shared")
                    for tx in T.thread_binding(128, thread="threadIdx.x"):
                        part[tx] = T.max(
                            T.max(row[0, tx], row[0, tx + 128]),
                            T.max(row[0, tx + 256], row[0, tx + 384]),
                        )
                    for s in range(7):
                        for tx in T.thread_binding(128, thread="threadIdx.x"):
                            if tx < 64 >> s:
                                part[tx] = T.max(part[tx], part[tx + (64 >> s)])
                    for tx in T.thread_binding(128, thread="threadIdx.x"):
                        x: T.float32 = part[0]
                        total[tx] = (
                            T.exp(row[0, tx] - x)
                            + T.exp(row[0, tx + 128] - x)
                            + (T.exp(row[0, tx + 256] - x) + T.exp(row[0, tx + 384] - x))
                        )
                    for s in range(7):
                        for tx in T.thread_binding(128, thread="threadIdx.x"):
                            if tx < 64 >> s:
                                total[tx] = total[tx] + total[tx + (64 >> s)]
                    for tx in T.thread_binding(128, thread="threadIdx.x"):
                        for j in range(4):
                            B[bx * 8 + 6, j * 128 + tx] = (
                                T.exp(row[0, j * 128 + tx] - part[0]) / total[0]
                            )
        with T.attr(0, "async_wait_queue_scope", 0):
            with T.attr(0, "async_wait_inflight_count", 0):
                with T.sblock("softmax"):
                    T.reads(row[1, 0:512])
                    T.writes(B[bx * 8 + 7, 0:512])
                    part = T.sblock_alloc_buffer((128,), "float32", scope="shared")
                    total = T.sblock_alloc_buffer((128,), "float32", scope="shared")
                    for tx in T.thread_binding(128, thread="threadIdx.x"):
                        part[tx] = T.max(
                            T.max(row[1, tx], row[1, tx + 128]),
                            T.max(row[1, tx + 256], row[1, tx + 384]),
                        )
                    for s in range(7):
                        for tx in T.thread_binding(128, thread="threadIdx.x"):
                            if tx < 64 >> s:
                                part[tx] = T.max(part[tx], part[tx + (64 >> s)])
                    for tx in T.thread_binding(128, thread="threadIdx.x"):
                        x: T.float32 = part[0]
                        total[tx] = (
                            T.exp(row[1, tx] - x)
                            + T.exp(row[1, tx + 128] - x)
                            + (T.exp(row[1, tx + 256] - x) + T.exp(row[1, tx + 384] - x))
                        )
                    for s in range(7):
                        for tx in T.thread_binding(128, thread="threadIdx.x"):
                            if tx < 64 >> s:
                                total[tx] = total[tx] + total[tx + (64 >> s)]
                    for tx in T.thread_binding(128, thread="threadIdx.x"):
                        for j in range(4):
                            B[bx * 8 + 7, j * 128 + tx] = (
                                T.exp(row[1, j * 128 + tx] - part[0]) / total[0]
                            )
