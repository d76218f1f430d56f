func.func @main() -> i32 {
  %x = arith.constant 7 : i32
  %t, %v = async.execute -> !async.value<i32> {
    %r = memref.alloca_scope -> (i32) {
      %m = memref.alloca() : memref<i32>
      memref.store %x, %m[] : memref<i32>
      %y = memref.load %m[] : memref<i32>
      memref.alloca_scope.return %y : i32
    }
    async.yield %r : i32
  }
  %r = async.await %v : !async.value<i32>
  return %r : i32
}
