// The host waits in the middle, so that what follows depends on nothing; a loop's body has a graph of its own; joins are no operations.
func.func @f(%a: memref<8xf32>, %b: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m, %made = gpu.alloc async () : memref<8xf32>
  %set = gpu.memset async [%made] %m, %zero : memref<8xf32>, f32
  %copy = gpu.memcpy async %b, %a : memref<8xf32>, memref<8xf32>
  %both = gpu.wait async [%set, %copy]
  %third = gpu.memcpy async [%both] %a, %m : memref<8xf32>, memref<8xf32>
  gpu.wait [%third]
  %after = gpu.memcpy async [%set, %copy] %b, %m : memref<8xf32>, memref<8xf32>
  gpu.wait [%after]
  scf.for %i = %c0 to %n step %c1 {
    %t = gpu.memset async %a, %zero : memref<8xf32>, f32
    %u = gpu.memset async %b, %zero : memref<8xf32>, f32
    %v = gpu.memcpy async [%t, %u] %m, %a : memref<8xf32>, memref<8xf32>
    %w = gpu.memcpy async [%u, %v] %a, %b : memref<8xf32>, memref<8xf32>
    gpu.wait [%w]
  }
  gpu.dealloc %m : memref<8xf32>
  return
}
