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
      %memref = gpu.alloc  () : memref<32x8xf32>
      gpu.memcpy  %memref, %arg0 : memref<32x8xf32>, memref<32x8xf32>
      async.yield %memref : memref<32x8xf32>
    }
    %token_0, %bodyResults_1:2 = async.execute -> (!async.value<memref<8x32xf32>>, !async.value<memref<32x32xf32>>) {
      %memref = gpu.alloc  () : memref<8x32xf32>
      %memref_16 = gpu.alloc  () : memref<32x32xf32>
      gpu.memcpy  %memref, %arg1 : memref<8x32xf32>, memref<8x32xf32>
      async.yield %memref, %memref_16 : memref<8x32xf32>, memref<32x32xf32>
    }
    %token_2 = async.execute (%bodyResults as %arg5: !async.value<memref<32x8xf32>>, %bodyResults_1#0 as %arg6: !async.value<memref<8x32xf32>>, %bodyResults_1#1 as %arg7: !async.value<memref<32x32xf32>>) {
      %c32 = arith.constant 32 : index
      %c1 = arith.constant 1 : index
      gpu.launch_func  @kernels::@matmul blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1)  args(%arg5 : memref<32x8xf32>, %arg6 : memref<8x32xf32>, %arg7 : memref<32x32xf32>)
      async.yield
    }
    %token_3 = async.execute [%token_2] (%bodyResults as %arg5: !async.value<memref<32x8xf32>>) {
      gpu.dealloc  %arg5 : memref<32x8xf32>
      async.yield
    }
    %token_4 = async.execute [%token_2] (%bodyResults_1#0 as %arg5: !async.value<memref<8x32xf32>>) {
      gpu.dealloc  %arg5 : memref<8x32xf32>
      async.yield
    }
    %token_5, %bodyResults_6:4 = async.execute -> (!async.value<memref<32x8xf32>>, !async.value<memref<8x32xf32>>, !async.value<memref<32x32xf32>>, !async.value<memref<32xf32>>) {
      %memref = gpu.alloc  () : memref<32x8xf32>
      %memref_16 = gpu.alloc  () : memref<8x32xf32>
      %memref_17 = gpu.alloc  () : memref<32x32xf32>
      %memref_18 = gpu.alloc  () : memref<32xf32>
      async.yield %memref, %memref_16, %memref_17, %memref_18 : memref<32x8xf32>, memref<8x32xf32>, memref<32x32xf32>, memref<32xf32>
    }
    %token_7 = async.execute [%token_2] (%bodyResults_6#0 as %arg5: !async.value<memref<32x8xf32>>) {
      gpu.memcpy  %arg5, %arg0 : memref<32x8xf32>, memref<32x8xf32>
      async.yield
    }
    %token_8 = async.execute [%token_2] (%bodyResults_6#1 as %arg5: !async.value<memref<8x32xf32>>) {
      gpu.memcpy  %arg5, %arg2 : memref<8x32xf32>, memref<8x32xf32>
      async.yield
    }
    %token_9 = async.execute [%token_3, %token_4, %token_7, %token_8] (%bodyResults_6#0 as %arg5: !async.value<memref<32x8xf32>>, %bodyResults_6#1 as %arg6: !async.value<memref<8x32xf32>>, %bodyResults_6#2 as %arg7: !async.value<memref<32x32xf32>>) {
      %c32 = arith.constant 32 : index
      %c1 = arith.constant 1 : index
      gpu.launch_func  @kernels::@matmul blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1)  args(%arg5 : memref<32x8xf32>, %arg6 : memref<8x32xf32>, %arg7 : memref<32x32xf32>)
      async.yield
    }
    %token_10, %bodyResults_11 = async.execute [%token_9] (%bodyResults_6#0 as %arg5: !async.value<memref<32x8xf32>>, %bodyResults_6#1 as %arg6: !async.value<memref<8x32xf32>>) -> !async.value<memref<32x32xf32>> {
      gpu.dealloc  %arg5 : memref<32x8xf32>
      gpu.dealloc  %arg6 : memref<8x32xf32>
      %memref = gpu.alloc  () : memref<32x32xf32>
      async.yield %memref : memref<32x32xf32>
    }
    %token_12 = async.execute [%token_9] (%bodyResults_6#3 as %arg5: !async.value<memref<32xf32>>) {
      gpu.memcpy  %arg5, %arg3 : memref<32xf32>, memref<32xf32>
      async.yield
    }
    %token_13 = async.execute [%token_12] (%bodyResults_1#1 as %arg5: !async.value<memref<32x32xf32>>, %bodyResults_6#2 as %arg6: !async.value<memref<32x32xf32>>, %bodyResults_6#3 as %arg7: !async.value<memref<32xf32>>, %bodyResults_11 as %arg8: !async.value<memref<32x32xf32>>) {
      %c32 = arith.constant 32 : index
      %c1 = arith.constant 1 : index
      gpu.launch_func  @kernels::@fused blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1)  args(%arg5 : memref<32x32xf32>, %arg6 : memref<32x32xf32>, %arg7 : memref<32xf32>, %arg8 : memref<32x32xf32>)
      async.yield
    }
    %token_14 = async.execute [%token_13] (%bodyResults_11 as %arg5: !async.value<memref<32x32xf32>>) {
      gpu.memcpy  %arg4, %arg5 : memref<32x32xf32>, memref<32x32xf32>
      gpu.dealloc  %arg5 : memref<32x32xf32>
      async.yield
    }
    %token_15 = async.execute [%token_13] (%bodyResults_1#1 as %arg5: !async.value<memref<32x32xf32>>, %bodyResults_6#2 as %arg6: !async.value<memref<32x32xf32>>, %bodyResults_6#3 as %arg7: !async.value<memref<32xf32>>) {
      gpu.dealloc  %arg5 : memref<32x32xf32>
      gpu.dealloc  %arg6 : memref<32x32xf32>
      gpu.dealloc  %arg7 : memref<32xf32>
      async.yield
    }
    async.await %token_15 : !async.token
    async.await %token_14 : !async.token
    return
  }
}

