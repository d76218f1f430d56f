package bufferizetensors

const (
	before = `func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %x = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %y = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}
`
	after = `module {
  func.func @f(%arg0: memref<4x8xf32>, %arg1: memref<8x4xf32>) -> memref<4x4xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %alloc = memref.alloc() : memref<4x4xf32>
    linalg.fill ins(%cst : f32) outs(%alloc : memref<4x4xf32>)
    %alloc_0 = memref.alloc() : memref<4x4xf32>
    memref.copy %alloc, %alloc_0 : memref<4x4xf32> to memref<4x4xf32>
    memref.dealloc %alloc : memref<4x4xf32>
    linalg.matmul ins(%arg0, %arg1 : memref<4x8xf32>, memref<8x4xf32>) outs(%alloc_0 : memref<4x4xf32>)
    return %alloc_0 : memref<4x4xf32>
  }
}
`
)
