// A group of tasks that each store into a buffer, awaited by the host; and one awaited by a task.

func.func private @printI64(i64)
func.func private @printNewline()

func.func @fill(%m: memref<1000xi64>, %factor: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1000 : index
  %g = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute {
      %k = arith.index_cast %i : index to i64
      %x = arith.muli %k, %factor : i64
      memref.store %x, %m[%i] : memref<1000xi64>
      async.yield
    }
    %rank = async.add_to_group %t, %g : !async.token
    scf.yield
  }
  async.await_all %g
  return
}

func.func @sum(%m: memref<1000xi64>) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1000 : index
  %zero = arith.constant 0 : i64
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> i64 {
    %x = memref.load %m[%i] : memref<1000xi64>
    %b = arith.addi %a, %x : i64
    scf.yield %b : i64
  }
  return %s : i64
}

func.func @main() {
  %m = memref.alloc() : memref<1000xi64>
  %three = arith.constant 3 : i64
  func.call @fill(%m, %three) : (memref<1000xi64>, i64) -> ()
  %s = func.call @sum(%m) : (memref<1000xi64>) -> i64
  func.call @printI64(%s) : (i64) -> ()
  func.call @printNewline() : () -> ()

  %seven = arith.constant 7 : i64
  %t, %v = async.execute -> !async.value<i64> {
    %c2 = arith.constant 2 : index
    %g = async.create_group %c2 : !async.group
    %a = async.execute {
      func.call @fill(%m, %seven) : (memref<1000xi64>, i64) -> ()
      async.yield
    }
    %b = async.execute [%a] {
      async.yield
    }
    %ra = async.add_to_group %a, %g : !async.token
    %rb = async.add_to_group %b, %g : !async.token
    async.await_all %g
    %s7 = func.call @sum(%m) : (memref<1000xi64>) -> i64
    async.yield %s7 : i64
  }
  %r = async.await %v : !async.value<i64>
  func.call @printI64(%r) : (i64) -> ()
  func.call @printNewline() : () -> ()
  async.await %t : !async.token
  memref.dealloc %m : memref<1000xi64>
  return
}
