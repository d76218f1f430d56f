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
    gpu.func @fused(%arg0: memref<32x32xf32>, %arg1: memref<32x32xf32>, %arg2: memref<32xf32>, %arg3: memref<32x32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %block_id_x = gpu.block_id  x
      %thread_id_x = gpu.thread_id  x
      %0 = memref.load %arg0[%block_id_x, %thread_id_x] : memref<32x32xf32>
      %1 = memref.load %arg1[%block_id_x, %thread_id_x] : memref<32x32xf32>
      %2 = memref.load %arg2[%thread_id_x] : memref<32xf32>
      %3 = arith.addf %0, %1 : f32
      %4 = arith.addf %3, %2 : f32
      memref.store %4, %arg3[%block_id_x, %thread_id_x] : memref<32x32xf32>
      gpu.return
    }
  }
  func.func @f(%arg0: memref<32x8xf32>, %arg1: memref<8x32xf32>, %arg2: memref<8x32xf32>, %arg3: memref<32xf32>, %arg4: memref<32x32xf32>) {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %memref = gpu.alloc  () : memref<32x8xf32>
    %memref_0 = gpu.alloc  () : memref<8x32xf32>
    %memref_1 = gpu.alloc  () : memref<32x32xf32>
    gpu.memcpy  %memref, %arg0 : memref<32x8xf32>, memref<32x8xf32>
    gpu.memcpy  %memref_0, %arg1 : memref<8x32xf32>, memref<8x32xf32>
    gpu.launch_func  @kernels::@matmul blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1)  args(%memref : memref<32x8xf32>, %memref_0 : memref<8x32xf32>, %memref_1 : memref<32x32xf32>)
    gpu.dealloc  %memref : memref<32x8xf32>
    gpu.dealloc  %memref_0 : memref<8x32xf32>
    %memref_2 = gpu.alloc  () : memref<32x8xf32>
    %memref_3 = gpu.alloc  () : memref<8x32xf32>
    %memref_4 = gpu.alloc  () : memref<32x32xf32>
    gpu.memcpy  %memref_2, %arg0 : memref<32x8xf32>, memref<32x8xf32>
    gpu.memcpy  %memref_3, %arg2 : memref<8x32xf32>, memref<8x32xf32>
    gpu.launch_func  @kernels::@matmul blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1)  args(%memref_2 : memref<32x8xf32>, %memref_3 : memref<8x32xf32>, %memref_4 : memref<32x32xf32>)
    gpu.dealloc  %memref_2 : memref<32x8xf32>
    gpu.dealloc  %memref_3 : memref<8x32xf32>
    %memref_5 = gpu.alloc  () : memref<32xf32>
    %memref_6 = gpu.alloc  () : memref<32x32xf32>
    gpu.memcpy  %memref_5, %arg3 : memref<32xf32>, memref<32xf32>
    gpu.launch_func  @kernels::@fused blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1)  args(%memref_1 : memref<32x32xf32>, %memref_4 : memref<32x32xf32>, %memref_5 : memref<32xf32>, %memref_6 : memref<32x32xf32>)
    gpu.memcpy  %arg4, %memref_6 : memref<32x32xf32>, memref<32x32xf32>
    gpu.dealloc  %memref_1 : memref<32x32xf32>
    gpu.dealloc  %memref_4 : memref<32x32xf32>
    gpu.dealloc  %memref_5 : memref<32xf32>
    gpu.dealloc  %memref_6 : memref<32x32xf32>
    return
  }
}

