module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @matmul(%arg0: memref<32x8xf32>, %arg1: memref<8x32xf32>, %arg2: memref<32x32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %cst = arith.constant 0.000000e+00 : f32
      %block_id_x = gpu.block_id  x
      %thread_id_x = gpu.thread_id  x
      %0 = scf.for %arg3 = %c0 to %c8 step %c1 iter_args(%arg4 = %cst) -> (f32) {
        %1 = memref.load %arg0[%block_id_x, %arg3] : memref<32x8xf32>
        %2 = memref.load %arg1[%arg3, %thread_id_x] : memref<8x32xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.addf %arg4, %3 : f32
        scf.yield %4 : f32
      }
      memref.store %0, %arg2[%block_id_x, %thread_id_x] : memref<32x32xf32>
      gpu.return
    }
    gpu.func @add(%arg0: memref<32x32xf32>, %arg1: memref<32x32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %block_id_x = gpu.block_id  x
      %thread_id_x = gpu.thread_id  x
      %0 = memref.load %arg0[%block_id_x, %thread_id_x] : memref<32x32xf32>
      %1 = memref.load %arg1[%block_id_x, %thread_id_x] : memref<32x32xf32>
      %2 = arith.addf %0, %1 : f32
      memref.store %2, %arg0[%block_id_x, %thread_id_x] : memref<32x32xf32>
      gpu.return
    }
  }
  func.func @main(%arg0: memref<32x8xf32>, %arg1: memref<8x32xf32>, %arg2: memref<32x8xf32>, %arg3: memref<8x32xf32>, %arg4: memref<32x32xf32>) {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %memref, %asyncToken = gpu.alloc async () : memref<32x8xf32>
    %memref_0, %asyncToken_1 = gpu.alloc async () : memref<8x32xf32>
    %memref_2, %asyncToken_3 = gpu.alloc async () : memref<32x32xf32>
    %memref_4, %asyncToken_5 = gpu.alloc async () : memref<32x8xf32>
    %memref_6, %asyncToken_7 = gpu.alloc async () : memref<8x32xf32>
    %memref_8, %asyncToken_9 = gpu.alloc async () : memref<32x32xf32>
    %0 = gpu.memcpy async [%asyncToken] %memref, %arg0 : memref<32x8xf32>, memref<32x8xf32>
    %1 = gpu.memcpy async [%asyncToken_1] %memref_0, %arg1 : memref<8x32xf32>, memref<8x32xf32>
    %2 = gpu.launch_func async [%0, %1, %asyncToken_3] @kernels::@matmul blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1)  args(%memref : memref<32x8xf32>, %memref_0 : memref<8x32xf32>, %memref_2 : memref<32x32xf32>)
    %3 = gpu.memcpy async [%asyncToken_5] %memref_4, %arg2 : memref<32x8xf32>, memref<32x8xf32>
    %4 = gpu.memcpy async [%asyncToken_7] %memref_6, %arg3 : memref<8x32xf32>, memref<8x32xf32>
    %5 = gpu.launch_func async [%3, %4, %asyncToken_9] @kernels::@matmul blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1)  args(%memref_4 : memref<32x8xf32>, %memref_6 : memref<8x32xf32>, %memref_8 : memref<32x32xf32>)
    %6 = gpu.launch_func async [%2, %5] @kernels::@add blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1)  args(%memref_2 : memref<32x32xf32>, %memref_8 : memref<32x32xf32>)
    %7 = gpu.memcpy async [%6] %arg4, %memref_2 : memref<32x32xf32>, memref<32x32xf32>
    %8 = gpu.dealloc async [%2] %memref : memref<32x8xf32>
    %9 = gpu.dealloc async [%2] %memref_0 : memref<8x32xf32>
    %10 = gpu.dealloc async [%5] %memref_4 : memref<32x8xf32>
    %11 = gpu.dealloc async [%5] %memref_6 : memref<8x32xf32>
    %12 = gpu.dealloc async [%7] %memref_2 : memref<32x32xf32>
    %13 = gpu.dealloc async [%6] %memref_8 : memref<32x32xf32>
    gpu.wait [%8, %9, %10, %11, %12, %13]
    return
  }
}

