func.func @main() {
  %x = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %t = bufferization.alloc_tensor() copy(%x) : tensor<2xf32>
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  %m = bufferization.to_buffer %t : tensor<2xf32> to memref<2xf32>
  %v = memref.load %m[%c1] : memref<2xf32>
  vector.print %v : f32
  %r = tensor.rank %x : tensor<2xf32>
  vector.print %r : index
  return
}
