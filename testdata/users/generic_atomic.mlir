func.func @main() {
  %c0 = arith.constant 0 : index
  %x = arith.constant 6 : i32
  %m = memref.alloca() : memref<1xi32>
  memref.store %x, %m[%c0] : memref<1xi32>
  %r = memref.generic_atomic_rmw %m[%c0] : memref<1xi32> {
  ^bb0(%v: i32):
    %y = arith.muli %v, %x : i32
    memref.atomic_yield %y : i32
  }
  vector.print %r : i32
  return
}
