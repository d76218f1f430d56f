// Each row of b is the softmax of that row of a.
func.func @kernel(%a: memref<{n}x1024xf32>, %b: memref<{n}x1024xf32>) {
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to {n} {
    %top = affine.for %j = 0 to 1024 iter_args(%m = %least) -> (f32) {
      %x = affine.load %a[%i, %j] : memref<{n}x1024xf32>
      %larger = arith.maximumf %m, %x : f32
      affine.yield %larger : f32
    }
    affine.for %j = 0 to 1024 {
      %x = affine.load %a[%i, %j] : memref<{n}x1024xf32>
      %d = arith.subf %x, %top : f32
      %e = math.exp %d : f32
      affine.store %e, %b[%i, %j] : memref<{n}x1024xf32>
    }
    %total = affine.for %j = 0 to 1024 iter_args(%s = %zero) -> (f32) {
      %e = affine.load %b[%i, %j] : memref<{n}x1024xf32>
      %t = arith.addf %s, %e : f32
      affine.yield %t : f32
    }
    %scale = arith.divf %one, %total : f32
    affine.for %j = 0 to 1024 {
      %e = affine.load %b[%i, %j] : memref<{n}x1024xf32>
      %p = arith.mulf %e, %scale : f32
      affine.store %p, %b[%i, %j] : memref<{n}x1024xf32>
    }
  }
  return
}

func.func @run(%rounds: index, %a: memref<{n}x1024xf32>, %b: memref<{n}x1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %r = %c0 to %rounds step %c1 {
    func.call @kernel(%a, %b) : (memref<{n}x1024xf32>, memref<{n}x1024xf32>) -> ()
  }
  return
}
