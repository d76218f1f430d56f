// A task that awaits the same token twice. Upstream's runtime resumes it while it holds the token's lock, which the second await
// wants: it waits for ever.

func.func private @printI64(i64)
func.func private @printNewline()

func.func @main() {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %n = arith.constant 20000000 : i64
  // Long enough for the other task to be waiting when it ends.
  %t, %v = async.execute -> !async.value<i64> {
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> i64 : i64 {
      %b = arith.xori %a, %i : i64
      %d = arith.muli %b, %n : i64
      scf.yield %d : i64
    }
    async.yield %s : i64
  }
  %u = async.execute {
    async.await %t : !async.token
    async.await %t : !async.token
    async.yield
  }
  async.await %u : !async.token
  func.call @printI64(%c1) : (i64) -> ()
  func.call @printNewline() : () -> ()
  return
}
