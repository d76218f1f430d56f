from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def depthwise_conv(
    image: T.Buffer((16, 8, 4), "float32"),
    weight: T.Buffer((3, 3, 4), "float32"),
    out: T.Buffer((16, 8, 4), "float32"),
):
    padded = T.sblock_alloc_buffer((2, 6, 10, 4), "float32", scope="shared")
    result = T.sblock_alloc_buffer((4, 4, 8, 4), "float32", scope="shared")
    with T.attr(0, "async_commit_queue_scope", 0):
        with T.attr(0, "async_scope", 1):
            for y, x, c in T.grid(6, 10, 4):
                padded[0, y, x, c] = T.if_then_else(
                    y >= 1 and y < 17 and x >= 1 and x < 9, image[y - 1, x - 1, c], 0.0
                )
    with T.attr(0, "async_commit_queue_scope", 0):
        with T.attr(0, "async_scope", 1):
            for y, x, c in T.grid(6, 10, 4):
                padded[1, y, x, c] = T.if_then_else(
                    y + 4 >= 1 and y + 4 < 17 and x >= 1 and x < 9, image[y + 3, x - 1, c], 0.0
                )
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 1):
            with T.sblock("compute"):
                T.reads(result[0, 0:4, 0:8, 0:4], padded[0, 0:6, 0:10, 0:4], weight[0:3, 0:3, 0:4])
                T.writes(result[0, 0:4, 0:8, 0:4])
                for y, x, c, dy, dx in T.grid(4, 8, 4, 3, 3):
                    with T.sblock("conv"):
                        vy, vx, vc, vdy, vdx = T.axis.remap("SSSRR", [y, x, c, dy, dx])
                        T.reads(padded[0, vy + vdy, vx + vdx, vc], weight[vdy, vdx, vc])
                        T.writes(result[0, vy, vx, vc])
                        with T.init():
                            result[0, vy, vx, vc] = 0.0
                        result[0, vy, vx, vc] = (
                            result[0, vy, vx, vc]
                            + padded[0, vy + vdy, vx + vdx, vc] * weight[vdy, vdx, vc]
                        )
                for y, x, c in T.grid(4, 8, 4):
                    with T.sblock("relu"):
                        vy, vx, vc = T.axis.remap("SSS", [y, x, c])
                        T.reads(result[0, vy, vx, vc])
                        T.writes(result[0, vy, vx, vc])
                        result[0, vy, vx, vc] = T.max(result[0, vy, vx, vc], 0.0)
    for strip in range(2):
        with T.attr(0, "async_commit_queue_scope", 0):
            with T.attr(0, "async_scope", 1):
                for y, x, c in T.grid(6, 10, 4):
                    padded[strip % 2, y, x, c] = T.if_then_else(
                        (strip + 2) * 4 + y >= 1 and (strip + 2) * 4 + y < 17 and x >= 1 and x < 9,
                        image[(strip + 2) * 4 + y - 1, x - 1, c],
                        0.0,
                    )
        with T.attr(0, "async_wait_queue_scope", 0):
            with T.attr(0, "async_wait_inflight_count", 1):
                with T.sblock("compute"):
                    T.reads(
                        result[(strip + 1) % 4, 0:4, 0:8, 0:4],
                        padded[(strip + 1) % 2, 0:6, 0:10, 0:4],
                        weight[0:3, 0:3, 0:4],
                    )
                    T.writes(result[(strip + 1) % 4, 0:4, 0:8, 0:4])
                    for y, x, c, dy, dx in T.grid(4, 8, 4, 3, 3):
                        with T.sblock("conv"):
                            vy, vx, vc, vdy, vdx = T.axis.remap("SSSRR", [y, x, c, dy, dx])
                            T.reads(
                                padded[(strip + 1) % 2, vy + vdy, vx + vdx, vc],
                                weight[vdy, vdx, vc],
                            )
                            T.writes(result[(strip + 1) % 4, vy, vx, vc])
                            with T.init():
                                result[(strip + 1) % 4, vy, vx, vc] = 0.0
                            result[(strip + 1) % 4, vy, vx, vc] = (
                                result[(strip + 1) % 4, vy, vx, vc]
                                + padded[(strip + 1) % 2, vy + vdy, vx + vdx, vc]
                                * weight[vdy, vdx, vc]
                            )
                    for y, x, c in T.grid(4, 8, 4):
                        with T.sblock("relu"):
                            vy, vx, vc = T.axis.remap("SSS", [y, x, c])
                            T.reads(result[(strip + 1) % 4, vy, vx, vc])
                            T.writes(result[(strip + 1) % 4, vy, vx, vc])
                            result[(strip + 1) % 4, vy, vx, vc] = T.max(
                                result[(strip + 1) % 4, vy, vx, vc], 0.0
                            )
        with T.attr(0, "async_commit_queue_scope", 2):
            with T.attr(0, "async_scope", 1):
                for y, x, c in T.grid(4, 8, 4):
                    out[strip * 4 + y, x, c] = result[strip % 4, y, x, c]
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 0):
            with T.sblock("compute"):
                T.reads(result[3, 0:4, 0:8, 0:4], padded[1, 0:6, 0:10, 0:4], weight[0:3, 0:3, 0:4])
                T.writes(result[3, 0:4, 0:8, 0:4])
                for y, x, c, dy, dx in T.grid(4, 8, 4, 3, 3):
                    with T.sblock("conv"):
                        vy, vx, vc, vdy, vdx = T.axis.remap("SSSRR", [y, x, c, dy, dx])
                        T.reads(padded[1, vy + vdy, vx + vdx, vc], weight[vdy, vdx, vc])
                        T.writes(result[3, vy, vx, vc])
                        with T.init():
                            result[3, vy, vx, vc] = 0.0
                        result[3, vy, vx, vc] = (
                            result[3, vy, vx, vc]
                            + padded[1, vy + vdy, vx + vdx, vc] * weight[vdy, vdx, vc]
                        )
                for y, x, c in T.grid(4, 8, 4):
                    with T.sblock("relu"):
                        vy, vx, vc = T.axis.remap("SSS", [y, x, c])
                        T.reads(result[3, vy, vx, vc])
                        T.writes(result[3, vy, vx, vc])
                        result[3, vy, vx, vc] = T.max(result[3, vy, vx, vc], 0.0)
    with T.attr(0, "async_commit_queue_scope", 2):
        with T.attr(0, "async_scope", 1):
            for y, x, c in T.grid(4, 8, 4):
                out[y + 8, x, c] = result[2, y, x, c]
    with T.attr(0, "async_commit_queue_scope", 2):
        with T.attr(0, "async_scope", 1):
            for y, x, c in T.grid(4, 8, 4):
                out[y + 12, x, c] = result[3, y, x, c]
    with T.attr(0, "async_wait_queue_scope", 2):
        with T.attr(0, "async_wait_inflight_count", 0):
            T.evaluate(0)
