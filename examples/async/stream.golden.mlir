module {
  func.func @stream(%arg0: memref<?x?xi16>, %arg1: memref<?xf32>) {
    %c-1 = arith.constant -1 : index
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 3.05175781E-5 : f32
    %cst_1 = arith.constant 9.375000e-01 : f32
    %cst_2 = arith.constant 0.99609375 : f32
    %dim = memref.dim %arg0, %c0 : memref<?x?xi16>
    %dim_3 = memref.dim %arg0, %c1 : memref<?x?xi16>
    %alloc = memref.alloc(%dim_3) : memref<2x?xf32>
    %0 = arith.subi %dim, %c1 : index
    %1 = arith.maxsi %dim, %c1 : index
    pipeline.commit_queue 0 {
      %2 = arith.cmpi sgt, %dim, %c0 : index
      scf.if %2 {
        pipeline.async_scope {
          %3 = scf.for %arg2 = %c0 to %dim_3 step %c1 iter_args(%arg3 = %cst) -> (f32) {
            %4 = memref.load %arg0[%c0, %arg2] : memref<?x?xi16>
            %5 = arith.sitofp %4 : i16 to f32
            %6 = arith.mulf %5, %cst_0 : f32
            %7 = arith.mulf %arg3, %cst_1 : f32
            %8 = arith.addf %6, %7 : f32
            memref.store %8, %alloc[%c0, %arg2] : memref<2x?xf32>
            scf.yield %8 : f32
          }
        }
      }
    }
    scf.for %arg2 = %c0 to %0 step %c1 {
      pipeline.commit_queue 0 {
        pipeline.async_scope {
          %2 = arith.addi %arg2, %c1 : index
          %3 = arith.remui %2, %c2 : index
          %4 = scf.for %arg3 = %c0 to %dim_3 step %c1 iter_args(%arg4 = %cst) -> (f32) {
            %5 = memref.load %arg0[%2, %arg3] : memref<?x?xi16>
            %6 = arith.sitofp %5 : i16 to f32
            %7 = arith.mulf %6, %cst_0 : f32
            %8 = arith.mulf %arg4, %cst_1 : f32
            %9 = arith.addf %7, %8 : f32
            memref.store %9, %alloc[%3, %arg3] : memref<2x?xf32>
            scf.yield %9 : f32
          }
        }
      }
      pipeline.wait_queue 0, 1 {
        %2 = arith.remui %arg2, %c2 : index
        %3:2 = scf.for %arg3 = %c0 to %dim_3 step %c1 iter_args(%arg4 = %cst, %arg5 = %cst) -> (f32, f32) {
          %4 = memref.load %alloc[%2, %arg3] : memref<2x?xf32>
          %5 = math.absf %4 : f32
          %6 = arith.mulf %arg4, %cst_2 : f32
          %7 = arith.maximumf %5, %6 : f32
          %8 = arith.addf %arg5, %7 : f32
          scf.yield %7, %8 : f32, f32
        }
        memref.store %3#1, %arg1[%arg2] : memref<?xf32>
      }
    }
    pipeline.commit_queue 0 {
    }
    pipeline.wait_queue 0, 1 {
      %2 = arith.addi %1, %c-1 : index
      %3 = arith.cmpi slt, %2, %dim : index
      scf.if %3 {
        %4 = arith.remui %2, %c2 : index
        %5:2 = scf.for %arg2 = %c0 to %dim_3 step %c1 iter_args(%arg3 = %cst, %arg4 = %cst) -> (f32, f32) {
          %6 = memref.load %alloc[%4, %arg2] : memref<2x?xf32>
          %7 = math.absf %6 : f32
          %8 = arith.mulf %arg3, %cst_2 : f32
          %9 = arith.maximumf %7, %8 : f32
          %10 = arith.addf %arg4, %9 : f32
          scf.yield %9, %10 : f32, f32
        }
        memref.store %5#1, %arg1[%2] : memref<?xf32>
      }
    }
    return
  }
}

