!dA = !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>
!dB = !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>
!acc = !nvgpu.warpgroup.accumulator<fragmented = vector<128x128xf32>>
func.func @m(%a: !dA, %b: !dB, %out: memref<128x128xf32, 3>, %c: !acc) {
  %r = nvgpu.warpgroup.mma %a, %b, %c {transposeB, waitGroup = 0} : !dA, !dB, !acc -> !acc
  nvgpu.warpgroup.mma.store %r, %out : !acc to memref<128x128xf32, 3>
  return
}
!m = !nvgpu.tensormap.descriptor<tensor = memref<64x64xbf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!da = !nvgpu.warpgroup.descriptor<tensor = memref<64x64xbf16, 3>>
!ac = !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>
func.func @bf(%x: memref<64x64xbf16, 3>, %y: memref<64x64xbf16, strided<[64, 1], offset: 4096>, 3>, %map: !m, %out: memref<64x64xf32>) {
  %a = nvgpu.warpgroup.generate.descriptor %x, %map : memref<64x64xbf16, 3>, !m -> !da
  %b = nvgpu.warpgroup.generate.descriptor %y, %map : memref<64x64xbf16, strided<[64, 1], offset: 4096>, 3>, !m -> !da
  %c = nvgpu.warpgroup.mma.init.accumulator -> !ac
  %r = nvgpu.warpgroup.mma %a, %b, %c {transposeB} : !da, !da, !ac -> !ac
  nvgpu.warpgroup.mma.store %r, %out : !ac to memref<64x64xf32>
  return
}
// -----
!tm = !nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
func.func @desc(%t: memref<128x64xf16, 3>, %tm: !tm) {
  %d = nvgpu.warpgroup.generate.descriptor %t, %tm : memref<128x64xf16, 3>, !tm -> !nvgpu.warpgroup.descriptor<tensor=memref<128x64xf16, 3>>
  return
}
// -----
!tm = !nvgpu.tensormap.descriptor<tensor = memref<32x16xf32, 3>, swizzle = swizzle_64b, l2promo = l2promo_256b, oob = nan, interleave = none>
func.func @create(%t: memref<*xf32>, %a: index, %b: index) -> !tm {
  %d = nvgpu.tma.create.descriptor %t box[%a, %b] : memref<*xf32> -> !tm
  return %d : !tm
}
// -----
func.func @sp(%a: vector<4x2xf16>, %b: vector<4x2xf16>, %c: vector<2x2xf16>, %m: vector<2xi16>) -> vector<2x2xf16> {
  %d = nvgpu.mma.sp.sync(%a, %b, %c) metadata(%m) {mmaShape = [16, 8, 32], sparsitySelector = 1 : i32} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return %d : vector<2x2xf16>
}
func.func @sp2(%a: vector<4x4xi8>, %b: vector<4x4xi8>, %c: vector<2x2xi32>, %m: vector<2xi16>) -> vector<2x2xi32> {
  %d = nvgpu.mma.sp.sync(%a, %b, %c) metadata(%m) {mmaShape = [16, 8, 64]} : (vector<4x4xi8>, vector<4x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
  return %d : vector<2x2xi32>
}
func.func @sp4(%a: vector<4x1xf32>, %b: vector<4x1xf32>, %c: vector<2x2xf32>, %m: vector<2xi16>) -> vector<2x2xf32> {
  %d = nvgpu.mma.sp.sync(%a, %b, %c) metadata(%m) {mmaShape = [16, 8, 16], tf32Enabled} : (vector<4x1xf32>, vector<4x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
  return %d : vector<2x2xf32>
}
