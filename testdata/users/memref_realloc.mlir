func.func @main() {
  %c0 = arith.constant 0 : index
  %x = arith.constant 6 : i32
  %m = memref.alloc() : memref<1xi32>
  memref.store %x, %m[%c0] : memref<1xi32>
  %n = memref.realloc %m : memref<1xi32> to memref<4xi32>
  %v = memref.load %n[%c0] : memref<4xi32>
  vector.print %v : i32
  memref.dealloc %n : memref<4xi32>
  return
}
