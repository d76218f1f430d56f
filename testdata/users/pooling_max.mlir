func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %in = memref.alloc() : memref<1x4x4x1xf32>
  %win = memref.alloc() : memref<2x2xf32>
  %out = memref.alloc() : memref<1x2x2x1xf32>
  %low = arith.constant -1.0e+30 : f32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %s = affine.apply affine_map<(i, j) -> ((i * 7 + j * 5) mod 11)>(%i, %j)
      %x = arith.index_cast %s : index to i32
      %f = arith.sitofp %x : i32 to f32
      affine.store %f, %in[0, %i, %j, 0] : memref<1x4x4x1xf32>
    }
  }
  linalg.fill ins(%low : f32) outs(%out : memref<1x2x2x1xf32>)
  linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
    ins(%in, %win : memref<1x4x4x1xf32>, memref<2x2xf32>) outs(%out : memref<1x2x2x1xf32>)
  %u = memref.cast %out : memref<1x2x2x1xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  memref.dealloc %in : memref<1x4x4x1xf32>
  memref.dealloc %win : memref<2x2xf32>
  memref.dealloc %out : memref<1x2x2x1xf32>
  return
}
