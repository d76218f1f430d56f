func.func @main() {
  %a = arith.constant 13 : i5
  %b = arith.constant 9 : i5
  %s = arith.addi %a, %b : i5
  %w = arith.extsi %s : i5 to i32
  vector.print %w : i32
  %u = arith.extui %s : i5 to i32
  vector.print %u : i32
  %big = arith.constant 1099511627775 : i40
  %one = arith.constant 1 : i40
  %over = arith.addi %big, %one : i40
  %x = arith.extui %over : i40 to i64
  vector.print %x : i64
  %t = arith.constant true
  vector.print %t : i1
  %c = arith.constant -3 : i8
  vector.print %c : i8
  %k = arith.constant 300 : i16
  %n = arith.trunci %k : i16 to i8
  vector.print %n : i8
  %q = arith.constant 7 : i3
  %d = arith.constant 2 : i3
  %r = arith.divui %q, %d : i3
  %re = arith.extui %r : i3 to i32
  vector.print %re : i32
  return
}
