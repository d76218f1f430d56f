func.func @divmod(%a: i32, %b: i32) -> (i32, i32) {
  %q = arith.divsi %a, %b : i32
  %r = arith.remsi %a, %b : i32
  return %q, %r : i32, i32
}
func.func @main() {
  %a = arith.constant 17 : i32
  %b = arith.constant 5 : i32
  %qr:2 = call @divmod(%a, %b) : (i32, i32) -> (i32, i32)
  vector.print %qr#0 : i32
  vector.print %qr#1 : i32
  return
}
