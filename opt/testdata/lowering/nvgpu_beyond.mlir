!da = !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>
!db = !nvgpu.warpgroup.descriptor<tensor = memref<64x16xf16, 3>>
!acc = !nvgpu.warpgroup.accumulator<fragmented = vector<128x16xf32>>
func.func @narrow(%a: !da, %b: !db, %c: !acc, %out: memref<128x16xf32, 3>) {
  %d = nvgpu.warpgroup.mma %a, %b, %c : !da, !db, !acc -> !acc
  nvgpu.warpgroup.mma.store %d, %out : !acc to memref<128x16xf32, 3>
  return
}
// -----
func.func @sparse(%a: vector<4x2xbf16>, %b: vector<4x2xbf16>, %c: vector<2x2xf32>, %m: vector<2xi16>) -> vector<2x2xf32> {
  %d = nvgpu.mma.sp.sync(%a, %b, %c) metadata(%m) {mmaShape = [16, 8, 32]} : (vector<4x2xbf16>, vector<4x2xbf16>, vector<2x2xf32>) -> vector<2x2xf32>
  return %d : vector<2x2xf32>
}
// -----
!dA = !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>
!dB = !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>
!acc = !nvgpu.warpgroup.accumulator<fragmented = vector<128x128xf32>>
func.func @t(%a: !dA, %b: !dB, %out: memref<128x128xf32, 3>, %c: !acc) {
  %r = nvgpu.warpgroup.mma %a, %b, %c {transposeA, transposeB, waitGroup = 2} : !dA, !dB, !acc -> !acc
  nvgpu.warpgroup.mma.store %r, %out : !acc to memref<128x128xf32, 3>
  return
}
