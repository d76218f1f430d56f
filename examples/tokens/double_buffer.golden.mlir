module {
  func.func @double_buffer(%arg0: memref<256xf32>, %arg1: memref<256xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %c63 = arith.constant 63 : index
    %alloc = memref.alloc() : memref<2x4xf32, 3>
    %0 = nvgpu.device_async_copy %arg0[%c0], %alloc[%c0, %c0], 4 : memref<256xf32> to memref<2x4xf32, 3>
    %1 = nvgpu.device_async_create_group %0
    %2 = scf.for %arg2 = %c0 to %c64 step %c1 iter_args(%arg3 = %1) -> (!nvgpu.device.async.token) {
      %3 = arith.remui %arg2, %c2 : index
      %4 = arith.addi %arg2, %c1 : index
      %5 = arith.remui %4, %c2 : index
      %6 = arith.minui %4, %c63 : index
      %7 = arith.muli %6, %c4 : index
      %8 = nvgpu.device_async_copy %arg0[%7], %alloc[%5, %c0], 4 : memref<256xf32> to memref<2x4xf32, 3>
      %9 = nvgpu.device_async_create_group %8
      nvgpu.device_async_wait %arg3
      %10 = arith.muli %arg2, %c4 : index
      scf.for %arg4 = %c0 to %c4 step %c1 {
        %11 = memref.load %alloc[%3, %arg4] : memref<2x4xf32, 3>
        %12 = arith.addf %11, %11 : f32
        %13 = arith.addi %10, %arg4 : index
        memref.store %12, %arg1[%13] : memref<256xf32>
      }
      scf.yield %9 : !nvgpu.device.async.token
    }
    nvgpu.device_async_wait %2
    return
  }
}

