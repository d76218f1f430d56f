// A loop of basic blocks.
func.func @gcd(%a: i32, %b: i32) -> i32 {
  %zero = arith.constant 0 : i32
  cf.br ^head(%a, %b : i32, i32)
^head(%x: i32, %y: i32):
  %done = arith.cmpi eq, %y, %zero : i32
  cf.cond_br %done, ^exit(%x : i32), ^body
^body:
  %r = arith.remsi %x, %y : i32
  cf.br ^head(%y, %r : i32, i32)
^exit(%g: i32):
  return %g : i32
}
func.func @main() {
  %a = arith.constant 1071 : i32
  %b = arith.constant 462 : i32
  %g = call @gcd(%a, %b) : (i32, i32) -> i32
  vector.print %g : i32
  return
}
