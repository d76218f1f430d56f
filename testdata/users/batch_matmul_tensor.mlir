func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %zero = arith.constant 0.0 : f32
  %a = arith.constant dense<[[[1.0, 2.0]], [[3.0, 4.0]]]> : tensor<2x1x2xf32>
  %b = arith.constant dense<2.0> : tensor<2x2x3xf32>
  %e = tensor.empty() : tensor<2x1x3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x1x3xf32>) -> tensor<2x1x3xf32>
  %c = linalg.batch_matmul ins(%a, %b : tensor<2x1x2xf32>, tensor<2x2x3xf32>) outs(%f : tensor<2x1x3xf32>) -> tensor<2x1x3xf32>
  %buffer1 = bufferization.to_buffer %c : tensor<2x1x3xf32> to memref<2x1x3xf32>
  %u = memref.cast %buffer1 : memref<2x1x3xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}
