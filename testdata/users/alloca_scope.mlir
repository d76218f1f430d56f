func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c3 step %c1 {
    %v = memref.alloca_scope -> (i32) {
      %t = memref.alloca() : memref<1xi32>
      %x = arith.index_cast %i : index to i32
      memref.store %x, %t[%c0] : memref<1xi32>
      %y = memref.load %t[%c0] : memref<1xi32>
      memref.alloca_scope.return %y : i32
    }
    vector.print %v : i32
  }
  %ok = arith.cmpi eq, %zero, %zero : i32
  cf.assert %ok, "zero is zero"
  return
}
