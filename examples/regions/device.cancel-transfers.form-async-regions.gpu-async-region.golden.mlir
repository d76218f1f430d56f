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
    %token, %bodyResults:2 = async.execute -> (!async.value<memref<32x8xf32>>, !async.value<!gpu.async.token>) {
      %memref, %asyncToken = gpu.alloc async () : memref<32x8xf32>
      %1 = gpu.memcpy async [%asyncToken] %memref, %arg0 : memref<32x8xf32>, memref<32x8xf32>
      async.yield %memref, %1 : memref<32x8xf32>, !gpu.async.token
    }
    %token_0, %bodyResults_1:6 = async.execute -> (!async.value<memref<8x32xf32>>, !async.value<memref<32x32xf32>>, !async.value<memref<32x8xf32>>, !async.value<memref<8x32xf32>>, !async.value<memref<32x32xf32>>, !async.value<!gpu.async.token>) {
      %memref, %asyncToken = gpu.alloc async () : memref<8x32xf32>
      %memref_10, %asyncToken_11 = gpu.alloc async () : memref<32x32xf32>
      %1 = gpu.memcpy async [%asyncToken] %memref, %arg1 : memref<8x32xf32>, memref<8x32xf32>
      %memref_12, %asyncToken_13 = gpu.alloc async () : memref<32x8xf32>
      %memref_14, %asyncToken_15 = gpu.alloc async () : memref<8x32xf32>
      %memref_16, %asyncToken_17 = gpu.alloc async () : memref<32x32xf32>
      %2 = gpu.wait async [%asyncToken_11, %1, %asyncToken_13, %asyncToken_15, %asyncToken_17]
      async.yield %memref, %memref_10, %memref_12, %memref_14, %memref_16, %2 : memref<8x32xf32>, memref<32x32xf32>, memref<32x8xf32>, memref<8x32xf32>, memref<32x32xf32>, !gpu.async.token
    }
    %token_2, %bodyResults_3 = async.execute (%bodyResults#0 as %arg5: !async.value<memref<32x8xf32>>, %bodyResults_1#0 as %arg6: !async.value<memref<8x32xf32>>, %bodyResults_1#1 as %arg7: !async.value<memref<32x32xf32>>, %bodyResults#1 as %arg8: !async.value<!gpu.async.token>, %bodyResults_1#5 as %arg9: !async.value<!gpu.async.token>) -> !async.value<!gpu.async.token> {
      %c32 = arith.constant 32 : index
      %c1 = arith.constant 1 : index
      %1 = gpu.launch_func async [%arg8, %arg9] @kernels::@matmul blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1)  args(%arg5 : memref<32x8xf32>, %arg6 : memref<8x32xf32>, %arg7 : memref<32x32xf32>)
      %2 = gpu.dealloc async [%1] %arg5 : memref<32x8xf32>
      %3 = gpu.dealloc async [%1] %arg6 : memref<8x32xf32>
      %4 = gpu.wait async [%2, %3]
      async.yield %4 : !gpu.async.token
    }
    %token_4, %bodyResults_5 = async.execute [%token_2] (%bodyResults_1#2 as %arg5: !async.value<memref<32x8xf32>>, %bodyResults_1#5 as %arg6: !async.value<!gpu.async.token>, %bodyResults_3 as %arg7: !async.value<!gpu.async.token>) -> !async.value<!gpu.async.token> {
      %1 = gpu.memcpy async [%arg6, %arg7] %arg5, %arg0 : memref<32x8xf32>, memref<32x8xf32>
      async.yield %1 : !gpu.async.token
    }
    %token_6, %bodyResults_7 = async.execute [%token_2] (%bodyResults_1#3 as %arg5: !async.value<memref<8x32xf32>>, %bodyResults_1#5 as %arg6: !async.value<!gpu.async.token>, %bodyResults_3 as %arg7: !async.value<!gpu.async.token>) -> !async.value<!gpu.async.token> {
      %1 = gpu.memcpy async [%arg6, %arg7] %arg5, %arg2 : memref<8x32xf32>, memref<8x32xf32>
      async.yield %1 : !gpu.async.token
    }
    %token_8, %bodyResults_9 = async.execute [%token_4, %token_6] (%bodyResults_1#2 as %arg5: !async.value<memref<32x8xf32>>, %bodyResults_1#3 as %arg6: !async.value<memref<8x32xf32>>, %bodyResults_1#4 as %arg7: !async.value<memref<32x32xf32>>, %bodyResults_1#1 as %arg8: !async.value<memref<32x32xf32>>, %bodyResults_1#5 as %arg9: !async.value<!gpu.async.token>, %bodyResults_5 as %arg10: !async.value<!gpu.async.token>, %bodyResults_7 as %arg11: !async.value<!gpu.async.token>) -> !async.value<!gpu.async.token> {
      %c32 = arith.constant 32 : index
      %c1 = arith.constant 1 : index
      %1 = gpu.launch_func async [%arg9, %arg10, %arg11] @kernels::@matmul blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1)  args(%arg5 : memref<32x8xf32>, %arg6 : memref<8x32xf32>, %arg7 : memref<32x32xf32>)
      %2 = gpu.dealloc async [%1] %arg5 : memref<32x8xf32>
      %3 = gpu.dealloc async [%1] %arg6 : memref<8x32xf32>
      %memref, %asyncToken = gpu.alloc async () : memref<32xf32>
      %memref_10, %asyncToken_11 = gpu.alloc async () : memref<32x32xf32>
      %4 = gpu.memcpy async [%asyncToken] %memref, %arg3 : memref<32xf32>, memref<32xf32>
      %5 = gpu.launch_func async [%1, %asyncToken_11, %4] @kernels::@fused blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1)  args(%arg8 : memref<32x32xf32>, %arg7 : memref<32x32xf32>, %memref : memref<32xf32>, %memref_10 : memref<32x32xf32>)
      %6 = gpu.memcpy async [%5] %arg4, %memref_10 : memref<32x32xf32>, memref<32x32xf32>
      %7 = gpu.dealloc async [%5] %arg8 : memref<32x32xf32>
      %8 = gpu.dealloc async [%5] %arg7 : memref<32x32xf32>
      %9 = gpu.dealloc async [%5] %memref : memref<32xf32>
      %10 = gpu.dealloc async [%6] %memref_10 : memref<32x32xf32>
      %11 = gpu.wait async [%2, %3, %7, %8, %9, %10]
      async.yield %11 : !gpu.async.token
    }
    async.await %token_8 : !async.token
    %0 = async.await %bodyResults_9 : !async.value<!gpu.async.token>
    gpu.wait [%0]
    return
  }
}

