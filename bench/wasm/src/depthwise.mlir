// Each of {n} channels of c is that channel of a, convolved with its own 3x3 filter b.
func.func @kernel(%a: memref<{n}x130x130xf32>, %b: memref<{n}x3x3xf32>, %c: memref<{n}x128x128xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %ch = 0 to {n} {
    affine.for %i = 0 to 128 {
      affine.for %j = 0 to 128 {
        %sum = affine.for %p = 0 to 3 iter_args(%s = %zero) -> (f32) {
          %row = affine.for %q = 0 to 3 iter_args(%t = %s) -> (f32) {
            %x = affine.load %a[%ch, %i + %p, %j + %q] : memref<{n}x130x130xf32>
            %w = affine.load %b[%ch, %p, %q] : memref<{n}x3x3xf32>
            %m = arith.mulf %x, %w : f32
            %u = arith.addf %t, %m : f32
            affine.yield %u : f32
          }
          affine.yield %row : f32
        }
        affine.store %sum, %c[%ch, %i, %j] : memref<{n}x128x128xf32>
      }
    }
  }
  return
}

func.func @run(%rounds: index, %a: memref<{n}x130x130xf32>, %b: memref<{n}x3x3xf32>, %c: memref<{n}x128x128xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %r = %c0 to %rounds step %c1 {
    func.call @kernel(%a, %b, %c) : (memref<{n}x130x130xf32>, memref<{n}x3x3xf32>, memref<{n}x128x128xf32>) -> ()
  }
  return
}
