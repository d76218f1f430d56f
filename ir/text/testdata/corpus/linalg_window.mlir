// Covers named linalg operations whose loops their names give: products, convolutions, poolings, with strides and dilations.
func.func @quantized_matmul_0(%a0: memref<2x4xi8>, %a1: memref<4x3xi8>, %a2: i32, %a3: i32, %a4: memref<2x3xi32>) {
  linalg.quantized_matmul ins(%a0, %a1, %a2, %a3 : memref<2x4xi8>, memref<4x3xi8>, i32, i32) outs(%a4 : memref<2x3xi32>)
  return
}
func.func @mmt4d_1(%a0: memref<2x4x2x4xf32>, %a1: memref<3x4x3x4xf32>, %a2: memref<2x3x2x3xf32>) {
  linalg.mmt4d ins(%a0, %a1 : memref<2x4x2x4xf32>, memref<3x4x3x4xf32>) outs(%a2 : memref<2x3x2x3xf32>)
  return
}
func.func @batch_mmt4d_2(%a0: memref<2x3x2x3x2xf32>, %a1: memref<2x4x2x4x2xf32>, %a2: memref<2x3x4x3x4xf32>) {
  linalg.batch_mmt4d ins(%a0, %a1 : memref<2x3x2x3x2xf32>, memref<2x4x2x4x2xf32>) outs(%a2 : memref<2x3x4x3x4xf32>)
  return
}
func.func @quantized_batch_matmul_3(%a0: memref<2x3x2xi8>, %a1: memref<2x2x4xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4xi32>) {
  linalg.quantized_batch_matmul ins(%a0, %a1, %a2, %a3 : memref<2x3x2xi8>, memref<2x2x4xi8>, i32, i32) outs(%a4 : memref<2x3x4xi32>)
  return
}
func.func @matvec_4(%a0: memref<2x3xf32>, %a1: memref<3xf32>, %a2: memref<2xf32>) {
  linalg.matvec ins(%a0, %a1 : memref<2x3xf32>, memref<3xf32>) outs(%a2 : memref<2xf32>)
  return
}
func.func @vecmat_5(%a0: memref<3xf32>, %a1: memref<3x2xf32>, %a2: memref<2xf32>) {
  linalg.vecmat ins(%a0, %a1 : memref<3xf32>, memref<3x2xf32>) outs(%a2 : memref<2xf32>)
  return
}
func.func @batch_matvec_6(%a0: memref<2x3x4xf32>, %a1: memref<2x4xf32>, %a2: memref<2x3xf32>) {
  linalg.batch_matvec ins(%a0, %a1 : memref<2x3x4xf32>, memref<2x4xf32>) outs(%a2 : memref<2x3xf32>)
  return
}
func.func @batch_vecmat_7(%a0: memref<2x4xf32>, %a1: memref<2x4x3xf32>, %a2: memref<2x3xf32>) {
  linalg.batch_vecmat ins(%a0, %a1 : memref<2x4xf32>, memref<2x4x3xf32>) outs(%a2 : memref<2x3xf32>)
  return
}
func.func @dot_8(%a0: memref<2xf32>, %a1: memref<2xf32>, %a2: memref<f32>) {
  linalg.dot ins(%a0, %a1 : memref<2xf32>, memref<2xf32>) outs(%a2 : memref<f32>)
  return
}
func.func @conv_1d_9(%a0: memref<4xf32>, %a1: memref<3xf32>, %a2: memref<2xf32>) {
  linalg.conv_1d ins(%a0, %a1 : memref<4xf32>, memref<3xf32>) outs(%a2 : memref<2xf32>)
  return
}
func.func @conv_2d_10(%a0: memref<5x4xf32>, %a1: memref<4x2xf32>, %a2: memref<2x3xf32>) {
  linalg.conv_2d ins(%a0, %a1 : memref<5x4xf32>, memref<4x2xf32>) outs(%a2 : memref<2x3xf32>)
  return
}
func.func @conv_3d_11(%a0: memref<3x5x7xf32>, %a1: memref<2x3x4xf32>, %a2: memref<2x3x4xf32>) {
  linalg.conv_3d ins(%a0, %a1 : memref<3x5x7xf32>, memref<2x3x4xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @conv_1d_nwc_wcf_12(%a0: memref<2x4x3xf32>, %a1: memref<2x3x4xf32>, %a2: memref<2x3x4xf32>) {
  linalg.conv_1d_nwc_wcf ins(%a0, %a1 : memref<2x4x3xf32>, memref<2x3x4xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @conv_1d_nwc_wcf_13(%a0: memref<2x6x3xf32>, %a1: memref<2x3x4xf32>, %a2: memref<2x3x4xf32>) {
  linalg.conv_1d_nwc_wcf {strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x6x3xf32>, memref<2x3x4xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @conv_1d_nwc_wcf_14(%a0: memref<2x9x3xf32>, %a1: memref<2x3x4xf32>, %a2: memref<2x3x4xf32>) {
  linalg.conv_1d_nwc_wcf {dilations = dense<2> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%a0, %a1 : memref<2x9x3xf32>, memref<2x3x4xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @conv_1d_ncw_fcw_15(%a0: memref<2x2x6xf32>, %a1: memref<3x2x3xf32>, %a2: memref<2x3x4xf32>) {
  linalg.conv_1d_ncw_fcw ins(%a0, %a1 : memref<2x2x6xf32>, memref<3x2x3xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @conv_1d_ncw_fcw_16(%a0: memref<2x2x9xf32>, %a1: memref<3x2x3xf32>, %a2: memref<2x3x4xf32>) {
  linalg.conv_1d_ncw_fcw {strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x2x9xf32>, memref<3x2x3xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @conv_1d_ncw_fcw_17(%a0: memref<2x2x14xf32>, %a1: memref<3x2x3xf32>, %a2: memref<2x3x4xf32>) {
  linalg.conv_1d_ncw_fcw {dilations = dense<2> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%a0, %a1 : memref<2x2x14xf32>, memref<3x2x3xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @conv_2d_nhwc_hwcf_18(%a0: memref<2x5x7x2xf32>, %a1: memref<3x4x2x2xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.conv_2d_nhwc_hwcf ins(%a0, %a1 : memref<2x5x7x2xf32>, memref<3x4x2x2xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @conv_2d_nhwc_hwcf_19(%a0: memref<2x7x10x2xf32>, %a1: memref<3x4x2x2xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x7x10x2xf32>, memref<3x4x2x2xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @conv_2d_nhwc_hwcf_20(%a0: memref<2x11x13x2xf32>, %a1: memref<3x4x2x2xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x11x13x2xf32>, memref<3x4x2x2xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @conv_2d_nhwc_fhwc_21(%a0: memref<2x5x7x2xf32>, %a1: memref<2x3x4x2xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.conv_2d_nhwc_fhwc ins(%a0, %a1 : memref<2x5x7x2xf32>, memref<2x3x4x2xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @conv_2d_nhwc_fhwc_22(%a0: memref<2x7x10x2xf32>, %a1: memref<2x3x4x2xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.conv_2d_nhwc_fhwc {strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x7x10x2xf32>, memref<2x3x4x2xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @conv_2d_nhwc_fhwc_23(%a0: memref<2x11x13x2xf32>, %a1: memref<2x3x4x2xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.conv_2d_nhwc_fhwc {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x11x13x2xf32>, memref<2x3x4x2xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @conv_2d_nhwc_hwcf_q_24(%a0: memref<2x5x7x2xi8>, %a1: memref<3x4x2x2xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x2xi32>) {
  linalg.conv_2d_nhwc_hwcf_q ins(%a0, %a1, %a2, %a3 : memref<2x5x7x2xi8>, memref<3x4x2x2xi8>, i32, i32) outs(%a4 : memref<2x3x4x2xi32>)
  return
}
func.func @conv_2d_nhwc_hwcf_q_25(%a0: memref<2x7x10x2xi8>, %a1: memref<3x4x2x2xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x2xi32>) {
  linalg.conv_2d_nhwc_hwcf_q {strides = dense<2> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x7x10x2xi8>, memref<3x4x2x2xi8>, i32, i32) outs(%a4 : memref<2x3x4x2xi32>)
  return
}
func.func @conv_2d_nhwc_hwcf_q_26(%a0: memref<2x11x13x2xi8>, %a1: memref<3x4x2x2xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x2xi32>) {
  linalg.conv_2d_nhwc_hwcf_q {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x11x13x2xi8>, memref<3x4x2x2xi8>, i32, i32) outs(%a4 : memref<2x3x4x2xi32>)
  return
}
func.func @conv_2d_nhwc_fhwc_q_27(%a0: memref<2x5x7x2xi8>, %a1: memref<2x3x4x2xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x2xi32>) {
  linalg.conv_2d_nhwc_fhwc_q ins(%a0, %a1, %a2, %a3 : memref<2x5x7x2xi8>, memref<2x3x4x2xi8>, i32, i32) outs(%a4 : memref<2x3x4x2xi32>)
  return
}
func.func @conv_2d_nhwc_fhwc_q_28(%a0: memref<2x7x10x2xi8>, %a1: memref<2x3x4x2xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x2xi32>) {
  linalg.conv_2d_nhwc_fhwc_q {strides = dense<2> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x7x10x2xi8>, memref<2x3x4x2xi8>, i32, i32) outs(%a4 : memref<2x3x4x2xi32>)
  return
}
func.func @conv_2d_nhwc_fhwc_q_29(%a0: memref<2x11x13x2xi8>, %a1: memref<2x3x4x2xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x2xi32>) {
  linalg.conv_2d_nhwc_fhwc_q {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x11x13x2xi8>, memref<2x3x4x2xi8>, i32, i32) outs(%a4 : memref<2x3x4x2xi32>)
  return
}
func.func @conv_2d_nchw_fchw_q_30(%a0: memref<2x3x7x3xi8>, %a1: memref<3x3x4x2xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x2xi32>) {
  linalg.conv_2d_nchw_fchw_q ins(%a0, %a1, %a2, %a3 : memref<2x3x7x3xi8>, memref<3x3x4x2xi8>, i32, i32) outs(%a4 : memref<2x3x4x2xi32>)
  return
}
func.func @conv_2d_nchw_fchw_q_31(%a0: memref<2x3x10x4xi8>, %a1: memref<3x3x4x2xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x2xi32>) {
  linalg.conv_2d_nchw_fchw_q {strides = dense<2> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x3x10x4xi8>, memref<3x3x4x2xi8>, i32, i32) outs(%a4 : memref<2x3x4x2xi32>)
  return
}
func.func @conv_2d_nchw_fchw_q_32(%a0: memref<2x3x16x5xi8>, %a1: memref<3x3x4x2xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x2xi32>) {
  linalg.conv_2d_nchw_fchw_q {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x3x16x5xi8>, memref<3x3x4x2xi8>, i32, i32) outs(%a4 : memref<2x3x4x2xi32>)
  return
}
func.func @conv_2d_nchw_fchw_33(%a0: memref<2x3x7x3xf32>, %a1: memref<3x3x4x2xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.conv_2d_nchw_fchw ins(%a0, %a1 : memref<2x3x7x3xf32>, memref<3x3x4x2xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @conv_2d_nchw_fchw_34(%a0: memref<2x3x10x4xf32>, %a1: memref<3x3x4x2xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x3x10x4xf32>, memref<3x3x4x2xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @conv_2d_nchw_fchw_35(%a0: memref<2x3x16x5xf32>, %a1: memref<3x3x4x2xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.conv_2d_nchw_fchw {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x3x16x5xf32>, memref<3x3x4x2xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @conv_2d_ngchw_fgchw_36(%a0: memref<2x3x4x3x5xf32>, %a1: memref<4x3x4x2x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.conv_2d_ngchw_fgchw ins(%a0, %a1 : memref<2x3x4x3x5xf32>, memref<4x3x4x2x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @conv_2d_ngchw_fgchw_37(%a0: memref<2x3x4x4x7xf32>, %a1: memref<4x3x4x2x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.conv_2d_ngchw_fgchw {strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x3x4x4x7xf32>, memref<4x3x4x2x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @conv_2d_ngchw_fgchw_38(%a0: memref<2x3x4x6x9xf32>, %a1: memref<4x3x4x2x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.conv_2d_ngchw_fgchw {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x3x4x6x9xf32>, memref<4x3x4x2x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @conv_2d_ngchw_gfchw_39(%a0: memref<2x3x4x3x5xf32>, %a1: memref<3x4x4x2x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.conv_2d_ngchw_gfchw ins(%a0, %a1 : memref<2x3x4x3x5xf32>, memref<3x4x4x2x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @conv_2d_ngchw_gfchw_40(%a0: memref<2x3x4x4x7xf32>, %a1: memref<3x4x4x2x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.conv_2d_ngchw_gfchw {strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x3x4x4x7xf32>, memref<3x4x4x2x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @conv_2d_ngchw_gfchw_41(%a0: memref<2x3x4x6x9xf32>, %a1: memref<3x4x4x2x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.conv_2d_ngchw_gfchw {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x3x4x6x9xf32>, memref<3x4x4x2x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @conv_2d_nhwgc_gfhwc_42(%a0: memref<2x6x5x2x3xf32>, %a1: memref<2x3x4x2x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.conv_2d_nhwgc_gfhwc ins(%a0, %a1 : memref<2x6x5x2x3xf32>, memref<2x3x4x2x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @conv_2d_nhwgc_gfhwc_43(%a0: memref<2x8x8x2x3xf32>, %a1: memref<2x3x4x2x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.conv_2d_nhwgc_gfhwc {strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x8x8x2x3xf32>, memref<2x3x4x2x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @conv_2d_nhwgc_gfhwc_44(%a0: memref<2x13x9x2x3xf32>, %a1: memref<2x3x4x2x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.conv_2d_nhwgc_gfhwc {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x13x9x2x3xf32>, memref<2x3x4x2x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @conv_2d_nhwgc_gfhwc_q_45(%a0: memref<2x6x5x2x3xi8>, %a1: memref<2x3x4x2x3xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x2x3xi32>) {
  linalg.conv_2d_nhwgc_gfhwc_q ins(%a0, %a1, %a2, %a3 : memref<2x6x5x2x3xi8>, memref<2x3x4x2x3xi8>, i32, i32) outs(%a4 : memref<2x3x4x2x3xi32>)
  return
}
func.func @conv_2d_nhwgc_gfhwc_q_46(%a0: memref<2x8x8x2x3xi8>, %a1: memref<2x3x4x2x3xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x2x3xi32>) {
  linalg.conv_2d_nhwgc_gfhwc_q {strides = dense<2> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x8x8x2x3xi8>, memref<2x3x4x2x3xi8>, i32, i32) outs(%a4 : memref<2x3x4x2x3xi32>)
  return
}
func.func @conv_2d_nhwgc_gfhwc_q_47(%a0: memref<2x13x9x2x3xi8>, %a1: memref<2x3x4x2x3xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x2x3xi32>) {
  linalg.conv_2d_nhwgc_gfhwc_q {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x13x9x2x3xi8>, memref<2x3x4x2x3xi8>, i32, i32) outs(%a4 : memref<2x3x4x2x3xi32>)
  return
}
func.func @conv_2d_ngchw_gfchw_q_48(%a0: memref<2x3x4x3x5xi8>, %a1: memref<3x4x4x2x3xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x2x3xi32>) {
  linalg.conv_2d_ngchw_gfchw_q ins(%a0, %a1, %a2, %a3 : memref<2x3x4x3x5xi8>, memref<3x4x4x2x3xi8>, i32, i32) outs(%a4 : memref<2x3x4x2x3xi32>)
  return
}
func.func @conv_2d_ngchw_gfchw_q_49(%a0: memref<2x3x4x4x7xi8>, %a1: memref<3x4x4x2x3xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x2x3xi32>) {
  linalg.conv_2d_ngchw_gfchw_q {strides = dense<2> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x3x4x4x7xi8>, memref<3x4x4x2x3xi8>, i32, i32) outs(%a4 : memref<2x3x4x2x3xi32>)
  return
}
func.func @conv_2d_ngchw_gfchw_q_50(%a0: memref<2x3x4x6x9xi8>, %a1: memref<3x4x4x2x3xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x2x3xi32>) {
  linalg.conv_2d_ngchw_gfchw_q {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x3x4x6x9xi8>, memref<3x4x4x2x3xi8>, i32, i32) outs(%a4 : memref<2x3x4x2x3xi32>)
  return
}
func.func @conv_3d_ndhwc_dhwcf_51(%a0: memref<2x6x5x4x4xf32>, %a1: memref<4x2x3x4x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.conv_3d_ndhwc_dhwcf ins(%a0, %a1 : memref<2x6x5x4x4xf32>, memref<4x2x3x4x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @conv_3d_ndhwc_dhwcf_52(%a0: memref<2x8x8x5x4xf32>, %a1: memref<4x2x3x4x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.conv_3d_ndhwc_dhwcf {strides = dense<2> : tensor<3xi64>} ins(%a0, %a1 : memref<2x8x8x5x4xf32>, memref<4x2x3x4x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @conv_3d_ndhwc_dhwcf_53(%a0: memref<2x13x9x7x4xf32>, %a1: memref<4x2x3x4x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.conv_3d_ndhwc_dhwcf {dilations = dense<2> : tensor<3xi64>, strides = dense<[3, 2, 2]> : tensor<3xi64>} ins(%a0, %a1 : memref<2x13x9x7x4xf32>, memref<4x2x3x4x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @conv_3d_ndhwc_dhwcf_q_54(%a0: memref<2x6x5x4x4xi8>, %a1: memref<4x2x3x4x3xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x2x3xi32>) {
  linalg.conv_3d_ndhwc_dhwcf_q ins(%a0, %a1, %a2, %a3 : memref<2x6x5x4x4xi8>, memref<4x2x3x4x3xi8>, i32, i32) outs(%a4 : memref<2x3x4x2x3xi32>)
  return
}
func.func @conv_3d_ndhwc_dhwcf_q_55(%a0: memref<2x8x8x5x4xi8>, %a1: memref<4x2x3x4x3xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x2x3xi32>) {
  linalg.conv_3d_ndhwc_dhwcf_q {strides = dense<2> : tensor<3xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x8x8x5x4xi8>, memref<4x2x3x4x3xi8>, i32, i32) outs(%a4 : memref<2x3x4x2x3xi32>)
  return
}
func.func @conv_3d_ndhwc_dhwcf_q_56(%a0: memref<2x13x9x7x4xi8>, %a1: memref<4x2x3x4x3xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x2x3xi32>) {
  linalg.conv_3d_ndhwc_dhwcf_q {dilations = dense<2> : tensor<3xi64>, strides = dense<[3, 2, 2]> : tensor<3xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x13x9x7x4xi8>, memref<4x2x3x4x3xi8>, i32, i32) outs(%a4 : memref<2x3x4x2x3xi32>)
  return
}
func.func @conv_3d_ncdhw_fcdhw_57(%a0: memref<2x4x5x4x6xf32>, %a1: memref<3x4x2x3x4xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.conv_3d_ncdhw_fcdhw ins(%a0, %a1 : memref<2x4x5x4x6xf32>, memref<3x4x2x3x4xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @conv_3d_ncdhw_fcdhw_58(%a0: memref<2x4x8x5x8xf32>, %a1: memref<3x4x2x3x4xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.conv_3d_ncdhw_fcdhw {strides = dense<2> : tensor<3xi64>} ins(%a0, %a1 : memref<2x4x8x5x8xf32>, memref<3x4x2x3x4xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @conv_3d_ncdhw_fcdhw_59(%a0: memref<2x4x12x7x11xf32>, %a1: memref<3x4x2x3x4xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.conv_3d_ncdhw_fcdhw {dilations = dense<2> : tensor<3xi64>, strides = dense<[3, 2, 2]> : tensor<3xi64>} ins(%a0, %a1 : memref<2x4x12x7x11xf32>, memref<3x4x2x3x4xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @depthwise_conv_1d_nwc_wc_60(%a0: memref<2x4x4xf32>, %a1: memref<2x4xf32>, %a2: memref<2x3x4xf32>) {
  linalg.depthwise_conv_1d_nwc_wc ins(%a0, %a1 : memref<2x4x4xf32>, memref<2x4xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @depthwise_conv_1d_nwc_wc_61(%a0: memref<2x6x4xf32>, %a1: memref<2x4xf32>, %a2: memref<2x3x4xf32>) {
  linalg.depthwise_conv_1d_nwc_wc {strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x6x4xf32>, memref<2x4xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @depthwise_conv_1d_nwc_wc_62(%a0: memref<2x9x4xf32>, %a1: memref<2x4xf32>, %a2: memref<2x3x4xf32>) {
  linalg.depthwise_conv_1d_nwc_wc {dilations = dense<2> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%a0, %a1 : memref<2x9x4xf32>, memref<2x4xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @depthwise_conv_1d_ncw_cw_63(%a0: memref<2x4x4xf32>, %a1: memref<4x2xf32>, %a2: memref<2x4x3xf32>) {
  linalg.depthwise_conv_1d_ncw_cw ins(%a0, %a1 : memref<2x4x4xf32>, memref<4x2xf32>) outs(%a2 : memref<2x4x3xf32>)
  return
}
func.func @depthwise_conv_1d_ncw_cw_64(%a0: memref<2x4x6xf32>, %a1: memref<4x2xf32>, %a2: memref<2x4x3xf32>) {
  linalg.depthwise_conv_1d_ncw_cw {strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x4x6xf32>, memref<4x2xf32>) outs(%a2 : memref<2x4x3xf32>)
  return
}
func.func @depthwise_conv_1d_ncw_cw_65(%a0: memref<2x4x9xf32>, %a1: memref<4x2xf32>, %a2: memref<2x4x3xf32>) {
  linalg.depthwise_conv_1d_ncw_cw {dilations = dense<2> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%a0, %a1 : memref<2x4x9xf32>, memref<4x2xf32>) outs(%a2 : memref<2x4x3xf32>)
  return
}
func.func @depthwise_conv_1d_nwc_wcm_66(%a0: memref<2x5x4xf32>, %a1: memref<3x4x2xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.depthwise_conv_1d_nwc_wcm ins(%a0, %a1 : memref<2x5x4xf32>, memref<3x4x2xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @depthwise_conv_1d_nwc_wcm_67(%a0: memref<2x7x4xf32>, %a1: memref<3x4x2xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.depthwise_conv_1d_nwc_wcm {strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x7x4xf32>, memref<3x4x2xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @depthwise_conv_1d_nwc_wcm_68(%a0: memref<2x11x4xf32>, %a1: memref<3x4x2xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.depthwise_conv_1d_nwc_wcm {dilations = dense<2> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%a0, %a1 : memref<2x11x4xf32>, memref<3x4x2xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @depthwise_conv_2d_nhwc_hwc_69(%a0: memref<2x5x7x2xf32>, %a1: memref<3x4x2xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.depthwise_conv_2d_nhwc_hwc ins(%a0, %a1 : memref<2x5x7x2xf32>, memref<3x4x2xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @depthwise_conv_2d_nhwc_hwc_70(%a0: memref<2x7x10x2xf32>, %a1: memref<3x4x2xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x7x10x2xf32>, memref<3x4x2xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @depthwise_conv_2d_nhwc_hwc_71(%a0: memref<2x11x13x2xf32>, %a1: memref<3x4x2xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x11x13x2xf32>, memref<3x4x2xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @depthwise_conv_2d_nchw_chw_72(%a0: memref<2x2x5x7xf32>, %a1: memref<2x3x4xf32>, %a2: memref<2x2x3x4xf32>) {
  linalg.depthwise_conv_2d_nchw_chw ins(%a0, %a1 : memref<2x2x5x7xf32>, memref<2x3x4xf32>) outs(%a2 : memref<2x2x3x4xf32>)
  return
}
func.func @depthwise_conv_2d_nchw_chw_73(%a0: memref<2x2x7x10xf32>, %a1: memref<2x3x4xf32>, %a2: memref<2x2x3x4xf32>) {
  linalg.depthwise_conv_2d_nchw_chw {strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x2x7x10xf32>, memref<2x3x4xf32>) outs(%a2 : memref<2x2x3x4xf32>)
  return
}
func.func @depthwise_conv_2d_nchw_chw_74(%a0: memref<2x2x11x13xf32>, %a1: memref<2x3x4xf32>, %a2: memref<2x2x3x4xf32>) {
  linalg.depthwise_conv_2d_nchw_chw {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x2x11x13xf32>, memref<2x3x4xf32>) outs(%a2 : memref<2x2x3x4xf32>)
  return
}
func.func @depthwise_conv_2d_nhwc_hwc_q_75(%a0: memref<2x5x7x2xi8>, %a1: memref<3x4x2xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x2xi32>) {
  linalg.depthwise_conv_2d_nhwc_hwc_q ins(%a0, %a1, %a2, %a3 : memref<2x5x7x2xi8>, memref<3x4x2xi8>, i32, i32) outs(%a4 : memref<2x3x4x2xi32>)
  return
}
func.func @depthwise_conv_2d_nhwc_hwc_q_76(%a0: memref<2x7x10x2xi8>, %a1: memref<3x4x2xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x2xi32>) {
  linalg.depthwise_conv_2d_nhwc_hwc_q {strides = dense<2> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x7x10x2xi8>, memref<3x4x2xi8>, i32, i32) outs(%a4 : memref<2x3x4x2xi32>)
  return
}
func.func @depthwise_conv_2d_nhwc_hwc_q_77(%a0: memref<2x11x13x2xi8>, %a1: memref<3x4x2xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x2xi32>) {
  linalg.depthwise_conv_2d_nhwc_hwc_q {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x11x13x2xi8>, memref<3x4x2xi8>, i32, i32) outs(%a4 : memref<2x3x4x2xi32>)
  return
}
func.func @depthwise_conv_2d_nhwc_hwcm_78(%a0: memref<2x6x5x2xf32>, %a1: memref<4x2x2x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.depthwise_conv_2d_nhwc_hwcm ins(%a0, %a1 : memref<2x6x5x2xf32>, memref<4x2x2x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @depthwise_conv_2d_nhwc_hwcm_79(%a0: memref<2x8x8x2xf32>, %a1: memref<4x2x2x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.depthwise_conv_2d_nhwc_hwcm {strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x8x8x2xf32>, memref<4x2x2x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @depthwise_conv_2d_nhwc_hwcm_80(%a0: memref<2x13x9x2xf32>, %a1: memref<4x2x2x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x13x9x2xf32>, memref<4x2x2x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @depthwise_conv_2d_nhwc_hwcm_q_81(%a0: memref<2x6x5x2xi8>, %a1: memref<4x2x2x3xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x2x3xi32>) {
  linalg.depthwise_conv_2d_nhwc_hwcm_q ins(%a0, %a1, %a2, %a3 : memref<2x6x5x2xi8>, memref<4x2x2x3xi8>, i32, i32) outs(%a4 : memref<2x3x4x2x3xi32>)
  return
}
func.func @depthwise_conv_2d_nhwc_hwcm_q_82(%a0: memref<2x8x8x2xi8>, %a1: memref<4x2x2x3xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x2x3xi32>) {
  linalg.depthwise_conv_2d_nhwc_hwcm_q {strides = dense<2> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x8x8x2xi8>, memref<4x2x2x3xi8>, i32, i32) outs(%a4 : memref<2x3x4x2x3xi32>)
  return
}
func.func @depthwise_conv_2d_nhwc_hwcm_q_83(%a0: memref<2x13x9x2xi8>, %a1: memref<4x2x2x3xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x2x3xi32>) {
  linalg.depthwise_conv_2d_nhwc_hwcm_q {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x13x9x2xi8>, memref<4x2x2x3xi8>, i32, i32) outs(%a4 : memref<2x3x4x2x3xi32>)
  return
}
func.func @depthwise_conv_3d_ndhwc_dhwc_84(%a0: memref<2x5x7x3x3xf32>, %a1: memref<3x4x2x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.depthwise_conv_3d_ndhwc_dhwc ins(%a0, %a1 : memref<2x5x7x3x3xf32>, memref<3x4x2x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @depthwise_conv_3d_ndhwc_dhwc_85(%a0: memref<2x7x10x4x3xf32>, %a1: memref<3x4x2x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.depthwise_conv_3d_ndhwc_dhwc {strides = dense<2> : tensor<3xi64>} ins(%a0, %a1 : memref<2x7x10x4x3xf32>, memref<3x4x2x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @depthwise_conv_3d_ndhwc_dhwc_86(%a0: memref<2x11x13x5x3xf32>, %a1: memref<3x4x2x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.depthwise_conv_3d_ndhwc_dhwc {dilations = dense<2> : tensor<3xi64>, strides = dense<[3, 2, 2]> : tensor<3xi64>} ins(%a0, %a1 : memref<2x11x13x5x3xf32>, memref<3x4x2x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @depthwise_conv_3d_ncdhw_cdhw_87(%a0: memref<2x3x5x7x3xf32>, %a1: memref<3x3x4x2xf32>, %a2: memref<2x3x3x4x2xf32>) {
  linalg.depthwise_conv_3d_ncdhw_cdhw ins(%a0, %a1 : memref<2x3x5x7x3xf32>, memref<3x3x4x2xf32>) outs(%a2 : memref<2x3x3x4x2xf32>)
  return
}
func.func @depthwise_conv_3d_ncdhw_cdhw_88(%a0: memref<2x3x7x10x4xf32>, %a1: memref<3x3x4x2xf32>, %a2: memref<2x3x3x4x2xf32>) {
  linalg.depthwise_conv_3d_ncdhw_cdhw {strides = dense<2> : tensor<3xi64>} ins(%a0, %a1 : memref<2x3x7x10x4xf32>, memref<3x3x4x2xf32>) outs(%a2 : memref<2x3x3x4x2xf32>)
  return
}
func.func @depthwise_conv_3d_ncdhw_cdhw_89(%a0: memref<2x3x11x13x5xf32>, %a1: memref<3x3x4x2xf32>, %a2: memref<2x3x3x4x2xf32>) {
  linalg.depthwise_conv_3d_ncdhw_cdhw {dilations = dense<2> : tensor<3xi64>, strides = dense<[3, 2, 2]> : tensor<3xi64>} ins(%a0, %a1 : memref<2x3x11x13x5xf32>, memref<3x3x4x2xf32>) outs(%a2 : memref<2x3x3x4x2xf32>)
  return
}
func.func @depthwise_conv_3d_ndhwc_dhwcm_90(%a0: memref<2x6x5x4x4xf32>, %a1: memref<4x2x3x4x3xf32>, %a2: memref<2x3x4x2x4x3xf32>) {
  linalg.depthwise_conv_3d_ndhwc_dhwcm ins(%a0, %a1 : memref<2x6x5x4x4xf32>, memref<4x2x3x4x3xf32>) outs(%a2 : memref<2x3x4x2x4x3xf32>)
  return
}
func.func @depthwise_conv_3d_ndhwc_dhwcm_91(%a0: memref<2x8x8x5x4xf32>, %a1: memref<4x2x3x4x3xf32>, %a2: memref<2x3x4x2x4x3xf32>) {
  linalg.depthwise_conv_3d_ndhwc_dhwcm {strides = dense<2> : tensor<3xi64>} ins(%a0, %a1 : memref<2x8x8x5x4xf32>, memref<4x2x3x4x3xf32>) outs(%a2 : memref<2x3x4x2x4x3xf32>)
  return
}
func.func @depthwise_conv_3d_ndhwc_dhwcm_92(%a0: memref<2x13x9x7x4xf32>, %a1: memref<4x2x3x4x3xf32>, %a2: memref<2x3x4x2x4x3xf32>) {
  linalg.depthwise_conv_3d_ndhwc_dhwcm {dilations = dense<2> : tensor<3xi64>, strides = dense<[3, 2, 2]> : tensor<3xi64>} ins(%a0, %a1 : memref<2x13x9x7x4xf32>, memref<4x2x3x4x3xf32>) outs(%a2 : memref<2x3x4x2x4x3xf32>)
  return
}
func.func @pooling_nhwc_sum_93(%a0: memref<2x5x7x2xf32>, %a1: memref<3x4xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.pooling_nhwc_sum ins(%a0, %a1 : memref<2x5x7x2xf32>, memref<3x4xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @pooling_nhwc_sum_94(%a0: memref<2x7x10x2xf32>, %a1: memref<3x4xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.pooling_nhwc_sum {strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x7x10x2xf32>, memref<3x4xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @pooling_nhwc_sum_95(%a0: memref<2x11x13x2xf32>, %a1: memref<3x4xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.pooling_nhwc_sum {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x11x13x2xf32>, memref<3x4xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @pooling_nchw_sum_96(%a0: memref<2x3x6x5xf32>, %a1: memref<3x4xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.pooling_nchw_sum ins(%a0, %a1 : memref<2x3x6x5xf32>, memref<3x4xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @pooling_nchw_sum_97(%a0: memref<2x3x9x6xf32>, %a1: memref<3x4xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.pooling_nchw_sum {strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x3x9x6xf32>, memref<3x4xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @pooling_nchw_sum_98(%a0: memref<2x3x14x9xf32>, %a1: memref<3x4xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.pooling_nchw_sum {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x3x14x9xf32>, memref<3x4xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @pooling_nhwc_max_99(%a0: memref<2x5x7x2xf32>, %a1: memref<3x4xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.pooling_nhwc_max ins(%a0, %a1 : memref<2x5x7x2xf32>, memref<3x4xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @pooling_nhwc_max_100(%a0: memref<2x7x10x2xf32>, %a1: memref<3x4xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x7x10x2xf32>, memref<3x4xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @pooling_nhwc_max_101(%a0: memref<2x11x13x2xf32>, %a1: memref<3x4xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.pooling_nhwc_max {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x11x13x2xf32>, memref<3x4xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @pooling_nhwc_max_unsigned_102(%a0: memref<2x5x7x2xi8>, %a1: memref<3x4xi8>, %a2: memref<2x3x4x2xi32>) {
  linalg.pooling_nhwc_max_unsigned ins(%a0, %a1 : memref<2x5x7x2xi8>, memref<3x4xi8>) outs(%a2 : memref<2x3x4x2xi32>)
  return
}
func.func @pooling_nhwc_max_unsigned_103(%a0: memref<2x7x10x2xi8>, %a1: memref<3x4xi8>, %a2: memref<2x3x4x2xi32>) {
  linalg.pooling_nhwc_max_unsigned {strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x7x10x2xi8>, memref<3x4xi8>) outs(%a2 : memref<2x3x4x2xi32>)
  return
}
func.func @pooling_nhwc_max_unsigned_104(%a0: memref<2x11x13x2xi8>, %a1: memref<3x4xi8>, %a2: memref<2x3x4x2xi32>) {
  linalg.pooling_nhwc_max_unsigned {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x11x13x2xi8>, memref<3x4xi8>) outs(%a2 : memref<2x3x4x2xi32>)
  return
}
func.func @pooling_nchw_max_105(%a0: memref<2x3x6x5xf32>, %a1: memref<3x4xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.pooling_nchw_max ins(%a0, %a1 : memref<2x3x6x5xf32>, memref<3x4xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @pooling_nchw_max_106(%a0: memref<2x3x9x6xf32>, %a1: memref<3x4xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x3x9x6xf32>, memref<3x4xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @pooling_nchw_max_107(%a0: memref<2x3x14x9xf32>, %a1: memref<3x4xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.pooling_nchw_max {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x3x14x9xf32>, memref<3x4xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @pooling_nhwc_min_108(%a0: memref<2x5x7x2xf32>, %a1: memref<3x4xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.pooling_nhwc_min ins(%a0, %a1 : memref<2x5x7x2xf32>, memref<3x4xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @pooling_nhwc_min_109(%a0: memref<2x7x10x2xf32>, %a1: memref<3x4xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.pooling_nhwc_min {strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x7x10x2xf32>, memref<3x4xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @pooling_nhwc_min_110(%a0: memref<2x11x13x2xf32>, %a1: memref<3x4xf32>, %a2: memref<2x3x4x2xf32>) {
  linalg.pooling_nhwc_min {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x11x13x2xf32>, memref<3x4xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}
func.func @pooling_nhwc_min_unsigned_111(%a0: memref<2x5x7x2xi8>, %a1: memref<3x4xi8>, %a2: memref<2x3x4x2xi32>) {
  linalg.pooling_nhwc_min_unsigned ins(%a0, %a1 : memref<2x5x7x2xi8>, memref<3x4xi8>) outs(%a2 : memref<2x3x4x2xi32>)
  return
}
func.func @pooling_nhwc_min_unsigned_112(%a0: memref<2x7x10x2xi8>, %a1: memref<3x4xi8>, %a2: memref<2x3x4x2xi32>) {
  linalg.pooling_nhwc_min_unsigned {strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x7x10x2xi8>, memref<3x4xi8>) outs(%a2 : memref<2x3x4x2xi32>)
  return
}
func.func @pooling_nhwc_min_unsigned_113(%a0: memref<2x11x13x2xi8>, %a1: memref<3x4xi8>, %a2: memref<2x3x4x2xi32>) {
  linalg.pooling_nhwc_min_unsigned {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x11x13x2xi8>, memref<3x4xi8>) outs(%a2 : memref<2x3x4x2xi32>)
  return
}
func.func @pooling_nwc_sum_114(%a0: memref<2x4x4xf32>, %a1: memref<2xf32>, %a2: memref<2x3x4xf32>) {
  linalg.pooling_nwc_sum ins(%a0, %a1 : memref<2x4x4xf32>, memref<2xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @pooling_nwc_sum_115(%a0: memref<2x6x4xf32>, %a1: memref<2xf32>, %a2: memref<2x3x4xf32>) {
  linalg.pooling_nwc_sum {strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x6x4xf32>, memref<2xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @pooling_nwc_sum_116(%a0: memref<2x9x4xf32>, %a1: memref<2xf32>, %a2: memref<2x3x4xf32>) {
  linalg.pooling_nwc_sum {dilations = dense<2> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%a0, %a1 : memref<2x9x4xf32>, memref<2xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @pooling_ncw_sum_117(%a0: memref<2x3x5xf32>, %a1: memref<2xf32>, %a2: memref<2x3x4xf32>) {
  linalg.pooling_ncw_sum ins(%a0, %a1 : memref<2x3x5xf32>, memref<2xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @pooling_ncw_sum_118(%a0: memref<2x3x8xf32>, %a1: memref<2xf32>, %a2: memref<2x3x4xf32>) {
  linalg.pooling_ncw_sum {strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x3x8xf32>, memref<2xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @pooling_ncw_sum_119(%a0: memref<2x3x12xf32>, %a1: memref<2xf32>, %a2: memref<2x3x4xf32>) {
  linalg.pooling_ncw_sum {dilations = dense<2> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%a0, %a1 : memref<2x3x12xf32>, memref<2xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @pooling_nwc_max_120(%a0: memref<2x4x4xf32>, %a1: memref<2xf32>, %a2: memref<2x3x4xf32>) {
  linalg.pooling_nwc_max ins(%a0, %a1 : memref<2x4x4xf32>, memref<2xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @pooling_nwc_max_121(%a0: memref<2x6x4xf32>, %a1: memref<2xf32>, %a2: memref<2x3x4xf32>) {
  linalg.pooling_nwc_max {strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x6x4xf32>, memref<2xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @pooling_nwc_max_122(%a0: memref<2x9x4xf32>, %a1: memref<2xf32>, %a2: memref<2x3x4xf32>) {
  linalg.pooling_nwc_max {dilations = dense<2> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%a0, %a1 : memref<2x9x4xf32>, memref<2xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @pooling_nwc_max_unsigned_123(%a0: memref<2x4x4xi8>, %a1: memref<2xi8>, %a2: memref<2x3x4xi32>) {
  linalg.pooling_nwc_max_unsigned ins(%a0, %a1 : memref<2x4x4xi8>, memref<2xi8>) outs(%a2 : memref<2x3x4xi32>)
  return
}
func.func @pooling_nwc_max_unsigned_124(%a0: memref<2x6x4xi8>, %a1: memref<2xi8>, %a2: memref<2x3x4xi32>) {
  linalg.pooling_nwc_max_unsigned {strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x6x4xi8>, memref<2xi8>) outs(%a2 : memref<2x3x4xi32>)
  return
}
func.func @pooling_nwc_max_unsigned_125(%a0: memref<2x9x4xi8>, %a1: memref<2xi8>, %a2: memref<2x3x4xi32>) {
  linalg.pooling_nwc_max_unsigned {dilations = dense<2> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%a0, %a1 : memref<2x9x4xi8>, memref<2xi8>) outs(%a2 : memref<2x3x4xi32>)
  return
}
func.func @pooling_ncw_max_126(%a0: memref<2x3x5xf32>, %a1: memref<2xf32>, %a2: memref<2x3x4xf32>) {
  linalg.pooling_ncw_max ins(%a0, %a1 : memref<2x3x5xf32>, memref<2xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @pooling_ncw_max_127(%a0: memref<2x3x8xf32>, %a1: memref<2xf32>, %a2: memref<2x3x4xf32>) {
  linalg.pooling_ncw_max {strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x3x8xf32>, memref<2xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @pooling_ncw_max_128(%a0: memref<2x3x12xf32>, %a1: memref<2xf32>, %a2: memref<2x3x4xf32>) {
  linalg.pooling_ncw_max {dilations = dense<2> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%a0, %a1 : memref<2x3x12xf32>, memref<2xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @pooling_nwc_min_129(%a0: memref<2x4x4xf32>, %a1: memref<2xf32>, %a2: memref<2x3x4xf32>) {
  linalg.pooling_nwc_min ins(%a0, %a1 : memref<2x4x4xf32>, memref<2xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @pooling_nwc_min_130(%a0: memref<2x6x4xf32>, %a1: memref<2xf32>, %a2: memref<2x3x4xf32>) {
  linalg.pooling_nwc_min {strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x6x4xf32>, memref<2xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @pooling_nwc_min_131(%a0: memref<2x9x4xf32>, %a1: memref<2xf32>, %a2: memref<2x3x4xf32>) {
  linalg.pooling_nwc_min {dilations = dense<2> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%a0, %a1 : memref<2x9x4xf32>, memref<2xf32>) outs(%a2 : memref<2x3x4xf32>)
  return
}
func.func @pooling_nwc_min_unsigned_132(%a0: memref<2x4x4xi8>, %a1: memref<2xi8>, %a2: memref<2x3x4xi32>) {
  linalg.pooling_nwc_min_unsigned ins(%a0, %a1 : memref<2x4x4xi8>, memref<2xi8>) outs(%a2 : memref<2x3x4xi32>)
  return
}
func.func @pooling_nwc_min_unsigned_133(%a0: memref<2x6x4xi8>, %a1: memref<2xi8>, %a2: memref<2x3x4xi32>) {
  linalg.pooling_nwc_min_unsigned {strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x6x4xi8>, memref<2xi8>) outs(%a2 : memref<2x3x4xi32>)
  return
}
func.func @pooling_nwc_min_unsigned_134(%a0: memref<2x9x4xi8>, %a1: memref<2xi8>, %a2: memref<2x3x4xi32>) {
  linalg.pooling_nwc_min_unsigned {dilations = dense<2> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%a0, %a1 : memref<2x9x4xi8>, memref<2xi8>) outs(%a2 : memref<2x3x4xi32>)
  return
}
func.func @pooling_ndhwc_sum_135(%a0: memref<2x6x5x4x3xf32>, %a1: memref<4x2x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.pooling_ndhwc_sum ins(%a0, %a1 : memref<2x6x5x4x3xf32>, memref<4x2x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @pooling_ndhwc_sum_136(%a0: memref<2x8x8x5x3xf32>, %a1: memref<4x2x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.pooling_ndhwc_sum {strides = dense<2> : tensor<3xi64>} ins(%a0, %a1 : memref<2x8x8x5x3xf32>, memref<4x2x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @pooling_ndhwc_sum_137(%a0: memref<2x13x9x7x3xf32>, %a1: memref<4x2x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.pooling_ndhwc_sum {dilations = dense<2> : tensor<3xi64>, strides = dense<[3, 2, 2]> : tensor<3xi64>} ins(%a0, %a1 : memref<2x13x9x7x3xf32>, memref<4x2x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @pooling_ndhwc_max_138(%a0: memref<2x6x5x4x3xf32>, %a1: memref<4x2x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.pooling_ndhwc_max ins(%a0, %a1 : memref<2x6x5x4x3xf32>, memref<4x2x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @pooling_ndhwc_max_139(%a0: memref<2x8x8x5x3xf32>, %a1: memref<4x2x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.pooling_ndhwc_max {strides = dense<2> : tensor<3xi64>} ins(%a0, %a1 : memref<2x8x8x5x3xf32>, memref<4x2x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @pooling_ndhwc_max_140(%a0: memref<2x13x9x7x3xf32>, %a1: memref<4x2x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.pooling_ndhwc_max {dilations = dense<2> : tensor<3xi64>, strides = dense<[3, 2, 2]> : tensor<3xi64>} ins(%a0, %a1 : memref<2x13x9x7x3xf32>, memref<4x2x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @pooling_ndhwc_min_141(%a0: memref<2x6x5x4x3xf32>, %a1: memref<4x2x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.pooling_ndhwc_min ins(%a0, %a1 : memref<2x6x5x4x3xf32>, memref<4x2x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @pooling_ndhwc_min_142(%a0: memref<2x8x8x5x3xf32>, %a1: memref<4x2x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.pooling_ndhwc_min {strides = dense<2> : tensor<3xi64>} ins(%a0, %a1 : memref<2x8x8x5x3xf32>, memref<4x2x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
func.func @pooling_ndhwc_min_143(%a0: memref<2x13x9x7x3xf32>, %a1: memref<4x2x3xf32>, %a2: memref<2x3x4x2x3xf32>) {
  linalg.pooling_ndhwc_min {dilations = dense<2> : tensor<3xi64>, strides = dense<[3, 2, 2]> : tensor<3xi64>} ins(%a0, %a1 : memref<2x13x9x7x3xf32>, memref<4x2x3xf32>) outs(%a2 : memref<2x3x4x2x3xf32>)
  return
}
