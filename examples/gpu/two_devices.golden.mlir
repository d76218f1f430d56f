module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @square(%arg0: memref<1024xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %global_id_x = gpu.global_id  x
      %0 = memref.load %arg0[%global_id_x] : memref<1024xf32>
      %1 = arith.mulf %0, %0 : f32
      memref.store %1, %arg0[%global_id_x] : memref<1024xf32>
      gpu.return
    }
  }
  func.func @main(%arg0: memref<1024xf32>, %arg1: memref<1024xf32>) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c256 = arith.constant 256 : index
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    gpu.set_default_device %c0_i32
    %memref = gpu.alloc  () : memref<1024xf32>
    gpu.memcpy  %memref, %arg0 : memref<1024xf32>, memref<1024xf32>
    gpu.launch_func  @kernels::@square blocks in (%c4, %c1, %c1) threads in (%c256, %c1, %c1)  args(%memref : memref<1024xf32>)
    gpu.memcpy  %arg0, %memref : memref<1024xf32>, memref<1024xf32>
    gpu.dealloc  %memref : memref<1024xf32>
    gpu.set_default_device %c1_i32
    %memref_0 = gpu.alloc  () : memref<1024xf32>
    gpu.memcpy  %memref_0, %arg1 : memref<1024xf32>, memref<1024xf32>
    gpu.launch_func  @kernels::@square blocks in (%c4, %c1, %c1) threads in (%c256, %c1, %c1)  args(%memref_0 : memref<1024xf32>)
    gpu.memcpy  %arg1, %memref_0 : memref<1024xf32>, memref<1024xf32>
    gpu.dealloc  %memref_0 : memref<1024xf32>
    return
  }
}

