func.func @name(%x: i32) -> i32 {
  %a = arith.constant 10 : i32
  cf.switch %x : i32, [
    default: ^other(%x : i32),
    0: ^small(%a : i32),
    -5: ^small(%x : i32),
    42: ^answer
  ]
^small(%v: i32):
  %s = arith.addi %v, %a : i32
  return %s : i32
^answer:
  return %a : i32
^other(%w: i32):
  %n = arith.muli %w, %w : i32
  return %n : i32
}
func.func @main() {
  %0 = arith.constant 0 : i32
  %1 = arith.constant -5 : i32
  %2 = arith.constant 42 : i32
  %3 = arith.constant 7 : i32
  %r0 = call @name(%0) : (i32) -> i32
  %r1 = call @name(%1) : (i32) -> i32
  %r2 = call @name(%2) : (i32) -> i32
  %r3 = call @name(%3) : (i32) -> i32
  vector.print %r0 : i32
  vector.print %r1 : i32
  vector.print %r2 : i32
  vector.print %r3 : i32
  return
}
