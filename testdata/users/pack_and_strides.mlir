func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %m = memref.alloc() {alignment = 64 : i64} : memref<3x4xf32>
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 4 {
      %0 = affine.apply affine_map<(i, j) -> (i * 10 + j)>(%i, %j)
      %1 = arith.index_cast %0 : index to i32
      %2 = arith.sitofp %1 : i32 to f32
      affine.store %2, %m[%i, %j] : memref<3x4xf32>
    }
  }
  %t = memref.transpose %m (i, j) -> (j, i) : memref<3x4xf32> to memref<4x3xf32, strided<[1, 4]>>
  %c = memref.alloc() : memref<4x3xf32>
  memref.copy %t, %c : memref<4x3xf32, strided<[1, 4]>> to memref<4x3xf32>
  %u = memref.cast %c : memref<4x3xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  memref.dealloc %m : memref<3x4xf32>
  memref.dealloc %c : memref<4x3xf32>
  return
}
