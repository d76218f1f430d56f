func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %m = memref.alloc() : memref<24xf32>
  affine.for %i = 0 to 24 {
    %0 = arith.index_cast %i : index to i32
    %1 = arith.sitofp %0 : i32 to f32
    affine.store %1, %m[%i] : memref<24xf32>
  }
  %e = memref.expand_shape %m [[0, 1, 2]] output_shape [2, 3, 4] : memref<24xf32> into memref<2x3x4xf32>
  %c = memref.collapse_shape %e [[0], [1, 2]] : memref<2x3x4xf32> into memref<2x12xf32>
  %u = memref.cast %c : memref<2x12xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  %r = memref.reinterpret_cast %m to offset: [2], sizes: [3, 2], strides: [4, 1] : memref<24xf32> to memref<3x2xf32, strided<[4, 1], offset: 2>>
  %v = memref.cast %r : memref<3x2xf32, strided<[4, 1], offset: 2>> to memref<*xf32>
  call @printMemrefF32(%v) : (memref<*xf32>) -> ()
  %s = memref.subview %e[0, 1, 0] [2, 1, 2] [1, 1, 2] : memref<2x3x4xf32> to memref<2x2xf32, strided<[12, 2], offset: 4>>
  %w = memref.cast %s : memref<2x2xf32, strided<[12, 2], offset: 4>> to memref<*xf32>
  call @printMemrefF32(%w) : (memref<*xf32>) -> ()
  memref.dealloc %m : memref<24xf32>
  return
}
