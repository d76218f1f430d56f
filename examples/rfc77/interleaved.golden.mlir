module {
  func.func @interleaved(%arg0: memref<16xf32>, %arg1: memref<16xf32>, %arg2: memref<16xf32>) {
    %c15 = arith.constant 15 : index
    %c14 = arith.constant 14 : index
    %c4 = arith.constant 4 : index
    %c3 = arith.constant 3 : index
    %c13 = arith.constant 13 : index
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %alloc = memref.alloc() : memref<4x1xf32, 3>
    %alloc_0 = memref.alloc() : memref<3x1xf32, 3>
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        %0 = memref.load %arg0[%c0] : memref<16xf32>
        memref.store %0, %alloc[%c0, %c0] : memref<4x1xf32, 3>
      }
    }
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        %0 = memref.load %arg1[%c0] : memref<16xf32>
        memref.store %0, %alloc_0[%c0, %c0] : memref<3x1xf32, 3>
      }
    }
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        %0 = memref.load %arg0[%c1] : memref<16xf32>
        memref.store %0, %alloc[%c1, %c0] : memref<4x1xf32, 3>
      }
    }
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        %0 = memref.load %arg1[%c1] : memref<16xf32>
        memref.store %0, %alloc_0[%c1, %c0] : memref<3x1xf32, 3>
      }
    }
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        %0 = memref.load %arg0[%c2] : memref<16xf32>
        memref.store %0, %alloc[%c2, %c0] : memref<4x1xf32, 3>
      }
    }
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        %0 = memref.load %arg1[%c2] : memref<16xf32>
        memref.store %0, %alloc_0[%c2, %c0] : memref<3x1xf32, 3>
      }
    }
    scf.for %arg3 = %c0 to %c13 step %c1 {
      pipeline.commit_queue 0 {
        pipeline.async_scope {
          %0 = arith.addi %arg3, %c3 : index
          %1 = arith.remui %0, %c4 : index
          %2 = memref.load %arg0[%0] : memref<16xf32>
          memref.store %2, %alloc[%1, %c0] : memref<4x1xf32, 3>
        }
      }
      pipeline.wait_queue 0, 5 {
        %0 = arith.remui %arg3, %c4 : index
        %1 = arith.remui %arg3, %c3 : index
        %2 = memref.load %alloc[%0, %c0] : memref<4x1xf32, 3>
        %3 = memref.load %alloc_0[%1, %c0] : memref<3x1xf32, 3>
        %4 = arith.addf %2, %3 : f32
        memref.store %4, %arg2[%arg3] : memref<16xf32>
      }
      pipeline.commit_queue 0 {
        pipeline.async_scope {
          %0 = arith.addi %arg3, %c3 : index
          %1 = arith.remui %arg3, %c3 : index
          %2 = memref.load %arg1[%0] : memref<16xf32>
          memref.store %2, %alloc_0[%1, %c0] : memref<3x1xf32, 3>
        }
      }
    }
    pipeline.wait_queue 0, 4 {
      %0 = memref.load %alloc[%c1, %c0] : memref<4x1xf32, 3>
      %1 = memref.load %alloc_0[%c1, %c0] : memref<3x1xf32, 3>
      %2 = arith.addf %0, %1 : f32
      memref.store %2, %arg2[%c13] : memref<16xf32>
    }
    pipeline.wait_queue 0, 2 {
      %0 = memref.load %alloc[%c2, %c0] : memref<4x1xf32, 3>
      %1 = memref.load %alloc_0[%c2, %c0] : memref<3x1xf32, 3>
      %2 = arith.addf %0, %1 : f32
      memref.store %2, %arg2[%c14] : memref<16xf32>
    }
    pipeline.wait_queue 0, 0 {
      %0 = memref.load %alloc[%c3, %c0] : memref<4x1xf32, 3>
      %1 = memref.load %alloc_0[%c0, %c0] : memref<3x1xf32, 3>
      %2 = arith.addf %0, %1 : f32
      memref.store %2, %arg2[%c15] : memref<16xf32>
    }
    return
  }
}

