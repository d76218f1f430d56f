// with n=1029
func.func @main(%a: memref<64xi32>, %s: memref<4096xi32>, %n: index) {
  %c = arith.constant 18014398509481984 : index
  %v = arith.constant 7777 : i32
  affine.for %i = 0 to 1 {
    %m = arith.muli %n, %c : index
    %q = arith.floordivsi %m, %c : index
    memref.store %v, %a[%q] : memref<64xi32>
  }
  return
}
