// A product of matrices, which becomes a kernel for tensor cores: tiles of A and B in shared memory, three of which are on their way
// while the fourth is multiplied. That no tile divides the 200 rows and columns of C makes no difference:
//
//   inflight opt --gpu-tile-matmul='block-tile=128,128,32 warp-tile=64,64 stages=4' examples/gpu/matmul.mlir -o /tmp/matmul.mlir
//   inflight build /tmp/matmul.mlir -o /tmp/matmul.ptx
//   inflight check /tmp/matmul.ptx

func.func @main(%A: memref<200x136xf16>, %B: memref<136x200xf16>, %C: memref<200x200xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%C : memref<200x200xf32>)
  linalg.matmul ins(%A, %B : memref<200x136xf16>, memref<136x200xf16>) outs(%C : memref<200x200xf32>)
  return
}
