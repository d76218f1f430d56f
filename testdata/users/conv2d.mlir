func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %zero = arith.constant 0.0 : f32
  %in = memref.alloc() : memref<1x2x5x5xf32>
  %k = memref.alloc() : memref<2x2x3x3xf32>
  %out = memref.alloc() : memref<1x2x2x2xf32>
  %c0 = arith.constant 0 : index
  linalg.fill ins(%one : f32) outs(%in : memref<1x2x5x5xf32>)
  affine.for %i = 0 to 5 {
    %i32 = arith.index_cast %i : index to i32
    %f = arith.sitofp %i32 : i32 to f32
    affine.store %f, %in[0, 1, %i, 4 - %i] : memref<1x2x5x5xf32>
  }
  linalg.fill ins(%half : f32) outs(%k : memref<2x2x3x3xf32>)
  memref.store %one, %k[%c0, %c0, %c0, %c0] : memref<2x2x3x3xf32>
  linalg.fill ins(%zero : f32) outs(%out : memref<1x2x2x2xf32>)
  linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
    ins(%in, %k : memref<1x2x5x5xf32>, memref<2x2x3x3xf32>) outs(%out : memref<1x2x2x2xf32>)
  %u = memref.cast %out : memref<1x2x2x2xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  memref.dealloc %in : memref<1x2x5x5xf32>
  memref.dealloc %k : memref<2x2x3x3xf32>
  memref.dealloc %out : memref<1x2x2x2xf32>
  return
}
