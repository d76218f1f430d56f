// Not run upstream, whose decomposition takes tensors only: softmax from memory to memory, in place, and of a view, beside
// that of a tensor.
func.func private @printMemrefF32(memref<*xf32>)

func.func @fill(%m: memref<3x4xf32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 4 {
      %k = affine.apply affine_map<(d0, d1) -> ((d0 * 3 + d1 * 5) mod 7)>(%i, %j)
      %n = arith.index_cast %k : index to i32
      %f = arith.sitofp %n : i32 to f32
      affine.store %f, %m[%i, %j] : memref<3x4xf32>
    }
  }
  return
}
func.func @print(%m: memref<3x4xf32>) {
  %u = memref.cast %m : memref<3x4xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}
func.func @main() {
  %m = memref.alloc() : memref<3x4xf32>
  %r = memref.alloc() : memref<3x4xf32>
  call @fill(%m) : (memref<3x4xf32>) -> ()
  linalg.softmax dimension(1) ins(%m : memref<3x4xf32>) outs(%r : memref<3x4xf32>)
  call @print(%r) : (memref<3x4xf32>) -> ()
  linalg.softmax dimension(0) ins(%m : memref<3x4xf32>) outs(%r : memref<3x4xf32>)
  call @print(%r) : (memref<3x4xf32>) -> ()
  %t = bufferization.to_tensor %m restrict : memref<3x4xf32> to tensor<3x4xf32>
  %e = tensor.empty() : tensor<3x4xf32>
  %s = linalg.softmax dimension(1) ins(%t : tensor<3x4xf32>) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
  %v = memref.subview %r[1, 0] [2, 3] [1, 1] : memref<3x4xf32> to memref<2x3xf32, strided<[4, 1], offset: 4>>
  linalg.softmax dimension(1) ins(%v : memref<2x3xf32, strided<[4, 1], offset: 4>>) outs(%v : memref<2x3xf32, strided<[4, 1], offset: 4>>)
  call @print(%r) : (memref<3x4xf32>) -> ()
  linalg.softmax dimension(1) ins(%m : memref<3x4xf32>) outs(%m : memref<3x4xf32>)
  call @print(%m) : (memref<3x4xf32>) -> ()
  %b = bufferization.to_buffer %s : tensor<3x4xf32> to memref<3x4xf32>
  call @print(%b) : (memref<3x4xf32>) -> ()
  memref.dealloc %m : memref<3x4xf32>
  memref.dealloc %r : memref<3x4xf32>
  return
}
