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
    %token, %bodyResults = async.execute -> !async.value<memref<32x8xf32>> {
      %memref, %asyncToken = gpu.alloc async () : memref<32x8xf32>
      %0 = gpu.memcpy async [%asyncToken] %memref, %arg0 : memref<32x8xf32>, memref<32x8xf32>
      gpu.wait [%0]
      async.yield %memref : memref<32x8xf32>
    }
    %token_0, %bodyResults_1:5 = async.execute -> (!async.value<memref<8x32xf32>>, !async.value<memref<32x32xf32>>, !async.value<memref<32x8xf32>>, !async.value<memref<8x32xf32>>, !async.value<memref<32x32xf32>>) {
      %memref, %asyncToken = gpu.alloc async () : memref<8x32xf32>
      %memref_6, %asyncToken_7 = gpu.alloc async () : memref<32x32xf32>
      %0 = gpu.memcpy async [%asyncToken] %memref, %arg1 : memref<8x32xf32>, memref<8x32xf32>
      %memref_8, %asyncToken_9 = gpu.alloc async () : memref<32x8xf32>
      %memref_10, %asyncToken_11 = gpu.alloc async () : memref<8x32xf32>
      %memref_12, %asyncToken_13 = gpu.alloc async () : memref<32x32xf32>
      gpu.wait [%asyncToken_7, %0, %asyncToken_9, %asyncToken_11, %asyncToken_13]
      async.yield %memref, %memref_6, %memref_8, %memref_10, %memref_12 : memref<8x32xf32>, memref<32x32xf32>, memref<32x8xf32>, memref<8x32xf32>, memref<32x32xf32>
    }
    %token_2 = async.execute (%bodyResults as %arg5: !async.value<memref<32x8xf32>>, %bodyResults_1#0 as %arg6: !async.value<memref<8x32xf32>>, %bodyResults_1#1 as %arg7: !async.value<memref<32x32xf32>>) {
      %c32 = arith.constant 32 : index
      %c1 = arith.constant 1 : index
      %0 = gpu.launch_func async @kernels::@matmul blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1)  args(%arg5 : memref<32x8xf32>, %arg6 : memref<8x32xf32>, %arg7 : memref<32x32xf32>)
      %1 = gpu.dealloc async [%0] %arg5 : memref<32x8xf32>
      %2 = gpu.dealloc async [%0] %arg6 : memref<8x32xf32>
      gpu.wait [%1, %2]
      async.yield
    }
    %token_3 = async.execute [%token_2] (%bodyResults_1#2 as %arg5: !async.value<memref<32x8xf32>>) {
      %0 = gpu.memcpy async %arg5, %arg0 : memref<32x8xf32>, memref<32x8xf32>
      gpu.wait [%0]
      async.yield
    }
    %token_4 = async.execute [%token_2] (%bodyResults_1#3 as %arg5: !async.value<memref<8x32xf32>>) {
      %0 = gpu.memcpy async %arg5, %arg2 : memref<8x32xf32>, memref<8x32xf32>
      gpu.wait [%0]
      async.yield
    }
    %token_5 = async.execute [%token_3, %token_4] (%bodyResults_1#2 as %arg5: !async.value<memref<32x8xf32>>, %bodyResults_1#3 as %arg6: !async.value<memref<8x32xf32>>, %bodyResults_1#4 as %arg7: !async.value<memref<32x32xf32>>, %bodyResults_1#1 as %arg8: !async.value<memref<32x32xf32>>) {
      %c32 = arith.constant 32 : index
      %c1 = arith.constant 1 : index
      %0 = gpu.launch_func async @kernels::@matmul blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1)  args(%arg5 : memref<32x8xf32>, %arg6 : memref<8x32xf32>, %arg7 : memref<32x32xf32>)
      %1 = gpu.dealloc async [%0] %arg5 : memref<32x8xf32>
      %2 = gpu.dealloc async [%0] %arg6 : memref<8x32xf32>
      %memref, %asyncToken = gpu.alloc async () : memref<32xf32>
      %memref_6, %asyncToken_7 = gpu.alloc async () : memref<32x32xf32>
      %3 = gpu.memcpy async [%asyncToken] %memref, %arg3 : memref<32xf32>, memref<32xf32>
      %4 = gpu.launch_func async [%0, %asyncToken_7, %3] @kernels::@fused blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1)  args(%arg8 : memref<32x32xf32>, %arg7 : memref<32x32xf32>, %memref : memref<32xf32>, %memref_6 : memref<32x32xf32>)
      %5 = gpu.memcpy async [%4] %arg4, %memref_6 : memref<32x32xf32>, memref<32x32xf32>
      %6 = gpu.dealloc async [%4] %arg8 : memref<32x32xf32>
      %7 = gpu.dealloc async [%4] %arg7 : memref<32x32xf32>
      %8 = gpu.dealloc async [%4] %memref : memref<32xf32>
      %9 = gpu.dealloc async [%5] %memref_6 : memref<32x32xf32>
      gpu.wait [%1, %2, %6, %7, %8, %9]
      async.yield
    }
    async.await %token_5 : !async.token
    return
  }
}

