// Two products and a fused sum on tensors, as a program in order. Regions can be formed while values are values, or once each has a
// buffer of its own; then buffers whose turns follow each other anyhow share memory:
//
//   inflight opt examples/regions/tensors.mlir --form-async-regions
//   inflight opt examples/regions/tensors.mlir --bufferize-tensors --form-async-regions --reuse-buffers
//   inflight run examples/regions/tensors.mlir

#map0 = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>

func.func @f(%a: tensor<32x8xf32>, %b: tensor<8x32xf32>, %c: tensor<8x32xf32>, %bias: tensor<32xf32>) -> tensor<32x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
  %x = linalg.matmul ins(%a, %b : tensor<32x8xf32>, tensor<8x32xf32>) outs(%z : tensor<32x32xf32>) -> tensor<32x32xf32>
  %y = linalg.matmul ins(%a, %c : tensor<32x8xf32>, tensor<8x32xf32>) outs(%z : tensor<32x32xf32>) -> tensor<32x32xf32>
  %r = linalg.generic {indexing_maps = [#map0, #map0, #map1, #map0], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y, %bias : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32xf32>) outs(%e : tensor<32x32xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32, %o: f32):
    %t = arith.addf %p, %q : f32
    %u = arith.addf %t, %s : f32
    linalg.yield %u : f32
  } -> tensor<32x32xf32>
  return %r : tensor<32x32xf32>
}
