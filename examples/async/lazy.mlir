// Lazy tasks: a call of @line makes a task that has not started, and the first wait for it starts it. So the
// lines are printed in the order of the waits, 2 before 1; line 2 is printed once, and line 3 never.
//
//   go run ./cmd/inflight run examples/async/lazy.mlir
//   go run ./cmd/inflight run examples/async/lazy.mlir --engine native
//   go run ./cmd/inflight translate --to=asyncio examples/async/lazy.mlir -o /tmp/lazy.py && python3 /tmp/lazy.py

func.func private @printI64(i64)
func.func private @printNewline()

async.func private @line(%x: i64) -> !async.value<i64> attributes {lazy} {
  func.call @printI64(%x) : (i64) -> ()
  func.call @printNewline() : () -> ()
  %square = arith.muli %x, %x : i64
  async.return %square : i64
}

func.func @main() -> i64 {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %a = async.call @line(%one) : (i64) -> !async.value<i64>
  %b = async.call @line(%two) : (i64) -> !async.value<i64>
  %c = async.call @line(%three) : (i64) -> !async.value<i64>
  %x = async.await %b : !async.value<i64>
  %y = async.await %a : !async.value<i64>
  %z = async.await %b : !async.value<i64>
  %s = arith.addi %x, %y : i64
  %sum = arith.addi %s, %z : i64
  return %sum : i64
}
