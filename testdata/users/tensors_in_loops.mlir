// A loop carries a tensor.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%one : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = scf.for %i = %c1 to %c4 step %c1 iter_args(%t = %f) -> (tensor<4xf32>) {
    %p = arith.subi %i, %c1 : index
    %x = tensor.extract %t[%p] : tensor<4xf32>
    %y = arith.addf %x, %x : f32
    %n = tensor.insert %y into %t[%i] : tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  }
  %v = vector.transfer_read %r[%c0], %one {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  vector.print %v : vector<4xf32>
  return
}
