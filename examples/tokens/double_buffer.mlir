// A loop that copies one tile ahead: one group per iteration, two slots. The loop carries the token of the tile that it is
// about to use.
func.func @double_buffer(%src: memref<256xf32>, %dst: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c63 = arith.constant 63 : index
  %c256 = arith.constant 256 : index
  %tile = memref.alloc() : memref<2x4xf32, 3>
  %a = nvgpu.device_async_copy %src[%c0], %tile[%c0, %c0], 4 : memref<256xf32> to memref<2x4xf32, 3>
  %first = nvgpu.device_async_create_group %a
  %rest = scf.for %i = %c0 to %c64 step %c1 iter_args(%ready = %first) -> (!nvgpu.device.async.token) {
    %slot = arith.remui %i, %c2 : index
    %next = arith.addi %i, %c1 : index
    %nextSlot = arith.remui %next, %c2 : index
    %last = arith.minui %next, %c63 : index
    %from = arith.muli %last, %c4 : index
    %b = nvgpu.device_async_copy %src[%from], %tile[%nextSlot, %c0], 4 : memref<256xf32> to memref<2x4xf32, 3>
    %group = nvgpu.device_async_create_group %b
    nvgpu.device_async_wait %ready
    %to = arith.muli %i, %c4 : index
    scf.for %j = %c0 to %c4 step %c1 {
      %v = memref.load %tile[%slot, %j] : memref<2x4xf32, 3>
      %w = arith.addf %v, %v : f32
      %k = arith.addi %to, %j : index
      memref.store %w, %dst[%k] : memref<256xf32>
    }
    scf.yield %group : !nvgpu.device.async.token
  }
  nvgpu.device_async_wait %rest // the copy ahead of the last iteration
  return
}
