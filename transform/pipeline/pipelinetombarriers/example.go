package pipelinetombarriers

const before = `module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @f(%A: memref<64x256xf32>, %C: memref<128xf32>, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %z = arith.constant 0.0 : f32
      %t = gpu.thread_id x
      scf.for %i = %c0 to %n step %c1 {
        %S = memref.alloc() : memref<1x128xf32, 3>
        pipeline.block {
          %v = vector.transfer_read %A[%i, %c0], %z : memref<64x256xf32>, vector<1x128xf32>
          vector.transfer_write %v, %S[%c0, %c0] : vector<1x128xf32>, memref<1x128xf32, 3>
        }
        pipeline.block {
          %x = memref.load %S[%c0, %t] : memref<1x128xf32, 3>
          memref.store %x, %C[%t] : memref<128xf32>
        }
      } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
      gpu.return
    }
  }
  func.func @main(%A: memref<64x256xf32>, %C: memref<128xf32>, %n: index) {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    gpu.launch_func @kernels::@f blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1) args(%A : memref<64x256xf32>, %C : memref<128xf32>, %n : index)
    return
  }
}
`

const after = `module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @f(%arg0: memref<64x256xf32>, %arg1: memref<128xf32>, %arg2: index, %arg3: !nvgpu.tensormap.descriptor<tensor = memref<1x128xf32, 3>, swizzle = none, l2promo = l2promo_128b, oob = zero, interleave = none> {inflight.tensor = 0 : i64}) kernel attributes {known_block_size = array<i32: 256, 1, 1>, nvvm.reqntid = array<i32: 256, 1, 1>} {
      %thread_id_x = gpu.thread_id  x
      %alloc = memref.alloc() {alignment = 128 : i64} : memref<2x1x128xf32, 3>
      %c0 = arith.constant 0 : index
      %0 = arith.cmpi eq, %thread_id_x, %c0 : index
      %1 = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
      %2 = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
      scf.if %0 {
        %c0_0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        nvgpu.mbarrier.init %1[%c0_0], %c1 : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
        %c128_1 = arith.constant 128 : index
        nvgpu.mbarrier.init %2[%c0_0], %c128_1 : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
        %c1_2 = arith.constant 1 : index
        %c1_3 = arith.constant 1 : index
        nvgpu.mbarrier.init %1[%c1_2], %c1_3 : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
        %c128_4 = arith.constant 128 : index
        nvgpu.mbarrier.init %2[%c1_2], %c128_4 : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
        nvvm.fence.mbarrier.init
      }
      gpu.barrier
      %c128 = arith.constant 128 : index
      %3 = arith.cmpi uge, %thread_id_x, %c128 : index
      scf.if %3 {
        %c128_0 = arith.constant 128 : index
        %4 = arith.cmpi eq, %thread_id_x, %c128_0 : index
        scf.if %4 {
          %c0_1 = arith.constant 0 : index
          %false = arith.constant false
          %c0_2 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %5:2 = scf.for %arg4 = %c0_2 to %arg2 step %c1 iter_args(%arg5 = %c0_1, %arg6 = %false) -> (index, i1) {
            %true = arith.constant true
            %6 = arith.xori %arg6, %true : i1
            %c10000000 = arith.constant 10000000 : index
            nvgpu.mbarrier.try_wait.parity %2[%arg5], %6, %c10000000 : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
            %c512 = arith.constant 512 : index
            nvgpu.mbarrier.arrive.expect_tx %1[%arg5], %c512 : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
            %subview = memref.subview %alloc[%arg5, 0, 0] [1, 1, 128] [1, 1, 1] : memref<2x1x128xf32, 3> to memref<1x128xf32, strided<[128, 1], offset: ?>, 3>
            nvgpu.tma.async.load %arg3[%c0_2, %arg4], %1[%arg5] to %subview : <tensor = memref<1x128xf32, 3>, swizzle = none, l2promo = l2promo_128b, oob = zero, interleave = none>, <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2> -> memref<1x128xf32, strided<[128, 1], offset: ?>, 3>
            %c1_3 = arith.constant 1 : index
            %7 = arith.addi %arg5, %c1_3 : index
            %c2 = arith.constant 2 : index
            %8 = arith.cmpi eq, %7, %c2 : index
            %c0_4 = arith.constant 0 : index
            %9 = arith.select %8, %c0_4, %7 : index
            %10 = arith.xori %arg6, %8 : i1
            scf.yield %9, %10 : index, i1
          }
        }
      } else {
        %c0_0 = arith.constant 0 : index
        %false = arith.constant false
        %c0_1 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %cst = arith.constant 0.000000e+00 : f32
        %thread_id_x_2 = gpu.thread_id  x
        %4:2 = scf.for %arg4 = %c0_1 to %arg2 step %c1 iter_args(%arg5 = %c0_0, %arg6 = %false) -> (index, i1) {
          %subview = memref.subview %alloc[%arg5, 0, 0] [1, 1, 128] [1, 1, 1] : memref<2x1x128xf32, 3> to memref<1x128xf32, strided<[128, 1], offset: ?>, 3>
          %c10000000 = arith.constant 10000000 : index
          nvgpu.mbarrier.try_wait.parity %1[%arg5], %arg6, %c10000000 : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
          pipeline.block {
            %10 = memref.load %subview[%c0_1, %thread_id_x_2] : memref<1x128xf32, strided<[128, 1], offset: ?>, 3>
            memref.store %10, %arg1[%thread_id_x_2] : memref<128xf32>
          }
          nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
          %5 = nvgpu.mbarrier.arrive %2[%arg5] : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2> -> !nvgpu.mbarrier.token
          %c1_3 = arith.constant 1 : index
          %6 = arith.addi %arg5, %c1_3 : index
          %c2 = arith.constant 2 : index
          %7 = arith.cmpi eq, %6, %c2 : index
          %c0_4 = arith.constant 0 : index
          %8 = arith.select %7, %c0_4, %6 : index
          %9 = arith.xori %arg6, %7 : i1
          scf.yield %8, %9 : index, i1
        }
      }
      gpu.return
    }
  }
  func.func @main(%arg0: memref<64x256xf32>, %arg1: memref<128xf32>, %arg2: index) {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %cast = memref.cast %arg0 : memref<64x256xf32> to memref<*xf32>
    %c1_0 = arith.constant 1 : index
    %c128_1 = arith.constant 128 : index
    %0 = nvgpu.tma.create.descriptor %cast box[%c1_0, %c128_1] : memref<*xf32> -> <tensor = memref<1x128xf32, 3>, swizzle = none, l2promo = l2promo_128b, oob = zero, interleave = none>
    %c128_2 = arith.constant 128 : index
    %1 = arith.addi %c128, %c128_2 : index
    gpu.launch_func  @kernels::@f blocks in (%c1, %c1, %c1) threads in (%1, %c1, %c1)  args(%arg0 : memref<64x256xf32>, %arg1 : memref<128xf32>, %arg2 : index, %0 : !nvgpu.tensormap.descriptor<tensor = memref<1x128xf32, 3>, swizzle = none, l2promo = l2promo_128b, oob = zero, interleave = none>)
    return
  }
}
`
