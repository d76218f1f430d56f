// PASSES: --convert-gpu-to-nvvm --reconcile-unrealized-casts
gpu.module @k {
  gpu.func @f(%a: memref<32x32xf16, 3>, %b: memref<32x32xf16>, %c: memref<32x32xf32, 3>, %i: index, %j: index, %x: f32, %bi: memref<32x32xi8>, %ci: memref<32x32xi32>) kernel {
    %0 = gpu.subgroup_mma_load_matrix %a[%i, %j] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %1 = gpu.subgroup_mma_load_matrix %b[%i, %j] {leadDimension = 32 : index, transpose} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
    %2 = gpu.subgroup_mma_load_matrix %c[%i, %j] {leadDimension = 32 : index} : memref<32x32xf32, 3> -> !gpu.mma_matrix<16x16xf32, "COp">
    %3 = gpu.subgroup_mma_compute %0, %1, %2 : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    %4 = gpu.subgroup_mma_compute %0, %1, %2 {a_transpose, b_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %3, %c[%i, %j] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x32xf32, 3>
    gpu.subgroup_mma_store_matrix %4, %c[%i, %j] {leadDimension = 32 : index, transpose} : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x32xf32, 3>
    %5 = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf32, "COp">
    %6 = gpu.subgroup_mma_elementwise addf %5, %3 : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
    %7 = gpu.subgroup_mma_elementwise maxf %6, %3 : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %7, %c[%i, %j] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x32xf32, 3>
    gpu.return
  }
}
gpu.module @other {
  gpu.func @c16(%x: f16) -> !gpu.mma_matrix<16x16xf16, "COp"> {
    %5 = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf16, "COp">
    gpu.return %5 : !gpu.mma_matrix<16x16xf16, "COp">
  }
  gpu.func @ci(%x: i32) -> !gpu.mma_matrix<16x16xi32, "COp"> {
    %5 = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xi32, "COp">
    gpu.return %5 : !gpu.mma_matrix<16x16xi32, "COp">
  }
  gpu.func @ty(%a: !gpu.mma_matrix<16x8xf32, "AOp">, %b: !gpu.mma_matrix<8x16xf32, "BOp">, %c: !gpu.mma_matrix<16x16xsi8, "AOp">, %d: !gpu.mma_matrix<16x32xui8, "BOp">, %e: !gpu.mma_matrix<8x4xf64, "AOp">,  %f: !gpu.mma_matrix<8x8xf64, "COp">) {
    gpu.return
  }
}
