func.func @main() {
  affine.for %i = 0 to 5 {
    %a = affine.min affine_map<(d0) -> (d0 * 3, 7, d0 + 4)>(%i)
    %b = affine.max affine_map<(d0) -> (d0 ceildiv 2, 10 - d0 * 4)>(%i)
    %s = arith.subi %a, %b : index
    vector.print %s : index
  }
  return
}
