// Covers operations of tensor: with constant and dynamic extents, subscripts and slices.
func.func @f(%t: tensor<4x?xf32>, %i: index, %x: f32, %u: tensor<2x2xf32>, %s: tensor<4xf32>) -> tensor<4x?xf32> {
  %e = tensor.empty(%i) : tensor<4x?xf32>
  %v = tensor.extract %t[%i, %i] : tensor<4x?xf32>
  %w = tensor.insert %x into %t[%i, %i] : tensor<4x?xf32>
  %d = tensor.dim %t, %i : tensor<4x?xf32>
  %sl = tensor.extract_slice %t[%i, 0] [2, 2] [1, 1] : tensor<4x?xf32> to tensor<2x2xf32>
  %in = tensor.insert_slice %u into %t[0, %i] [2, 2] [1, %i] : tensor<2x2xf32> into tensor<4x?xf32>
  %sp = tensor.splat %x : tensor<4xf32>
  %spd = tensor.splat %x[%i] : tensor<4x?xf32>
  %fe = tensor.from_elements %x, %x : tensor<2xf32>
  %c = tensor.cast %t : tensor<4x?xf32> to tensor<?x?xf32>
  return %in : tensor<4x?xf32>
}
func.func @reduced(%t: tensor<4x5xi32>, %u: tensor<5xi32>, %n: index) -> tensor<4x5xi32> {
  %s = tensor.extract_slice %t[1, 0] [1, 5] [1, 1] : tensor<4x5xi32> to tensor<5xi32>
  %d = tensor.extract_slice %t[0, 0] [%n, 2] [1, 2] {kept} : tensor<4x5xi32> to tensor<?x2xi32>
  %r = tensor.insert_slice %s into %t[2, 0] [1, 5] [1, 1] : tensor<5xi32> into tensor<4x5xi32>
  return %r : tensor<4x5xi32>
}
func.func @scalars(%t: tensor<i32>, %x: i32) -> tensor<i32> {
  %v = tensor.extract %t[] : tensor<i32>
  %w = tensor.insert %v into %t[] {kept} : tensor<i32>
  %f = tensor.from_elements %x {kept} : tensor<i32>
  %e = tensor.empty() {kept} : tensor<0xi32>
  %u = tensor.cast %e {kept} : tensor<0xi32> to tensor<*xi32>
  %k = tensor.rank %u {kept} : tensor<*xi32>
  return %w : tensor<i32>
}
