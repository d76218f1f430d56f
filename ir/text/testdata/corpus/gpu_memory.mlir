// Covers the gpu dialect: waits, device memory, copies, with and without tokens.
  func.func @mem(%m: memref<4xf32>, %m1: memref<?xf32, 1>, %n: index, %f: f32, %u: memref<*xf32>) {
    %t = gpu.wait async
    %a = gpu.alloc () : memref<4xf32, 1>
    %b, %t1 = gpu.alloc async [%t] host_shared (%n) : memref<4x?xf32, 1>
    %b2, %t9 = gpu.alloc async (%n)[%n] {a} : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>, 1>
    %a3 = gpu.alloc host_shared () : memref<4xf32, 1>
    gpu.dealloc %a : memref<4xf32, 1>
    %t2 = gpu.dealloc async [%t1] %b : memref<4x?xf32, 1>
    gpu.memcpy %m, %m : memref<4xf32>, memref<4xf32>
    %t3 = gpu.memcpy async [%t2] %m, %m1 : memref<4xf32>, memref<?xf32, 1> {a}
    %t4 = gpu.memset async [%t3] %m, %f : memref<4xf32>, f32
    gpu.memset [%t4] %m, %f : memref<4xf32>, f32 {a}
    gpu.host_register %u : memref<*xf32>
    gpu.host_unregister %u {a} : memref<*xf32>
    return
  }
