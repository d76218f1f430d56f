// Products of matrices that a warp holds, of every type: with loops that carry them, transposed, and element by element.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @f16_f32(%a: memref<64x64xf16>, %b: memref<64x64xf16>, %c: memref<64x64xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %step = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %z = arith.constant 0.5 : f32
      %init = gpu.subgroup_mma_constant_matrix %z : !gpu.mma_matrix<16x16xf32, "COp">
      %old = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 64 : index} : memref<64x64xf32> -> !gpu.mma_matrix<16x16xf32, "COp">
      %first = gpu.subgroup_mma_elementwise addf %init, %old : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
      %r = scf.for %k = %c0 to %c32 step %step iter_args(%acc = %first) -> (!gpu.mma_matrix<16x16xf32, "COp">) {
        %x = gpu.subgroup_mma_load_matrix %a[%c0, %k] {leadDimension = 64 : index} : memref<64x64xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
        %y = gpu.subgroup_mma_load_matrix %b[%k, %c0] {leadDimension = 64 : index} : memref<64x64xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
        %s = gpu.subgroup_mma_compute %x, %y, %acc : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
        scf.yield %s : !gpu.mma_matrix<16x16xf32, "COp">
      }
      %e0 = gpu.subgroup_mma_elementwise maxf %r, %first : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
      %e1 = gpu.subgroup_mma_elementwise subf %e0, %first : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
      gpu.barrier
      gpu.subgroup_mma_store_matrix %e1, %c[%c0, %c0] {leadDimension = 64 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<64x64xf32>
      gpu.return
    }
    gpu.func @f16_f16(%a: memref<64x64xf16>, %b: memref<64x64xf16>, %c: memref<64x64xf16>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %step = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %z = arith.constant 0.5 : f16
      %init = gpu.subgroup_mma_constant_matrix %z : !gpu.mma_matrix<16x16xf16, "COp">
      %old = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 64 : index} : memref<64x64xf16> -> !gpu.mma_matrix<16x16xf16, "COp">
      %first = gpu.subgroup_mma_elementwise addf %init, %old : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
      %r = scf.for %k = %c0 to %c32 step %step iter_args(%acc = %first) -> (!gpu.mma_matrix<16x16xf16, "COp">) {
        %x = gpu.subgroup_mma_load_matrix %a[%k, %c0] {leadDimension = 64 : index, transpose} : memref<64x64xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
        %y = gpu.subgroup_mma_load_matrix %b[%k, %c0] {leadDimension = 64 : index} : memref<64x64xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
        %s = gpu.subgroup_mma_compute %x, %y, %acc {a_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
        scf.yield %s : !gpu.mma_matrix<16x16xf16, "COp">
      }
      %e0 = gpu.subgroup_mma_elementwise mulf %r, %first : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
      %e1 = gpu.subgroup_mma_elementwise minf %e0, %first : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
      %e2 = gpu.subgroup_mma_elementwise negatef %e1 : (!gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
      gpu.barrier
      gpu.subgroup_mma_store_matrix %e2, %c[%c0, %c0] {leadDimension = 64 : index, transpose} : !gpu.mma_matrix<16x16xf16, "COp">, memref<64x64xf16>
      gpu.return
    }
    gpu.func @f16_tall(%a: memref<64x64xf16>, %b: memref<64x64xf16>, %c: memref<64x64xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %step = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %z = arith.constant 0.5 : f32
      %init = gpu.subgroup_mma_constant_matrix %z : !gpu.mma_matrix<32x8xf32, "COp">
      %old = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 64 : index} : memref<64x64xf32> -> !gpu.mma_matrix<32x8xf32, "COp">
      %first = gpu.subgroup_mma_elementwise addf %init, %old : (!gpu.mma_matrix<32x8xf32, "COp">, !gpu.mma_matrix<32x8xf32, "COp">) -> !gpu.mma_matrix<32x8xf32, "COp">
      %r = scf.for %k = %c0 to %c32 step %step iter_args(%acc = %first) -> (!gpu.mma_matrix<32x8xf32, "COp">) {
        %x = gpu.subgroup_mma_load_matrix %a[%c0, %k] {leadDimension = 64 : index} : memref<64x64xf16> -> !gpu.mma_matrix<32x16xf16, "AOp">
        %y = gpu.subgroup_mma_load_matrix %b[%c0, %k] {leadDimension = 64 : index, transpose} : memref<64x64xf16> -> !gpu.mma_matrix<16x8xf16, "BOp">
        %s = gpu.subgroup_mma_compute %x, %y, %acc {b_transpose} : !gpu.mma_matrix<32x16xf16, "AOp">, !gpu.mma_matrix<16x8xf16, "BOp"> -> !gpu.mma_matrix<32x8xf32, "COp">
        scf.yield %s : !gpu.mma_matrix<32x8xf32, "COp">
      }
      %e0 = gpu.subgroup_mma_elementwise negatef %r : (!gpu.mma_matrix<32x8xf32, "COp">) -> !gpu.mma_matrix<32x8xf32, "COp">
      gpu.barrier
      gpu.subgroup_mma_store_matrix %e0, %c[%c0, %c0] {leadDimension = 64 : index} : !gpu.mma_matrix<32x8xf32, "COp">, memref<64x64xf32>
      gpu.return
    }
    gpu.func @tf32(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %step = arith.constant 8 : index
      %c32 = arith.constant 32 : index
      %z = arith.constant 0.5 : f32
      %init = gpu.subgroup_mma_constant_matrix %z : !gpu.mma_matrix<16x16xf32, "COp">
      %old = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 64 : index} : memref<64x64xf32> -> !gpu.mma_matrix<16x16xf32, "COp">
      %first = gpu.subgroup_mma_elementwise addf %init, %old : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
      %r = scf.for %k = %c0 to %c32 step %step iter_args(%acc = %first) -> (!gpu.mma_matrix<16x16xf32, "COp">) {
        %x = gpu.subgroup_mma_load_matrix %a[%c0, %k] {leadDimension = 64 : index} : memref<64x64xf32> -> !gpu.mma_matrix<16x8xf32, "AOp">
        %y = gpu.subgroup_mma_load_matrix %b[%c0, %k] {leadDimension = 64 : index, transpose} : memref<64x64xf32> -> !gpu.mma_matrix<8x16xf32, "BOp">
        %s = gpu.subgroup_mma_compute %x, %y, %acc {b_transpose} : !gpu.mma_matrix<16x8xf32, "AOp">, !gpu.mma_matrix<8x16xf32, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
        scf.yield %s : !gpu.mma_matrix<16x16xf32, "COp">
      }
      %e0 = gpu.subgroup_mma_elementwise divf %r, %first : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
      gpu.barrier
      gpu.subgroup_mma_store_matrix %e0, %c[%c0, %c0] {leadDimension = 64 : index, transpose} : !gpu.mma_matrix<16x16xf32, "COp">, memref<64x64xf32>
      gpu.return
    }
    gpu.func @bytes(%a: memref<64x64xi8>, %b: memref<64x64xi8>, %c: memref<64x64xi32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %step = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %z = arith.constant 0 : i32
      %init = gpu.subgroup_mma_constant_matrix %z : !gpu.mma_matrix<16x16xi32, "COp">
      %old = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 64 : index} : memref<64x64xi32> -> !gpu.mma_matrix<16x16xi32, "COp">
      %first = gpu.subgroup_mma_elementwise addi %init, %old : (!gpu.mma_matrix<16x16xi32, "COp">, !gpu.mma_matrix<16x16xi32, "COp">) -> !gpu.mma_matrix<16x16xi32, "COp">
      %r = scf.for %k = %c0 to %c32 step %step iter_args(%acc = %first) -> (!gpu.mma_matrix<16x16xi32, "COp">) {
        %x = gpu.subgroup_mma_load_matrix %a[%k, %c0] {leadDimension = 64 : index, transpose} : memref<64x64xi8> -> !gpu.mma_matrix<16x16xsi8, "AOp">
        %y = gpu.subgroup_mma_load_matrix %b[%k, %c0] {leadDimension = 64 : index} : memref<64x64xi8> -> !gpu.mma_matrix<16x16xsi8, "BOp">
        %s = gpu.subgroup_mma_compute %x, %y, %acc {a_transpose} : !gpu.mma_matrix<16x16xsi8, "AOp">, !gpu.mma_matrix<16x16xsi8, "BOp"> -> !gpu.mma_matrix<16x16xi32, "COp">
        scf.yield %s : !gpu.mma_matrix<16x16xi32, "COp">
      }
      %e0 = gpu.subgroup_mma_elementwise muli %r, %first : (!gpu.mma_matrix<16x16xi32, "COp">, !gpu.mma_matrix<16x16xi32, "COp">) -> !gpu.mma_matrix<16x16xi32, "COp">
      %e1 = gpu.subgroup_mma_elementwise subi %e0, %first : (!gpu.mma_matrix<16x16xi32, "COp">, !gpu.mma_matrix<16x16xi32, "COp">) -> !gpu.mma_matrix<16x16xi32, "COp">
      %e2 = gpu.subgroup_mma_elementwise negates %e1 : (!gpu.mma_matrix<16x16xi32, "COp">) -> !gpu.mma_matrix<16x16xi32, "COp">
      gpu.barrier
      gpu.subgroup_mma_store_matrix %e2, %c[%c0, %c0] {leadDimension = 64 : index} : !gpu.mma_matrix<16x16xi32, "COp">, memref<64x64xi32>
      gpu.return
    }
    gpu.func @bytes_wide(%a: memref<64x64xi8>, %b: memref<64x64xi8>, %c: memref<64x64xi32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %step = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %z = arith.constant 0 : i32
      %init = gpu.subgroup_mma_constant_matrix %z : !gpu.mma_matrix<8x32xi32, "COp">
      %old = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 64 : index} : memref<64x64xi32> -> !gpu.mma_matrix<8x32xi32, "COp">
      %first = gpu.subgroup_mma_elementwise addi %init, %old : (!gpu.mma_matrix<8x32xi32, "COp">, !gpu.mma_matrix<8x32xi32, "COp">) -> !gpu.mma_matrix<8x32xi32, "COp">
      %r = scf.for %k = %c0 to %c32 step %step iter_args(%acc = %first) -> (!gpu.mma_matrix<8x32xi32, "COp">) {
        %x = gpu.subgroup_mma_load_matrix %a[%k, %c0] {leadDimension = 64 : index, transpose} : memref<64x64xi8> -> !gpu.mma_matrix<8x16xui8, "AOp">
        %y = gpu.subgroup_mma_load_matrix %b[%k, %c0] {leadDimension = 64 : index} : memref<64x64xi8> -> !gpu.mma_matrix<16x32xui8, "BOp">
        %s = gpu.subgroup_mma_compute %x, %y, %acc {a_transpose} : !gpu.mma_matrix<8x16xui8, "AOp">, !gpu.mma_matrix<16x32xui8, "BOp"> -> !gpu.mma_matrix<8x32xi32, "COp">
        scf.yield %s : !gpu.mma_matrix<8x32xi32, "COp">
      }
      gpu.barrier
      gpu.subgroup_mma_store_matrix %r, %c[%c0, %c0] {leadDimension = 64 : index} : !gpu.mma_matrix<8x32xi32, "COp">, memref<64x64xi32>
      gpu.return
    }
    gpu.func @f64(%a: memref<64x64xf64>, %b: memref<64x64xf64>, %c: memref<64x64xf64>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %step = arith.constant 4 : index
      %c32 = arith.constant 32 : index
      %old = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 64 : index} : memref<64x64xf64> -> !gpu.mma_matrix<8x8xf64, "COp">
      %r = scf.for %k = %c0 to %c32 step %step iter_args(%acc = %old) -> (!gpu.mma_matrix<8x8xf64, "COp">) {
        %x = gpu.subgroup_mma_load_matrix %a[%c0, %k] {leadDimension = 64 : index} : memref<64x64xf64> -> !gpu.mma_matrix<8x4xf64, "AOp">
        %y = gpu.subgroup_mma_load_matrix %b[%k, %c0] {leadDimension = 64 : index} : memref<64x64xf64> -> !gpu.mma_matrix<4x8xf64, "BOp">
        %s = gpu.subgroup_mma_compute %x, %y, %acc : !gpu.mma_matrix<8x4xf64, "AOp">, !gpu.mma_matrix<4x8xf64, "BOp"> -> !gpu.mma_matrix<8x8xf64, "COp">
        scf.yield %s : !gpu.mma_matrix<8x8xf64, "COp">
      }
      gpu.barrier
      gpu.subgroup_mma_store_matrix %r, %c[%c0, %c0] {leadDimension = 64 : index} : !gpu.mma_matrix<8x8xf64, "COp">, memref<64x64xf64>
      gpu.return
    }
  }
  func.func @main(%a0: memref<64x64xf16>, %b0: memref<64x64xf16>, %c0: memref<64x64xf32>, %a1: memref<64x64xf16>, %b1: memref<64x64xf16>, %c1: memref<64x64xf16>, %a2: memref<64x64xf16>, %b2: memref<64x64xf16>, %c2: memref<64x64xf32>, %a3: memref<64x64xf32>, %b3: memref<64x64xf32>, %c3: memref<64x64xf32>, %a4: memref<64x64xi8>, %b4: memref<64x64xi8>, %c4: memref<64x64xi32>, %a5: memref<64x64xi8>, %b5: memref<64x64xi8>, %c5: memref<64x64xi32>, %a6: memref<64x64xf64>, %b6: memref<64x64xf64>, %c6: memref<64x64xf64>) {
    %one = arith.constant 1 : index
    %lanes = arith.constant 32 : index
    gpu.launch_func @kernels::@f16_f32 blocks in (%one, %one, %one) threads in (%lanes, %one, %one) args(%a0 : memref<64x64xf16>, %b0 : memref<64x64xf16>, %c0 : memref<64x64xf32>)
    gpu.launch_func @kernels::@f16_f16 blocks in (%one, %one, %one) threads in (%lanes, %one, %one) args(%a1 : memref<64x64xf16>, %b1 : memref<64x64xf16>, %c1 : memref<64x64xf16>)
    gpu.launch_func @kernels::@f16_tall blocks in (%one, %one, %one) threads in (%lanes, %one, %one) args(%a2 : memref<64x64xf16>, %b2 : memref<64x64xf16>, %c2 : memref<64x64xf32>)
    gpu.launch_func @kernels::@tf32 blocks in (%one, %one, %one) threads in (%lanes, %one, %one) args(%a3 : memref<64x64xf32>, %b3 : memref<64x64xf32>, %c3 : memref<64x64xf32>)
    gpu.launch_func @kernels::@bytes blocks in (%one, %one, %one) threads in (%lanes, %one, %one) args(%a4 : memref<64x64xi8>, %b4 : memref<64x64xi8>, %c4 : memref<64x64xi32>)
    gpu.launch_func @kernels::@bytes_wide blocks in (%one, %one, %one) threads in (%lanes, %one, %one) args(%a5 : memref<64x64xi8>, %b5 : memref<64x64xi8>, %c5 : memref<64x64xi32>)
    gpu.launch_func @kernels::@f64 blocks in (%one, %one, %one) threads in (%lanes, %one, %one) args(%a6 : memref<64x64xf64>, %b6 : memref<64x64xf64>, %c6 : memref<64x64xf64>)
    return
  }
}
