func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c30 = arith.constant 30 : index
  %true = arith.constant true
  %false = arith.constant false
  %m = memref.alloca() : memref<30xi1>
  scf.for %i = %c0 to %c30 step %c1 {
    memref.store %true, %m[%i] : memref<30xi1>
  }
  scf.for %i = %c2 to %c30 step %c1 {
    %p = memref.load %m[%i] : memref<30xi1>
    scf.if %p {
      vector.print %i : index
      %s = arith.muli %i, %i : index
      scf.for %j = %s to %c30 step %i {
        memref.store %false, %m[%j] : memref<30xi1>
      }
    }
  }
  return
}
