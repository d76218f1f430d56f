// PASSES: --lower-affine
func.func @f(%m: memref<100x100xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %v = affine.vector_load %m[%i + 3, 2 * %i + symbol(%n)] : memref<100x100xf32>, vector<4xf32>
    affine.vector_store %v, %m[%i, 7] : memref<100x100xf32>, vector<4xf32>
  }
  return
}
