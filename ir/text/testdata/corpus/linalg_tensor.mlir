// Covers named linalg operations on tensors and other elements, attributes, and elementwise operations.
func.func @n(%i4: memref<1x16x16x3xf32>, %k4: memref<3x3x3x8xf32>, %o4: memref<1x14x14x8xf32>, %a: memref<4x8xf32>, %t: tensor<4x8xf32>, %f: f32, %t1: tensor<4xf32>, %ia: memref<4x8xi8>, %ib: memref<8x4xi16>, %ic: memref<4x4xi32>, %w: memref<4xf32>, %w2: memref<4xi32>, %a2: memref<4x8xi32>, %x5: memref<5xf32>, %k2: memref<2xf32>, %o3: memref<4xf32>, %win : memref<3x3xf32>, %po: memref<1x14x14x3xf32>) -> (tensor<4x8xf32>) {
  linalg.conv_2d_nhwc_hwcf ins(%i4, %k4 : memref<1x16x16x3xf32>, memref<3x3x3x8xf32>) outs(%o4 : memref<1x14x14x8xf32>)
  linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>} ins(%i4, %k4 : memref<1x16x16x3xf32>, memref<3x3x3x8xf32>) outs(%o4 : memref<1x14x14x8xf32>)
  %0 = linalg.fill ins(%f : f32) outs(%t : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.map { arith.addf {fastmath = #arith.fastmath<fast>} } ins(%0, %0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%t : tensor<4x8xf32>)
  %2 = linalg.reduce ins(%t : tensor<4x8xf32>) outs(%t1 : tensor<4xf32>) dimensions = [1] {foo} (%in: f32, %out: f32) {
    %x = arith.addf %in, %out : f32
    linalg.yield %x : f32
  }
  linalg.reduce ins(%a, %a2 : memref<4x8xf32>, memref<4x8xi32>) outs(%w, %w2 : memref<4xf32>, memref<4xi32>) dimensions = [1] (%in: f32, %in2: i32, %out: f32, %out2: i32) {
    %x = arith.addf %in, %out : f32
    linalg.yield %x, %in2 : f32, i32
  }
  linalg.matmul ins(%ia, %ib : memref<4x8xi8>, memref<8x4xi16>) outs(%ic : memref<4x4xi32>)
  linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%ia, %ib : memref<4x8xi8>, memref<8x4xi16>) outs(%ic : memref<4x4xi32>)
  linalg.matmul {cast = #linalg.type_fn<cast_signed>} ins(%ia, %ib : memref<4x8xi8>, memref<8x4xi16>) outs(%ic : memref<4x4xi32>)
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%t : tensor<4x8xf32>) {
  ^bb0(%y: f32):
    linalg.yield %y : f32
  } -> tensor<4x8xf32>
  linalg.conv_1d ins(%x5, %k2 : memref<5xf32>, memref<2xf32>) outs(%o3 : memref<4xf32>)
  linalg.pooling_nhwc_max {foo} ins(%i4, %win : memref<1x16x16x3xf32>, memref<3x3xf32>) outs(%po : memref<1x14x14x3xf32>)
  linalg.fill {foo} ins(%f : f32) outs(%a : memref<4x8xf32>)
  %4 = linalg.transpose ins(%t : tensor<4x8xf32>) outs(%t : tensor<4x8xf32>) permutation = [0, 1] {bar = 3}
  linalg.map { math.exp } ins(%a : memref<4x8xf32>) outs(%a : memref<4x8xf32>) {bar = 3}
  linalg.broadcast ins(%a : memref<4x8xf32>) outs(%a : memref<4x8xf32>) dimensions = []
  linalg.max ins(%a, %a : memref<4x8xf32>, memref<4x8xf32>) outs(%a : memref<4x8xf32>)
  linalg.exp ins(%a : memref<4x8xf32>) outs(%a : memref<4x8xf32>)
  linalg.reciprocal ins(%a : memref<4x8xf32>) outs(%a : memref<4x8xf32>)
  linalg.square ins(%a : memref<4x8xf32>) outs(%a : memref<4x8xf32>)
  linalg.copy ins(%a2 : memref<4x8xi32>) outs(%a : memref<4x8xf32>)
  return %3 : tensor<4x8xf32>
}
func.func @elementwise(%a: memref<4x?xf64>, %b: memref<4x?xf64>, %i: memref<3xi32>, %j: memref<3xi32>, %p: memref<3xi1>, %s: memref<f64>) {
  linalg.log ins(%a : memref<4x?xf64>) outs(%b : memref<4x?xf64>)
  linalg.abs ins(%a : memref<4x?xf64>) outs(%b : memref<4x?xf64>)
  linalg.ceil ins(%a : memref<4x?xf64>) outs(%b : memref<4x?xf64>)
  linalg.floor ins(%a : memref<4x?xf64>) outs(%b : memref<4x?xf64>)
  linalg.negf ins(%a : memref<4x?xf64>) outs(%b : memref<4x?xf64>)
  linalg.round ins(%a : memref<4x?xf64>) outs(%b : memref<4x?xf64>)
  linalg.sqrt ins(%a : memref<4x?xf64>) outs(%b : memref<4x?xf64>)
  linalg.rsqrt ins(%a : memref<4x?xf64>) outs(%b : memref<4x?xf64>)
  linalg.tanh ins(%a : memref<4x?xf64>) outs(%b : memref<4x?xf64>)
  linalg.erf ins(%a : memref<4x?xf64>) outs(%b : memref<4x?xf64>)
  linalg.sub ins(%a, %s : memref<4x?xf64>, memref<f64>) outs(%b : memref<4x?xf64>)
  linalg.mul ins(%i, %j : memref<3xi32>, memref<3xi32>) outs(%j : memref<3xi32>)
  linalg.add ins(%p, %p : memref<3xi1>, memref<3xi1>) outs(%p : memref<3xi1>)
  linalg.mul ins(%p, %p : memref<3xi1>, memref<3xi1>) outs(%p : memref<3xi1>)
  linalg.div ins(%i, %j : memref<3xi32>, memref<3xi32>) outs(%j : memref<3xi32>)
  linalg.div ins(%a, %a : memref<4x?xf64>, memref<4x?xf64>) outs(%b : memref<4x?xf64>)
  linalg.div_unsigned ins(%i, %j : memref<3xi32>, memref<3xi32>) outs(%j : memref<3xi32>)
  linalg.max ins(%i, %j : memref<3xi32>, memref<3xi32>) outs(%j : memref<3xi32>)
  linalg.min ins(%i, %j : memref<3xi32>, memref<3xi32>) outs(%j : memref<3xi32>)
  linalg.min ins(%a, %a : memref<4x?xf64>, memref<4x?xf64>) outs(%b : memref<4x?xf64>)
  linalg.powf ins(%a, %a : memref<4x?xf64>, memref<4x?xf64>) outs(%b : memref<4x?xf64>)
  linalg.select ins(%p, %i, %j : memref<3xi1>, memref<3xi32>, memref<3xi32>) outs(%j : memref<3xi32>)
  return
}
func.func @batches(%a: memref<2x4x8xf32>, %b: memref<2x8x5xf16>, %c: memref<4x5xf32>, %d: memref<2x4x5xf32>, %e: memref<4x8xf32>) {
  linalg.batch_reduce_matmul ins(%a, %b : memref<2x4x8xf32>, memref<2x8x5xf16>) outs(%c : memref<4x5xf32>)
  linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>] {foo} ins(%e, %b : memref<4x8xf32>, memref<2x8x5xf16>) outs(%d : memref<2x4x5xf32>)
  return
}
func.func @elementwise_kinds(%a: memref<4x?xf64>, %b: memref<4x?xf64>, %t: memref<?x4xf64>, %v: memref<4xf64>, %i: memref<3xi32>, %p: memref<3xi1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<4x?xf64>) outs(%b : memref<4x?xf64>)
  linalg.elementwise kind=#linalg.elementwise_kind<max_unsigned> {foo} ins(%i, %i : memref<3xi32>, memref<3xi32>) outs(%i : memref<3xi32>)
  linalg.elementwise kind=#linalg.elementwise_kind<select> ins(%p, %i, %i : memref<3xi1>, memref<3xi32>, memref<3xi32>) outs(%i : memref<3xi32>)
  linalg.elementwise kind=#linalg.elementwise_kind<mul> indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>] ins(%t, %v : memref<?x4xf64>, memref<4xf64>) outs(%a : memref<4x?xf64>)
  %r = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%x, %x : tensor<2xf32>, tensor<2xf32>) outs(%x : tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
func.func @contract(%a: memref<4x8xi8>, %b: memref<8x?xi8>, %c: memref<?x4xi32>, %s: memref<i32>, %v: memref<8xi32>) {
  linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>] ins(%a, %b : memref<4x8xi8>, memref<8x?xi8>) outs(%c : memref<?x4xi32>)
  linalg.contract indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>] {cast = #linalg.type_fn<cast_unsigned>} ins(%v, %v : memref<8xi32>, memref<8xi32>) outs(%s : memref<i32>)
  return
}
