// A task whose assertion fails is in error, and so is what depends on it; what does not is not.

func.func private @printI64(i64)
func.func private @printNewline()

func.func @report(%t: !async.token) {
  async.runtime.await %t : !async.token
  %e = async.runtime.is_error %t : !async.token
  %i = arith.extui %e : i1 to i64
  func.call @printI64(%i) : (i64) -> ()
  func.call @printNewline() : () -> ()
  return
}

func.func @main() {
  %false = arith.constant 0 : i1
  %true = arith.constant 1 : i1
  %bad = async.execute {
    cf.assert %false, "no"
    async.yield
  }
  %good = async.execute {
    cf.assert %true, "yes"
    async.yield
  }
  %after, %v = async.execute [%bad] -> !async.value<i64> {
    %c = arith.constant 1 : i64
    async.yield %c : i64
  }
  %awaits = async.execute {
    async.await %after : !async.token
    async.yield
  }
  func.call @report(%bad) : (!async.token) -> ()
  func.call @report(%good) : (!async.token) -> ()
  func.call @report(%after) : (!async.token) -> ()
  func.call @report(%awaits) : (!async.token) -> ()

  %c2 = arith.constant 2 : index
  %g = async.create_group %c2 : !async.group
  %r0 = async.add_to_group %good, %g : !async.token
  %r1 = async.add_to_group %awaits, %g : !async.token
  async.runtime.await %g : !async.group
  %e = async.runtime.is_error %g : !async.group
  %i = arith.extui %e : i1 to i64
  func.call @printI64(%i) : (i64) -> ()
  func.call @printNewline() : () -> ()
  return
}
