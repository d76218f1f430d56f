#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @f(%arg0: tensor<32x8xf32>, %arg1: tensor<8x32xf32>, %arg2: tensor<8x32xf32>, %arg3: tensor<32xf32>) -> tensor<32x32xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<32x32xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<32x8xf32>, tensor<8x32xf32>) outs(%1 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %3 = linalg.matmul ins(%arg0, %arg2 : tensor<32x8xf32>, tensor<8x32xf32>) outs(%1 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %3, %arg3 : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32xf32>) outs(%0 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
      %5 = arith.addf %in, %in_0 : f32
      %6 = arith.addf %5, %in_1 : f32
      linalg.yield %6 : f32
    } -> tensor<32x32xf32>
    return %4 : tensor<32x32xf32>
  }
}

