module {
  func.func @three_stages(%arg0: memref<16xf32>, %arg1: memref<16xf32>) {
    %c15 = arith.constant 15 : index
    %c3 = arith.constant 3 : index
    %c2 = arith.constant 2 : index
    %c14 = arith.constant 14 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %cst = arith.constant 1.000000e+00 : f32
    %alloc = memref.alloc() : memref<3x1xf32>
    %alloc_0 = memref.alloc() : memref<2x1xf32>
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        %0 = memref.load %arg0[%c0] : memref<16xf32>
        %1 = arith.addf %0, %cst : f32
        memref.store %1, %alloc[%c0, %c0] : memref<3x1xf32>
      }
    }
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        %0 = memref.load %arg0[%c1] : memref<16xf32>
        %1 = arith.addf %0, %cst : f32
        memref.store %1, %alloc[%c1, %c0] : memref<3x1xf32>
      }
    }
    pipeline.commit_queue 1 {
      pipeline.wait_queue 0, 1 {
        pipeline.async_scope {
          %0 = memref.load %alloc[%c0, %c0] : memref<3x1xf32>
          %1 = arith.addf %0, %cst : f32
          memref.store %1, %alloc_0[%c0, %c0] : memref<2x1xf32>
        }
      }
    }
    scf.for %arg2 = %c0 to %c14 step %c1 {
      pipeline.commit_queue 0 {
        pipeline.async_scope {
          %0 = arith.addi %arg2, %c2 : index
          %1 = arith.remui %0, %c3 : index
          %2 = memref.load %arg0[%0] : memref<16xf32>
          %3 = arith.addf %2, %cst : f32
          memref.store %3, %alloc[%1, %c0] : memref<3x1xf32>
        }
      }
      pipeline.commit_queue 1 {
        pipeline.wait_queue 0, 1 {
          pipeline.async_scope {
            %0 = arith.addi %arg2, %c1 : index
            %1 = arith.remui %0, %c3 : index
            %2 = arith.remui %0, %c2 : index
            %3 = memref.load %alloc[%1, %c0] : memref<3x1xf32>
            %4 = arith.addf %3, %cst : f32
            memref.store %4, %alloc_0[%2, %c0] : memref<2x1xf32>
          }
        }
      }
      pipeline.wait_queue 1, 1 {
        %0 = arith.remui %arg2, %c2 : index
        %1 = memref.load %alloc_0[%0, %c0] : memref<2x1xf32>
        %2 = arith.addf %1, %cst : f32
        memref.store %2, %arg1[%arg2] : memref<16xf32>
      }
    }
    pipeline.commit_queue 1 {
      pipeline.wait_queue 0, 0 {
        pipeline.async_scope {
          %0 = memref.load %alloc[%c0, %c0] : memref<3x1xf32>
          %1 = arith.addf %0, %cst : f32
          memref.store %1, %alloc_0[%c1, %c0] : memref<2x1xf32>
        }
      }
    }
    pipeline.wait_queue 1, 1 {
      %0 = memref.load %alloc_0[%c0, %c0] : memref<2x1xf32>
      %1 = arith.addf %0, %cst : f32
      memref.store %1, %arg1[%c14] : memref<16xf32>
    }
    pipeline.wait_queue 1, 0 {
      %0 = memref.load %alloc_0[%c1, %c0] : memref<2x1xf32>
      %1 = arith.addf %0, %cst : f32
      memref.store %1, %arg1[%c15] : memref<16xf32>
    }
    return
  }
}

