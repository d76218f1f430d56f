// C = A * B on 16-bit floats by a warpgroup: 128 threads fill shared memory, with the pieces of 16 bytes of each row of 128 where the
// pattern of the banks has them, and multiply 128 x 64 by 64 x 128.
!map = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!a = !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>
!b = !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>
!sum = !nvgpu.warpgroup.accumulator<fragmented = vector<128x128xf32>>
module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global "private" @tile_a : memref<128x64xf16, 3> {alignment = 1024 : i64}
    memref.global "private" @tile_b : memref<LAYOUTxf16, 3> {alignment = 1024 : i64}
    gpu.func @product(%A: memref<128x64xf16>, %B: memref<64x128xf16>, %C: memref<128x128xf32>, %p: !llvm.ptr)
        kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c8 = arith.constant 8 : index
      %c64 = arith.constant 64 : index
      %c128 = arith.constant 128 : index
      %sa = memref.get_global @tile_a : memref<128x64xf16, 3>
      %sb = memref.get_global @tile_b : memref<LAYOUTxf16, 3>
      %t = gpu.thread_id x
      scf.for %step = %c0 to %c64 step %c1 {
        %begin = arith.muli %step, %c128 : index
        %e = arith.addi %begin, %t : index
        %r = arith.divui %e, %c64 : index
        %c = arith.remui %e, %c64 : index
        %v = memref.load %A[%r, %c] : memref<128x64xf16>
        %piece = arith.divui %c, %c8 : index
        %rest = arith.remui %c, %c8 : index
        %low = arith.remui %r, %c8 : index
        %at = arith.xori %piece, %low : index
        %first = arith.muli %at, %c8 : index
        %place = arith.addi %first, %rest : index
        memref.store %v, %sa[%r, %place] : memref<128x64xf16, 3>
      }
      scf.for %step = %c0 to %c64 step %c1 {
        %begin = arith.muli %step, %c128 : index
        %e = arith.addi %begin, %t : index
        FILL
      }
      nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
      gpu.barrier
      %map = builtin.unrealized_conversion_cast %p : !llvm.ptr to !map
      %da = nvgpu.warpgroup.generate.descriptor %sa, %map : memref<128x64xf16, 3>, !map -> !a
      %db = nvgpu.warpgroup.generate.descriptor %sb, %map : memref<LAYOUTxf16, 3>, !map -> !b
      %zero = nvgpu.warpgroup.mma.init.accumulator -> !sum
      %sum = nvgpu.warpgroup.mma %da, %db, %zero {TRANSPOSED waitGroup = 0 : i64} : !a, !b, !sum -> !sum
      nvgpu.warpgroup.mma.store %sum, %C : !sum to memref<128x128xf32>
      gpu.return
    }
  }
}
