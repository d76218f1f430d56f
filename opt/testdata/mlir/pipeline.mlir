// PASSES: --pass-pipeline=builtin.module(func.func(lower-affine,canonicalize,cse,loop-invariant-code-motion,convert-scf-to-cf),canonicalize,symbol-dce)
func.func @stencil(%in: memref<64x64xf32>, %out: memref<64x64xf32>) {
  %w = arith.constant 2.5e-01 : f32
  affine.for %i = 1 to 63 {
    affine.for %j = 1 to 63 {
      %n = affine.load %in[%i - 1, %j] : memref<64x64xf32>
      %s = affine.load %in[%i + 1, %j] : memref<64x64xf32>
      %e = affine.load %in[%i, %j + 1] : memref<64x64xf32>
      %o = affine.load %in[%i, %j - 1] : memref<64x64xf32>
      %0 = arith.addf %n, %s : f32
      %1 = arith.addf %e, %o : f32
      %2 = arith.addf %0, %1 : f32
      %3 = arith.mulf %2, %w : f32
      affine.store %3, %out[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
func.func private @unused() {
  return
}
func.func @sum(%m: memref<?xf32>, %tile: index) -> f32 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %m, %c0 : memref<?xf32>
  %r = affine.for %i = 0 to affine_map<()[s0] -> (s0 floordiv 4)>()[%n] iter_args(%acc = %zero) -> f32 {
    %p = affine.for %j = 0 to 4 iter_args(%a = %acc) -> f32 {
      %x = affine.load %m[%i * 4 + %j] : memref<?xf32>
      %y = arith.addf %a, %x : f32
      affine.yield %y : f32
    }
    affine.yield %p : f32
  }
  return %r : f32
}
