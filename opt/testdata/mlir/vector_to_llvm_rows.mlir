// PASSES: --convert-vector-to-llvm
func.func @gather(%m: memref<?x8xf32>, %i: index, %v: vector<4xi32>, %k: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.gather %m[%i, %i] [%v], %k, %p : memref<?x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i, %i] [%v], %k, %0 : memref<?x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @read(%m: memref<?xf32>, %i: index, %f: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i], %f : memref<?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @read_mask(%m: memref<?x8xf32>, %i: index, %f: f32, %k: vector<4xi1>) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %f, %k {in_bounds = [true]} : memref<?x8xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @write(%m: memref<?xf32>, %i: index, %v: vector<4xf32>) {
  vector.transfer_write %v, %m[%i] : vector<4xf32>, memref<?xf32>
  return
}
// -----
func.func @read2(%m: memref<?x8xf32>, %i: index, %f: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %f {in_bounds = [true, true]} : memref<?x8xf32>, vector<2x4xf32>
  vector.transfer_write %0, %m[%i, %i] {in_bounds = [true, true]} : vector<2x4xf32>, memref<?x8xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read_broadcast(%m: memref<?x8xf32>, %i: index, %f: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %f {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (0)>} : memref<?x8xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @read0(%m: memref<f32>, %f: f32) -> vector<f32> {
  %0 = vector.transfer_read %m[], %f : memref<f32>, vector<f32>
  vector.transfer_write %0, %m[] : vector<f32>, memref<f32>
  return %0 : vector<f32>
}
// -----
func.func @outer(%a: vector<2xf32>, %b: vector<4xf32>, %c: vector<2x4xf32>) -> vector<2x4xf32> {
  %0 = vector.outerproduct %a, %b, %c {kind = #vector.kind<add>} : vector<2xf32>, vector<4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @outer_axpy(%a: vector<4xi32>, %b: i32, %c: vector<4xi32>) -> vector<4xi32> {
  %0 = vector.outerproduct %a, %b, %c {kind = #vector.kind<add>} : vector<4xi32>, i32
  return %0 : vector<4xi32>
}
// -----
func.func @dot(%a: vector<4xf32>, %b: vector<4xf32>, %c: f32) -> f32 {
  %0 = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>],
    iterator_types = ["reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4xf32>, vector<4xf32> into f32
  return %0 : f32
}
// -----
func.func @strided(%a: vector<4x8xf32>, %b: vector<2x2xf32>, %d: vector<8xf32>) -> (vector<2x2xf32>, vector<4x8xf32>, vector<4xf32>) {
  %0 = vector.extract_strided_slice %a {offsets = [1, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x8xf32> to vector<2x2xf32>
  %1 = vector.insert_strided_slice %b, %a {offsets = [1, 2], strides = [1, 1]} : vector<2x2xf32> into vector<4x8xf32>
  %2 = vector.extract_strided_slice %d {offsets = [2], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
  return %0, %1, %2 : vector<2x2xf32>, vector<4x8xf32>, vector<4xf32>
}
// -----
func.func @fma(%a: vector<2x4xf32>) -> vector<2x4xf32> {
  %0 = vector.fma %a, %a, %a : vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @masks(%n: index) -> (vector<4xi1>, vector<2x4xi1>, vector<2x4xi1>) {
  %0 = vector.create_mask %n : vector<4xi1>
  %1 = vector.create_mask %n, %n : vector<2x4xi1>
  %2 = vector.constant_mask [1, 3] : vector<2x4xi1>
  return %0, %1, %2 : vector<4xi1>, vector<2x4xi1>, vector<2x4xi1>
}
// -----
func.func @step() -> vector<4xindex> {
  %0 = vector.step : vector<4xindex>
  return %0 : vector<4xindex>
}
// -----
func.func @interleave(%a: vector<4xf32>, %b: vector<2x4xf32>) -> (vector<8xf32>, vector<2x8xf32>) {
  %0 = vector.interleave %a, %a : vector<4xf32> -> vector<8xf32>
  %1 = vector.interleave %b, %b : vector<2x4xf32> -> vector<2x8xf32>
  return %0, %1 : vector<8xf32>, vector<2x8xf32>
}
// -----
func.func @deinterleave(%a: vector<8xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %0, %1 = vector.deinterleave %a : vector<8xf32> -> vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}
// -----
func.func @elements(%a: f32, %v: vector<4xf32>) -> (vector<4xf32>, f32, f32, f32, f32) {
  %0 = vector.from_elements %a, %a, %a, %a : vector<4xf32>
  %1:4 = vector.to_elements %v : vector<4xf32>
  return %0, %1#0, %1#1, %1#2, %1#3 : vector<4xf32>, f32, f32, f32, f32
}
// -----
func.func @shuffles(%a: vector<2xf32>, %b: vector<4xf32>, %c: vector<2x4xf32>) -> (vector<3xf32>, vector<3x4xf32>) {
  %0 = vector.shuffle %a, %b [0, 5, 2] : vector<2xf32>, vector<4xf32>
  %1 = vector.shuffle %c, %c [0, 3, 1] : vector<2x4xf32>, vector<2x4xf32>
  return %0, %1 : vector<3xf32>, vector<3x4xf32>
}
// -----
func.func @reductions(%a: vector<4xf32>, %b: vector<4xi32>, %f: f32) -> (f32, i32, f32) {
  %0 = vector.reduction <maximumf>, %a : vector<4xf32> into f32
  %1 = vector.reduction <minsi>, %b : vector<4xi32> into i32
  %2 = vector.reduction <mul>, %a, %f : vector<4xf32> into f32
  return %0, %1, %2 : f32, i32, f32
}
// -----
func.func @dynamic(%a: vector<2x4xf32>, %i: index, %f: f32) -> (f32, vector<2x4xf32>) {
  %0 = vector.extract %a[1, %i] : f32 from vector<2x4xf32>
  %1 = vector.insert %f, %a[1, %i] : f32 into vector<2x4xf32>
  return %0, %1 : f32, vector<2x4xf32>
}
// -----
func.func @scalable(%a: vector<[4]xf32>, %f: f32) -> (vector<[4]xf32>, vector<[4]xf32>) {
  %0 = vector.broadcast %f : f32 to vector<[4]xf32>
  %1 = vector.fma %a, %0, %a : vector<[4]xf32>
  return %0, %1 : vector<[4]xf32>, vector<[4]xf32>
}
// -----
func.func @multi(%a: vector<2x4xf32>, %c: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.multi_reduction <add>, %a, %c [1] : vector<2x4xf32> to vector<2xf32>
  return %0 : vector<2xf32>
}
