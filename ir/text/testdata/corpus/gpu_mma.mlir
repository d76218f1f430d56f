// Covers the gpu dialect: matrices that the threads of a subgroup hold together.
func.func @mma(%s: memref<32x32xf16, 3>, %d: memref<32x32xf32, 3>, %i: index, %f: f16, %g: f32, %sv: memref<32x4xvector<4xf16>, 3>, %i8: memref<32x32xi8>) {
  %a = gpu.subgroup_mma_load_matrix %s[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
  %b = gpu.subgroup_mma_load_matrix %s[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "BOp">
  %c = gpu.subgroup_mma_constant_matrix %g : !gpu.mma_matrix<16x16xf32, "COp">
  %x = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  %y = gpu.subgroup_mma_compute %a, %b, %c {a_transpose, b_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  gpu.subgroup_mma_store_matrix %x, %d[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x32xf32, 3>
  gpu.subgroup_mma_store_matrix %y, %d[%i, %i] {leadDimension = 32 : index, transpose} : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x32xf32, 3>
  %z = gpu.subgroup_mma_elementwise addf %x, %y : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
  %e = gpu.subgroup_mma_extract_thread_local %z[%i] : !gpu.mma_matrix<16x16xf32, "COp"> -> f32
  %n = gpu.subgroup_mma_insert_thread_local %e, %z[%i] : f32, !gpu.mma_matrix<16x16xf32, "COp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  %ext = gpu.subgroup_mma_elementwise extf %a {foo} : (!gpu.mma_matrix<16x16xf16, "AOp">) -> !gpu.mma_matrix<16x16xf32, "AOp">
  %q = gpu.subgroup_mma_load_matrix %i8[%i, %i] {leadDimension = 32 : index} : memref<32x32xi8> -> !gpu.mma_matrix<16x16xsi8, "AOp">
  return
}
