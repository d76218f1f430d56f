// Covers a whole program: matrix multiplication, plain in scf, tiled in affine with a local copy of each tile.

#tile_end = affine_map<(d0) -> (d0 + 32, 256)>

module @matmul {
  func.func @plain(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = memref.dim %a, %c0 : memref<?x?xf32>
    %k = memref.dim %a, %c1 : memref<?x?xf32>
    %n = memref.dim %b, %c1 : memref<?x?xf32>
    scf.for %i = %c0 to %m step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        %init = memref.load %c[%i, %j] : memref<?x?xf32>
        %sum = scf.for %l = %c0 to %k step %c1 iter_args(%acc = %init) -> (f32) {
          %x = memref.load %a[%i, %l] : memref<?x?xf32>
          %y = memref.load %b[%l, %j] : memref<?x?xf32>
          %z = math.fma %x, %y, %acc : f32
          scf.yield %z : f32
        }
        memref.store %sum, %c[%i, %j] : memref<?x?xf32>
      }
    }
    return
  }

  func.func @tiled(%a: memref<256x256xf32>, %b: memref<256x256xf32>, %c: memref<256x256xf32>) {
    %tile = memref.alloca() {alignment = 64 : i64} : memref<32x32xf32, 1>
    affine.for %ii = 0 to 256 step 32 {
      affine.for %kk = 0 to 256 step 32 {
        affine.for %i = 0 to 32 {
          affine.for %k = 0 to 32 {
            %x = affine.load %a[%ii + %i, %kk + %k] : memref<256x256xf32>
            affine.store %x, %tile[%i, %k] : memref<32x32xf32, 1>
          }
        }
        affine.parallel (%j) = (0) to (256) {
          affine.for %i = 0 to 32 {
            %init = affine.load %c[%ii + %i, %j] : memref<256x256xf32>
            %sum = affine.for %k = 0 to min #tile_end(%kk) iter_args(%acc = %init) -> (f32) {
              %x = affine.load %tile[%i, %k mod 32] : memref<32x32xf32, 1>
              %y = affine.load %b[%kk + %k, %j] : memref<256x256xf32>
              %p = arith.mulf %x, %y fastmath<contract> : f32
              %s = arith.addf %acc, %p fastmath<contract,reassoc> : f32
              affine.yield %s : f32
            }
            affine.store %sum, %c[%ii + %i, %j] : memref<256x256xf32>
          }
        }
      }
    }
    return
  }
}
