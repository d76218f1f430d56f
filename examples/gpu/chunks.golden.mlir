module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @scale(%arg0: memref<128x128xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %cst = arith.constant 2.000000e+00 : f32
      %block_id_x = gpu.block_id  x
      %thread_id_x = gpu.thread_id  x
      %0 = memref.load %arg0[%block_id_x, %thread_id_x] : memref<128x128xf32>
      %1 = arith.mulf %0, %cst : f32
      memref.store %1, %arg0[%block_id_x, %thread_id_x] : memref<128x128xf32>
      gpu.return
    }
  }
  func.func @main(%arg0: memref<128x128xf32>, %arg1: memref<128x128xf32>, %arg2: memref<128x128xf32>) {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %memref, %asyncToken = gpu.alloc async () : memref<128x128xf32>
    %0 = gpu.memcpy async [%asyncToken] %memref, %arg0 : memref<128x128xf32>, memref<128x128xf32>
    %1 = gpu.launch_func async [%0] @kernels::@scale blocks in (%c128, %c1, %c1) threads in (%c128, %c1, %c1)  args(%memref : memref<128x128xf32>)
    %2 = gpu.memcpy async [%1] %arg0, %memref : memref<128x128xf32>, memref<128x128xf32>
    %3 = gpu.dealloc async [%2] %memref : memref<128x128xf32>
    %memref_0, %asyncToken_1 = gpu.alloc async () : memref<128x128xf32>
    %4 = gpu.memcpy async [%asyncToken_1] %memref_0, %arg1 : memref<128x128xf32>, memref<128x128xf32>
    %5 = gpu.launch_func async [%4] @kernels::@scale blocks in (%c128, %c1, %c1) threads in (%c128, %c1, %c1)  args(%memref_0 : memref<128x128xf32>)
    %6 = gpu.memcpy async [%5] %arg1, %memref_0 : memref<128x128xf32>, memref<128x128xf32>
    %7 = gpu.dealloc async [%6] %memref_0 : memref<128x128xf32>
    %memref_2, %asyncToken_3 = gpu.alloc async () : memref<128x128xf32>
    %8 = gpu.memcpy async [%asyncToken_3] %memref_2, %arg2 : memref<128x128xf32>, memref<128x128xf32>
    %9 = gpu.launch_func async [%8] @kernels::@scale blocks in (%c128, %c1, %c1) threads in (%c128, %c1, %c1)  args(%memref_2 : memref<128x128xf32>)
    %10 = gpu.memcpy async [%9] %arg2, %memref_2 : memref<128x128xf32>, memref<128x128xf32>
    %11 = gpu.dealloc async [%10] %memref_2 : memref<128x128xf32>
    gpu.wait [%3, %7, %11]
    return
  }
}

