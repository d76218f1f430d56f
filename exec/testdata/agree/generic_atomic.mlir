func.func @main(%o: memref<4xi64>, %f: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %g = memref.generic_atomic_rmw %o[%c1] : memref<4xi64> {
  ^bb0(%cur: i64):
    %m = arith.muli %cur, %cur : i64
    memref.atomic_yield %m : i64
  }
  %h = memref.generic_atomic_rmw %f[%c1] : memref<4xf32> {
  ^bb0(%cur: f32):
    %m = arith.mulf %cur, %cur : f32
    memref.atomic_yield %m : f32
  }
  return
}
