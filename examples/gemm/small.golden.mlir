module {
  func.func @gemm(%arg0: memref<32x64xf32>, %arg1: memref<64x32xf32>, %arg2: memref<32x32xf32>) {
    %c3 = arith.constant 3 : index
    %c2 = arith.constant 2 : index
    %c6 = arith.constant 6 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %cst = arith.constant 0.000000e+00 : f32
    scf.for %arg3 = %c0 to %c32 step %c16 {
      scf.for %arg4 = %c0 to %c32 step %c16 {
        scf.for %arg5 = %c0 to %c16 step %c1 {
          scf.for %arg6 = %c0 to %c16 step %c1 {
            %0 = arith.addi %arg3, %arg5 : index
            %1 = arith.addi %arg4, %arg6 : index
            memref.store %cst, %arg2[%0, %1] : memref<32x32xf32>
          }
        }
        %alloc = memref.alloc() : memref<3x16x8xf32, 3>
        %alloc_0 = memref.alloc() : memref<3x8x16xf32, 3>
        pipeline.commit_queue 0 {
          pipeline.async_scope {
            %subview = memref.subview %alloc[0, 0, 0] [1, 16, 8] [1, 1, 1] : memref<3x16x8xf32, 3> to memref<16x8xf32, strided<[8, 1]>, 3>
            %subview_1 = memref.subview %arg0[%arg3, 0] [16, 8] [1, 1] : memref<32x64xf32> to memref<16x8xf32, strided<[64, 1], offset: ?>>
            memref.copy %subview_1, %subview : memref<16x8xf32, strided<[64, 1], offset: ?>> to memref<16x8xf32, strided<[8, 1]>, 3>
          }
          pipeline.async_scope {
            %subview = memref.subview %alloc_0[0, 0, 0] [1, 8, 16] [1, 1, 1] : memref<3x8x16xf32, 3> to memref<8x16xf32, strided<[16, 1]>, 3>
            %subview_1 = memref.subview %arg1[0, %arg4] [8, 16] [1, 1] : memref<64x32xf32> to memref<8x16xf32, strided<[32, 1], offset: ?>>
            memref.copy %subview_1, %subview : memref<8x16xf32, strided<[32, 1], offset: ?>> to memref<8x16xf32, strided<[16, 1]>, 3>
          }
        }
        pipeline.commit_queue 0 {
          pipeline.async_scope {
            %subview = memref.subview %alloc[1, 0, 0] [1, 16, 8] [1, 1, 1] : memref<3x16x8xf32, 3> to memref<16x8xf32, strided<[8, 1], offset: 128>, 3>
            %subview_1 = memref.subview %arg0[%arg3, 8] [16, 8] [1, 1] : memref<32x64xf32> to memref<16x8xf32, strided<[64, 1], offset: ?>>
            memref.copy %subview_1, %subview : memref<16x8xf32, strided<[64, 1], offset: ?>> to memref<16x8xf32, strided<[8, 1], offset: 128>, 3>
          }
          pipeline.async_scope {
            %subview = memref.subview %alloc_0[1, 0, 0] [1, 8, 16] [1, 1, 1] : memref<3x8x16xf32, 3> to memref<8x16xf32, strided<[16, 1], offset: 128>, 3>
            %subview_1 = memref.subview %arg1[8, %arg4] [8, 16] [1, 1] : memref<64x32xf32> to memref<8x16xf32, strided<[32, 1], offset: ?>>
            memref.copy %subview_1, %subview : memref<8x16xf32, strided<[32, 1], offset: ?>> to memref<8x16xf32, strided<[16, 1], offset: 128>, 3>
          }
        }
        scf.for %arg5 = %c0 to %c6 step %c1 {
          pipeline.commit_queue 0 {
            pipeline.async_scope {
              %0 = arith.addi %arg5, %c2 : index
              %1 = arith.remui %0, %c3 : index
              %subview = memref.subview %alloc[%1, 0, 0] [1, 16, 8] [1, 1, 1] : memref<3x16x8xf32, 3> to memref<16x8xf32, strided<[8, 1], offset: ?>, 3>
              %2 = arith.muli %0, %c8 : index
              %subview_1 = memref.subview %arg0[%arg3, %2] [16, 8] [1, 1] : memref<32x64xf32> to memref<16x8xf32, strided<[64, 1], offset: ?>>
              memref.copy %subview_1, %subview : memref<16x8xf32, strided<[64, 1], offset: ?>> to memref<16x8xf32, strided<[8, 1], offset: ?>, 3>
            }
            pipeline.async_scope {
              %0 = arith.addi %arg5, %c2 : index
              %1 = arith.remui %0, %c3 : index
              %subview = memref.subview %alloc_0[%1, 0, 0] [1, 8, 16] [1, 1, 1] : memref<3x8x16xf32, 3> to memref<8x16xf32, strided<[16, 1], offset: ?>, 3>
              %2 = arith.muli %0, %c8 : index
              %subview_1 = memref.subview %arg1[%2, %arg4] [8, 16] [1, 1] : memref<64x32xf32> to memref<8x16xf32, strided<[32, 1], offset: ?>>
              memref.copy %subview_1, %subview : memref<8x16xf32, strided<[32, 1], offset: ?>> to memref<8x16xf32, strided<[16, 1], offset: ?>, 3>
            }
          }
          pipeline.wait_queue 0, 2 {
            %0 = arith.remui %arg5, %c3 : index
            scf.for %arg6 = %c0 to %c16 step %c1 {
              scf.for %arg7 = %c0 to %c16 step %c1 {
                scf.for %arg8 = %c0 to %c8 step %c1 {
                  %1 = arith.addi %arg3, %arg6 : index
                  %2 = arith.addi %arg4, %arg7 : index
                  %3 = memref.load %alloc[%0, %arg6, %arg8] : memref<3x16x8xf32, 3>
                  %4 = memref.load %alloc_0[%0, %arg8, %arg7] : memref<3x8x16xf32, 3>
                  %5 = memref.load %arg2[%1, %2] : memref<32x32xf32>
                  %6 = arith.mulf %3, %4 : f32
                  %7 = arith.addf %5, %6 : f32
                  memref.store %7, %arg2[%1, %2] : memref<32x32xf32>
                }
              }
            }
          }
        }
        pipeline.wait_queue 0, 1 {
          scf.for %arg5 = %c0 to %c16 step %c1 {
            scf.for %arg6 = %c0 to %c16 step %c1 {
              scf.for %arg7 = %c0 to %c8 step %c1 {
                %0 = arith.addi %arg3, %arg5 : index
                %1 = arith.addi %arg4, %arg6 : index
                %2 = memref.load %alloc[%c0, %arg5, %arg7] : memref<3x16x8xf32, 3>
                %3 = memref.load %alloc_0[%c0, %arg7, %arg6] : memref<3x8x16xf32, 3>
                %4 = memref.load %arg2[%0, %1] : memref<32x32xf32>
                %5 = arith.mulf %2, %3 : f32
                %6 = arith.addf %4, %5 : f32
                memref.store %6, %arg2[%0, %1] : memref<32x32xf32>
              }
            }
          }
        }
        pipeline.wait_queue 0, 0 {
          scf.for %arg5 = %c0 to %c16 step %c1 {
            scf.for %arg6 = %c0 to %c16 step %c1 {
              scf.for %arg7 = %c0 to %c8 step %c1 {
                %0 = arith.addi %arg3, %arg5 : index
                %1 = arith.addi %arg4, %arg6 : index
                %2 = memref.load %alloc[%c1, %arg5, %arg7] : memref<3x16x8xf32, 3>
                %3 = memref.load %alloc_0[%c1, %arg7, %arg6] : memref<3x8x16xf32, 3>
                %4 = memref.load %arg2[%0, %1] : memref<32x32xf32>
                %5 = arith.mulf %2, %3 : f32
                %6 = arith.addf %4, %5 : f32
                memref.store %6, %arg2[%0, %1] : memref<32x32xf32>
              }
            }
          }
        }
      }
    }
    return
  }
}

