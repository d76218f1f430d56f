// with n=9223372036854775807 k=127 big=9223372036854775807
func.func @main(%r: memref<8xi64>, %n: index, %k: i8, %big: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %lower = arith.constant 9223372036854775800 : index
  %lower8 = arith.constant 100 : i8
  %min8 = arith.constant -128 : i8
  %step8 = arith.constant 20 : i8
  %large8 = arith.constant 120 : i8
  %0 = scf.for %i = %lower to %n step %c3 iter_args(%s = %zero) -> (i64) {
    %t = arith.addi %s, %one : i64
    scf.yield %t : i64
  }
  memref.store %0, %r[%c0] : memref<8xi64>
  %1 = scf.for %i = %lower8 to %k step %step8 iter_args(%s = %zero) -> (i64) : i8 {
    %w = arith.extsi %i : i8 to i64
    %t = arith.addi %s, %w : i64
    scf.yield %t : i64
  }
  memref.store %1, %r[%c1] : memref<8xi64>
  %2 = scf.for %i = %c1 to %n step %big iter_args(%s = %zero) -> (i64) {
    %t = arith.addi %s, %one : i64
    scf.yield %t : i64
  }
  memref.store %2, %r[%c2] : memref<8xi64>
  %3 = scf.for unsigned %i = %lower8 to %min8 step %step8 iter_args(%s = %zero) -> (i64) : i8 {
    %w = arith.extui %i : i8 to i64
    %t = arith.addi %s, %w : i64
    scf.yield %t : i64
  }
  memref.store %3, %r[%c3] : memref<8xi64>
  %4 = scf.for %i = %min8 to %k step %large8 iter_args(%s = %zero) -> (i64) : i8 {
    %w = arith.extsi %i : i8 to i64
    %t = arith.addi %s, %w : i64
    scf.yield %t : i64
  }
  memref.store %4, %r[%c7] : memref<8xi64>
  return
}
