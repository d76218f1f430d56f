// PASSES: --loop-invariant-code-motion
// PENDING: the tables of arith do not say yet that dividing by a constant is safe
func.func @division(%a: i32, %b: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : i32
  %z = arith.constant 0 : i32
  scf.for %i = %c0 to %n step %c1 {
    %x = arith.divsi %a, %b : i32
    %y = arith.divsi %a, %c7 : i32
    %w = arith.divui %a, %z : i32
    %r = arith.remsi %a, %b : i32
    "foo.use"(%x, %y, %w, %r) : (i32, i32, i32, i32) -> ()
  }
  return
}
