// Recursion through coroutines: each call is an async.func that awaits two others.

func.func private @printI64(i64)
func.func private @printNewline()

async.func @fib(%n: i64) -> !async.value<i64> {
  %two = arith.constant 2 : i64
  %one = arith.constant 1 : i64
  %small = arith.cmpi slt, %n, %two : i64
  cf.cond_br %small, ^leaf, ^call
^leaf:
  return %n : i64
^call:
  %a = arith.subi %n, %one : i64
  %b = arith.subi %n, %two : i64
  %l = async.call @fib(%a) : (i64) -> !async.value<i64>
  %r = async.call @fib(%b) : (i64) -> !async.value<i64>
  %x = async.await %l : !async.value<i64>
  %y = async.await %r : !async.value<i64>
  %s = arith.addi %x, %y : i64
  return %s : i64
}

func.func @main() {
  %n = arith.constant 15 : i64
  %v = async.call @fib(%n) : (i64) -> !async.value<i64>
  %r = async.await %v : !async.value<i64>
  func.call @printI64(%r) : (i64) -> ()
  func.call @printNewline() : () -> ()
  return
}
