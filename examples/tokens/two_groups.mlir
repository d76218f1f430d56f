// A pipeline of depth 3 by hand, with two groups per iteration: the tiles of A and of B are committed apart, so that the
// first half of the work can start when only A's has arrived. The loop carries the tokens of two iterations.
func.func @two_groups(%a: memref<256xf32>, %b: memref<256xf32>, %dst: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  %tileA = memref.alloc() : memref<3x4xf32, 3>
  %tileB = memref.alloc() : memref<3x4xf32, 3>
  %a0 = nvgpu.device_async_copy %a[%c0], %tileA[%c0, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
  %ga0 = nvgpu.device_async_create_group %a0
  %b0 = nvgpu.device_async_copy %b[%c0], %tileB[%c0, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
  %gb0 = nvgpu.device_async_create_group %b0
  %a1 = nvgpu.device_async_copy %a[%c4], %tileA[%c1, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
  %ga1 = nvgpu.device_async_create_group %a1
  %b1 = nvgpu.device_async_copy %b[%c4], %tileB[%c1, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
  %gb1 = nvgpu.device_async_create_group %b1
  %rest:4 = scf.for %i = %c0 to %c64 step %c1
      iter_args(%readyA = %ga0, %readyB = %gb0, %laterA = %ga1, %laterB = %gb1)
      -> (!nvgpu.device.async.token, !nvgpu.device.async.token, !nvgpu.device.async.token, !nvgpu.device.async.token) {
    %slot = arith.remui %i, %c3 : index
    %ahead = arith.addi %i, %c2 : index
    %aheadSlot = arith.remui %ahead, %c3 : index
    %last = arith.minui %ahead, %c63 : index
    %from = arith.muli %last, %c4 : index
    %a2 = nvgpu.device_async_copy %a[%from], %tileA[%aheadSlot, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
    %ga2 = nvgpu.device_async_create_group %a2
    %b2 = nvgpu.device_async_copy %b[%from], %tileB[%aheadSlot, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
    %gb2 = nvgpu.device_async_create_group %b2
    %to = arith.muli %i, %c4 : index
    nvgpu.device_async_wait %readyA
    scf.for %j = %c0 to %c4 step %c1 {
      %v = memref.load %tileA[%slot, %j] : memref<3x4xf32, 3>
      %k = arith.addi %to, %j : index
      memref.store %v, %dst[%k] : memref<256xf32>
    }
    nvgpu.device_async_wait %readyB
    scf.for %j = %c0 to %c4 step %c1 {
      %v = memref.load %tileB[%slot, %j] : memref<3x4xf32, 3>
      %k = arith.addi %to, %j : index
      %u = memref.load %dst[%k] : memref<256xf32>
      %w = arith.addf %u, %v : f32
      memref.store %w, %dst[%k] : memref<256xf32>
    }
    scf.yield %laterA, %laterB, %ga2, %gb2
      : !nvgpu.device.async.token, !nvgpu.device.async.token, !nvgpu.device.async.token, !nvgpu.device.async.token
  }
  nvgpu.device_async_wait %rest#3 // the copies ahead of the last iterations
  return
}
