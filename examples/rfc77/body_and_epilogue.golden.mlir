module {
  func.func @body_and_epilogue(%arg0: memref<16xf32>, %arg1: memref<16xf32>, %arg2: memref<16xf32>) {
    %c15 = arith.constant 15 : index
    %c14 = arith.constant 14 : index
    %c4 = arith.constant 4 : index
    %c3 = arith.constant 3 : index
    %c13 = arith.constant 13 : index
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %cst = arith.constant 2.000000e+00 : f32
    %alloc = memref.alloc() : memref<4x1xf32, 3>
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        %6 = memref.load %arg0[%c0] : memref<16xf32>
        memref.store %6, %alloc[%c0, %c0] : memref<4x1xf32, 3>
      }
    }
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        %6 = memref.load %arg0[%c1] : memref<16xf32>
        memref.store %6, %alloc[%c1, %c0] : memref<4x1xf32, 3>
      }
    }
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        %6 = memref.load %arg0[%c2] : memref<16xf32>
        memref.store %6, %alloc[%c2, %c0] : memref<4x1xf32, 3>
      }
    }
    pipeline.wait_queue 0, 2 {
      %6 = memref.load %alloc[%c0, %c0] : memref<4x1xf32, 3>
      memref.store %6, %arg1[%c0] : memref<16xf32>
    }
    scf.for %arg3 = %c0 to %c13 step %c1 {
      pipeline.commit_queue 0 {
        pipeline.async_scope {
          %9 = arith.addi %arg3, %c3 : index
          %10 = arith.remui %9, %c4 : index
          %11 = memref.load %arg0[%9] : memref<16xf32>
          memref.store %11, %alloc[%10, %c0] : memref<4x1xf32, 3>
        }
      }
      %6 = arith.remui %arg3, %c4 : index
      %7 = memref.load %alloc[%6, %c0] : memref<4x1xf32, 3>
      %8 = arith.mulf %7, %cst : f32
      memref.store %8, %arg2[%arg3] : memref<16xf32>
      pipeline.wait_queue 0, 2 {
        %9 = arith.addi %arg3, %c1 : index
        %10 = arith.remui %9, %c4 : index
        %11 = memref.load %alloc[%10, %c0] : memref<4x1xf32, 3>
        memref.store %11, %arg1[%9] : memref<16xf32>
      }
    }
    %0 = memref.load %alloc[%c1, %c0] : memref<4x1xf32, 3>
    %1 = arith.mulf %0, %cst : f32
    memref.store %1, %arg2[%c13] : memref<16xf32>
    pipeline.wait_queue 0, 1 {
      %6 = memref.load %alloc[%c2, %c0] : memref<4x1xf32, 3>
      memref.store %6, %arg1[%c14] : memref<16xf32>
    }
    %2 = memref.load %alloc[%c2, %c0] : memref<4x1xf32, 3>
    %3 = arith.mulf %2, %cst : f32
    memref.store %3, %arg2[%c14] : memref<16xf32>
    pipeline.wait_queue 0, 0 {
      %6 = memref.load %alloc[%c3, %c0] : memref<4x1xf32, 3>
      memref.store %6, %arg1[%c15] : memref<16xf32>
    }
    %4 = memref.load %alloc[%c3, %c0] : memref<4x1xf32, 3>
    %5 = arith.mulf %4, %cst : f32
    memref.store %5, %arg2[%c15] : memref<16xf32>
    return
  }
}

