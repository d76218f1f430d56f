// Covers linalg.fill, copy, the products, transpose, broadcast, reduce and map, on memory.
func.func @n(%a: memref<4x8xf32>, %b: memref<8x?xf32>, %c: memref<4x?xf32>, %f: f32, %v: memref<8xf32>, %w: memref<4xf32>, %s: memref<f32>, %i4: memref<1x16x16x3xf32>, %k4: memref<3x3x3x8xf32>, %o4: memref<1x7x7x8xf32>, %ba: memref<2x4x8xf32>, %bb: memref<2x8x?xf32>, %bc: memref<2x4x?xf32>, %t: memref<8x4xf32>, %h: memref<4x8xf16>) {
  linalg.fill ins(%f : f32) outs(%a : memref<4x8xf32>)
  linalg.copy ins(%a : memref<4x8xf32>) outs(%a : memref<4x8xf32>)
  linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%h : memref<4x8xf16>) outs(%a : memref<4x8xf32>)
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x?xf32>) outs(%c : memref<4x?xf32>)
  linalg.matmul {cast = #linalg.type_fn<cast_unsigned>, foo} ins(%a, %b : memref<4x8xf32>, memref<8x?xf32>) outs(%c : memref<4x?xf32>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%t, %b : memref<8x4xf32>, memref<8x?xf32>) outs(%c : memref<4x?xf32>)
  linalg.batch_matmul ins(%ba, %bb : memref<2x4x8xf32>, memref<2x8x?xf32>) outs(%bc : memref<2x4x?xf32>)
  linalg.matvec ins(%a, %v : memref<4x8xf32>, memref<8xf32>) outs(%w : memref<4xf32>)
  linalg.dot ins(%v, %v : memref<8xf32>, memref<8xf32>) outs(%s : memref<f32>)
  linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : vector<2xi64>} ins(%i4, %k4 : memref<1x16x16x3xf32>, memref<3x3x3x8xf32>) outs(%o4 : memref<1x7x7x8xf32>)
  linalg.transpose ins(%a : memref<4x8xf32>) outs(%t : memref<8x4xf32>) permutation = [1, 0]
  linalg.broadcast ins(%v : memref<8xf32>) outs(%a : memref<4x8xf32>) dimensions = [0]
  linalg.reduce ins(%a : memref<4x8xf32>) outs(%w : memref<4xf32>) dimensions = [1] (%in: f32, %out: f32) {
    %x = arith.addf %out, %in : f32
    linalg.yield %x : f32
  }
  linalg.reduce { arith.maximumf } ins(%a : memref<4x8xf32>) outs(%w : memref<4xf32>) dimensions = [1]
  linalg.map { arith.addf } ins(%a, %a : memref<4x8xf32>, memref<4x8xf32>) outs(%a : memref<4x8xf32>)
  linalg.map ins(%a, %a : memref<4x8xf32>, memref<4x8xf32>) outs(%a : memref<4x8xf32>) (%p: f32, %q: f32, %o: f32) {
    %x = arith.addf %q, %p : f32
    linalg.yield %x : f32
  }
  linalg.map outs(%a : memref<4x8xf32>) (%o: f32) {
    linalg.yield %f : f32
  }
  linalg.add ins(%a, %a : memref<4x8xf32>, memref<4x8xf32>) outs(%a : memref<4x8xf32>)
  return
}
