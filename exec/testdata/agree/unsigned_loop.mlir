// A loop that compares unsigned numbers, up to one that is below 0 when it is signed.
func.func @f(%m: memref<8xi32>) {
  %c1 = arith.constant 1 : index
  %u = arith.constant -4 : index
  %s = arith.constant 4611686018427387904 : index
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  scf.for unsigned %i = %c1 to %u step %s {
    %v = memref.load %m[%c0] : memref<8xi32>
    %w = arith.addi %v, %one : i32
    memref.store %w, %m[%c0] : memref<8xi32>
  }
  return
}
