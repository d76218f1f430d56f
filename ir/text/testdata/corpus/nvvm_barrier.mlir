// Covers the operations of nvvm on barriers in memory, barriers of threads, and fences, with every optional part present and absent.
func.func @barrier(%p3: !llvm.ptr<3>, %p1: !llvm.ptr<1>, %p: !llvm.ptr, %p7: !llvm.ptr<7>, %n: i32, %b: i1, %h: i16, %l: i64, %f: f32) {
  nvvm.mbarrier.arrive.expect_tx %p, %n : !llvm.ptr, i32 -> i64
  nvvm.mbarrier.arrive.expect_tx %p3, %n, predicate = %b : !llvm.ptr<3>, i32, i1
  %4 = nvvm.mbarrier.test.wait %p3, %l : !llvm.ptr<3>, i64 -> i1
  %5 = nvvm.mbarrier.arrive %p3 {scope = #nvvm.mem_scope<cluster>, relaxed = true} : !llvm.ptr<3> -> i64
  nvvm.mbarrier.arrive %p7, %n : !llvm.ptr<7>
  nvvm.fence.proxy.acquire <gpu> %p, %n from_proxy = <generic> to_proxy = <tensormap>
  nvvm.fence.proxy.acquire <gpu> %p, %n
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  nvvm.barrier
  nvvm.barrier id = %n number_of_threads = %n
  %6 = nvvm.barrier #nvvm.reduction<popc> %n -> i32
  nvvm.barrier.arrive number_of_threads = %n
  nvvm.barrier.arrive id = %n number_of_threads = %n
  nvvm.bar.warp.sync %n : i32
  nvvm.barrier0
  nvvm.barrier id = %n
  nvvm.cluster.arrive
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.arrive.relaxed {aligned}
  nvvm.cluster.wait
  nvvm.fence.sc.cluster
  nvvm.fence.mbarrier.init
  nvvm.fence.sync_restrict {order = #nvvm.mem_order<acquire>}
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
  nvvm.fence.proxy.release <cta>
  nvvm.fence.proxy.release <sys> from_proxy = <generic> to_proxy = <tensormap> {note}
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<release>}
  nvvm.mbarrier.init %p3, %n : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %p, %n, predicate = %b {note} : !llvm.ptr, i32, i1
  nvvm.mbarrier.inval %p3 : !llvm.ptr<3>
  nvvm.mbarrier.expect_tx %p3, %n : !llvm.ptr<3>, i32
  nvvm.mbarrier.expect_tx %p7, %n {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>, i32
  nvvm.mbarrier.complete_tx %p3, %n : !llvm.ptr<3>, i32
  %b1 = nvvm.mbarrier.arrive %p3, %n : !llvm.ptr<3> -> i64
  %b2 = nvvm.mbarrier.arrive_drop %p : !llvm.ptr -> i64
  nvvm.mbarrier.arrive_drop %p7, %n {relaxed = true} : !llvm.ptr<7>
  %b3 = nvvm.mbarrier.arrive.nocomplete %p3, %n : !llvm.ptr<3>, i32 -> i64
  %b4 = nvvm.mbarrier.arrive_drop.nocomplete %p, %n : !llvm.ptr, i32 -> i64
  %b5 = nvvm.mbarrier.arrive_drop.expect_tx %p3, %n : !llvm.ptr<3>, i32 -> i64
  nvvm.mbarrier.arrive_drop.expect_tx %p7, %n : !llvm.ptr<7>, i32
  nvvm.mbarrier.try_wait.parity %p3, %n, %n : !llvm.ptr<3>, i32, i32
  %b6 = nvvm.mbarrier.test.wait %p, %n {relaxed = true} : !llvm.ptr, i32 -> i1
  %b7 = nvvm.mbarrier.try_wait %p3, %l : !llvm.ptr<3>, i64 -> i1
  %b8 = nvvm.mbarrier.try_wait %p3, %n, %n {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3>, i32, i32 -> i1
  nvvm.memory.barrier <gpu>
  return
}
