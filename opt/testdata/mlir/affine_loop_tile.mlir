// PASSES: --affine-loop-tile=tile-sizes=32,16,8
func.func @mm(%A: memref<512x512xf32>, %B: memref<512x512xf32>, %C: memref<512x512xf32>) {
  affine.for %i = 0 to 512 {
    affine.for %j = 0 to 510 {
      affine.for %k = 0 to 512 {
        %a = affine.load %A[%i, %k] : memref<512x512xf32>
        %b = affine.load %B[%k, %j] : memref<512x512xf32>
        %c = affine.load %C[%i, %j] : memref<512x512xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<512x512xf32>
      }
    }
  }
  return
}
func.func @symbolic(%A: memref<512x512xf32>, %B: memref<512x512xf32>, %C: memref<512x512xf32>, %n: index) {
  affine.for %i = 0 to 512 {
    affine.for %j = 0 to 510 {
      affine.for %k = 0 to %n {
        %a = affine.load %A[%i, %k] : memref<512x512xf32>
        %b = affine.load %B[%k, %j] : memref<512x512xf32>
        %c = affine.load %C[%i, %j] : memref<512x512xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<512x512xf32>
      }
    }
  }
  return
}
func.func @bounds(%m: memref<?x?xf32>, %n: index, %v: f32) {
  affine.for %i = 3 to 21 {
    affine.for %j = 0 to %n step 3 {
      affine.store %v, %m[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 0 to 7 {
    affine.for %j = %n to affine_map<()[s0] -> (s0 + 64)>()[%n] {
      affine.for %k = 2 to min affine_map<()[s0] -> (s0 * 2, 100)>()[%n] step 2 {
        affine.store %v, %m[%i + %k, %j] : memref<?x?xf32>
      }
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.store %v, %m[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 0 to 8 {
    %c = arith.constant 0.0 : f32
    %s = affine.for %k = 0 to %n iter_args(%a = %c) -> f32 {
      %x = affine.load %m[%i, %k] : memref<?x?xf32>
      %y = arith.addf %a, %x : f32
      affine.yield %y : f32
    }
    affine.store %s, %m[%i, 0] : memref<?x?xf32>
  }
  return
}
