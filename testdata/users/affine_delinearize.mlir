func.func @main() {
  %c = arith.constant 37 : index
  %0:3 = affine.delinearize_index %c into (2, 5, 7) : index, index, index
  vector.print %0#0 : index
  vector.print %0#1 : index
  vector.print %0#2 : index
  %l = affine.linearize_index [%0#1, %0#2] by (5, 7) : index
  vector.print %l : index
  return
}
