// Covers nvgpu.ldmatrix, mma.sync, mma.sp.sync and rcp, with every optional part present and absent, and names of types left out.
func.func @ldmatrix(%m: memref<?x?xf16, 3>, %n: memref<8xf32, #gpu.address_space<workgroup>>, %i: index) {
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<?x?xf16, 3> -> vector<4x2xf16>
  %1 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 2 : i32, transpose = true, note} : memref<?x?xf16, 3> -> vector<2x2xf16>
  %2 = nvgpu.ldmatrix %n[%i] {numTiles = 1 : i32, transpose = false} : memref<8xf32, #gpu.address_space<workgroup>> -> vector<1x1xf32>
  return
}
func.func @mma(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>, %d: vector<2x1xf32>, %e: vector<1x1xf32>, %meta: vector<2xi16>, %c16: vector<2x2xf16>, %b4: vector<4x2xf16>, %d1: vector<1x1xf64>, %c1: vector<1x2xf64>) {
  %0 = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  %1 = nvgpu.mma.sync (%d, %e, %c) {mmaShape = [16, 8, 4], tf32Enabled} : (vector<2x1xf32>, vector<1x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
  %2 = nvgpu.mma.sp.sync (%a, %b4, %c16) metadata (%meta) {mmaShape = [16, 8, 32]} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  %3 = nvgpu.mma.sp.sync (%a, %b4, %c16) metadata (%meta) {mmaShape = [16, 8, 32], sparsitySelector = 1 : i32} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  %4 = nvgpu.mma.sp.sync (%a, %b4, %c16) metadata (%meta) {mmaShape = [16, 8, 32], sparsitySelector = 0 : i32, note} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  %5 = nvgpu.mma.sync (%d1, %d1, %c1) {mmaShape = [8, 8, 4]} : (vector<1x1xf64>, vector<1x1xf64>, vector<1x2xf64>) -> vector<1x2xf64>
  return
}
func.func @rcp(%v: vector<4xf32>, %w: vector<2x2xf32>) {
  %0 = nvgpu.rcp %v {rounding = approx, ftz} : vector<4xf32>
  %1 = nvgpu.rcp %w {rounding = approx, ftz} {note} : vector<2x2xf32>
  return
}
