!b1 = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
!b4 = !nvgpu.mbarrier.group<memorySpace = 3, num_barriers = 4>
!tok = !nvgpu.mbarrier.token
!td = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func @cp(%A: memref<?x64xf16>, %s: memref<4x64x32xf16, 3>, %i: index, %n: index) {
  %c = nvgpu.device_async_copy %A[%i, %n], %s[%n, %i, %n], 8, %n {bypassL1} : memref<?x64xf16> to memref<4x64x32xf16, 3>
  %c1 = nvgpu.device_async_copy %A[%i, %n], %s[%n, %i, %n], 4 : memref<?x64xf16> to memref<4x64x32xf16, 3>
  %c2 = nvgpu.device_async_copy %A[%i, %n], %s[%n, %i, %n], 8 : memref<?x64xf16> to memref<4x64x32xf16, 3>
  %g = nvgpu.device_async_create_group %c, %c1
  nvgpu.device_async_wait %g
  return
}
func.func @mma(%a: vector<4x2xbf16>, %b: vector<2x2xbf16>, %c: vector<2x2xf32>, %ta: vector<4x1xf32>, %tb: vector<2x1xf32>, %ia: vector<2x4xi8>, %ib: vector<1x4xi8>, %ic: vector<2x2xi32>, %da: vector<1x1xf64>, %dc: vector<1x2xf64>, %ha: vector<4x2xf16>, %hb: vector<2x2xf16>, %hc: vector<2x2xf16>) {
  %1 = nvgpu.mma.sync(%ta, %tb, %c) {mmaShape = [16, 8, 8], tf32Enabled} : (vector<4x1xf32>, vector<2x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
  %2 = nvgpu.mma.sync(%ia, %ib, %ic) {mmaShape = [16, 8, 16]} : (vector<2x4xi8>, vector<1x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
  %3 = nvgpu.mma.sync(%da, %da, %dc) {mmaShape = [8, 8, 4]} : (vector<1x1xf64>, vector<1x1xf64>, vector<1x2xf64>) -> vector<1x2xf64>
  %4 = nvgpu.mma.sync(%ha, %hb, %hc) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return
}
func.func @ld(%s: memref<64x32xf16, 3>, %t: memref<64x32xf32, 3>, %i: index) -> (vector<1x2xf16>, vector<2x1xf32>) {
  %0 = nvgpu.ldmatrix %s[%i, %i] {numTiles = 1 : i32, transpose = false} : memref<64x32xf16, 3> -> vector<1x2xf16>
  %1 = nvgpu.ldmatrix %t[%i, %i] {numTiles = 2 : i32, transpose = false} : memref<64x32xf32, 3> -> vector<2x1xf32>
  return %0, %1 : vector<1x2xf16>, vector<2x1xf32>
}
func.func @bar(%n: index, %ph: i1) {
  %b = nvgpu.mbarrier.create -> !b4
  nvgpu.mbarrier.init %b[%n], %n : !b4
  %t = nvgpu.mbarrier.arrive %b[%n] : !b4 -> !tok
  %t2 = nvgpu.mbarrier.arrive.nocomplete %b[%n], %n : !b4 -> !tok
  nvgpu.mbarrier.arrive.expect_tx %b[%n], %n : !b4
  %d = nvgpu.mbarrier.test.wait %b[%n], %t : !b4, !tok
  nvgpu.mbarrier.try_wait.parity %b[%n], %ph, %n : !b4
  return
}
func.func @tma(%d: !td, %s: memref<64x64xf16, 3>, %n: index, %b: !b4) {
  nvgpu.tma.prefetch.descriptor %d : !td
  nvgpu.tma.async.load %d[%n, %n], %b[%n] to %s : !td, !b4 -> memref<64x64xf16, 3>
  nvgpu.tma.async.store %s to %d[%n, %n] : memref<64x64xf16, 3> -> !td
  nvgpu.tma.fence.descriptor %d : !td
  return
}
func.func @rcp(%x: vector<4xf32>) -> vector<4xf32> {
  %0 = nvgpu.rcp %x {rounding = approx, ftz} : vector<4xf32>
  return %0 : vector<4xf32>
}
