module {
  func.func @predicated_producer(%arg0: memref<?xf32>, %arg1: memref<?xi1>, %arg2: memref<?xf32>, %arg3: index) {
    %c-1 = arith.constant -1 : index
    %c-2 = arith.constant -2 : index
    %c3 = arith.constant 3 : index
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %cst = arith.constant 0.000000e+00 : f32
    %alloc = memref.alloc() : memref<3x1xf32, 3>
    %0 = arith.subi %arg3, %c2 : index
    %1 = arith.maxsi %arg3, %c2 : index
    pipeline.commit_queue 0 {
      %2 = arith.cmpi sgt, %arg3, %c0 : index
      scf.if %2 {
        pipeline.async_scope {
          %3 = memref.load %arg1[%c0] : memref<?xi1>
          scf.if %3 {
            %4 = memref.load %arg0[%c0] : memref<?xf32>
            memref.store %4, %alloc[%c0, %c0] : memref<3x1xf32, 3>
          } else {
            memref.store %cst, %alloc[%c0, %c0] : memref<3x1xf32, 3>
          }
        }
      }
    }
    pipeline.commit_queue 0 {
      %2 = arith.cmpi sgt, %arg3, %c1 : index
      scf.if %2 {
        pipeline.async_scope {
          %3 = memref.load %arg1[%c1] : memref<?xi1>
          scf.if %3 {
            %4 = memref.load %arg0[%c1] : memref<?xf32>
            memref.store %4, %alloc[%c1, %c0] : memref<3x1xf32, 3>
          } else {
            memref.store %cst, %alloc[%c1, %c0] : memref<3x1xf32, 3>
          }
        }
      }
    }
    scf.for %arg4 = %c0 to %0 step %c1 {
      pipeline.commit_queue 0 {
        pipeline.async_scope {
          %2 = arith.addi %arg4, %c2 : index
          %3 = arith.remui %2, %c3 : index
          %4 = memref.load %arg1[%2] : memref<?xi1>
          scf.if %4 {
            %5 = memref.load %arg0[%2] : memref<?xf32>
            memref.store %5, %alloc[%3, %c0] : memref<3x1xf32, 3>
          } else {
            memref.store %cst, %alloc[%3, %c0] : memref<3x1xf32, 3>
          }
        }
      }
      pipeline.wait_queue 0, 2 {
        %2 = arith.remui %arg4, %c3 : index
        %3 = memref.load %alloc[%2, %c0] : memref<3x1xf32, 3>
        memref.store %3, %arg2[%arg4] : memref<?xf32>
      }
    }
    pipeline.commit_queue 0 {
    }
    pipeline.wait_queue 0, 2 {
      %2 = arith.addi %1, %c-2 : index
      %3 = arith.cmpi slt, %2, %arg3 : index
      scf.if %3 {
        %4 = arith.remui %2, %c3 : index
        %5 = memref.load %alloc[%4, %c0] : memref<3x1xf32, 3>
        memref.store %5, %arg2[%2] : memref<?xf32>
      }
    }
    pipeline.commit_queue 0 {
    }
    pipeline.wait_queue 0, 2 {
      %2 = arith.addi %1, %c-1 : index
      %3 = arith.cmpi slt, %2, %arg3 : index
      scf.if %3 {
        %4 = arith.remui %2, %c3 : index
        %5 = memref.load %alloc[%4, %c0] : memref<3x1xf32, 3>
        memref.store %5, %arg2[%2] : memref<?xf32>
      }
    }
    return
  }
}

