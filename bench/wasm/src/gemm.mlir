// C += A B, as three loops.
func.func @kernel(%a: memref<{n}x{n}xf32>, %b: memref<{n}x{n}xf32>, %c: memref<{n}x{n}xf32>) {
  affine.for %i = 0 to {n} {
    affine.for %j = 0 to {n} {
      affine.for %k = 0 to {n} {
        %x = affine.load %a[%i, %k] : memref<{n}x{n}xf32>
        %y = affine.load %b[%k, %j] : memref<{n}x{n}xf32>
        %z = affine.load %c[%i, %j] : memref<{n}x{n}xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[%i, %j] : memref<{n}x{n}xf32>
      }
    }
  }
  return
}

func.func @run(%rounds: index, %a: memref<{n}x{n}xf32>, %b: memref<{n}x{n}xf32>, %c: memref<{n}x{n}xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %r = %c0 to %rounds step %c1 {
    func.call @kernel(%a, %b, %c) : (memref<{n}x{n}xf32>, memref<{n}x{n}xf32>, memref<{n}x{n}xf32>) -> ()
  }
  return
}
