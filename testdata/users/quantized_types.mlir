// Only read and printed: types of quantized tensors.
func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 0.1:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.1:3>> {
  return %a : tensor<4x!quant.uniform<i8:f32, 0.1:3>>
}
