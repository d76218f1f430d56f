func.func @main() {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 258 : i32
  %m = memref.alloc() : memref<16xi8>
  %v = memref.view %m[%c4][] : memref<16xi8> to memref<2xi32>
  memref.store %x, %v[%c0] : memref<2xi32>
  %b = memref.load %m[%c4] : memref<16xi8>
  vector.print %b : i8
  memref.dealloc %m : memref<16xi8>
  return
}
