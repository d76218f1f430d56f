func.func private @shift(%a: memref<64xf32>, %b: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  scf.for %i = %c0 to %c63 step %c1 {
    %v = memref.load %a[%i] : memref<64xf32>
    %j = arith.addi %i, %c1 : index
    memref.store %v, %b[%j] : memref<64xf32>
  }
  return
}
func.func @main(%m: memref<64xf32>) {
  call @shift(%m, %m) : (memref<64xf32>, memref<64xf32>) -> ()
  return
}
