func.func @main(%a: memref<4xi32>, %b: memref<4xi32>) {
  %z = arith.constant 3 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.atomic_rmw addi %z, %a[%c0] : (i32, memref<4xi32>) -> i32
  memref.store %x, %b[%c0] : memref<4xi32>
  %g = memref.generic_atomic_rmw %a[%c1] : memref<4xi32> {
  ^bb0(%cur: i32):
    %m = arith.muli %cur, %z : i32
    memref.atomic_yield %m : i32
  }
  memref.store %g, %b[%c1] : memref<4xi32>
  return
}
