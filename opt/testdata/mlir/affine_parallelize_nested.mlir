// PASSES: --affine-parallelize=max-nested=1

func.func @product(%a: memref<4096x4096xf32>, %b: memref<4096x4096xf32>, %c: memref<4096x4096xf32>) {
  affine.for %i = 0 to 4096 {
    affine.for %j = 0 to 4096 {
      affine.for %k = 0 to 4096 {
        %x = affine.load %a[%i, %k] : memref<4096x4096xf32>
        %y = affine.load %b[%k, %j] : memref<4096x4096xf32>
        %z = affine.load %c[%i, %j] : memref<4096x4096xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[%i, %j] : memref<4096x4096xf32>
      }
    }
  }
  return
}

// -----

func.func @beside(%m: memref<100x100xf32>, %x: f32) {
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to 100 {
      affine.store %x, %m[0, %j] : memref<100x100xf32>
    }
    affine.for %j = 0 to 100 {
      affine.store %x, %m[%i, %j] : memref<100x100xf32>
    }
  }
  return
}
