# A product of matrices as three plain loops, which become a kernel for tensor cores:
#
#   inflight opt --raise-to-matmul --gpu-tile-matmul='block-tile=64,64,32 warp-tile=32,32 stages=3' examples/gpu/gemm.py -o /tmp/gemm.mlir
#   inflight build /tmp/gemm.mlir -o /tmp/gemm.ptx
#   inflight check /tmp/gemm.ptx

from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((96, 64), "float16"), B: T.Buffer((64, 80), "float16"), C: T.Buffer((96, 80), "float32")):
    for i, j, k in T.grid(96, 80, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + T.cast(A[vi, vk], "float32") * T.cast(B[vk, vj], "float32")
