// PASSES: --pass-pipeline=builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=3}))
func.func @dynamic(%m: memref<?x?xf32>, %o: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %m, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 17 {
      %x = affine.load %m[%i, %j] : memref<?x?xf32>
      %y = arith.mulf %x, %x : f32
      affine.store %y, %m[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
func.func @parts(%m: memref<?x?xf32>, %r: memref<?x?xf32>, %n: index) {
  affine.for %i = 3 to 21 {
    affine.for %j = 0 to %n step 3 {
      %x = affine.load %m[%i, %j] : memref<?x?xf32>
      affine.store %x, %r[%i, %j] : memref<?x?xf32>
    }
    %z = affine.load %m[%i, 0] : memref<?x?xf32>
    affine.store %z, %r[%i, 1] : memref<?x?xf32>
    affine.for %j = 0 to %n {
      %x = affine.load %m[%i, %j] : memref<?x?xf32>
      affine.store %x, %r[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
func.func @sums(%m: memref<?x?xf32>, %o: memref<?xf32>, %n: index) {
  affine.for %i = 0 to 16 step 2 {
    %c = arith.constant 0.0 : f32
    %s:2 = affine.for %k = 0 to %n iter_args(%a = %c, %b = %c) -> (f32, f32) {
      %x = affine.load %m[%i, %k] : memref<?x?xf32>
      %y = arith.addf %a, %x : f32
      %z = arith.maximumf %b, %x : f32
      affine.yield %y, %z : f32, f32
    }
    %t = arith.divf %s#0, %s#1 : f32
    affine.store %t, %o[%i] : memref<?xf32>
  }
  return
}
func.func @few(%m: memref<?x?xf32>, %v: f32, %n: index) {
  affine.for %i = 0 to 3 {
    affine.for %k = 0 to %n {
      affine.store %v, %m[%i, %k] : memref<?x?xf32>
    }
  }
  return
}
func.func @triangle(%m: memref<?x?xf32>, %v: f32) {
  affine.for %i = 0 to 32 {
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.store %v, %m[%i, %k] : memref<?x?xf32>
    }
  }
  return
}
func.func @alone(%m: memref<?xf32>, %v: f32) {
  affine.for %i = 0 to 33 {
    affine.store %v, %m[%i] : memref<?xf32>
  }
  return
}
