func.func @matmul(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>) {
  %t = air.launch async () in () args(%x=%a, %y=%b, %z=%c) : memref<16x16xf32>, memref<16x16xf32>, memref<16x16xf32> {
    %s = air.segment @seg async args(%u=%x, %v=%y, %w=%z) : memref<16x16xf32>, memref<16x16xf32>, memref<16x16xf32> {
      %c2 = arith.constant 2 : index
      %h = air.herd @h async tile (%tx, %ty) in (%sx=%c2, %sy=%c2) args(%l=%u, %m=%v, %n=%w) : memref<16x16xf32>, memref<16x16xf32>, memref<16x16xf32> {
        %c8 = arith.constant 8 : index
        %zero = arith.constant 0.0 : f32
        %i = arith.muli %tx, %c8 : index
        %j = arith.muli %ty, %c8 : index
        %t0, %la = air.execute -> (memref<8x16xf32, 2>) {
          %q = memref.alloc() : memref<8x16xf32, 2>
          air.execute_terminator %q : memref<8x16xf32, 2>
        }
        %t1, %lb = air.execute -> (memref<16x8xf32, 2>) {
          %q = memref.alloc() : memref<16x8xf32, 2>
          air.execute_terminator %q : memref<16x8xf32, 2>
        }
        %t2, %lc = air.execute -> (memref<8x8xf32, 2>) {
          %q = memref.alloc() : memref<8x8xf32, 2>
          air.execute_terminator %q : memref<8x8xf32, 2>
        }
        %filled = air.execute [%t2] {
          linalg.fill ins(%zero : f32) outs(%lc : memref<8x8xf32, 2>)
        }
        %d0 = air.dma_memcpy_nd async [%t0] (%la[] [] [], %l[%i, 0] [8, 16] [16, 1]) : (memref<8x16xf32, 2>, memref<16x16xf32>)
        %d1 = air.dma_memcpy_nd async [%t1] (%lb[] [] [], %m[0, %j] [16, 8] [16, 1]) : (memref<16x8xf32, 2>, memref<16x16xf32>)
        %e = air.execute [%d0, %d1, %filled] {
          linalg.matmul ins(%la, %lb : memref<8x16xf32, 2>, memref<16x8xf32, 2>) outs(%lc : memref<8x8xf32, 2>)
        }
        %o = air.dma_memcpy_nd async [%e] (%n[%i, %j] [8, 8] [16, 1], %lc[] [] []) : (memref<16x16xf32>, memref<8x8xf32, 2>)
        %g0 = air.execute [%e] {
          memref.dealloc %la : memref<8x16xf32, 2>
        }
        %g1 = air.execute [%e] {
          memref.dealloc %lb : memref<16x8xf32, 2>
        }
        %g2 = air.execute [%o] {
          memref.dealloc %lc : memref<8x8xf32, 2>
        }
      }
    }
  }
  air.wait_all [%t]
  return
}
