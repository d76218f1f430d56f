// with b=1
func.func @main(%b: i1) -> i64 {
  %c7 = arith.constant 7 : i64
  %c9 = arith.constant 9 : i64
  %t, %v = async.execute -> !async.value<i64> { async.yield %c7 : i64 }
  %u, %w = async.execute -> !async.value<i64> { async.yield %c7 : i64 }
  async.await %t : !async.token
  async.await %u : !async.token
  %s = arith.select %b, %v, %w : !async.value<i64>
  %k, %kk = async.execute -> !async.value<i64> { async.yield %c9 : i64 }
  %l, %ll = async.execute -> !async.value<i64> { async.yield %c9 : i64 }
  async.await %k : !async.token
  async.await %l : !async.token
  %y = async.await %s : !async.value<i64>
  %q = async.await %kk : !async.value<i64>
  %q2 = async.await %ll : !async.value<i64>
  return %y : i64
}
