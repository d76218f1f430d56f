// Covers the nvgpu.warpgroup operations, with every optional part present and absent, and names of types left out.
!map = !nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!dA = !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>
!dB = !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>
!acc = !nvgpu.warpgroup.accumulator<fragmented = vector<128x128xf32>>
func.func @warpgroup(%m: memref<128x64xf16, 3>, %d: !map, %out: memref<128x128xf32, 3>, %b: !dB) {
  %a = nvgpu.warpgroup.generate.descriptor %m, %d : memref<128x64xf16, 3>, !map -> !dA
  %c = nvgpu.warpgroup.mma.init.accumulator -> !acc
  %c2 = nvgpu.warpgroup.mma.init.accumulator {note} -> !acc
  %r = nvgpu.warpgroup.mma %a, %b, %c : !dA, !dB, !acc -> !acc
  %r2 = nvgpu.warpgroup.mma %a, %b, %c {transposeB} : !dA, !dB, !acc -> !acc
  %r3 = nvgpu.warpgroup.mma %a, %b, %c {transposeA, transposeB, waitGroup = 2} : !dA, !dB, !acc -> !acc
  %r4 = nvgpu.warpgroup.mma %a, %b, %c {waitGroup = 1, note} : !dA, !dB, !acc -> !acc
  nvgpu.warpgroup.mma.store %r, %out : !acc to memref<128x128xf32, 3>
  return
}
