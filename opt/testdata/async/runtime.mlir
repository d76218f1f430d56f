// A program of the runtime's own operations: tokens and values that are set, or put in error, by hand.
// printed: 0
// printed: 1
// printed: 7
// printed: 1

func.func @main() {
  %c7 = arith.constant 7 : i64
  %t = async.runtime.create : !async.token
  async.runtime.set_available %t : !async.token
  async.runtime.await %t : !async.token
  %e0 = async.runtime.is_error %t : !async.token
  vector.print %e0 : i1

  %bad = async.runtime.create : !async.token
  async.runtime.set_error %bad : !async.token
  async.runtime.await %bad : !async.token
  %e1 = async.runtime.is_error %bad : !async.token
  vector.print %e1 : i1

  %v = async.runtime.create : !async.value<i64>
  async.runtime.store %c7, %v : !async.value<i64>
  async.runtime.set_available %v : !async.value<i64>
  async.runtime.await %v : !async.value<i64>
  %x = async.runtime.load %v : !async.value<i64>
  vector.print %x : i64

  %lost = async.runtime.create : !async.value<i64>
  async.runtime.set_error %lost : !async.value<i64>
  %after = async.execute (%lost as %y : !async.value<i64>) {
    vector.print %y : i64
    async.yield
  }
  async.runtime.await %after : !async.token
  %e2 = async.runtime.is_error %after : !async.token
  vector.print %e2 : i1
  return
}
