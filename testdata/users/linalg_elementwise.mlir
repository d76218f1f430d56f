func.func @main() {
  %x = arith.constant dense<[1.0, -4.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %a = linalg.elementwise kind=#linalg.elementwise_kind<abs> ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %b = linalg.exp ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %c1 = arith.constant 1 : index
  %v = tensor.extract %a[%c1] : tensor<2xf32>
  vector.print %v : f32
  return
}
