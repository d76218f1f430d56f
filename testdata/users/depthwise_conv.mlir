func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %zero = arith.constant 0.0 : f32
  %in = memref.alloc() : memref<1x3x3x2xf32>
  %k = memref.alloc() : memref<2x2x2xf32>
  %out = memref.alloc() : memref<1x2x2x2xf32>
  linalg.fill ins(%two : f32) outs(%in : memref<1x3x3x2xf32>)
  linalg.fill ins(%one : f32) outs(%k : memref<2x2x2xf32>)
  affine.store %zero, %in[0, 1, 1, 1] : memref<1x3x3x2xf32>
  linalg.fill ins(%zero : f32) outs(%out : memref<1x2x2x2xf32>)
  linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%in, %k : memref<1x3x3x2xf32>, memref<2x2x2xf32>) outs(%out : memref<1x2x2x2xf32>)
  %u = memref.cast %out : memref<1x2x2x2xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  memref.dealloc %in : memref<1x3x3x2xf32>
  memref.dealloc %k : memref<2x2x2xf32>
  memref.dealloc %out : memref<1x2x2x2xf32>
  return
}
