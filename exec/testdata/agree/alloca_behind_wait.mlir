// with n=1000
func.func @main(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 7 : i32
  %t, %v = async.execute -> !async.value<i32> {
    %m = memref.alloca() : memref<i32>
    memref.store %x, %m[] : memref<i32>
    %u, %w = async.execute -> !async.value<i32> {
      %k = memref.alloca(%n) : memref<?xi32>
      scf.for %i = %c0 to %n step %c1 {
        %j = arith.index_cast %i : index to i32
        memref.store %j, %k[%i] : memref<?xi32>
      }
      %e = memref.load %k[%c1] : memref<?xi32>
      async.yield %e : i32
    }
    %one = async.await %w : !async.value<i32>
    %y = memref.load %m[] : memref<i32>
    async.yield %y : i32
  }
  %r = async.await %v : !async.value<i32>
  return %r : i32
}
