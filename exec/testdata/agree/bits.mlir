func.func @main(%b: memref<16xi1>, %f: memref<16xi32>, %g: memref<67xi8>, %x: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    %c = affine.load %b[%i] : memref<16xi1>
    %y = arith.extui %c : i1 to i32
    affine.store %y, %f[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    %v = affine.load %x[%i] : memref<16xf32>
    %c = arith.cmpf ogt, %v, %zero : f32
    affine.store %c, %b[%i] : memref<16xi1>
  }
  %m = memref.alloca() : memref<67xi4>
  affine.for %i = 0 to 67 {
    %v = affine.load %g[66 - %i] : memref<67xi8>
    %u = arith.trunci %v : i8 to i4
    %w = arith.addi %u, %u : i4
    affine.store %w, %m[%i] : memref<67xi4>
  }
  affine.for %i = 0 to 67 {
    %v = affine.load %m[%i] : memref<67xi4>
    %u = arith.extui %v : i4 to i8
    affine.store %u, %g[%i] : memref<67xi8>
  }
  return
}
