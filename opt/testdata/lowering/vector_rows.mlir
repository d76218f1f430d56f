// What convert-vector-to-llvm makes of these is what mlir-opt makes of them when both are canonicalized: mlir-opt leaves ub.poison.
func.func @transpose(%v: vector<2x4xf32>) -> vector<4x2xf32> {
  %0 = vector.transpose %v, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  return %0 : vector<4x2xf32>
}
// -----
func.func @elements2(%a: f32, %b: f32) -> vector<2x2xf32> {
  %0 = vector.from_elements %a, %b, %b, %a : vector<2x2xf32>
  return %0 : vector<2x2xf32>
}
// -----
func.func @bitcast(%a: vector<2x4xf32>) -> vector<2x8xf16> {
  %0 = vector.bitcast %a : vector<2x4xf32> to vector<2x8xf16>
  return %0 : vector<2x8xf16>
}
// -----
func.func @flatten(%v: vector<2x4xf32>) -> vector<8xf32> {
  %0 = vector.shape_cast %v : vector<2x4xf32> to vector<8xf32>
  return %0 : vector<8xf32>
}
// -----
func.func @fold(%v: vector<8xf32>) -> vector<4x2xf32> {
  %0 = vector.shape_cast %v : vector<8xf32> to vector<4x2xf32>
  return %0 : vector<4x2xf32>
}
// -----
func.func @turn(%v: vector<2x3x4xf32>) -> vector<3x2x4xf32> {
  %0 = vector.transpose %v, [1, 0, 2] : vector<2x3x4xf32> to vector<3x2x4xf32>
  return %0 : vector<3x2x4xf32>
}
// -----
func.func @broadcasts(%a: f32, %v: vector<4xf32>, %w: vector<1xf32>, %u: vector<2x1xf32>) -> (vector<2x4xf32>, vector<2x4xf32>, vector<4xf32>, vector<2x4xf32>) {
  %0 = vector.broadcast %a : f32 to vector<2x4xf32>
  %1 = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  %2 = vector.broadcast %w : vector<1xf32> to vector<4xf32>
  %3 = vector.broadcast %u : vector<2x1xf32> to vector<2x4xf32>
  return %0, %1, %2, %3 : vector<2x4xf32>, vector<2x4xf32>, vector<4xf32>, vector<2x4xf32>
}
