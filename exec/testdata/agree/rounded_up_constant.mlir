// The rounding of the first division folds to what was lowered before it, that of the second to a constant.
func.func @main(%n: memref<4xi32>, %r: memref<2x4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %seven = arith.constant 7 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    %v = memref.load %n[%i] : memref<4xi32>
    %y = arith.ori %v, %one : i32
    %q = arith.ceildivui %seven, %y : i32
    memref.store %q, %r[%c0, %i] : memref<2x4xi32>
    %z = arith.ceildivui %zero, %y : i32
    memref.store %z, %r[%c1, %i] : memref<2x4xi32>
  }
  return
}
