// Covers the types of the nvgpu dialect, with every parameter present and absent and in any order.
func.func @barriers(%a: !nvgpu.mbarrier.group<memorySpace = 3>, %b: !nvgpu.mbarrier.group<memorySpace = 3 : i32, num_barriers=1>,
    %c: !nvgpu.mbarrier.group<num_barriers = 4, memorySpace=#gpu.address_space<workgroup>>,
    %d: !nvgpu.mbarrier.group<memorySpace = "x", num_barriers = 0x10>, %e: !nvgpu<mbarrier.group<memorySpace = 3 : i64>>) {
  return
}
func.func @tokens(%a: !nvgpu.mbarrier.token, %b: !nvgpu<mbarrier.token>, %c: !nvgpu.device.async.token) {
  return
}
func.func @descriptors(
    %a: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, strided<[64,1]>, 3>, swizzle = none, l2promo=none, oob=nan, interleave=none>,
    %b: !nvgpu.tensormap.descriptor<interleave=interleave_16b, oob=zero, l2promo=l2promo_256b, swizzle=swizzle_128b, tensor = memref<8xi8, 3>>,
    %c: !nvgpu.tensormap.descriptor<interleave=interleave_32b, oob=zero, l2promo=l2promo_64b, swizzle=swizzle_32b, tensor = memref<8xi8, 3>>,
    %d: !nvgpu.tensormap.descriptor<interleave=none, oob=zero, l2promo=l2promo_128b, swizzle=swizzle_64b, tensor = memref<8xi8, 3>>) {
  return
}
func.func @warpgroup(%f: !nvgpu.warpgroup.descriptor<tensor=memref<128x64xf16, 3>>, %g: !nvgpu.warpgroup.accumulator<fragmented = vector<64x128xf32>>) {
  return
}
