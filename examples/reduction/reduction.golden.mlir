module {
  func.func @reduction(%arg0: memref<?x64xf64>, %arg1: memref<f64>, %arg2: memref<f64>) {
    %c-1 = arith.constant -1 : index
    %c-2 = arith.constant -2 : index
    %c3 = arith.constant 3 : index
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0xFFF0000000000000 : f64
    %dim = memref.dim %arg0, %c0 : memref<?x64xf64>
    memref.store %cst, %arg1[] : memref<f64>
    memref.store %cst_0, %arg2[] : memref<f64>
    %alloc = memref.alloc() : memref<3x64xf64, 3>
    %0 = arith.subi %dim, %c2 : index
    %1 = arith.maxsi %dim, %c2 : index
    pipeline.commit_queue 0 {
      %6 = arith.cmpi sgt, %dim, %c0 : index
      scf.if %6 {
        pipeline.async_scope {
          scf.for %arg3 = %c0 to %c64 step %c1 {
            %7 = memref.load %arg0[%c0, %arg3] : memref<?x64xf64>
            memref.store %7, %alloc[%c0, %arg3] : memref<3x64xf64, 3>
          }
        }
      }
    }
    pipeline.commit_queue 0 {
      %6 = arith.cmpi sgt, %dim, %c1 : index
      scf.if %6 {
        pipeline.async_scope {
          scf.for %arg3 = %c0 to %c64 step %c1 {
            %7 = memref.load %arg0[%c1, %arg3] : memref<?x64xf64>
            memref.store %7, %alloc[%c1, %arg3] : memref<3x64xf64, 3>
          }
        }
      }
    }
    scf.for %arg3 = %c0 to %0 step %c1 {
      pipeline.commit_queue 0 {
        pipeline.async_scope {
          %7 = arith.addi %arg3, %c2 : index
          %8 = arith.remui %7, %c3 : index
          scf.for %arg4 = %c0 to %c64 step %c1 {
            %9 = memref.load %arg0[%7, %arg4] : memref<?x64xf64>
            memref.store %9, %alloc[%8, %arg4] : memref<3x64xf64, 3>
          }
        }
      }
      pipeline.wait_queue 0, 2 {
        %7 = arith.remui %arg3, %c3 : index
        scf.for %arg4 = %c0 to %c64 step %c1 {
          %8 = memref.load %alloc[%7, %arg4] : memref<3x64xf64, 3>
          %9 = memref.load %arg1[] : memref<f64>
          %10 = arith.addf %9, %8 : f64
          memref.store %10, %arg1[] : memref<f64>
        }
      }
      %6 = arith.remui %arg3, %c3 : index
      scf.for %arg4 = %c0 to %c64 step %c1 {
        %7 = memref.load %alloc[%6, %arg4] : memref<3x64xf64, 3>
        %8 = memref.load %arg2[] : memref<f64>
        %9 = arith.maximumf %8, %7 : f64
        memref.store %9, %arg2[] : memref<f64>
      }
    }
    pipeline.commit_queue 0 {
    }
    pipeline.wait_queue 0, 2 {
      %6 = arith.addi %1, %c-2 : index
      %7 = arith.cmpi slt, %6, %dim : index
      scf.if %7 {
        %8 = arith.remui %6, %c3 : index
        scf.for %arg3 = %c0 to %c64 step %c1 {
          %9 = memref.load %alloc[%8, %arg3] : memref<3x64xf64, 3>
          %10 = memref.load %arg1[] : memref<f64>
          %11 = arith.addf %10, %9 : f64
          memref.store %11, %arg1[] : memref<f64>
        }
      }
    }
    %2 = arith.addi %1, %c-2 : index
    %3 = arith.cmpi slt, %2, %dim : index
    scf.if %3 {
      %6 = arith.remui %2, %c3 : index
      scf.for %arg3 = %c0 to %c64 step %c1 {
        %7 = memref.load %alloc[%6, %arg3] : memref<3x64xf64, 3>
        %8 = memref.load %arg2[] : memref<f64>
        %9 = arith.maximumf %8, %7 : f64
        memref.store %9, %arg2[] : memref<f64>
      }
    }
    pipeline.commit_queue 0 {
    }
    pipeline.wait_queue 0, 2 {
      %6 = arith.addi %1, %c-1 : index
      %7 = arith.cmpi slt, %6, %dim : index
      scf.if %7 {
        %8 = arith.remui %6, %c3 : index
        scf.for %arg3 = %c0 to %c64 step %c1 {
          %9 = memref.load %alloc[%8, %arg3] : memref<3x64xf64, 3>
          %10 = memref.load %arg1[] : memref<f64>
          %11 = arith.addf %10, %9 : f64
          memref.store %11, %arg1[] : memref<f64>
        }
      }
    }
    %4 = arith.addi %1, %c-1 : index
    %5 = arith.cmpi slt, %4, %dim : index
    scf.if %5 {
      %6 = arith.remui %4, %c3 : index
      scf.for %arg3 = %c0 to %c64 step %c1 {
        %7 = memref.load %alloc[%6, %arg3] : memref<3x64xf64, 3>
        %8 = memref.load %arg2[] : memref<f64>
        %9 = arith.maximumf %8, %7 : f64
        memref.store %9, %arg2[] : memref<f64>
      }
    }
    return
  }
}

