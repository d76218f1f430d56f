// A linear layer with relu, as a tracer of models prints it.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d1, d0)>
module attributes {torch.debug_module_name = "Net"} {
  ml_program.global private mutable @global_seed(dense<0> : tensor<i64>) : tensor<i64>
  func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
  func.func @forward(%arg0: tensor<2x3xf32>) -> tensor<2x4xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<[[1.0, 2.0, 3.0], [-1.0, 0.5, 0.0], [0.0, 0.0, 1.0], [1.0, 1.0, -3.0]]> : tensor<4x3xf32>
    %cst_1 = arith.constant dense<[0.5, -0.5, 0.0, 1.0]> : tensor<4xf32>
    %0 = tensor.empty() : tensor<3x4xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<4x3xf32>) outs(%0 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x4xf32>
    %2 = tensor.empty() : tensor<2x4xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<2x4xf32>) -> tensor<2x4xf32>
    %4 = linalg.matmul ins(%arg0, %1 : tensor<2x3xf32>, tensor<3x4xf32>) outs(%3 : tensor<2x4xf32>) -> tensor<2x4xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%4, %cst_1 : tensor<2x4xf32>, tensor<4xf32>) outs(%2 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %7 = arith.addf %in, %in_2 : f32
      linalg.yield %7 : f32
    } -> tensor<2x4xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<2x4xf32>) outs(%2 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %7 = arith.cmpf ugt, %in, %cst : f32
      %8 = arith.select %7, %in, %cst : f32
      linalg.yield %8 : f32
    } -> tensor<2x4xf32>
    return %6 : tensor<2x4xf32>
  }
  func.func @main() {
    %x = arith.constant dense<[[1.0, 0.0, -1.0], [2.0, 2.0, 2.0]]> : tensor<2x3xf32>
    %y = call @forward(%x) : (tensor<2x3xf32>) -> tensor<2x4xf32>
    %buffer1 = bufferization.to_buffer %y : tensor<2x4xf32> to memref<2x4xf32>
    %u = memref.cast %buffer1 : memref<2x4xf32> to memref<*xf32>
    call @printMemrefF32(%u) : (memref<*xf32>) -> ()
    return
  }
}
