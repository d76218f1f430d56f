func.func @main() {
  %m = memref.alloca() : memref<8xf32>
  %v = arith.constant dense<1.5> : vector<4xf32>
  affine.for %i = 0 to 8 step 4 {
    affine.vector_store %v, %m[%i] : memref<8xf32>, vector<4xf32>
    affine.prefetch %m[%i], read, locality<3>, data : memref<8xf32>
  }
  %r = affine.vector_load %m[2] : memref<8xf32>, vector<4xf32>
  vector.print %r : vector<4xf32>
  return
}
