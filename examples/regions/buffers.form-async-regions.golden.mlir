#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @f(%arg0: memref<32x8xf32>, %arg1: memref<8x32xf32>, %arg2: memref<8x32xf32>, %arg3: memref<32xf32>, %arg4: memref<32x32xf32>) {
    %token, %bodyResults = async.execute -> !async.value<memref<32x32xf32>> {
      %alloc = memref.alloc() : memref<32x32xf32>
      %cst = arith.constant 0.000000e+00 : f32
      linalg.fill ins(%cst : f32) outs(%alloc : memref<32x32xf32>)
      linalg.matmul ins(%arg0, %arg1 : memref<32x8xf32>, memref<8x32xf32>) outs(%alloc : memref<32x32xf32>)
      async.yield %alloc : memref<32x32xf32>
    }
    %token_0, %bodyResults_1 = async.execute -> !async.value<memref<32x32xf32>> {
      %alloc = memref.alloc() : memref<32x32xf32>
      %cst = arith.constant 0.000000e+00 : f32
      linalg.fill ins(%cst : f32) outs(%alloc : memref<32x32xf32>)
      linalg.matmul ins(%arg0, %arg2 : memref<32x8xf32>, memref<8x32xf32>) outs(%alloc : memref<32x32xf32>)
      async.yield %alloc : memref<32x32xf32>
    }
    %token_2 = async.execute (%bodyResults as %arg5: !async.value<memref<32x32xf32>>, %bodyResults_1 as %arg6: !async.value<memref<32x32xf32>>) {
      linalg.generic {indexing_maps = [#map, #map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg5, %arg6, %arg3 : memref<32x32xf32>, memref<32x32xf32>, memref<32xf32>) outs(%arg4 : memref<32x32xf32>) {
      ^bb0(%in: f32, %in_3: f32, %in_4: f32, %out: f32):
        %0 = arith.addf %in, %in_3 : f32
        %1 = arith.addf %0, %in_4 : f32
        linalg.yield %1 : f32
      }
      memref.dealloc %arg5 : memref<32x32xf32>
      memref.dealloc %arg6 : memref<32x32xf32>
      async.yield
    }
    async.await %token_2 : !async.token
    return
  }
}

