// Only read and printed: encodings of tensors, and the bytes of a resource.
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @spmv(%a: tensor<8x8xf64, #CSR>, %x: tensor<8xf64>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %0 = linalg.matvec ins(%a, %x : tensor<8x8xf64, #CSR>, tensor<8xf64>) outs(%y : tensor<8xf64>) -> tensor<8xf64>
  return %0 : tensor<8xf64>
}
func.func @weights() -> tensor<2xf32> {
  %0 = arith.constant dense_resource<w0> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
{-#
  dialect_resources: {
    builtin: {
      w0: "0x040000000000803F00000040"
    }
  }
#-}
