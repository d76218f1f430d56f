module attributes {gpu.container_module} {
  gpu.module @kernels {
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
    %cst = arith.constant 0.000000e+00 : f32
    %token, %bodyResults = async.execute -> !async.value<memref<32x32xf32>> {
      %alloc = memref.alloc() : memref<32x32xf32>
      linalg.fill ins(%cst : f32) outs(%alloc : memref<32x32xf32>)
      linalg.matmul ins(%arg0, %arg1 : memref<32x8xf32>, memref<8x32xf32>) outs(%alloc : memref<32x32xf32>)
      async.yield %alloc : memref<32x32xf32>
    }
    %token_0, %bodyResults_1 = async.execute -> !async.value<memref<32x32xf32>> {
      %alloc = memref.alloc() : memref<32x32xf32>
      linalg.fill ins(%cst : f32) outs(%alloc : memref<32x32xf32>)
      linalg.matmul ins(%arg0, %arg2 : memref<32x8xf32>, memref<8x32xf32>) outs(%alloc : memref<32x32xf32>)
      async.yield %alloc : memref<32x32xf32>
    }
    %token_2 = async.execute [%token, %token_0] (%bodyResults as %arg5: !async.value<memref<32x32xf32>>, %bodyResults_1 as %arg6: !async.value<memref<32x32xf32>>) {
      %memref, %asyncToken = gpu.alloc async () : memref<32x32xf32>
      %memref_3, %asyncToken_4 = gpu.alloc async () : memref<32x32xf32>
      %memref_5, %asyncToken_6 = gpu.alloc async () : memref<32x32xf32>
      %memref_7, %asyncToken_8 = gpu.alloc async () : memref<32xf32>
      %0 = gpu.memcpy async [%asyncToken_4] %memref_3, %arg5 : memref<32x32xf32>, memref<32x32xf32>
      %1 = gpu.memcpy async [%asyncToken_6] %memref_5, %arg6 : memref<32x32xf32>, memref<32x32xf32>
      %2 = gpu.memcpy async [%asyncToken_8] %memref_7, %arg3 : memref<32xf32>, memref<32xf32>
      %3 = gpu.launch_func async [%asyncToken, %0, %1, %2] @kernels::@fused blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1)  args(%memref_3 : memref<32x32xf32>, %memref_5 : memref<32x32xf32>, %memref_7 : memref<32xf32>, %memref : memref<32x32xf32>)
      %4 = gpu.memcpy async [%3] %arg4, %memref : memref<32x32xf32>, memref<32x32xf32>
      %5 = gpu.dealloc async [%4] %memref : memref<32x32xf32>
      %6 = gpu.dealloc async [%3] %memref_3 : memref<32x32xf32>
      %7 = gpu.dealloc async [%3] %memref_5 : memref<32x32xf32>
      %8 = gpu.dealloc async [%3] %memref_7 : memref<32xf32>
      gpu.wait [%5, %6, %7, %8]
      memref.dealloc %arg5 : memref<32x32xf32>
      memref.dealloc %arg6 : memref<32x32xf32>
      async.yield
    }
    async.await %token_2 : !async.token
    return
  }
}

