func.func @f(%A: memref<4x4xf32, strided<[8, 1], offset: 3>>, %B: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %v = memref.load %A[%i, %j] : memref<4x4xf32, strided<[8, 1], offset: 3>>
      %m = arith.muli %i, %c4 : index
      %k = arith.addi %m, %j : index
      memref.store %v, %B[%k] : memref<16xf32>
      memref.store %v, %A[%j, %i] : memref<4x4xf32, strided<[8, 1], offset: 3>>
    }
  }
  return
}
