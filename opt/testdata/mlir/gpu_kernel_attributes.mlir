// PASSES: --convert-gpu-to-nvvm
// What a kernel says of its launches and of its arguments.
gpu.module @kernels {
  gpu.func @k(%n: memref<8xi32>) kernel attributes {known_block_size = array<i32: 8, 2, 2>, known_grid_size = array<i32: 2, 1, 1>, known_cluster_size = array<i32: 2, 1, 1>, nvvm.minctasm = 2 : i32, nvvm.maxnreg = 32 : i32} {
    gpu.return
  }
  gpu.func @arguments(%x: f32 {llvm.noundef}, %y: i32) kernel attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} {
    gpu.return
  }
}
