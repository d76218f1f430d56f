// y = 2 x by threads that get x in pieces of 1024 bytes: thread 0 copies a piece two steps ahead, in bulk, and all wait for the phase of
// the barrier in memory that counts its bytes.
!bar = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global "private" @slots : memref<2x256xf32, 3> {alignment = 128 : i64}
    gpu.func @double(%X: memref<2048xf32>, %Y: memref<2048xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c8 = arith.constant 8 : index
      %c256 = arith.constant 256 : index
      %c1024 = arith.constant 1024 : index
      %ticks = arith.constant 1000000 : index
      %slots = memref.get_global @slots : memref<2x256xf32, 3>
      %t = gpu.thread_id x
      %first = arith.cmpi eq, %t, %c0 : index
      %bars = nvgpu.mbarrier.create -> !bar
      nvgpu.mbarrier.init %bars[%c0], %c1, predicate = %first : !bar
      nvgpu.mbarrier.init %bars[%c1], %c1, predicate = %first : !bar
      nvvm.fence.mbarrier.init
      gpu.barrier
      scf.for %i = %c0 to %c2 step %c1 {
        scf.if %first {
          %slot_i = arith.remui %i, %c2 : index
          nvgpu.mbarrier.arrive.expect_tx %bars[%slot_i], %c1024 : !bar
          %from_i = arith.muli %i, %c1024 : index
          %x_i = memref.extract_aligned_pointer_as_index %X : memref<2048xf32> -> index
          %src_i = arith.addi %x_i, %from_i : index
          %src64_i = arith.index_cast %src_i : index to i64
          %g_i = llvm.inttoptr %src64_i : i64 to !llvm.ptr<1>
          %to_i = arith.muli %slot_i, %c1024 : index
          %s_i = memref.extract_aligned_pointer_as_index %slots : memref<2x256xf32, 3> -> index
          %dst_i = arith.addi %s_i, %to_i : index
          %dst32_i = arith.index_cast %dst_i : index to i32
          %d_i = llvm.inttoptr %dst32_i : i32 to !llvm.ptr<7>
          %b_i = nvgpu.mbarrier.get %bars[%slot_i] : !bar -> i64
          %b32_i = arith.trunci %b_i : i64 to i32
          %m_i = llvm.inttoptr %b32_i : i32 to !llvm.ptr<3>
          %n_i = arith.constant 1024 : i32
          nvvm.cp.async.bulk.shared.cluster.global %d_i, %g_i, %m_i, %n_i : !llvm.ptr<7>, !llvm.ptr<1>
        }
      }
      scf.for %i = %c0 to %c8 step %c1 {
        %slot = arith.remui %i, %c2 : index
        %round = arith.divui %i, %c2 : index
        %odd = arith.remui %round, %c2 : index
        %phase = arith.cmpi eq, %odd, %c1 : index
        nvgpu.mbarrier.try_wait.parity %bars[%slot], %phase, %ticks : !bar
        %v = memref.load %slots[%slot, %t] : memref<2x256xf32, 3>
        %w = arith.addf %v, %v : f32
        %begin = arith.muli %i, %c256 : index
        %at = arith.addi %begin, %t : index
        memref.store %w, %Y[%at] : memref<2048xf32>
        nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
        gpu.barrier
        %next = arith.addi %i, %c2 : index
        %more = arith.cmpi ult, %next, %c8 : index
        %copies = arith.andi %more, %first : i1
        scf.if %copies {
          %slot_next = arith.remui %next, %c2 : index
          nvgpu.mbarrier.arrive.expect_tx %bars[%slot_next], %c1024 : !bar
          %from_next = arith.muli %next, %c1024 : index
          %x_next = memref.extract_aligned_pointer_as_index %X : memref<2048xf32> -> index
          %src_next = arith.addi %x_next, %from_next : index
          %src64_next = arith.index_cast %src_next : index to i64
          %g_next = llvm.inttoptr %src64_next : i64 to !llvm.ptr<1>
          %to_next = arith.muli %slot_next, %c1024 : index
          %s_next = memref.extract_aligned_pointer_as_index %slots : memref<2x256xf32, 3> -> index
          %dst_next = arith.addi %s_next, %to_next : index
          %dst32_next = arith.index_cast %dst_next : index to i32
          %d_next = llvm.inttoptr %dst32_next : i32 to !llvm.ptr<7>
          %b_next = nvgpu.mbarrier.get %bars[%slot_next] : !bar -> i64
          %b32_next = arith.trunci %b_next : i64 to i32
          %m_next = llvm.inttoptr %b32_next : i32 to !llvm.ptr<3>
          %n_next = arith.constant 1024 : i32
          nvvm.cp.async.bulk.shared.cluster.global %d_next, %g_next, %m_next, %n_next : !llvm.ptr<7>, !llvm.ptr<1>
        }
      }
      gpu.return
    }
  }
}
