// Each inner element of b is the mean of five elements of a.
func.func @kernel(%a: memref<{n}x{n}xf32>, %b: memref<{n}x{n}xf32>) {
  %fifth = arith.constant 0.2 : f32
  affine.for %i = 1 to {n-1} {
    affine.for %j = 1 to {n-1} {
      %here = affine.load %a[%i, %j] : memref<{n}x{n}xf32>
      %up = affine.load %a[%i - 1, %j] : memref<{n}x{n}xf32>
      %down = affine.load %a[%i + 1, %j] : memref<{n}x{n}xf32>
      %left = affine.load %a[%i, %j - 1] : memref<{n}x{n}xf32>
      %right = affine.load %a[%i, %j + 1] : memref<{n}x{n}xf32>
      %0 = arith.addf %here, %up : f32
      %1 = arith.addf %0, %down : f32
      %2 = arith.addf %1, %left : f32
      %3 = arith.addf %2, %right : f32
      %4 = arith.mulf %3, %fifth : f32
      affine.store %4, %b[%i, %j] : memref<{n}x{n}xf32>
    }
  }
  return
}

func.func @run(%rounds: index, %a: memref<{n}x{n}xf32>, %b: memref<{n}x{n}xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %r = %c0 to %rounds step %c1 {
    func.call @kernel(%a, %b) : (memref<{n}x{n}xf32>, memref<{n}x{n}xf32>) -> ()
  }
  return
}
