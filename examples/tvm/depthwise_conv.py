# A depthwise 3x3 convolution with padding, channels last, as for an NPU with one
# engine that reads and one that writes: the loop runs over strips of four rows.
# Stage 0 fetches a strip with its halo asynchronously, stage 1 convolves it and
# applies ReLU, stage 2 writes the result back, asynchronously as well. The last
# strips are in flight when the loop ends, so something has to wait for them.
#
#   inflight run examples/tvm/depthwise_conv.py

from tvm.script import tirx as T

H, W, C = 16, 8, 4
ROWS = 4
FETCH, COMPUTE, WRITE = 0, 1, 2


@T.prim_func(s_tir=True)
def depthwise_conv(
    image: T.Buffer((H, W, C), "float32"),
    weight: T.Buffer((3, 3, C), "float32"),
    out: T.Buffer((H, W, C), "float32"),
):
    for strip in T.serial(
        H // ROWS,
        annotations={
            "software_pipeline_stage": [FETCH, COMPUTE, WRITE],
            "software_pipeline_order": [0, 1, 2],
            "software_pipeline_async_stages": [FETCH, WRITE],
        },
    ):
        with T.sblock("strip"):
            padded = T.sblock_alloc_buffer((ROWS + 2, W + 2, C), "float32", scope="shared")
            result = T.sblock_alloc_buffer((ROWS, W, C), "float32", scope="shared")
            with T.sblock("fetch"):
                for y, x, c in T.grid(ROWS + 2, W + 2, C):
                    padded[y, x, c] = T.if_then_else(
                        1 <= strip * ROWS + y
                        and strip * ROWS + y < H + 1
                        and 1 <= x
                        and x < W + 1,
                        image[strip * ROWS + y - 1, x - 1, c],
                        T.float32(0),
                    )
            with T.sblock("compute"):
                for y, x, c in T.grid(ROWS, W, C):
                    for dy, dx in T.grid(3, 3):
                        with T.sblock("conv"):
                            vy, vx, vc, vdy, vdx = T.axis.remap("SSSRR", [y, x, c, dy, dx])
                            with T.init():
                                result[vy, vx, vc] = T.float32(0)
                            result[vy, vx, vc] = (
                                result[vy, vx, vc]
                                + padded[vy + vdy, vx + vdx, vc] * weight[vdy, vdx, vc]
                            )
                for y, x, c in T.grid(ROWS, W, C):
                    with T.sblock("relu"):
                        vy, vx, vc = T.axis.remap("SSS", [y, x, c])
                        result[vy, vx, vc] = T.max(result[vy, vx, vc], T.float32(0))
            with T.sblock("write"):
                for y, x, c in T.grid(ROWS, W, C):
                    out[strip * ROWS + y, x, c] = result[y, x, c]
