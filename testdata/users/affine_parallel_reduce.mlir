func.func @main() {
  %r = affine.parallel (%i) = (0) to (10) reduce ("addi") -> i32 {
    %x = arith.index_cast %i : index to i32
    affine.yield %x : i32
  }
  vector.print %r : i32
  return
}
