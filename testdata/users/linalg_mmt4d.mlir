// Only read and printed: a multiplication of packed matrices.
func.func @f(%x: tensor<2x2x8x32xf32>, %y: tensor<2x2x8x32xf32>, %z: tensor<2x2x8x8xf32>) -> tensor<2x2x8x8xf32> {
  %r = linalg.mmt4d ins(%x, %y : tensor<2x2x8x32xf32>, tensor<2x2x8x32xf32>) outs(%z : tensor<2x2x8x8xf32>) -> tensor<2x2x8x8xf32>
  %q = linalg.copy ins(%r : tensor<2x2x8x8xf32>) outs(%z : tensor<2x2x8x8xf32>) -> tensor<2x2x8x8xf32>
  return %q : tensor<2x2x8x8xf32>
}
