// Only read and printed: an alignment and a prefetch.
func.func @main() {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<4xf32>
  %a = memref.assume_alignment %m, 64 : memref<4xf32>
  memref.prefetch %m[%c0], read, locality<3>, data : memref<4xf32>
  memref.dealloc %m : memref<4xf32>
  return
}
