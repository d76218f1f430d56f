module {
  func.func @gemm(%arg0: memref<?x?xf32>, %arg1: memref<?x?xi8>, %arg2: memref<?xf32>, %arg3: memref<?x?xf32>) {
    %c-1 = arith.constant -1 : index
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %cst = arith.constant 0.000000e+00 : f32
    %dim = memref.dim %arg0, %c0 : memref<?x?xf32>
    %dim_0 = memref.dim %arg0, %c1 : memref<?x?xf32>
    %dim_1 = memref.dim %arg1, %c1 : memref<?x?xi8>
    %0 = arith.divui %dim_1, %c8 : index
    %alloc = memref.alloc(%dim_0) : memref<2x?x8xf32>
    %1 = arith.subi %0, %c1 : index
    %2 = arith.maxsi %0, %c1 : index
    pipeline.commit_queue 0 {
      %3 = arith.cmpi sgt, %0, %c0 : index
      scf.if %3 {
        pipeline.async_scope {
          scf.for %arg4 = %c0 to %dim_0 step %c1 {
            scf.for %arg5 = %c0 to %c8 step %c1 {
              %4 = memref.load %arg1[%arg4, %arg5] : memref<?x?xi8>
              %5 = arith.sitofp %4 : i8 to f32
              %6 = memref.load %arg2[%arg5] : memref<?xf32>
              %7 = arith.mulf %5, %6 : f32
              memref.store %7, %alloc[%c0, %arg4, %arg5] : memref<2x?x8xf32>
            }
          }
        }
      }
    }
    scf.for %arg4 = %c0 to %1 step %c1 {
      pipeline.commit_queue 0 {
        pipeline.async_scope {
          %3 = arith.addi %arg4, %c1 : index
          %4 = arith.remui %3, %c2 : index
          %5 = arith.muli %3, %c8 : index
          scf.for %arg5 = %c0 to %dim_0 step %c1 {
            scf.for %arg6 = %c0 to %c8 step %c1 {
              %6 = arith.addi %5, %arg6 : index
              %7 = memref.load %arg1[%arg5, %6] : memref<?x?xi8>
              %8 = arith.sitofp %7 : i8 to f32
              %9 = memref.load %arg2[%6] : memref<?xf32>
              %10 = arith.mulf %8, %9 : f32
              memref.store %10, %alloc[%4, %arg5, %arg6] : memref<2x?x8xf32>
            }
          }
        }
      }
      pipeline.wait_queue 0, 1 {
        %3 = arith.remui %arg4, %c2 : index
        %4 = arith.muli %arg4, %c8 : index
        scf.for %arg5 = %c0 to %dim step %c1 {
          scf.for %arg6 = %c0 to %c8 step %c1 {
            %5 = arith.addi %4, %arg6 : index
            %6 = scf.for %arg7 = %c0 to %dim_0 step %c1 iter_args(%arg8 = %cst) -> (f32) {
              %7 = memref.load %arg0[%arg5, %arg7] : memref<?x?xf32>
              %8 = memref.load %alloc[%3, %arg7, %arg6] : memref<2x?x8xf32>
              %9 = arith.mulf %7, %8 : f32
              %10 = arith.addf %arg8, %9 : f32
              scf.yield %10 : f32
            }
            memref.store %6, %arg3[%arg5, %5] : memref<?x?xf32>
          }
        }
      }
    }
    pipeline.commit_queue 0 {
    }
    pipeline.wait_queue 0, 1 {
      %3 = arith.addi %2, %c-1 : index
      %4 = arith.cmpi slt, %3, %0 : index
      scf.if %4 {
        %5 = arith.remui %3, %c2 : index
        %6 = arith.muli %3, %c8 : index
        scf.for %arg4 = %c0 to %dim step %c1 {
          scf.for %arg5 = %c0 to %c8 step %c1 {
            %7 = arith.addi %6, %arg5 : index
            %8 = scf.for %arg6 = %c0 to %dim_0 step %c1 iter_args(%arg7 = %cst) -> (f32) {
              %9 = memref.load %arg0[%arg4, %arg6] : memref<?x?xf32>
              %10 = memref.load %alloc[%5, %arg6, %arg5] : memref<2x?x8xf32>
              %11 = arith.mulf %9, %10 : f32
              %12 = arith.addf %arg7, %11 : f32
              scf.yield %12 : f32
            }
            memref.store %8, %arg3[%arg4, %7] : memref<?x?xf32>
          }
        }
      }
    }
    return
  }
}

