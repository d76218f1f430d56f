// PASSES: --pass-pipeline=builtin.module(func.func(convert-affine-for-to-gpu))

func.func @steps(%m: memref<100x100xf32>, %x: f32) {
  affine.for %i = 3 to 100 step 2 {
    affine.for %j = 0 to 64 {
      affine.for %l = 0 to 100 {
        affine.store %x, %m[%i, %j] : memref<100x100xf32>
      }
    }
  }
  affine.for %i = 3 to 100 {
    affine.for %j = 0 to 64 step 3 {
      %y = affine.load %m[%i, %j] : memref<100x100xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %m[%i, %j] : memref<100x100xf32>
    }
  }
  return
}

// -----

func.func @around(%m: memref<8x100x100xf32>, %k: index, %x: f32) {
  affine.for %i = affine_map<()[s0] -> (s0 floordiv 2)>()[%k] to affine_map<()[s0] -> (s0 floordiv 2 + 10)>()[%k] {
    affine.for %j = 0 to 64 {
      affine.for %l = affine_map<(d0) -> (d0)>(%i) to 100 {
        affine.store %x, %m[%l mod 8, %i, %j] : memref<8x100x100xf32>
      }
    }
  }
  return
}

// -----

func.func @none(%x: f32) -> f32 {
  return %x : f32
}
