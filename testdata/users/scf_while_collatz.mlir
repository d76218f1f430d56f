func.func @collatz(%start: i64) -> i64 {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %zero = arith.constant 0 : i64
  %r:2 = scf.while (%n = %start, %k = %zero) : (i64, i64) -> (i64, i64) {
    %go = arith.cmpi ne, %n, %one : i64
    scf.condition(%go) %n, %k : i64, i64
  } do {
  ^bb0(%n: i64, %k: i64):
    %bit = arith.andi %n, %one : i64
    %odd = arith.trunci %bit : i64 to i1
    %next = scf.if %odd -> (i64) {
      %t = arith.muli %n, %three : i64
      %u = arith.addi %t, %one : i64
      scf.yield %u : i64
    } else {
      %h = arith.shrui %n, %one : i64
      scf.yield %h : i64
    }
    %k1 = arith.addi %k, %one : i64
    scf.yield %next, %k1 : i64, i64
  }
  return %r#1 : i64
}
func.func @main() {
  %a = arith.constant 27 : i64
  %r = call @collatz(%a) : (i64) -> i64
  vector.print %r : i64
  return
}
