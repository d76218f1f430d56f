#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @f(%arg0: tensor<32x8xf32>, %arg1: tensor<8x32xf32>, %arg2: tensor<8x32xf32>, %arg3: tensor<32xf32>) -> tensor<32x32xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %token, %bodyResults = async.execute -> !async.value<tensor<32x32xf32>> {
      %1 = tensor.empty() : tensor<32x32xf32>
      %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<32x32xf32>) -> tensor<32x32xf32>
      %3 = linalg.matmul ins(%arg0, %arg1 : tensor<32x8xf32>, tensor<8x32xf32>) outs(%2 : tensor<32x32xf32>) -> tensor<32x32xf32>
      async.yield %3 : tensor<32x32xf32>
    }
    %token_0, %bodyResults_1 = async.execute -> !async.value<tensor<32x32xf32>> {
      %1 = tensor.empty() : tensor<32x32xf32>
      %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<32x32xf32>) -> tensor<32x32xf32>
      %3 = linalg.matmul ins(%arg0, %arg2 : tensor<32x8xf32>, tensor<8x32xf32>) outs(%2 : tensor<32x32xf32>) -> tensor<32x32xf32>
      async.yield %3 : tensor<32x32xf32>
    }
    %token_2, %bodyResults_3 = async.execute [%token, %token_0] (%bodyResults as %arg4: !async.value<tensor<32x32xf32>>, %bodyResults_1 as %arg5: !async.value<tensor<32x32xf32>>) -> !async.value<tensor<32x32xf32>> {
      %1 = tensor.empty() : tensor<32x32xf32>
      %2 = linalg.generic {indexing_maps = [#map, #map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg4, %arg5, %arg3 : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32xf32>) outs(%1 : tensor<32x32xf32>) {
      ^bb0(%in: f32, %in_4: f32, %in_5: f32, %out: f32):
        %3 = arith.addf %in, %in_4 : f32
        %4 = arith.addf %3, %in_5 : f32
        linalg.yield %4 : f32
      } -> tensor<32x32xf32>
      async.yield %2 : tensor<32x32xf32>
    }
    %0 = async.await %bodyResults_3 : !async.value<tensor<32x32xf32>>
    return %0 : tensor<32x32xf32>
  }
}

