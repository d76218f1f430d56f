module {
  func.func @matmul(%arg0: memref<16x16xf32>, %arg1: memref<16x16xf32>, %arg2: memref<16x16xf32>) {
    %token = air.launch async () in () args(%arg3=%arg0, %arg4=%arg1, %arg5=%arg2) : memref<16x16xf32>, memref<16x16xf32>, memref<16x16xf32> {
      %token_0 = air.segment @seg async args(%arg6=%arg3, %arg7=%arg4, %arg8=%arg5) : memref<16x16xf32>, memref<16x16xf32>, memref<16x16xf32> {
        %c2 = arith.constant 2 : index
        %token_1 = air.herd @h async tile (%x, %y) in (%arg9=%c2, %arg10=%c2) args(%arg11=%arg6, %arg12=%arg7, %arg13=%arg8) : memref<16x16xf32>, memref<16x16xf32>, memref<16x16xf32> {
          %c8 = arith.constant 8 : index
          %cst = arith.constant 0.000000e+00 : f32
          %0 = arith.muli %x, %c8 : index
          %1 = arith.muli %y, %c8 : index
          %token_2, %results = air.execute -> (memref<8x16xf32, 2>) {
            %alloc = memref.alloc() : memref<8x16xf32, 2>
            air.execute_terminator %alloc : memref<8x16xf32, 2>
          }
          %token_3, %results_4 = air.execute -> (memref<16x8xf32, 2>) {
            %alloc = memref.alloc() : memref<16x8xf32, 2>
            air.execute_terminator %alloc : memref<16x8xf32, 2>
          }
          %token_5, %results_6 = air.execute -> (memref<8x8xf32, 2>) {
            %alloc = memref.alloc() : memref<8x8xf32, 2>
            air.execute_terminator %alloc : memref<8x8xf32, 2>
          }
          %token_7 = air.execute [%token_5] {
            linalg.fill ins(%cst : f32) outs(%results_6 : memref<8x8xf32, 2>)
          }
          %token_8 = air.dma_memcpy_nd async [%token_2] (%results[] [] [], %arg11[%0, 0] [8, 16] [16, 1]) : (memref<8x16xf32, 2>, memref<16x16xf32>)
          %token_9 = air.dma_memcpy_nd async [%token_3] (%results_4[] [] [], %arg12[0, %1] [16, 8] [16, 1]) : (memref<16x8xf32, 2>, memref<16x16xf32>)
          %token_10 = air.execute [%token_8, %token_9, %token_7] {
            linalg.matmul ins(%results, %results_4 : memref<8x16xf32, 2>, memref<16x8xf32, 2>) outs(%results_6 : memref<8x8xf32, 2>)
          }
          %token_11 = air.dma_memcpy_nd async [%token_10] (%arg13[%0, %1] [8, 8] [16, 1], %results_6[] [] []) : (memref<16x16xf32>, memref<8x8xf32, 2>)
          %token_12 = air.execute [%token_10] {
            memref.dealloc %results : memref<8x16xf32, 2>
          }
          %token_13 = air.execute [%token_10] {
            memref.dealloc %results_4 : memref<16x8xf32, 2>
          }
          %token_14 = air.execute [%token_11] {
            memref.dealloc %results_6 : memref<8x8xf32, 2>
          }
        }
      }
    }
    air.wait_all [%token]
    return
  }
}

