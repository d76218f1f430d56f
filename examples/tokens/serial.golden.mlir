module {
  func.func @serial(%arg0: memref<256xf32>, %arg1: memref<256xf32>, %arg2: memref<256xf32>) {
    %c3 = arith.constant 3 : index
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c256 = arith.constant 256 : index
    %cst = arith.constant 0.000000e+00 : f32
    %alloc = memref.alloc() : memref<3x4xf32, 3>
    %alloc_0 = memref.alloc() : memref<3x4xf32, 3>
    scf.for %arg3 = %c0 to %c256 step %c4 {
      %0 = arith.divui %arg3, %c4 : index
      %1 = arith.remui %0, %c3 : index
      %2 = nvgpu.device_async_copy %arg0[%arg3], %alloc[%1, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
      %3 = nvgpu.device_async_create_group %2
      %4 = nvgpu.device_async_copy %arg1[%arg3], %alloc_0[%1, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
      %5 = nvgpu.device_async_create_group %4
      nvgpu.device_async_wait %3
      nvgpu.device_async_wait %5
      %6 = vector.transfer_read %alloc[%1, %c0], %cst {in_bounds = [true]} : memref<3x4xf32, 3>, vector<4xf32>
      %7 = vector.transfer_read %alloc_0[%1, %c0], %cst {in_bounds = [true]} : memref<3x4xf32, 3>, vector<4xf32>
      %8 = arith.addf %6, %7 : vector<4xf32>
      vector.transfer_write %8, %arg2[%arg3] {in_bounds = [true]} : vector<4xf32>, memref<256xf32>
    }
    return
  }
}

