// What the pipeliner starts from: both tiles are copied and waited for in the iteration that uses them.
func.func @serial(%a: memref<256xf32>, %b: memref<256xf32>, %dst: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0.0 : f32
  %tileA = memref.alloc() : memref<3x4xf32, 3>
  %tileB = memref.alloc() : memref<3x4xf32, 3>
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c256 step %c4 {
    %n = arith.divui %i, %c4 : index
    %slot = arith.remui %n, %c3 : index
    %x = nvgpu.device_async_copy %a[%i], %tileA[%slot, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
    %gx = nvgpu.device_async_create_group %x
    %y = nvgpu.device_async_copy %b[%i], %tileB[%slot, %c0], 4 : memref<256xf32> to memref<3x4xf32, 3>
    %gy = nvgpu.device_async_create_group %y
    nvgpu.device_async_wait %gx
    nvgpu.device_async_wait %gy
    %u = vector.transfer_read %tileA[%slot, %c0], %zero {in_bounds = [true]} : memref<3x4xf32, 3>, vector<4xf32>
    %v = vector.transfer_read %tileB[%slot, %c0], %zero {in_bounds = [true]} : memref<3x4xf32, 3>, vector<4xf32>
    %w = arith.addf %u, %v : vector<4xf32>
    vector.transfer_write %w, %dst[%i] {in_bounds = [true]} : vector<4xf32>, memref<256xf32>
  }
  return
}
