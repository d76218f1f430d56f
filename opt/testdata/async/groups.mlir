// The host awaits a group of tasks, and one that waits for a group itself. Ranks count the members.
// printed: 0
// printed: 1
// printed: 2
// printed: 15
// printed: 115

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i64
  %m = memref.alloc() : memref<4xi64>
  memref.store %zero, %m[%c0] : memref<4xi64>
  %g = async.create_group %c3 : !async.group
  scf.for %i = %c1 to %c4 step %c1 {
    %t = async.execute {
      %k = arith.index_cast %i : index to i64
      %k2 = arith.muli %k, %k : i64
      memref.store %k2, %m[%i] : memref<4xi64>
      async.yield
    }
    %rank = async.add_to_group %t, %g : !async.token
    vector.print %rank : index
  }
  %after = async.execute {
    async.await_all %g
    %s = func.call @sum(%m) : (memref<4xi64>) -> i64
    %one = arith.constant 1 : i64
    %s1 = arith.addi %s, %one : i64
    memref.store %s1, %m[%c0] : memref<4xi64>
    vector.print %s1 : i64
    async.yield
  }
  %g1 = async.create_group %c1 : !async.group
  %r = async.add_to_group %after, %g1 : !async.token
  async.await_all %g1
  %hundred = arith.constant 100 : i64
  %first = memref.load %m[%c0] : memref<4xi64>
  %last = arith.addi %first, %hundred : i64
  vector.print %last : i64
  memref.dealloc %m : memref<4xi64>
  return
}

func.func @sum(%m: memref<4xi64>) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i64
  %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %zero) -> i64 {
    %x = memref.load %m[%i] : memref<4xi64>
    %b = arith.addi %a, %x : i64
    scf.yield %b : i64
  }
  return %s : i64
}
