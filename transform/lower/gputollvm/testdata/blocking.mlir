// examples/gpu/two_matmuls.mlir with operations that block.
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
    %a0 = gpu.alloc () : memref<32x8xf32>
    %b0 = gpu.alloc () : memref<8x32xf32>
    %d0 = gpu.alloc () : memref<32x32xf32>
    %a1 = gpu.alloc () : memref<32x8xf32>
    %b1 = gpu.alloc () : memref<8x32xf32>
    %d1 = gpu.alloc () : memref<32x32xf32>
    gpu.memcpy %a0, %A0 : memref<32x8xf32>, memref<32x8xf32>
    gpu.memcpy %b0, %B0 : memref<8x32xf32>, memref<8x32xf32>
    gpu.launch_func @kernels::@matmul blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1) args(%a0 : memref<32x8xf32>, %b0 : memref<8x32xf32>, %d0 : memref<32x32xf32>)
    gpu.memcpy %a1, %A1 : memref<32x8xf32>, memref<32x8xf32>
    gpu.memcpy %b1, %B1 : memref<8x32xf32>, memref<8x32xf32>
    gpu.launch_func @kernels::@matmul blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1) args(%a1 : memref<32x8xf32>, %b1 : memref<8x32xf32>, %d1 : memref<32x32xf32>)
    gpu.launch_func @kernels::@add blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1) args(%d0 : memref<32x32xf32>, %d1 : memref<32x32xf32>)
    gpu.memcpy %D, %d0 : memref<32x32xf32>, memref<32x32xf32>
    gpu.dealloc %a0 : memref<32x8xf32>
    gpu.dealloc %b0 : memref<8x32xf32>
    gpu.dealloc %a1 : memref<32x8xf32>
    gpu.dealloc %b1 : memref<8x32xf32>
    gpu.dealloc %d0 : memref<32x32xf32>
    gpu.dealloc %d1 : memref<32x32xf32>
    return
  }
}
