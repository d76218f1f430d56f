module {
  func.func @fused_batch_norm(%arg0: memref<256xf32>, %arg1: memref<256xf32>, %arg2: memref<2xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 2.560000e+02 : f32
    %cst_1 = arith.constant 1.000000e-03 : f32
    %cst_2 = arith.constant 7.500000e-01 : f32
    %cst_3 = arith.constant 2.500000e-01 : f32
    %0 = task.promise : !async.value<f32>
    %1 = task.promise : !async.value<f32>
    %token = async.execute {
      %3 = scf.for %arg3 = %c0 to %c256 step %c1 iter_args(%arg4 = %cst) -> (f32) {
        %9 = memref.load %arg0[%arg3] : memref<256xf32>
        %10 = arith.addf %arg4, %9 : f32
        scf.yield %10 : f32
      }
      %4 = arith.divf %3, %cst_0 : f32
      task.fulfill %0 : !async.value<f32> with %4 : f32
      %5 = scf.for %arg3 = %c0 to %c256 step %c1 iter_args(%arg4 = %cst) -> (f32) {
        %9 = memref.load %arg0[%arg3] : memref<256xf32>
        %10 = arith.subf %9, %4 : f32
        %11 = arith.mulf %10, %10 : f32
        %12 = arith.addf %arg4, %11 : f32
        scf.yield %12 : f32
      }
      %6 = arith.divf %5, %cst_0 : f32
      task.fulfill %1 : !async.value<f32> with %6 : f32
      %7 = arith.addf %6, %cst_1 : f32
      %8 = math.sqrt %7 : f32
      scf.for %arg3 = %c0 to %c256 step %c1 {
        %9 = memref.load %arg0[%arg3] : memref<256xf32>
        %10 = arith.subf %9, %4 : f32
        %11 = arith.divf %10, %8 : f32
        memref.store %11, %arg1[%arg3] : memref<256xf32>
      }
      async.yield
    }
    task.settle %0 by %token : !async.value<f32>
    task.settle %1 by %token : !async.value<f32>
    %2 = task.resource
    %token_4 = task.execute (%0 as %arg3: !async.value<f32>) holding(%2) {
      %3 = memref.load %arg2[%c0] : memref<2xf32>
      %4 = arith.mulf %3, %cst_2 : f32
      %5 = arith.mulf %arg3, %cst_3 : f32
      %6 = arith.addf %4, %5 : f32
      memref.store %6, %arg2[%c0] : memref<2xf32>
      task.yield
    }
    %token_5 = task.execute (%1 as %arg3: !async.value<f32>) holding(%2) {
      %3 = memref.load %arg2[%c1] : memref<2xf32>
      %4 = arith.mulf %3, %cst_2 : f32
      %5 = arith.mulf %arg3, %cst_3 : f32
      %6 = arith.addf %4, %5 : f32
      memref.store %6, %arg2[%c1] : memref<2xf32>
      task.yield
    }
    async.await %token_4 : !async.token
    async.await %token_5 : !async.token
    async.await %token : !async.token
    return
  }
}

