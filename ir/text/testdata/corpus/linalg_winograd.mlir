// Covers the transforms of linalg.winograd along both dimensions and along one, and extents that are not known.
func.func @filter(%a: tensor<2x3x3x5xf32>, %o: tensor<6x6x5x2xf32>, %b: tensor<?x5x1x5xf64>, %p: tensor<6x1x5x?xf64>) -> (tensor<6x6x5x2xf32>, tensor<6x1x5x?xf64>) {
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%a : tensor<2x3x3x5xf32>) outs(%o : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  %1 = linalg.winograd_filter_transform {foo} fmr(F_2_5) ins(%b : tensor<?x5x1x5xf64>) outs(%p : tensor<6x1x5x?xf64>) -> tensor<6x1x5x?xf64>
  return %0, %1 : tensor<6x6x5x2xf32>, tensor<6x1x5x?xf64>
}
func.func @input(%a: tensor<2x10x10x5xf32>, %o: tensor<6x6x2x2x2x5xf32>, %b: tensor<2x?x7x5xf32>, %p: tensor<4x1x?x7x2x5xf32>) -> (tensor<6x6x2x2x2x5xf32>, tensor<4x1x?x7x2x5xf32>) {
  %0 = linalg.winograd_input_transform fmr(F_4_3) ins(%a : tensor<2x10x10x5xf32>) outs(%o : tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32>
  %1 = linalg.winograd_input_transform fmr(F_2_3) ins(%b : tensor<2x?x7x5xf32>) outs(%p : tensor<4x1x?x7x2x5xf32>) -> tensor<4x1x?x7x2x5xf32>
  return %0, %1 : tensor<6x6x2x2x2x5xf32>, tensor<4x1x?x7x2x5xf32>
}
func.func @output(%a: tensor<6x6x2x2x2x2xf32>, %o: tensor<2x8x8x2xf32>, %b: tensor<4x1x?x7x2x2xf32>, %p: tensor<2x?x7x2xf32>) -> (tensor<2x8x8x2xf32>, tensor<2x?x7x2xf32>) {
  %0 = linalg.winograd_output_transform fmr(F_4_3) ins(%a : tensor<6x6x2x2x2x2xf32>) outs(%o : tensor<2x8x8x2xf32>) -> tensor<2x8x8x2xf32>
  %1 = linalg.winograd_output_transform fmr(F_2_3) ins(%b : tensor<4x1x?x7x2x2xf32>) outs(%p : tensor<2x?x7x2xf32>) -> tensor<2x?x7x2xf32>
  return %0, %1 : tensor<2x8x8x2xf32>, tensor<2x?x7x2xf32>
}
