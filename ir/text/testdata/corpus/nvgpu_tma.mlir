// Covers the nvgpu.tma operations, with every optional part present and absent, and names of types left out.
!grp = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
!grp4 = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
!map = !nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
func.func @tma(%u: memref<*xf16>, %v: memref<*xf16, 1>, %dst: memref<128x64xf16, 3>, %g: !grp4, %d: !map, %i: index, %p: i1, %mask: i16) {
  %m = nvgpu.tma.create.descriptor %u box[%i, %i] : memref<*xf16> -> !map
  %m2 = nvgpu.tma.create.descriptor %v box[] : memref<*xf16, 1> -> !map
  nvgpu.tma.fence.descriptor %d : !map
  nvgpu.tma.prefetch.descriptor %d : !map
  nvgpu.tma.prefetch.descriptor %d, predicate = %p : !map
  nvgpu.tma.async.load %d[%i, %i], %g[%i] to %dst : !map, !grp4 -> memref<128x64xf16, 3>
  nvgpu.tma.async.load %d[%i, %i], %g[%i] to %dst multicast_mask = %mask : !map, !grp4 -> memref<128x64xf16, 3>
  nvgpu.tma.async.load %d[%i, %i], %g[%i] to %dst, predicate = %p {note} : !map, !grp4 -> memref<128x64xf16, 3>
  nvgpu.tma.async.load %d[%i, %i], %g[%i] to %dst multicast_mask = %mask, predicate = %p : !map, !grp4 -> memref<128x64xf16, 3>
  nvgpu.tma.async.store %dst to %d[%i, %i] : memref<128x64xf16, 3> -> !map
  nvgpu.tma.async.store %dst to %d[%i, %i], predicate = %p : memref<128x64xf16, 3> -> !map
  return
}
