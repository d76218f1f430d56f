package formasyncregions

const (
	before = `func.func @f(%a: memref<32x8xf32>, %b: memref<8x32xf32>, %c: memref<8x32xf32>, %out: memref<32x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %x = memref.alloc() : memref<32x32xf32>
  linalg.fill ins(%zero : f32) outs(%x : memref<32x32xf32>)
  linalg.matmul ins(%a, %b : memref<32x8xf32>, memref<8x32xf32>) outs(%x : memref<32x32xf32>)
  linalg.fill ins(%zero : f32) outs(%out : memref<32x32xf32>)
  linalg.matmul ins(%a, %c : memref<32x8xf32>, memref<8x32xf32>) outs(%out : memref<32x32xf32>)
  linalg.add ins(%x, %out : memref<32x32xf32>, memref<32x32xf32>) outs(%out : memref<32x32xf32>)
  memref.dealloc %x : memref<32x32xf32>
  return
}
`
	after = `module {
  func.func @f(%arg0: memref<32x8xf32>, %arg1: memref<8x32xf32>, %arg2: memref<8x32xf32>, %arg3: memref<32x32xf32>) {
    %token, %bodyResults = async.execute -> !async.value<memref<32x32xf32>> {
      %alloc = memref.alloc() : memref<32x32xf32>
      %cst = arith.constant 0.000000e+00 : f32
      linalg.fill ins(%cst : f32) outs(%alloc : memref<32x32xf32>)
      linalg.matmul ins(%arg0, %arg1 : memref<32x8xf32>, memref<8x32xf32>) outs(%alloc : memref<32x32xf32>)
      async.yield %alloc : memref<32x32xf32>
    }
    %token_0 = async.execute {
      %cst = arith.constant 0.000000e+00 : f32
      linalg.fill ins(%cst : f32) outs(%arg3 : memref<32x32xf32>)
      linalg.matmul ins(%arg0, %arg2 : memref<32x8xf32>, memref<8x32xf32>) outs(%arg3 : memref<32x32xf32>)
      async.yield
    }
    %token_1 = async.execute [%token_0] (%bodyResults as %arg4: !async.value<memref<32x32xf32>>) {
      linalg.add ins(%arg4, %arg3 : memref<32x32xf32>, memref<32x32xf32>) outs(%arg3 : memref<32x32xf32>)
      memref.dealloc %arg4 : memref<32x32xf32>
      async.yield
    }
    async.await %token_1 : !async.token
    return
  }
}
`
)
