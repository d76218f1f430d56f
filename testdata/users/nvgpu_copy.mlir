// Only read and printed: asynchronous copies and a tensor core's multiplication.
func.func @copy(%in: memref<128xf16>, %s: memref<128xf16, 3>, %i: index) {
  %0 = nvgpu.device_async_copy %in[%i], %s[%i], 8 : memref<128xf16> to memref<128xf16, 3>
  %1 = nvgpu.device_async_create_group %0
  nvgpu.device_async_wait %1 {numGroups = 0 : i32}
  return
}
func.func @mma(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  return %d : vector<2x2xf32>
}
