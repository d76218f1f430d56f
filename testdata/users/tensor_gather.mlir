// Not run upstream: one-shot-bufferize does not know tensor.gather.
func.func @main() {
  %table = arith.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]> : tensor<4x3xi32>
  %which = arith.constant dense<[[3], [0], [3]]> : tensor<3x1xindex>
  %rows = tensor.gather %table[%which] gather_dims([0]) :
    (tensor<4x3xi32>, tensor<3x1xindex>) -> tensor<3x1x3xi32>
  %c0 = arith.constant 0 : index
  %k = arith.constant 0 : i32
  %v = vector.transfer_read %rows[%c0, %c0, %c0], %k {in_bounds = [true, true, true]} :
    tensor<3x1x3xi32>, vector<3x1x3xi32>
  vector.print %v : vector<3x1x3xi32>
  return
}
