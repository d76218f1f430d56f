func.func @twice(%x: i32) -> i32 {
  %r = arith.addi %x, %x : i32
  return %r : i32
}
func.func @square(%x: i32) -> i32 {
  %r = arith.muli %x, %x : i32
  return %r : i32
}
func.func @main() {
  %x = arith.constant 9 : i32
  %t = arith.constant true
  %f = func.constant @twice : (i32) -> i32
  %g = func.constant @square : (i32) -> i32
  %h = arith.select %t, %g, %f : (i32) -> i32
  %r = call_indirect %h(%x) : (i32) -> i32
  vector.print %r : i32
  return
}
