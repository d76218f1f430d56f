// Two products and a fused sum on tensors, in regions: what the RFC starts from. A region that needs the value of another one takes it as
// an operand, and so starts after it:
//
//   inflight opt examples/regions/tensor_regions.mlir --bufferize-tensors
//   inflight run examples/regions/tensor_regions.mlir

#map0 = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>

func.func @f(%a: tensor<32x8xf32>, %b: tensor<8x32xf32>, %c: tensor<8x32xf32>, %bias: tensor<32xf32>) -> tensor<32x32xf32> {
  %zero = arith.constant 0.0 : f32
  %t0, %x = async.execute -> !async.value<tensor<32x32xf32>> {
    %e = tensor.empty() : tensor<32x32xf32>
    %z = linalg.fill ins(%zero : f32) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
    %m = linalg.matmul ins(%a, %b : tensor<32x8xf32>, tensor<8x32xf32>) outs(%z : tensor<32x32xf32>) -> tensor<32x32xf32>
    async.yield %m : tensor<32x32xf32>
  }
  %t1, %y = async.execute -> !async.value<tensor<32x32xf32>> {
    %e = tensor.empty() : tensor<32x32xf32>
    %z = linalg.fill ins(%zero : f32) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
    %m = linalg.matmul ins(%a, %c : tensor<32x8xf32>, tensor<8x32xf32>) outs(%z : tensor<32x32xf32>) -> tensor<32x32xf32>
    async.yield %m : tensor<32x32xf32>
  }
  %t2, %r = async.execute [%t0, %t1] (%x as %p: !async.value<tensor<32x32xf32>>, %y as %q: !async.value<tensor<32x32xf32>>)
      -> !async.value<tensor<32x32xf32>> {
    %e = tensor.empty() : tensor<32x32xf32>
    %sum = linalg.generic {indexing_maps = [#map0, #map0, #map1, #map0], iterator_types = ["parallel", "parallel"]}
        ins(%p, %q, %bias : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32xf32>) outs(%e : tensor<32x32xf32>) {
    ^bb0(%v: f32, %w: f32, %s: f32, %o: f32):
      %t = arith.addf %v, %w : f32
      %u = arith.addf %t, %s : f32
      linalg.yield %u : f32
    } -> tensor<32x32xf32>
    async.yield %sum : tensor<32x32xf32>
  }
  %result = async.await %r : !async.value<tensor<32x32xf32>>
  return %result : tensor<32x32xf32>
}
