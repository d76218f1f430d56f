// A tensor without rank is handed to the function that prints it, as upstream's tests declare it.
func.func private @printMemrefF32(tensor<*xf32>)
func.func private @printMemrefI32(tensor<*xi32>)

func.func @main() {
  %t = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %e = tensor.empty() : tensor<2x3xf32>
  %s = linalg.add ins(%t, %t : tensor<2x3xf32>, tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %u = tensor.cast %s : tensor<2x3xf32> to tensor<*xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %u, %c1 : tensor<*xf32>
  vector.print %n : index
  %g = tensor.cast %u : tensor<*xf32> to tensor<?x3xf32>
  %x = tensor.extract %g[%c1, %c0] : tensor<?x3xf32>
  vector.print %x : f32
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  %i = arith.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %shape = arith.constant dense<[3, 2]> : tensor<2xindex>
  %r = tensor.reshape %i(%shape) : (tensor<6xi32>, tensor<2xindex>) -> tensor<3x2xi32>
  %iu = tensor.cast %r : tensor<3x2xi32> to tensor<*xi32>
  call @printMemrefI32(%iu) : (tensor<*xi32>) -> ()
  return
}
