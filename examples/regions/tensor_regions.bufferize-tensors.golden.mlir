#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @f(%arg0: memref<32x8xf32>, %arg1: memref<8x32xf32>, %arg2: memref<8x32xf32>, %arg3: memref<32xf32>) -> memref<32x32xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %token, %bodyResults = async.execute -> !async.value<memref<32x32xf32>> {
      %alloc_4 = memref.alloc() : memref<32x32xf32>
      linalg.fill ins(%cst : f32) outs(%alloc_4 : memref<32x32xf32>)
      %alloc_5 = memref.alloc() : memref<32x32xf32>
      memref.copy %alloc_4, %alloc_5 : memref<32x32xf32> to memref<32x32xf32>
      memref.dealloc %alloc_4 : memref<32x32xf32>
      linalg.matmul ins(%arg0, %arg1 : memref<32x8xf32>, memref<8x32xf32>) outs(%alloc_5 : memref<32x32xf32>)
      async.yield %alloc_5 : memref<32x32xf32>
    }
    %token_0, %bodyResults_1 = async.execute -> !async.value<memref<32x32xf32>> {
      %alloc_4 = memref.alloc() : memref<32x32xf32>
      linalg.fill ins(%cst : f32) outs(%alloc_4 : memref<32x32xf32>)
      %alloc_5 = memref.alloc() : memref<32x32xf32>
      memref.copy %alloc_4, %alloc_5 : memref<32x32xf32> to memref<32x32xf32>
      memref.dealloc %alloc_4 : memref<32x32xf32>
      linalg.matmul ins(%arg0, %arg2 : memref<32x8xf32>, memref<8x32xf32>) outs(%alloc_5 : memref<32x32xf32>)
      async.yield %alloc_5 : memref<32x32xf32>
    }
    %token_2, %bodyResults_3 = async.execute [%token, %token_0] (%bodyResults as %arg4: !async.value<memref<32x32xf32>>, %bodyResults_1 as %arg5: !async.value<memref<32x32xf32>>) -> !async.value<memref<32x32xf32>> {
      %alloc_4 = memref.alloc() : memref<32x32xf32>
      linalg.generic {indexing_maps = [#map, #map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg4, %arg5, %arg3 : memref<32x32xf32>, memref<32x32xf32>, memref<32xf32>) outs(%alloc_4 : memref<32x32xf32>) {
      ^bb0(%in: f32, %in_5: f32, %in_6: f32, %out: f32):
        %1 = arith.addf %in, %in_5 : f32
        %2 = arith.addf %1, %in_6 : f32
        linalg.yield %2 : f32
      }
      async.yield %alloc_4 : memref<32x32xf32>
    }
    %0 = async.await %bodyResults_3 : !async.value<memref<32x32xf32>>
    %alloc = memref.alloc() : memref<32x32xf32>
    memref.copy %0, %alloc : memref<32x32xf32> to memref<32x32xf32>
    return %alloc : memref<32x32xf32>
  }
}

