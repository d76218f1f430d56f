// Covers tensor operations that pad, generate, join and reshape, with every optional part.
func.func @pad(%x: tensor<1x3x?x8xf32>, %h: index, %c: f32) -> tensor<1x3x?x9xf32> {
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, %h, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %c : f32
  } : tensor<1x3x?x8xf32> to tensor<1x3x?x9xf32>
  %q = tensor.pad %x nofold low[0, %h, 1, 1] high[0, 0, %h, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    %s = arith.addf %c, %c : f32
    tensor.yield %s : f32
  } {kept} : tensor<1x3x?x8xf32> to tensor<1x?x?x9xf32>
  return %p : tensor<1x3x?x9xf32>
}
func.func @generate(%h: index, %c: f32) -> tensor<4x?xf32> {
  %a = tensor.generate %h {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<4x?xf32>
  %b = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %i : index
  } {kept} : tensor<8xindex>
  return %a : tensor<4x?xf32>
}
func.func @dims(%x: tensor<1x3x?x8xf32>, %h: index, %one: tensor<1xi8>) -> tensor<1x3x?x8xf32> {
  %c = tensor.collapse_shape %x [[0, 1], [2, 3]] : tensor<1x3x?x8xf32> into tensor<3x?xf32>
  %e = tensor.expand_shape %c [[0, 1], [2, 3]] output_shape [1, 3, %h, 8] : tensor<3x?xf32> into tensor<1x3x?x8xf32>
  %none = tensor.collapse_shape %one [] {kept} : tensor<1xi8> into tensor<i8>
  %some = tensor.expand_shape %none [] output_shape [1, 1] {kept} : tensor<i8> into tensor<1x1xi8>
  return %e : tensor<1x3x?x8xf32>
}
func.func @concat(%q: tensor<4x?xf32>, %r: tensor<4x2xf32>) -> tensor<4x?xf32> {
  %a = tensor.concat dim(1) %q, %r, %q : (tensor<4x?xf32>, tensor<4x2xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  %b = tensor.concat dim(0) %r {kept} : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %a : tensor<4x?xf32>
}
func.func @reshape(%q: tensor<4x?xf32>, %two: tensor<2xi64>, %any: tensor<?xindex>) -> tensor<?x?xf32> {
  %a = tensor.reshape %q(%two) : (tensor<4x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %b = tensor.reshape %q(%any) {kept} : (tensor<4x?xf32>, tensor<?xindex>) -> tensor<*xf32>
  %c = tensor.bitcast %q {kept} : tensor<4x?xf32> to tensor<4x?xi32>
  return %a : tensor<?x?xf32>
}
