// A convolution in the form of Winograd: transforms of filter and input, products, and the transform back, for each
// size and along both sides or one, beside the convolution itself.
func.func private @printMemrefF32(tensor<*xf32>)
func.func @conv1(%i: tensor<1x6x4x2xf32>, %k: tensor<2x3x3x2xf32>, %o: tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32> {
  %r = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%i, %k : tensor<1x6x4x2xf32>, tensor<2x3x3x2xf32>) outs(%o : tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  return %r : tensor<1x4x2x2xf32>
}
func.func @winograd1(%i: tensor<1x6x4x2xf32>, %k: tensor<2x3x3x2xf32>, %o: tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %ek = tensor.empty() : tensor<4x4x2x2xf32>
  %tk = linalg.winograd_filter_transform fmr(F_2_3) ins(%k : tensor<2x3x3x2xf32>) outs(%ek : tensor<4x4x2x2xf32>) -> tensor<4x4x2x2xf32>
  %ei = tensor.empty() : tensor<4x4x2x1x1x2xf32>
  %ti = linalg.winograd_input_transform fmr(F_2_3) ins(%i : tensor<1x6x4x2xf32>) outs(%ei : tensor<4x4x2x1x1x2xf32>) -> tensor<4x4x2x1x1x2xf32>
  %ck = tensor.collapse_shape %tk [[0, 1], [2], [3]] : tensor<4x4x2x2xf32> into tensor<16x2x2xf32>
  %ci = tensor.collapse_shape %ti [[0, 1], [2, 3, 4], [5]] : tensor<4x4x2x1x1x2xf32> into tensor<16x2x2xf32>
  %em = tensor.empty() : tensor<16x2x2xf32>
  %zm = linalg.fill ins(%zero : f32) outs(%em : tensor<16x2x2xf32>) -> tensor<16x2x2xf32>
  %m = linalg.batch_matmul ins(%ci, %ck : tensor<16x2x2xf32>, tensor<16x2x2xf32>) outs(%zm : tensor<16x2x2xf32>) -> tensor<16x2x2xf32>
  %x = tensor.expand_shape %m [[0, 1], [2, 3, 4], [5]] output_shape [4, 4, 2, 1, 1, 2] : tensor<16x2x2xf32> into tensor<4x4x2x1x1x2xf32>
  %r = linalg.winograd_output_transform fmr(F_2_3) ins(%x : tensor<4x4x2x1x1x2xf32>) outs(%o : tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  return %r : tensor<1x4x2x2xf32>
}
func.func @conv2(%i: tensor<1x6x2x2xf32>, %k: tensor<2x3x1x2xf32>, %o: tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32> {
  %r = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%i, %k : tensor<1x6x2x2xf32>, tensor<2x3x1x2xf32>) outs(%o : tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  return %r : tensor<1x4x2x2xf32>
}
func.func @winograd2(%i: tensor<1x6x2x2xf32>, %k: tensor<2x3x1x2xf32>, %o: tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %ek = tensor.empty() : tensor<4x1x2x2xf32>
  %tk = linalg.winograd_filter_transform fmr(F_2_3) ins(%k : tensor<2x3x1x2xf32>) outs(%ek : tensor<4x1x2x2xf32>) -> tensor<4x1x2x2xf32>
  %ei = tensor.empty() : tensor<4x1x2x2x1x2xf32>
  %ti = linalg.winograd_input_transform fmr(F_2_3) ins(%i : tensor<1x6x2x2xf32>) outs(%ei : tensor<4x1x2x2x1x2xf32>) -> tensor<4x1x2x2x1x2xf32>
  %ck = tensor.collapse_shape %tk [[0, 1], [2], [3]] : tensor<4x1x2x2xf32> into tensor<4x2x2xf32>
  %ci = tensor.collapse_shape %ti [[0, 1], [2, 3, 4], [5]] : tensor<4x1x2x2x1x2xf32> into tensor<4x4x2xf32>
  %em = tensor.empty() : tensor<4x4x2xf32>
  %zm = linalg.fill ins(%zero : f32) outs(%em : tensor<4x4x2xf32>) -> tensor<4x4x2xf32>
  %m = linalg.batch_matmul ins(%ci, %ck : tensor<4x4x2xf32>, tensor<4x2x2xf32>) outs(%zm : tensor<4x4x2xf32>) -> tensor<4x4x2xf32>
  %x = tensor.expand_shape %m [[0, 1], [2, 3, 4], [5]] output_shape [4, 1, 2, 2, 1, 2] : tensor<4x4x2xf32> into tensor<4x1x2x2x1x2xf32>
  %r = linalg.winograd_output_transform fmr(F_2_3) ins(%x : tensor<4x1x2x2x1x2xf32>) outs(%o : tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  return %r : tensor<1x4x2x2xf32>
}
func.func @conv3(%i: tensor<1x3x4x2xf32>, %k: tensor<2x1x3x2xf32>, %o: tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32> {
  %r = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%i, %k : tensor<1x3x4x2xf32>, tensor<2x1x3x2xf32>) outs(%o : tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32>
  return %r : tensor<1x3x2x2xf32>
}
func.func @winograd3(%i: tensor<1x3x4x2xf32>, %k: tensor<2x1x3x2xf32>, %o: tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %ek = tensor.empty() : tensor<1x4x2x2xf32>
  %tk = linalg.winograd_filter_transform fmr(F_2_3) ins(%k : tensor<2x1x3x2xf32>) outs(%ek : tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  %ei = tensor.empty() : tensor<1x4x3x1x1x2xf32>
  %ti = linalg.winograd_input_transform fmr(F_2_3) ins(%i : tensor<1x3x4x2xf32>) outs(%ei : tensor<1x4x3x1x1x2xf32>) -> tensor<1x4x3x1x1x2xf32>
  %ck = tensor.collapse_shape %tk [[0, 1], [2], [3]] : tensor<1x4x2x2xf32> into tensor<4x2x2xf32>
  %ci = tensor.collapse_shape %ti [[0, 1], [2, 3, 4], [5]] : tensor<1x4x3x1x1x2xf32> into tensor<4x3x2xf32>
  %em = tensor.empty() : tensor<4x3x2xf32>
  %zm = linalg.fill ins(%zero : f32) outs(%em : tensor<4x3x2xf32>) -> tensor<4x3x2xf32>
  %m = linalg.batch_matmul ins(%ci, %ck : tensor<4x3x2xf32>, tensor<4x2x2xf32>) outs(%zm : tensor<4x3x2xf32>) -> tensor<4x3x2xf32>
  %x = tensor.expand_shape %m [[0, 1], [2, 3, 4], [5]] output_shape [1, 4, 3, 1, 1, 2] : tensor<4x3x2xf32> into tensor<1x4x3x1x1x2xf32>
  %r = linalg.winograd_output_transform fmr(F_2_3) ins(%x : tensor<1x4x3x1x1x2xf32>) outs(%o : tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32>
  return %r : tensor<1x3x2x2xf32>
}
func.func @conv4(%i: tensor<1x10x6x2xf32>, %k: tensor<2x3x3x2xf32>, %o: tensor<1x8x4x2xf32>) -> tensor<1x8x4x2xf32> {
  %r = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%i, %k : tensor<1x10x6x2xf32>, tensor<2x3x3x2xf32>) outs(%o : tensor<1x8x4x2xf32>) -> tensor<1x8x4x2xf32>
  return %r : tensor<1x8x4x2xf32>
}
func.func @winograd4(%i: tensor<1x10x6x2xf32>, %k: tensor<2x3x3x2xf32>, %o: tensor<1x8x4x2xf32>) -> tensor<1x8x4x2xf32> {
  %zero = arith.constant 0.0 : f32
  %ek = tensor.empty() : tensor<6x6x2x2xf32>
  %tk = linalg.winograd_filter_transform fmr(F_4_3) ins(%k : tensor<2x3x3x2xf32>) outs(%ek : tensor<6x6x2x2xf32>) -> tensor<6x6x2x2xf32>
  %ei = tensor.empty() : tensor<6x6x2x1x1x2xf32>
  %ti = linalg.winograd_input_transform fmr(F_4_3) ins(%i : tensor<1x10x6x2xf32>) outs(%ei : tensor<6x6x2x1x1x2xf32>) -> tensor<6x6x2x1x1x2xf32>
  %ck = tensor.collapse_shape %tk [[0, 1], [2], [3]] : tensor<6x6x2x2xf32> into tensor<36x2x2xf32>
  %ci = tensor.collapse_shape %ti [[0, 1], [2, 3, 4], [5]] : tensor<6x6x2x1x1x2xf32> into tensor<36x2x2xf32>
  %em = tensor.empty() : tensor<36x2x2xf32>
  %zm = linalg.fill ins(%zero : f32) outs(%em : tensor<36x2x2xf32>) -> tensor<36x2x2xf32>
  %m = linalg.batch_matmul ins(%ci, %ck : tensor<36x2x2xf32>, tensor<36x2x2xf32>) outs(%zm : tensor<36x2x2xf32>) -> tensor<36x2x2xf32>
  %x = tensor.expand_shape %m [[0, 1], [2, 3, 4], [5]] output_shape [6, 6, 2, 1, 1, 2] : tensor<36x2x2xf32> into tensor<6x6x2x1x1x2xf32>
  %r = linalg.winograd_output_transform fmr(F_4_3) ins(%x : tensor<6x6x2x1x1x2xf32>) outs(%o : tensor<1x8x4x2xf32>) -> tensor<1x8x4x2xf32>
  return %r : tensor<1x8x4x2xf32>
}
func.func @conv5(%i: tensor<1x10x2x2xf32>, %k: tensor<2x3x1x2xf32>, %o: tensor<1x8x2x2xf32>) -> tensor<1x8x2x2xf32> {
  %r = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%i, %k : tensor<1x10x2x2xf32>, tensor<2x3x1x2xf32>) outs(%o : tensor<1x8x2x2xf32>) -> tensor<1x8x2x2xf32>
  return %r : tensor<1x8x2x2xf32>
}
func.func @winograd5(%i: tensor<1x10x2x2xf32>, %k: tensor<2x3x1x2xf32>, %o: tensor<1x8x2x2xf32>) -> tensor<1x8x2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %ek = tensor.empty() : tensor<6x1x2x2xf32>
  %tk = linalg.winograd_filter_transform fmr(F_4_3) ins(%k : tensor<2x3x1x2xf32>) outs(%ek : tensor<6x1x2x2xf32>) -> tensor<6x1x2x2xf32>
  %ei = tensor.empty() : tensor<6x1x2x2x1x2xf32>
  %ti = linalg.winograd_input_transform fmr(F_4_3) ins(%i : tensor<1x10x2x2xf32>) outs(%ei : tensor<6x1x2x2x1x2xf32>) -> tensor<6x1x2x2x1x2xf32>
  %ck = tensor.collapse_shape %tk [[0, 1], [2], [3]] : tensor<6x1x2x2xf32> into tensor<6x2x2xf32>
  %ci = tensor.collapse_shape %ti [[0, 1], [2, 3, 4], [5]] : tensor<6x1x2x2x1x2xf32> into tensor<6x4x2xf32>
  %em = tensor.empty() : tensor<6x4x2xf32>
  %zm = linalg.fill ins(%zero : f32) outs(%em : tensor<6x4x2xf32>) -> tensor<6x4x2xf32>
  %m = linalg.batch_matmul ins(%ci, %ck : tensor<6x4x2xf32>, tensor<6x2x2xf32>) outs(%zm : tensor<6x4x2xf32>) -> tensor<6x4x2xf32>
  %x = tensor.expand_shape %m [[0, 1], [2, 3, 4], [5]] output_shape [6, 1, 2, 2, 1, 2] : tensor<6x4x2xf32> into tensor<6x1x2x2x1x2xf32>
  %r = linalg.winograd_output_transform fmr(F_4_3) ins(%x : tensor<6x1x2x2x1x2xf32>) outs(%o : tensor<1x8x2x2xf32>) -> tensor<1x8x2x2xf32>
  return %r : tensor<1x8x2x2xf32>
}
func.func @conv6(%i: tensor<1x3x6x2xf32>, %k: tensor<2x1x3x2xf32>, %o: tensor<1x3x4x2xf32>) -> tensor<1x3x4x2xf32> {
  %r = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%i, %k : tensor<1x3x6x2xf32>, tensor<2x1x3x2xf32>) outs(%o : tensor<1x3x4x2xf32>) -> tensor<1x3x4x2xf32>
  return %r : tensor<1x3x4x2xf32>
}
func.func @winograd6(%i: tensor<1x3x6x2xf32>, %k: tensor<2x1x3x2xf32>, %o: tensor<1x3x4x2xf32>) -> tensor<1x3x4x2xf32> {
  %zero = arith.constant 0.0 : f32
  %ek = tensor.empty() : tensor<1x6x2x2xf32>
  %tk = linalg.winograd_filter_transform fmr(F_4_3) ins(%k : tensor<2x1x3x2xf32>) outs(%ek : tensor<1x6x2x2xf32>) -> tensor<1x6x2x2xf32>
  %ei = tensor.empty() : tensor<1x6x3x1x1x2xf32>
  %ti = linalg.winograd_input_transform fmr(F_4_3) ins(%i : tensor<1x3x6x2xf32>) outs(%ei : tensor<1x6x3x1x1x2xf32>) -> tensor<1x6x3x1x1x2xf32>
  %ck = tensor.collapse_shape %tk [[0, 1], [2], [3]] : tensor<1x6x2x2xf32> into tensor<6x2x2xf32>
  %ci = tensor.collapse_shape %ti [[0, 1], [2, 3, 4], [5]] : tensor<1x6x3x1x1x2xf32> into tensor<6x3x2xf32>
  %em = tensor.empty() : tensor<6x3x2xf32>
  %zm = linalg.fill ins(%zero : f32) outs(%em : tensor<6x3x2xf32>) -> tensor<6x3x2xf32>
  %m = linalg.batch_matmul ins(%ci, %ck : tensor<6x3x2xf32>, tensor<6x2x2xf32>) outs(%zm : tensor<6x3x2xf32>) -> tensor<6x3x2xf32>
  %x = tensor.expand_shape %m [[0, 1], [2, 3, 4], [5]] output_shape [1, 6, 3, 1, 1, 2] : tensor<6x3x2xf32> into tensor<1x6x3x1x1x2xf32>
  %r = linalg.winograd_output_transform fmr(F_4_3) ins(%x : tensor<1x6x3x1x1x2xf32>) outs(%o : tensor<1x3x4x2xf32>) -> tensor<1x3x4x2xf32>
  return %r : tensor<1x3x4x2xf32>
}
func.func @conv7(%i: tensor<1x8x6x2xf32>, %k: tensor<2x5x5x2xf32>, %o: tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32> {
  %r = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%i, %k : tensor<1x8x6x2xf32>, tensor<2x5x5x2xf32>) outs(%o : tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  return %r : tensor<1x4x2x2xf32>
}
func.func @winograd7(%i: tensor<1x8x6x2xf32>, %k: tensor<2x5x5x2xf32>, %o: tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %ek = tensor.empty() : tensor<6x6x2x2xf32>
  %tk = linalg.winograd_filter_transform fmr(F_2_5) ins(%k : tensor<2x5x5x2xf32>) outs(%ek : tensor<6x6x2x2xf32>) -> tensor<6x6x2x2xf32>
  %ei = tensor.empty() : tensor<6x6x2x1x1x2xf32>
  %ti = linalg.winograd_input_transform fmr(F_2_5) ins(%i : tensor<1x8x6x2xf32>) outs(%ei : tensor<6x6x2x1x1x2xf32>) -> tensor<6x6x2x1x1x2xf32>
  %ck = tensor.collapse_shape %tk [[0, 1], [2], [3]] : tensor<6x6x2x2xf32> into tensor<36x2x2xf32>
  %ci = tensor.collapse_shape %ti [[0, 1], [2, 3, 4], [5]] : tensor<6x6x2x1x1x2xf32> into tensor<36x2x2xf32>
  %em = tensor.empty() : tensor<36x2x2xf32>
  %zm = linalg.fill ins(%zero : f32) outs(%em : tensor<36x2x2xf32>) -> tensor<36x2x2xf32>
  %m = linalg.batch_matmul ins(%ci, %ck : tensor<36x2x2xf32>, tensor<36x2x2xf32>) outs(%zm : tensor<36x2x2xf32>) -> tensor<36x2x2xf32>
  %x = tensor.expand_shape %m [[0, 1], [2, 3, 4], [5]] output_shape [6, 6, 2, 1, 1, 2] : tensor<36x2x2xf32> into tensor<6x6x2x1x1x2xf32>
  %r = linalg.winograd_output_transform fmr(F_2_5) ins(%x : tensor<6x6x2x1x1x2xf32>) outs(%o : tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  return %r : tensor<1x4x2x2xf32>
}
func.func @conv8(%i: tensor<1x8x2x2xf32>, %k: tensor<2x5x1x2xf32>, %o: tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32> {
  %r = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%i, %k : tensor<1x8x2x2xf32>, tensor<2x5x1x2xf32>) outs(%o : tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  return %r : tensor<1x4x2x2xf32>
}
func.func @winograd8(%i: tensor<1x8x2x2xf32>, %k: tensor<2x5x1x2xf32>, %o: tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %ek = tensor.empty() : tensor<6x1x2x2xf32>
  %tk = linalg.winograd_filter_transform fmr(F_2_5) ins(%k : tensor<2x5x1x2xf32>) outs(%ek : tensor<6x1x2x2xf32>) -> tensor<6x1x2x2xf32>
  %ei = tensor.empty() : tensor<6x1x2x2x1x2xf32>
  %ti = linalg.winograd_input_transform fmr(F_2_5) ins(%i : tensor<1x8x2x2xf32>) outs(%ei : tensor<6x1x2x2x1x2xf32>) -> tensor<6x1x2x2x1x2xf32>
  %ck = tensor.collapse_shape %tk [[0, 1], [2], [3]] : tensor<6x1x2x2xf32> into tensor<6x2x2xf32>
  %ci = tensor.collapse_shape %ti [[0, 1], [2, 3, 4], [5]] : tensor<6x1x2x2x1x2xf32> into tensor<6x4x2xf32>
  %em = tensor.empty() : tensor<6x4x2xf32>
  %zm = linalg.fill ins(%zero : f32) outs(%em : tensor<6x4x2xf32>) -> tensor<6x4x2xf32>
  %m = linalg.batch_matmul ins(%ci, %ck : tensor<6x4x2xf32>, tensor<6x2x2xf32>) outs(%zm : tensor<6x4x2xf32>) -> tensor<6x4x2xf32>
  %x = tensor.expand_shape %m [[0, 1], [2, 3, 4], [5]] output_shape [6, 1, 2, 2, 1, 2] : tensor<6x4x2xf32> into tensor<6x1x2x2x1x2xf32>
  %r = linalg.winograd_output_transform fmr(F_2_5) ins(%x : tensor<6x1x2x2x1x2xf32>) outs(%o : tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  return %r : tensor<1x4x2x2xf32>
}
func.func @conv9(%i: tensor<1x3x6x2xf32>, %k: tensor<2x1x5x2xf32>, %o: tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32> {
  %r = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%i, %k : tensor<1x3x6x2xf32>, tensor<2x1x5x2xf32>) outs(%o : tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32>
  return %r : tensor<1x3x2x2xf32>
}
func.func @winograd9(%i: tensor<1x3x6x2xf32>, %k: tensor<2x1x5x2xf32>, %o: tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %ek = tensor.empty() : tensor<1x6x2x2xf32>
  %tk = linalg.winograd_filter_transform fmr(F_2_5) ins(%k : tensor<2x1x5x2xf32>) outs(%ek : tensor<1x6x2x2xf32>) -> tensor<1x6x2x2xf32>
  %ei = tensor.empty() : tensor<1x6x3x1x1x2xf32>
  %ti = linalg.winograd_input_transform fmr(F_2_5) ins(%i : tensor<1x3x6x2xf32>) outs(%ei : tensor<1x6x3x1x1x2xf32>) -> tensor<1x6x3x1x1x2xf32>
  %ck = tensor.collapse_shape %tk [[0, 1], [2], [3]] : tensor<1x6x2x2xf32> into tensor<6x2x2xf32>
  %ci = tensor.collapse_shape %ti [[0, 1], [2, 3, 4], [5]] : tensor<1x6x3x1x1x2xf32> into tensor<6x3x2xf32>
  %em = tensor.empty() : tensor<6x3x2xf32>
  %zm = linalg.fill ins(%zero : f32) outs(%em : tensor<6x3x2xf32>) -> tensor<6x3x2xf32>
  %m = linalg.batch_matmul ins(%ci, %ck : tensor<6x3x2xf32>, tensor<6x2x2xf32>) outs(%zm : tensor<6x3x2xf32>) -> tensor<6x3x2xf32>
  %x = tensor.expand_shape %m [[0, 1], [2, 3, 4], [5]] output_shape [1, 6, 3, 1, 1, 2] : tensor<6x3x2xf32> into tensor<1x6x3x1x1x2xf32>
  %r = linalg.winograd_output_transform fmr(F_2_5) ins(%x : tensor<1x6x3x1x1x2xf32>) outs(%o : tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32>
  return %r : tensor<1x3x2x2xf32>
}
func.func @main() {
  %i1 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 5 : index
    %b = arith.constant 3 : index
    %c = arith.constant 7 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.remui %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<1x6x4x2xf32>
  %k1 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 12 : index
    %b = arith.constant 24 : index
    %c = arith.constant 36 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.muli %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<2x3x3x2xf32>
  %o1 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 1 : index
    %b = arith.constant 2 : index
    %c = arith.constant 5 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.remui %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<1x4x2x2xf32>
  %c1 = call @conv1(%i1, %k1, %o1) : (tensor<1x6x4x2xf32>, tensor<2x3x3x2xf32>, tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  %cu1 = tensor.cast %c1 : tensor<1x4x2x2xf32> to tensor<*xf32>
  call @printMemrefF32(%cu1) : (tensor<*xf32>) -> ()
  %w1 = call @winograd1(%i1, %k1, %o1) : (tensor<1x6x4x2xf32>, tensor<2x3x3x2xf32>, tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  %wu1 = tensor.cast %w1 : tensor<1x4x2x2xf32> to tensor<*xf32>
  call @printMemrefF32(%wu1) : (tensor<*xf32>) -> ()
  %i2 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 5 : index
    %b = arith.constant 3 : index
    %c = arith.constant 7 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.remui %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<1x6x2x2xf32>
  %k2 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 12 : index
    %b = arith.constant 24 : index
    %c = arith.constant 36 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.muli %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<2x3x1x2xf32>
  %o2 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 1 : index
    %b = arith.constant 2 : index
    %c = arith.constant 5 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.remui %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<1x4x2x2xf32>
  %c2 = call @conv2(%i2, %k2, %o2) : (tensor<1x6x2x2xf32>, tensor<2x3x1x2xf32>, tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  %cu2 = tensor.cast %c2 : tensor<1x4x2x2xf32> to tensor<*xf32>
  call @printMemrefF32(%cu2) : (tensor<*xf32>) -> ()
  %w2 = call @winograd2(%i2, %k2, %o2) : (tensor<1x6x2x2xf32>, tensor<2x3x1x2xf32>, tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  %wu2 = tensor.cast %w2 : tensor<1x4x2x2xf32> to tensor<*xf32>
  call @printMemrefF32(%wu2) : (tensor<*xf32>) -> ()
  %i3 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 5 : index
    %b = arith.constant 3 : index
    %c = arith.constant 7 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.remui %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<1x3x4x2xf32>
  %k3 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 12 : index
    %b = arith.constant 24 : index
    %c = arith.constant 36 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.muli %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<2x1x3x2xf32>
  %o3 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 1 : index
    %b = arith.constant 2 : index
    %c = arith.constant 5 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.remui %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<1x3x2x2xf32>
  %c3 = call @conv3(%i3, %k3, %o3) : (tensor<1x3x4x2xf32>, tensor<2x1x3x2xf32>, tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32>
  %cu3 = tensor.cast %c3 : tensor<1x3x2x2xf32> to tensor<*xf32>
  call @printMemrefF32(%cu3) : (tensor<*xf32>) -> ()
  %w3 = call @winograd3(%i3, %k3, %o3) : (tensor<1x3x4x2xf32>, tensor<2x1x3x2xf32>, tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32>
  %wu3 = tensor.cast %w3 : tensor<1x3x2x2xf32> to tensor<*xf32>
  call @printMemrefF32(%wu3) : (tensor<*xf32>) -> ()
  %i4 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 5 : index
    %b = arith.constant 3 : index
    %c = arith.constant 7 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.remui %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<1x10x6x2xf32>
  %k4 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 12 : index
    %b = arith.constant 24 : index
    %c = arith.constant 36 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.muli %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<2x3x3x2xf32>
  %o4 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 1 : index
    %b = arith.constant 2 : index
    %c = arith.constant 5 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.remui %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<1x8x4x2xf32>
  %c4 = call @conv4(%i4, %k4, %o4) : (tensor<1x10x6x2xf32>, tensor<2x3x3x2xf32>, tensor<1x8x4x2xf32>) -> tensor<1x8x4x2xf32>
  %cu4 = tensor.cast %c4 : tensor<1x8x4x2xf32> to tensor<*xf32>
  call @printMemrefF32(%cu4) : (tensor<*xf32>) -> ()
  %w4 = call @winograd4(%i4, %k4, %o4) : (tensor<1x10x6x2xf32>, tensor<2x3x3x2xf32>, tensor<1x8x4x2xf32>) -> tensor<1x8x4x2xf32>
  %wu4 = tensor.cast %w4 : tensor<1x8x4x2xf32> to tensor<*xf32>
  call @printMemrefF32(%wu4) : (tensor<*xf32>) -> ()
  %i5 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 5 : index
    %b = arith.constant 3 : index
    %c = arith.constant 7 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.remui %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<1x10x2x2xf32>
  %k5 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 12 : index
    %b = arith.constant 24 : index
    %c = arith.constant 36 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.muli %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<2x3x1x2xf32>
  %o5 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 1 : index
    %b = arith.constant 2 : index
    %c = arith.constant 5 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.remui %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<1x8x2x2xf32>
  %c5 = call @conv5(%i5, %k5, %o5) : (tensor<1x10x2x2xf32>, tensor<2x3x1x2xf32>, tensor<1x8x2x2xf32>) -> tensor<1x8x2x2xf32>
  %cu5 = tensor.cast %c5 : tensor<1x8x2x2xf32> to tensor<*xf32>
  call @printMemrefF32(%cu5) : (tensor<*xf32>) -> ()
  %w5 = call @winograd5(%i5, %k5, %o5) : (tensor<1x10x2x2xf32>, tensor<2x3x1x2xf32>, tensor<1x8x2x2xf32>) -> tensor<1x8x2x2xf32>
  %wu5 = tensor.cast %w5 : tensor<1x8x2x2xf32> to tensor<*xf32>
  call @printMemrefF32(%wu5) : (tensor<*xf32>) -> ()
  %i6 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 5 : index
    %b = arith.constant 3 : index
    %c = arith.constant 7 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.remui %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<1x3x6x2xf32>
  %k6 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 12 : index
    %b = arith.constant 24 : index
    %c = arith.constant 36 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.muli %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<2x1x3x2xf32>
  %o6 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 1 : index
    %b = arith.constant 2 : index
    %c = arith.constant 5 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.remui %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<1x3x4x2xf32>
  %c6 = call @conv6(%i6, %k6, %o6) : (tensor<1x3x6x2xf32>, tensor<2x1x3x2xf32>, tensor<1x3x4x2xf32>) -> tensor<1x3x4x2xf32>
  %cu6 = tensor.cast %c6 : tensor<1x3x4x2xf32> to tensor<*xf32>
  call @printMemrefF32(%cu6) : (tensor<*xf32>) -> ()
  %w6 = call @winograd6(%i6, %k6, %o6) : (tensor<1x3x6x2xf32>, tensor<2x1x3x2xf32>, tensor<1x3x4x2xf32>) -> tensor<1x3x4x2xf32>
  %wu6 = tensor.cast %w6 : tensor<1x3x4x2xf32> to tensor<*xf32>
  call @printMemrefF32(%wu6) : (tensor<*xf32>) -> ()
  %i7 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 5 : index
    %b = arith.constant 3 : index
    %c = arith.constant 7 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.remui %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<1x8x6x2xf32>
  %k7 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 12 : index
    %b = arith.constant 24 : index
    %c = arith.constant 36 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.muli %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<2x5x5x2xf32>
  %o7 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 1 : index
    %b = arith.constant 2 : index
    %c = arith.constant 5 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.remui %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<1x4x2x2xf32>
  %c7 = call @conv7(%i7, %k7, %o7) : (tensor<1x8x6x2xf32>, tensor<2x5x5x2xf32>, tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  %cu7 = tensor.cast %c7 : tensor<1x4x2x2xf32> to tensor<*xf32>
  call @printMemrefF32(%cu7) : (tensor<*xf32>) -> ()
  %w7 = call @winograd7(%i7, %k7, %o7) : (tensor<1x8x6x2xf32>, tensor<2x5x5x2xf32>, tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  %wu7 = tensor.cast %w7 : tensor<1x4x2x2xf32> to tensor<*xf32>
  call @printMemrefF32(%wu7) : (tensor<*xf32>) -> ()
  %i8 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 5 : index
    %b = arith.constant 3 : index
    %c = arith.constant 7 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.remui %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<1x8x2x2xf32>
  %k8 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 12 : index
    %b = arith.constant 24 : index
    %c = arith.constant 36 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.muli %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<2x5x1x2xf32>
  %o8 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 1 : index
    %b = arith.constant 2 : index
    %c = arith.constant 5 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.remui %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<1x4x2x2xf32>
  %c8 = call @conv8(%i8, %k8, %o8) : (tensor<1x8x2x2xf32>, tensor<2x5x1x2xf32>, tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  %cu8 = tensor.cast %c8 : tensor<1x4x2x2xf32> to tensor<*xf32>
  call @printMemrefF32(%cu8) : (tensor<*xf32>) -> ()
  %w8 = call @winograd8(%i8, %k8, %o8) : (tensor<1x8x2x2xf32>, tensor<2x5x1x2xf32>, tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  %wu8 = tensor.cast %w8 : tensor<1x4x2x2xf32> to tensor<*xf32>
  call @printMemrefF32(%wu8) : (tensor<*xf32>) -> ()
  %i9 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 5 : index
    %b = arith.constant 3 : index
    %c = arith.constant 7 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.remui %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<1x3x6x2xf32>
  %k9 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 12 : index
    %b = arith.constant 24 : index
    %c = arith.constant 36 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.muli %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<2x1x5x2xf32>
  %o9 = tensor.generate {
  ^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
    %a = arith.constant 1 : index
    %b = arith.constant 2 : index
    %c = arith.constant 5 : index
    %e = arith.muli %d1, %a : index
    %f = arith.muli %d2, %b : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %d3 : index
    %q = arith.addi %h, %d0 : index
    %j = arith.remui %q, %c : index
    %l = arith.index_cast %j : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<1x3x2x2xf32>
  %c9 = call @conv9(%i9, %k9, %o9) : (tensor<1x3x6x2xf32>, tensor<2x1x5x2xf32>, tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32>
  %cu9 = tensor.cast %c9 : tensor<1x3x2x2xf32> to tensor<*xf32>
  call @printMemrefF32(%cu9) : (tensor<*xf32>) -> ()
  %w9 = call @winograd9(%i9, %k9, %o9) : (tensor<1x3x6x2xf32>, tensor<2x1x5x2xf32>, tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32>
  %wu9 = tensor.cast %w9 : tensor<1x3x2x2xf32> to tensor<*xf32>
  call @printMemrefF32(%wu9) : (tensor<*xf32>) -> ()
  return
}
