from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def softmax(X: T.Buffer((12, 32), "float32"), Y: T.Buffer((12, 32), "float32")):
    row = T.sblock_alloc_buffer((2, 32), "float32", scope="shared")
    largest = T.sblock_alloc_buffer((1,), "float32", scope="local")
    power = T.sblock_alloc_buffer((2, 32), "float32", scope="shared")
    total = T.sblock_alloc_buffer((2, 1), "float32", scope="local")
    with T.attr(0, "async_commit_queue_scope", 0):
        with T.attr(0, "async_scope", 1):
            for j in range(32):
                row[0, j] = X[0, j]
    with T.attr(0, "async_commit_queue_scope", 0):
        with T.attr(0, "async_scope", 1):
            for j in range(32):
                row[1, j] = X[1, j]
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 1):
            with T.sblock("max"):
                T.reads(largest[0], row[0, 0:32])
                T.writes(largest[0])
                for j in range(32):
                    with T.sblock("largest"):
                        vj = T.axis.reduce(32, j)
                        T.reads(row[0, vj])
                        T.writes(largest[0])
                        with T.init():
                            largest[0] = -3.4028235e+38
                        largest[0] = T.max(largest[0], row[0, vj])
    with T.sblock("exp"):
        T.reads(row[0, 0:32], largest[0], total[0, 0], power[0, 0:32])
        T.writes(total[0, 0], power[0, 0:32])
        total[0, 0] = 0.0
        for j in range(32):
            power[0, j] = T.exp(row[0, j] - largest[0])
            total[0, 0] = total[0, 0] + power[0, j]
    for i in range(10):
        with T.attr(0, "async_commit_queue_scope", 0):
            with T.attr(0, "async_scope", 1):
                for j in range(32):
                    row[i % 2, j] = X[i + 2, j]
        with T.attr(0, "async_wait_queue_scope", 0):
            with T.attr(0, "async_wait_inflight_count", 1):
                with T.sblock("max"):
                    T.reads(largest[0], row[(i + 1) % 2, 0:32])
                    T.writes(largest[0])
                    for j in range(32):
                        with T.sblock("largest"):
                            vj = T.axis.reduce(32, j)
                            T.reads(row[(i + 1) % 2, vj])
                            T.writes(largest[0])
                            with T.init():
                                largest[0] = -3.4028235e+38
                            largest[0] = T.max(largest[0], row[(i + 1) % 2, vj])
        with T.sblock("exp"):
            T.reads(
                row[(i + 1) % 2, 0:32], largest[0], total[(i + 1) % 2, 0], power[(i + 1) % 2, 0:32]
            )
            T.writes(total[(i + 1) % 2, 0], power[(i + 1) % 2, 0:32])
            total[(i + 1) % 2, 0] = 0.0
            for j in range(32):
                power[(i + 1) % 2, j] = T.exp(row[(i + 1) % 2, j] - largest[0])
                total[(i + 1) % 2, 0] = total[(i + 1) % 2, 0] + power[(i + 1) % 2, j]
        with T.sblock("normalize"):
            T.reads(power[i % 2, 0:32], total[i % 2, 0])
            T.writes(Y[i, 0:32])
            for j in range(32):
                Y[i, j] = power[i % 2, j] / total[i % 2, 0]
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 0):
            with T.sblock("max"):
                T.reads(largest[0], row[1, 0:32])
                T.writes(largest[0])
                for j in range(32):
                    with T.sblock("largest"):
                        vj = T.axis.reduce(32, j)
                        T.reads(row[1, vj])
                        T.writes(largest[0])
                        with T.init():
                            largest[0] = -3.4028235e+38
                        largest[0] = T.max(largest[0], row[1, vj])
    with T.sblock("exp"):
        T.reads(row[1, 0:32], largest[0], total[1, 0], power[1, 0:32])
        T.writes(total[1, 0], power[1, 0:32])
        total[1, 0] = 0.0
        for j in range(32):
            power[1, j] = T.exp(row[1, j] - largest[0])
            total[1, 0] = total[1, 0] + power[1, j]
    with T.sblock("normalize"):
        T.reads(power[0, 0:32], total[0, 0])
        T.writes(Y[10, 0:32])
        for j in range(32):
            Y[10, j] = power[0, j] / total[0, 0]
    with T.sblock("normalize"):
        T.reads(power[1, 0:32], total[1, 0])
        T.writes(Y[11, 0:32])
        for j in range(32):
            Y[11, j] = power[1, j] / total[1, 0]
