module {
  func.func @too_strong(%arg0: memref<256xf32>, %arg1: memref<256xf32>, %arg2: memref<256xf32>) {
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
    nvvm.cp.async.commit.group
    %1 = nvgpu.device_async_copy %arg1[%c0], %alloc_0[%c0, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
    nvvm.cp.async.commit.group
    %2 = nvgpu.device_async_copy %arg0[%c4], %alloc[%c1, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
    nvvm.cp.async.commit.group
    %3 = nvgpu.device_async_copy %arg1[%c4], %alloc_0[%c1, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
    nvvm.cp.async.commit.group
    scf.for %arg3 = %c0 to %c64 step %c1 {
      %4 = arith.remui %arg3, %c3 : index
      %5 = arith.addi %arg3, %c2 : index
      %6 = arith.remui %5, %c3 : index
      %7 = arith.minui %5, %c63 : index
      %8 = arith.muli %7, %c4 : index
      %9 = nvgpu.device_async_copy %arg0[%8], %alloc[%6, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
      nvvm.cp.async.commit.group
      %10 = nvgpu.device_async_copy %arg1[%8], %alloc_0[%6, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
      nvvm.cp.async.commit.group
      %11 = arith.muli %arg3, %c4 : index
      nvvm.cp.async.wait.group 2
      scf.for %arg4 = %c0 to %c4 step %c1 {
        %12 = memref.load %alloc[%4, %arg4] : memref<3x4xf32, 3>
        %13 = arith.addi %11, %arg4 : index
        memref.store %12, %arg2[%13] : memref<256xf32>
      }
      nvvm.cp.async.wait.group 2
      scf.for %arg4 = %c0 to %c4 step %c1 {
        %12 = memref.load %alloc_0[%4, %arg4] : memref<3x4xf32, 3>
        %13 = arith.addi %11, %arg4 : index
        %14 = memref.load %arg2[%13] : memref<256xf32>
        %15 = arith.addf %14, %12 : f32
        memref.store %15, %arg2[%13] : memref<256xf32>
      }
    }
    nvvm.cp.async.wait.group 0
    return
  }
}

