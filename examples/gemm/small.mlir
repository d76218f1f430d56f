// A tiled matrix product, C = A·B, in f32. For each 16x16 tile of C, tiles of A
// and B stream through small buffers: while one step multiplies, the copies of
// the next two are in flight.
//
//   inflight run examples/gemm/small.mlir

func.func @gemm(%A: memref<32x64xf32>, %B: memref<64x32xf32>, %C: memref<32x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c32 step %c16 {
    scf.for %j = %c0 to %c32 step %c16 {
      scf.for %x = %c0 to %c16 step %c1 {
        scf.for %y = %c0 to %c16 step %c1 {
          %ix = arith.addi %i, %x : index
          %jy = arith.addi %j, %y : index
          memref.store %zero, %C[%ix, %jy] : memref<32x32xf32>
        }
      }
      scf.for %k = %c0 to %c8 step %c1 {
        %A_tile = memref.alloc() : memref<16x8xf32, 3>
        %B_tile = memref.alloc() : memref<8x16xf32, 3>
        %k8 = arith.muli %k, %c8 : index
        // Statement 0: copy a tile of A.
        %A_part = memref.subview %A[%i, %k8] [16, 8] [1, 1] : memref<32x64xf32> to memref<16x8xf32, strided<[64, 1], offset: ?>>
        memref.copy %A_part, %A_tile : memref<16x8xf32, strided<[64, 1], offset: ?>> to memref<16x8xf32, 3>
        // Statement 1: copy a tile of B.
        %B_part = memref.subview %B[%k8, %j] [8, 16] [1, 1] : memref<64x32xf32> to memref<8x16xf32, strided<[32, 1], offset: ?>>
        memref.copy %B_part, %B_tile : memref<8x16xf32, strided<[32, 1], offset: ?>> to memref<8x16xf32, 3>
        // Statement 2: multiply the tiles.
        scf.for %x = %c0 to %c16 step %c1 {
          scf.for %y = %c0 to %c16 step %c1 {
            scf.for %z = %c0 to %c8 step %c1 {
              %ix = arith.addi %i, %x : index
              %jy = arith.addi %j, %y : index
              %a = memref.load %A_tile[%x, %z] : memref<16x8xf32, 3>
              %b = memref.load %B_tile[%z, %y] : memref<8x16xf32, 3>
              %c = memref.load %C[%ix, %jy] : memref<32x32xf32>
              %p = arith.mulf %a, %b : f32
              %s = arith.addf %c, %p : f32
              memref.store %s, %C[%ix, %jy] : memref<32x32xf32>
            }
          }
        }
      } {software_pipeline_stage = [0, 0, 2],
         software_pipeline_order = [0, 1, 2],
         software_pipeline_async_stages = [0]}
    }
  }
  return
}
