func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<6xi32>
  %shape = memref.alloc() : memref<2xindex>
  memref.store %c3, %shape[%c0] : memref<2xindex>
  memref.store %c2, %shape[%c1] : memref<2xindex>
  affine.for %i = 0 to 6 {
    %x = arith.index_cast %i : index to i32
    affine.store %x, %m[%i] : memref<6xi32>
  }
  %r = memref.reshape %m(%shape) : (memref<6xi32>, memref<2xindex>) -> memref<?x?xi32>
  %u = memref.cast %r : memref<?x?xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  %d = memref.dim %r, %c0 : memref<?x?xi32>
  vector.print %d : index
  memref.dealloc %m : memref<6xi32>
  memref.dealloc %shape : memref<2xindex>
  return
}
