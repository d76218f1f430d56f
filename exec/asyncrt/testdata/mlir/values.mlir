// Tasks with results, dependences, and a task that awaits what others made.

func.func private @printI64(i64)
func.func private @printNewline()

func.func @main() {
  %c1 = arith.constant 1 : i64
  %c20 = arith.constant 20 : i64
  %t0, %v0 = async.execute -> !async.value<i64> {
    %a = arith.addi %c1, %c20 : i64
    async.yield %a : i64
  }
  %t1, %v1 = async.execute [%t0] (%v0 as %x: !async.value<i64>) -> !async.value<i64> {
    %b = arith.addi %x, %x : i64
    async.yield %b : i64
  }
  %t2, %v2 = async.execute -> !async.value<i64> {
    async.await %t1 : !async.token
    %x = async.await %v1 : !async.value<i64>
    %y = async.await %v0 : !async.value<i64>
    %z = arith.addi %x, %y : i64
    async.yield %z : i64
  }
  %r = async.await %v2 : !async.value<i64>
  func.call @printI64(%r) : (i64) -> ()
  func.call @printNewline() : () -> ()
  async.await %t2 : !async.token
  return
}
