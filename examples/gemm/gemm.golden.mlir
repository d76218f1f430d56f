module {
  func.func @layer(%arg0: memref<192x1024xf32>, %arg1: memref<16777216xi8>, %arg2: memref<?x192x512xf32>) {
    %c-1 = arith.constant -1 : index
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c192 = arith.constant 192 : index
    %c512 = arith.constant 512 : index
    %c1024 = arith.constant 1024 : index
    %c1_i8 = arith.constant 1 : i8
    %c1_i32 = arith.constant 1 : i32
    %c7_i32 = arith.constant 7 : i32
    %c127_i32 = arith.constant 127 : i32
    %cst = arith.constant 7.812500e-03 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %dim = memref.dim %arg2, %c0 : memref<?x192x512xf32>
    %alloc = memref.alloc() : memref<1xindex>
    memref.store %c0, %alloc[%c0] : memref<1xindex>
    %alloc_1 = memref.alloc() : memref<2x1024x512xf32>
    %0 = arith.subi %dim, %c1 : index
    %1 = arith.maxsi %dim, %c1 : index
    pipeline.commit_queue 0 {
      %2 = arith.cmpi sgt, %dim, %c0 : index
      scf.if %2 {
        pipeline.async_scope {
          scf.for %arg3 = %c0 to %c1024 step %c1 {
            %3 = memref.load %alloc[%c0] : memref<1xindex>
            %4 = scf.for %arg4 = %c0 to %c512 step %c1 iter_args(%arg5 = %3) -> (index) {
              %5 = memref.load %arg1[%arg5] : memref<16777216xi8>
              %6 = arith.andi %5, %c1_i8 : i8
              %7 = arith.trunci %6 : i8 to i1
              %8 = arith.extsi %5 : i8 to i32
              %9 = arith.shrsi %8, %c1_i32 : i32
              %10 = arith.addi %arg5, %c1 : index
              %11:2 = scf.if %7 -> (i32, index) {
                %14 = memref.load %arg1[%10] : memref<16777216xi8>
                %15 = arith.extsi %14 : i8 to i32
                %16 = arith.shli %15, %c7_i32 : i32
                %17 = arith.andi %9, %c127_i32 : i32
                %18 = arith.ori %16, %17 : i32
                %19 = arith.addi %arg5, %c2 : index
                scf.yield %18, %19 : i32, index
              } else {
                scf.yield %9, %10 : i32, index
              }
              %12 = arith.sitofp %11#0 : i32 to f32
              %13 = arith.mulf %12, %cst : f32
              memref.store %13, %alloc_1[%c0, %arg3, %arg4] : memref<2x1024x512xf32>
              scf.yield %11#1 : index
            }
            memref.store %4, %alloc[%c0] : memref<1xindex>
          }
        }
      }
    }
    scf.for %arg3 = %c0 to %0 step %c1 {
      pipeline.commit_queue 0 {
        pipeline.wait_queue 0, 0 {
          pipeline.async_scope {
            %3 = arith.addi %arg3, %c1 : index
            %4 = arith.remui %3, %c2 : index
            scf.for %arg4 = %c0 to %c1024 step %c1 {
              %5 = memref.load %alloc[%c0] : memref<1xindex>
              %6 = scf.for %arg5 = %c0 to %c512 step %c1 iter_args(%arg6 = %5) -> (index) {
                %7 = memref.load %arg1[%arg6] : memref<16777216xi8>
                %8 = arith.andi %7, %c1_i8 : i8
                %9 = arith.trunci %8 : i8 to i1
                %10 = arith.extsi %7 : i8 to i32
                %11 = arith.shrsi %10, %c1_i32 : i32
                %12 = arith.addi %arg6, %c1 : index
                %13:2 = scf.if %9 -> (i32, index) {
                  %16 = memref.load %arg1[%12] : memref<16777216xi8>
                  %17 = arith.extsi %16 : i8 to i32
                  %18 = arith.shli %17, %c7_i32 : i32
                  %19 = arith.andi %11, %c127_i32 : i32
                  %20 = arith.ori %18, %19 : i32
                  %21 = arith.addi %arg6, %c2 : index
                  scf.yield %20, %21 : i32, index
                } else {
                  scf.yield %11, %12 : i32, index
                }
                %14 = arith.sitofp %13#0 : i32 to f32
                %15 = arith.mulf %14, %cst : f32
                memref.store %15, %alloc_1[%4, %arg4, %arg5] : memref<2x1024x512xf32>
                scf.yield %13#1 : index
              }
              memref.store %6, %alloc[%c0] : memref<1xindex>
            }
          }
        }
      }
      %2 = arith.remui %arg3, %c2 : index
      scf.for %arg4 = %c0 to %c192 step %c1 {
        scf.for %arg5 = %c0 to %c512 step %c1 {
          %3 = scf.for %arg6 = %c0 to %c1024 step %c1 iter_args(%arg7 = %cst_0) -> (f32) {
            %4 = memref.load %arg0[%arg4, %arg6] : memref<192x1024xf32>
            %5 = memref.load %alloc_1[%2, %arg6, %arg5] : memref<2x1024x512xf32>
            %6 = arith.mulf %4, %5 : f32
            %7 = arith.addf %arg7, %6 : f32
            scf.yield %7 : f32
          }
          memref.store %3, %arg2[%arg3, %arg4, %arg5] : memref<?x192x512xf32>
        }
      }
    }
    pipeline.commit_queue 0 {
    }
    pipeline.wait_queue 0, 1 {
      %2 = arith.addi %1, %c-1 : index
      %3 = arith.cmpi slt, %2, %dim : index
      scf.if %3 {
        %4 = arith.remui %2, %c2 : index
        scf.for %arg3 = %c0 to %c192 step %c1 {
          scf.for %arg4 = %c0 to %c512 step %c1 {
            %5 = scf.for %arg5 = %c0 to %c1024 step %c1 iter_args(%arg6 = %cst_0) -> (f32) {
              %6 = memref.load %arg0[%arg3, %arg5] : memref<192x1024xf32>
              %7 = memref.load %alloc_1[%4, %arg5, %arg4] : memref<2x1024x512xf32>
              %8 = arith.mulf %6, %7 : f32
              %9 = arith.addf %arg6, %8 : f32
              scf.yield %9 : f32
            }
            memref.store %5, %arg2[%2, %arg3, %arg4] : memref<?x192x512xf32>
          }
        }
      }
    }
    return
  }
}

