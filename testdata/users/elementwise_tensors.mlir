// arith and math on tensors.
func.func @main() {
  %a = arith.constant dense<[1.0, 4.0, 9.0]> : tensor<3xf32>
  %b = math.sqrt %a : tensor<3xf32>
  %c = arith.addf %a, %b : tensor<3xf32>
  %g = arith.cmpf ogt, %c, %a : tensor<3xf32>
  %s = arith.select %g, %c, %a : tensor<3xi1>, tensor<3xf32>
  %c2 = arith.constant 2 : index
  %x = tensor.extract %s[%c2] : tensor<3xf32>
  vector.print %x : f32
  return
}
