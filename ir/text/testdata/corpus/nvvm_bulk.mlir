// Covers the operations of nvvm on bulk copies, with every optional part present and absent.
func.func @bulk(%p3: !llvm.ptr<3>, %p1: !llvm.ptr<1>, %p: !llvm.ptr, %p7: !llvm.ptr<7>, %n: i32, %b: i1, %h: i16, %l: i64, %f: f32) {
  nvvm.cp.async.bulk.shared.cluster.global %p7, %p1, %p3, %n multicast_mask = %h l2_cache_hint = %l : !llvm.ptr<7>, !llvm.ptr<1>
  nvvm.cp.async.bulk.global.shared.cta %p1, %p3, %n : !llvm.ptr<1>, !llvm.ptr<3>
  nvvm.cp.async.bulk.shared.cluster.shared.cta %p7, %p3, %p3, %n : !llvm.ptr<7>, !llvm.ptr<3>
  nvvm.cp.async.bulk.tensor.shared.cluster.global %p7, %p, %p3, box[%n, %n, %n] im2col[%h] multicast_mask = %h l2_cache_hint = %l predicate = %b {mode = #nvvm.tma_load_mode<im2col>} : !llvm.ptr<7>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.global.shared.cta %p, %p3, box[%n] : !llvm.ptr, !llvm.ptr<3>
  nvvm.cp.async.bulk.wait_group 1 {read}
  nvvm.cp.async.bulk.wait_group 0
  nvvm.cp.async.bulk.commit.group
  nvvm.cp.async.bulk.shared.cluster.global %p3, %p1, %p3, %n : !llvm.ptr<3>, <1>
  nvvm.cp.async.bulk.global.shared.cta %p1, %p3, %n l2_cache_hint = %l byte_mask = %h {note} : !llvm.ptr<1>, !llvm.ptr<3>
  nvvm.cp.async.bulk.prefetch %p1, %n : !llvm.ptr<1>
  nvvm.cp.async.bulk.prefetch %p1, %n l2_cache_hint = %l : <1>
  nvvm.cp.async.bulk.tensor.shared.cluster.global %p7, %p, %p3, box[%n] : !llvm.ptr<7>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.shared.cluster.global %p3, %p, %p3, box[%n] {isCTAOnly = true} : !llvm.ptr<3>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.shared.cluster.global %p7, %p, %p3, box[%n] {group = #nvvm.cta_group<cta_1>} : !llvm.ptr<7>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.global.shared.cta %p, %p3, box[%n, %n], predicate = %b : !llvm.ptr, <3>
  nvvm.cp.async.bulk.tensor.global.shared.cta %p, %p3, box[%n, %n, %n] l2_cache_hint = %l {mode = #nvvm.tma_store_mode<im2col>} : !llvm.ptr, <3>
  nvvm.cp.async.bulk.tensor.prefetch %p, box[%n, %n] : !llvm.ptr
  nvvm.cp.async.bulk.tensor.prefetch %p, box[%n, %n, %n] im2col[%h] l2_cache_hint = %l {mode = #nvvm.tma_load_mode<im2col>} : !llvm.ptr
  nvvm.cp.async.bulk.tensor.reduce %p, %p3, box[%n] {redKind = #nvvm.tma_redux_kind<add>} : !llvm.ptr, !llvm.ptr<3>
  nvvm.cp.async.bulk.tensor.reduce %p1, %p3, box[%n, %n] l2_cache_hint = %l {redKind = #nvvm.tma_redux_kind<xor>} : <1>, <3>
  return
}
