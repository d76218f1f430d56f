// examples/gpu/two_matmuls.mlir with a join in front of each operation that depends on several others.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @matmul(%A: memref<32x8xf32>, %B: memref<8x32xf32>, %C: memref<32x32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %zero = arith.constant 0.0 : f32
      %i = gpu.block_id x
      %j = gpu.thread_id x
      %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %zero) -> (f32) {
        %a = memref.load %A[%i, %k] : memref<32x8xf32>
        %b = memref.load %B[%k, %j] : memref<8x32xf32>
        %ab = arith.mulf %a, %b : f32
        %next = arith.addf %s, %ab : f32
        scf.yield %next : f32
      }
      memref.store %sum, %C[%i, %j] : memref<32x32xf32>
      gpu.return
    }
    gpu.func @add(%A: memref<32x32xf32>, %B: memref<32x32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %i = gpu.block_id x
      %j = gpu.thread_id x
      %a = memref.load %A[%i, %j] : memref<32x32xf32>
      %b = memref.load %B[%i, %j] : memref<32x32xf32>
      %ab = arith.addf %a, %b : f32
      memref.store %ab, %A[%i, %j] : memref<32x32xf32>
      gpu.return
    }
  }

  func.func @main(%A0: memref<32x8xf32>, %B0: memref<8x32xf32>, %A1: memref<32x8xf32>, %B1: memref<8x32xf32>, %D: memref<32x32xf32>) {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %a0, %ta0 = gpu.alloc async () : memref<32x8xf32>
    %b0, %tb0 = gpu.alloc async () : memref<8x32xf32>
    %d0, %td0 = gpu.alloc async () : memref<32x32xf32>
    %a1, %ta1 = gpu.alloc async () : memref<32x8xf32>
    %b1, %tb1 = gpu.alloc async () : memref<8x32xf32>
    %d1, %td1 = gpu.alloc async () : memref<32x32xf32>
    %ca0 = gpu.memcpy async [%ta0] %a0, %A0 : memref<32x8xf32>, memref<32x8xf32>
    %cb0 = gpu.memcpy async [%tb0] %b0, %B0 : memref<8x32xf32>, memref<8x32xf32>
    %j0 = gpu.wait async [%ca0, %cb0, %td0]
    %m0 = gpu.launch_func async [%j0] @kernels::@matmul blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1) args(%a0 : memref<32x8xf32>, %b0 : memref<8x32xf32>, %d0 : memref<32x32xf32>)
    %ca1 = gpu.memcpy async [%ta1] %a1, %A1 : memref<32x8xf32>, memref<32x8xf32>
    %cb1 = gpu.memcpy async [%tb1] %b1, %B1 : memref<8x32xf32>, memref<8x32xf32>
    %j1 = gpu.wait async [%ca1, %cb1, %td1]
    %m1 = gpu.launch_func async [%j1] @kernels::@matmul blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1) args(%a1 : memref<32x8xf32>, %b1 : memref<8x32xf32>, %d1 : memref<32x32xf32>)
    %j2 = gpu.wait async [%m0, %m1]
    %sum = gpu.launch_func async [%j2] @kernels::@add blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1) args(%d0 : memref<32x32xf32>, %d1 : memref<32x32xf32>)
    %back = gpu.memcpy async [%sum] %D, %d0 : memref<32x32xf32>, memref<32x32xf32>
    %f0 = gpu.dealloc async [%m0] %a0 : memref<32x8xf32>
    %f1 = gpu.dealloc async [%m0] %b0 : memref<8x32xf32>
    %f2 = gpu.dealloc async [%m1] %a1 : memref<32x8xf32>
    %f3 = gpu.dealloc async [%m1] %b1 : memref<8x32xf32>
    %f4 = gpu.dealloc async [%back] %d0 : memref<32x32xf32>
    %f5 = gpu.dealloc async [%sum] %d1 : memref<32x32xf32>
    gpu.wait [%f0, %f1, %f2, %f3, %f4, %f5]
    return
  }
}
