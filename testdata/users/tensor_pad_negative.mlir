// Not run upstream, whose lowering takes no negative padding: it takes away elements.
func.func private @printMemrefF32(tensor<*xf32>)

func.func @crop(%t: tensor<?x3xf32>) -> tensor<?x4xf32> {
  %zero = arith.constant 0.0 : f32
  %r = tensor.pad %t low[-1, 2] high[1, -1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<?x3xf32> to tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}
func.func @main() {
  %t = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %d = tensor.cast %t : tensor<2x3xf32> to tensor<?x3xf32>
  %r = call @crop(%d) : (tensor<?x3xf32>) -> tensor<?x4xf32>
  %u = tensor.cast %r : tensor<?x4xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  %one = arith.constant 1.0 : f32
  %s = tensor.pad %t low[-3, 0] high[3, -1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %one : f32
  } : tensor<2x3xf32> to tensor<2x2xf32>
  %v = tensor.cast %s : tensor<2x2xf32> to tensor<*xf32>
  call @printMemrefF32(%v) : (tensor<*xf32>) -> ()
  return
}
