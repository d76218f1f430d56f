// A function that awaits a task which calls the function: each level blocks. Upstream's runtime waits for ever when there are more
// levels than workers.

func.func private @printI64(i64)
func.func private @printNewline()

func.func @descend(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %end = arith.cmpi eq, %n, %zero : i64
  %r = scf.if %end -> i64 {
    scf.yield %zero : i64
  } else {
    %t, %v = async.execute -> !async.value<i64> {
      %less = arith.subi %n, %one : i64
      %x = func.call @descend(%less) : (i64) -> i64
      %y = arith.addi %x, %one : i64
      async.yield %y : i64
    }
    %z = async.await %v : !async.value<i64>
    scf.yield %z : i64
  }
  return %r : i64
}

func.func @main() {
  %n = arith.constant 500 : i64
  %r = func.call @descend(%n) : (i64) -> i64
  func.call @printI64(%r) : (i64) -> ()
  func.call @printNewline() : () -> ()
  return
}
