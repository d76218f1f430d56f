// Covers bufferization: operations between tensors and buffers, with every optional part, and the end of buffers.
func.func @convert(%m: memref<4x?xf32>, %t: tensor<4x?xf32> {bufferization.writable = false}, %u: memref<*xf32>) {
  %0 = bufferization.to_tensor %m restrict writable : memref<4x?xf32> to tensor<4x?xf32>
  %1 = bufferization.to_tensor %m : memref<4x?xf32> to tensor<4x?xf32>
  %2 = bufferization.to_tensor %u restrict {kept} : memref<*xf32> to tensor<*xf32>
  %3 = bufferization.to_buffer %t read_only : tensor<4x?xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  %4 = bufferization.to_buffer %t {kept} : tensor<4x?xf32> to memref<4x?xf32>
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<4x?xf32>, memref<4x?xf32>) -> ()
  bufferization.materialize_in_destination %t in writable %m {kept} : (tensor<4x?xf32>, memref<4x?xf32>) -> ()
  %5 = bufferization.materialize_in_destination %0 in %t : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  memref.copy %3, %4 : memref<4x?xf32, strided<[?, 1], offset: ?>> to memref<4x?xf32>
  return
}
func.func @alloc(%n: index, %t: tensor<4x?xf32>) -> (tensor<4x?xf32>, tensor<4x?xf32>, tensor<4xf32>) {
  %0 = bufferization.alloc_tensor(%n) : tensor<4x?xf32>
  %1 = bufferization.alloc_tensor() copy(%t) {memory_space = 3 : i64} : tensor<4x?xf32>
  %2 = bufferization.alloc_tensor() size_hint=%n {kept} : tensor<4xf32>
  %3 = bufferization.alloc_tensor(%n) : tensor<4x?xf32>
  bufferization.dealloc_tensor %3 {kept} : tensor<4x?xf32>
  return %0, %1, %2 : tensor<4x?xf32>, tensor<4x?xf32>, tensor<4xf32>
}
func.func @dealloc(%a: memref<4xf32>, %b: memref<?xf32>, %c: i1) -> (memref<?xf32>, i1, i1) {
  %0 = bufferization.clone %a : memref<4xf32> to memref<?xf32>
  %1 = bufferization.dealloc (%a, %b : memref<4xf32>, memref<?xf32>) if (%c, %c) retain (%0 : memref<?xf32>)
  %2 = bufferization.dealloc retain (%b : memref<?xf32>) {kept}
  bufferization.dealloc (%b : memref<?xf32>) if (%c)
  return %0, %1, %2 : memref<?xf32>, i1, i1
}
