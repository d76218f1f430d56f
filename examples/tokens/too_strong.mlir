// A pipeline of depth 3 by hand, in counts: two groups per iteration, and waits as a pipeline of one group per iteration
// would have them. They are right, but leave two groups in flight where five and four could be: inflight check says so, and
// inflight check --diff shows the exact counts.
func.func @too_strong(%a: memref<256xf32>, %b: memref<256xf32>, %dst: memref<256xf32>) {
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
  nvvm.cp.async.commit.group
  %b0 = nvgpu.device_async_copy %b[%c0], %tileB[%c0, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
  nvvm.cp.async.commit.group
  %a1 = nvgpu.device_async_copy %a[%c4], %tileA[%c1, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
  nvvm.cp.async.commit.group
  %b1 = nvgpu.device_async_copy %b[%c4], %tileB[%c1, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
  nvvm.cp.async.commit.group
  scf.for %i = %c0 to %c64 step %c1 {
    %slot = arith.remui %i, %c3 : index
    %ahead = arith.addi %i, %c2 : index
    %aheadSlot = arith.remui %ahead, %c3 : index
    %last = arith.minui %ahead, %c63 : index
    %from = arith.muli %last, %c4 : index
    %a2 = nvgpu.device_async_copy %a[%from], %tileA[%aheadSlot, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
    nvvm.cp.async.commit.group
    %b2 = nvgpu.device_async_copy %b[%from], %tileB[%aheadSlot, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
    nvvm.cp.async.commit.group
    %to = arith.muli %i, %c4 : index
    nvvm.cp.async.wait.group 2
    scf.for %j = %c0 to %c4 step %c1 {
      %v = memref.load %tileA[%slot, %j] : memref<3x4xf32, 3>
      %k = arith.addi %to, %j : index
      memref.store %v, %dst[%k] : memref<256xf32>
    }
    nvvm.cp.async.wait.group 2
    scf.for %j = %c0 to %c4 step %c1 {
      %v = memref.load %tileB[%slot, %j] : memref<3x4xf32, 3>
      %k = arith.addi %to, %j : index
      %u = memref.load %dst[%k] : memref<256xf32>
      %w = arith.addf %u, %v : f32
      memref.store %w, %dst[%k] : memref<256xf32>
    }
  }
  nvvm.cp.async.wait.group 0 // the copies ahead of the last iterations
  return
}
