func.func @main() {
  %a = arith.constant 0 : i32
  %b = arith.constant 5 : i32
  %s = arith.constant 2 : i32
  scf.for %i = %a to %b step %s : i32 {
    vector.print %i : i32
  }
  scf.forall (%i) in (2) {
    vector.print %i : index
  }
  return
}
