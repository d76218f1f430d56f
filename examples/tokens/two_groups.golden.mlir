module {
  func.func @two_groups(%arg0: memref<256xf32>, %arg1: memref<256xf32>, %arg2: memref<256xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c63 = arith.constant 63 : index
    %c64 = arith.constant 64 : index
    %alloc = memref.alloc() : memref<3x4xf32, 3>
    %alloc_0 = memref.alloc() : memref<3x4xf32, 3>
    %0 = nvgpu.device_async_copy %arg0[%c0], %alloc[%c0, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
    %1 = nvgpu.device_async_create_group %0
    %2 = nvgpu.device_async_copy %arg1[%c0], %alloc_0[%c0, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
    %3 = nvgpu.device_async_create_group %2
    %4 = nvgpu.device_async_copy %arg0[%c4], %alloc[%c1, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
    %5 = nvgpu.device_async_create_group %4
    %6 = nvgpu.device_async_copy %arg1[%c4], %alloc_0[%c1, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
    %7 = nvgpu.device_async_create_group %6
    %8:4 = scf.for %arg3 = %c0 to %c64 step %c1 iter_args(%arg4 = %1, %arg5 = %3, %arg6 = %5, %arg7 = %7) -> (!nvgpu.device.async.token, !nvgpu.device.async.token, !nvgpu.device.async.token, !nvgpu.device.async.token) {
      %9 = arith.remui %arg3, %c3 : index
      %10 = arith.addi %arg3, %c2 : index
      %11 = arith.remui %10, %c3 : index
      %12 = arith.minui %10, %c63 : index
      %13 = arith.muli %12, %c4 : index
      %14 = nvgpu.device_async_copy %arg0[%13], %alloc[%11, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
      %15 = nvgpu.device_async_create_group %14
      %16 = nvgpu.device_async_copy %arg1[%13], %alloc_0[%11, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
      %17 = nvgpu.device_async_create_group %16
      %18 = arith.muli %arg3, %c4 : index
      nvgpu.device_async_wait %arg4
      scf.for %arg8 = %c0 to %c4 step %c1 {
        %19 = memref.load %alloc[%9, %arg8] : memref<3x4xf32, 3>
        %20 = arith.addi %18, %arg8 : index
        memref.store %19, %arg2[%20] : memref<256xf32>
      }
      nvgpu.device_async_wait %arg5
      scf.for %arg8 = %c0 to %c4 step %c1 {
        %19 = memref.load %alloc_0[%9, %arg8] : memref<3x4xf32, 3>
        %20 = arith.addi %18, %arg8 : index
        %21 = memref.load %arg2[%20] : memref<256xf32>
        %22 = arith.addf %21, %19 : f32
        memref.store %22, %arg2[%20] : memref<256xf32>
      }
      scf.yield %arg6, %arg7, %15, %17 : !nvgpu.device.async.token, !nvgpu.device.async.token, !nvgpu.device.async.token, !nvgpu.device.async.token
    }
    nvgpu.device_async_wait %8#3
    return
  }
}

