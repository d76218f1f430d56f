#set = affine_set<(i, j) : (i - j >= 0, 4 - i >= 0)>
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %m = memref.alloc() : memref<6x6xf32>
  affine.parallel (%i, %j) = (0, 0) to (6, 6) {
    affine.if #set(%i, %j) {
      affine.store %one, %m[%i, %j] : memref<6x6xf32>
    } else {
      affine.store %two, %m[%i, %j] : memref<6x6xf32>
    }
  }
  %sum = affine.for %i = 0 to 6 iter_args(%acc = %one) -> (f32) {
    %x = affine.load %m[%i, (%i + 1) mod 6] : memref<6x6xf32>
    %s = arith.addf %acc, %x : f32
    affine.yield %s : f32
  }
  vector.print %sum : f32
  %u = memref.cast %m : memref<6x6xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  memref.dealloc %m : memref<6x6xf32>
  return
}
