func.func @main() {
  %k = arith.constant 3 : i32
  %s = tensor.splat %k : tensor<2xi32>
  %e = arith.constant dense<[7, 8, 9]> : tensor<3xi32>
  %c = tensor.concat dim(0) %s, %e : (tensor<2xi32>, tensor<3xi32>) -> tensor<5xi32>
  %c0 = arith.constant 0 : index
  %v = vector.transfer_read %c[%c0], %k {in_bounds = [true]} : tensor<5xi32>, vector<5xi32>
  vector.print %v : vector<5xi32>
  return
}
