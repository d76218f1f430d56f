// PASSES: --lower-affine
func.func @f(%i: index, %n: index, %m: index, %x: index) {
  affine.for %k = 0 to 10 {
  %d:3 = affine.delinearize_index %i into (%n, 20, %m) : index, index, index
  %e:3 = affine.delinearize_index %i into (20, %m) : index, index, index
  %f = affine.delinearize_index %i into (20) : index
  %l = affine.linearize_index [%d#0, %x, %k] by (%n, 20, %m) : index
  %o = affine.linearize_index [%d#0, %x, %k] by (20, 4) : index
  "foo.use"(%l, %d#2, %e#1, %f, %o) : (index, index, index, index, index) -> ()
  }
  return
}
