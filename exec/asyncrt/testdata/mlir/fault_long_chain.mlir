// 300,000 tasks of which each awaits the one before, all waiting when the first ends. Upstream's runtime resumes each inside
// the one before: the stack overflows.

func.func private @printI64(i64)
func.func private @printNewline()

// Ten links, and as many more as are left. A loop that carries a token does not go through upstream's lowering.
func.func @chain(%t0: !async.token, %left: i64) {
  %zero = arith.constant 0 : i64
  %ten = arith.constant 10 : i64
  %t1 = async.execute [%t0] {
    async.yield
  }
  %t2 = async.execute [%t1] {
    async.yield
  }
  %t3 = async.execute [%t2] {
    async.yield
  }
  %t4 = async.execute [%t3] {
    async.yield
  }
  %t5 = async.execute [%t4] {
    async.yield
  }
  %t6 = async.execute [%t5] {
    async.yield
  }
  %t7 = async.execute [%t6] {
    async.yield
  }
  %t8 = async.execute [%t7] {
    async.yield
  }
  %t9 = async.execute [%t8] {
    async.yield
  }
  %t10 = async.execute [%t9] {
    async.yield
  }
  %less = arith.subi %left, %ten : i64
  %end = arith.cmpi eq, %less, %zero : i64
  scf.if %end {
    async.await %t10 : !async.token
  } else {
    func.call @chain(%t10, %less) : (!async.token, i64) -> ()
  }
  return
}

func.func @main() {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %links = arith.constant 300000 : i64
  %n = arith.constant 100000000 : i64
  %t, %v = async.execute -> !async.value<i64> {
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> i64 : i64 {
      %b = arith.xori %a, %i : i64
      %d = arith.muli %b, %n : i64
      scf.yield %d : i64
    }
    async.yield %s : i64
  }
  func.call @chain(%t, %links) : (!async.token, i64) -> ()
  func.call @printI64(%links) : (i64) -> ()
  func.call @printNewline() : () -> ()
  return
}
