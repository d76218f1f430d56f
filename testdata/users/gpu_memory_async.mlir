// Only read and printed: a device's memory, with tokens.
func.func @f(%n: index) {
  %t0 = gpu.wait async
  %m, %t1 = gpu.alloc async [%t0] (%n) : memref<?xf32>
  %h = memref.alloc(%n) : memref<?xf32>
  %t2 = gpu.memcpy async [%t1] %m, %h : memref<?xf32>, memref<?xf32>
  %c = arith.constant 0.0 : f32
  %t3 = gpu.memset async [%t2] %m, %c : memref<?xf32>, f32
  %t4 = gpu.dealloc async [%t3] %m : memref<?xf32>
  gpu.wait [%t4]
  %u = memref.cast %h : memref<?xf32> to memref<*xf32>
  gpu.host_register %u : memref<*xf32>
  return
}
