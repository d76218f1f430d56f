// PASSES: --expand-strided-metadata --lower-affine --convert-scf-to-cf --convert-arith-to-llvm --finalize-memref-to-llvm --convert-func-to-llvm --convert-cf-to-llvm --reconcile-unrealized-casts
func.func @matmul(%a: memref<4x8xf32>, %b: memref<8x?xf32>, %c: memref<4x?xf32>, %n: index) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to 8 {
        %x = affine.load %a[%i, %k] : memref<4x8xf32>
        %y = affine.load %b[%k, %j] : memref<8x?xf32>
        %z = affine.load %c[%i, %j] : memref<4x?xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[%i, %j] : memref<4x?xf32>
      }
    }
  }
  return
}
func.func @main(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc(%n) : memref<?x16xf32>
  %s = memref.subview %m[%c1, 2] [2, 4] [1, 2] : memref<?x16xf32> to memref<2x4xf32, strided<[16, 2], offset: ?>>
  %x = memref.load %s[%c0, %c1] : memref<2x4xf32, strided<[16, 2], offset: ?>>
  %r = scf.while (%v = %x) : (f32) -> f32 {
    %big = arith.cmpf ogt, %v, %x : f32
    scf.condition(%big) %v : f32
  } do {
  ^bb0(%v: f32):
    %w = arith.divf %v, %x : f32
    scf.yield %w : f32
  }
  memref.dealloc %m : memref<?x16xf32>
  return %r : f32
}
