// What the instructions of nvvm become, beside what LLVM writes for them.
llvm.func @k(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %c: !llvm.ptr<7>, %p: !llvm.ptr, %n: i32, %h: i16, %l: i64, %b: i1) attributes {nvvm.kernel} {
  nvvm.mbarrier.init %s, %n : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %p, %n, predicate = %b : !llvm.ptr, i32, i1
  nvvm.mbarrier.inval %s : !llvm.ptr<3>
  nvvm.mbarrier.expect_tx %s, %n : !llvm.ptr<3>, i32
  nvvm.mbarrier.expect_tx %c, %n {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>, i32
  nvvm.mbarrier.complete_tx %s, %n : !llvm.ptr<3>, i32
  %0 = nvvm.mbarrier.arrive %s : !llvm.ptr<3> -> i64
  %1 = nvvm.mbarrier.arrive %s, %n {relaxed = true} : !llvm.ptr<3> -> i64
  nvvm.mbarrier.arrive %c, %n {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>
  %2 = nvvm.mbarrier.arrive_drop %s : !llvm.ptr<3> -> i64
  %3 = nvvm.mbarrier.arrive.nocomplete %s, %n : !llvm.ptr<3>, i32 -> i64
  %4 = nvvm.mbarrier.arrive_drop.nocomplete %s, %n : !llvm.ptr<3>, i32 -> i64
  nvvm.mbarrier.arrive.expect_tx %s, %n : !llvm.ptr<3>, i32
  nvvm.mbarrier.arrive.expect_tx %s, %n, predicate = %b : !llvm.ptr<3>, i32, i1
  %5 = nvvm.mbarrier.arrive.expect_tx %s, %n : !llvm.ptr<3>, i32 -> i64
  nvvm.mbarrier.arrive.expect_tx %c, %n : !llvm.ptr<7>, i32
  %6 = nvvm.mbarrier.arrive_drop.expect_tx %s, %n : !llvm.ptr<3>, i32 -> i64
  nvvm.mbarrier.try_wait.parity %s, %n, %n : !llvm.ptr<3>, i32, i32
  nvvm.mbarrier.try_wait.parity %p, %n, %n : !llvm.ptr, i32, i32
  %7 = nvvm.mbarrier.test.wait %s, %0 : !llvm.ptr<3>, i64 -> i1
  %8 = nvvm.mbarrier.test.wait %s, %n {relaxed = true, scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3>, i32 -> i1
  %9 = nvvm.mbarrier.try_wait %s, %0 : !llvm.ptr<3>, i64 -> i1
  %10 = nvvm.mbarrier.try_wait %s, %n, %n : !llvm.ptr<3>, i32, i32 -> i1
  llvm.return
}
llvm.func @u(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %c: !llvm.ptr<7>, %p: !llvm.ptr, %n: i32, %h: i16, %l: i64, %b: i1) attributes {nvvm.kernel} {
  nvvm.cp.async.bulk.shared.cluster.global %c, %g, %s, %n : !llvm.ptr<7>, !llvm.ptr<1>
  nvvm.cp.async.bulk.shared.cluster.global %s, %g, %s, %n : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.bulk.shared.cluster.global %c, %g, %s, %n multicast_mask = %h l2_cache_hint = %l : !llvm.ptr<7>, !llvm.ptr<1>
  nvvm.cp.async.bulk.shared.cluster.global %c, %g, %s, %n l2_cache_hint = %l : !llvm.ptr<7>, !llvm.ptr<1>
  nvvm.cp.async.bulk.shared.cluster.global %c, %g, %s, %n multicast_mask = %h : !llvm.ptr<7>, !llvm.ptr<1>
  nvvm.cp.async.bulk.shared.cluster.shared.cta %c, %s, %s, %n : !llvm.ptr<7>, !llvm.ptr<3>
  nvvm.cp.async.bulk.global.shared.cta %g, %s, %n : !llvm.ptr<1>, !llvm.ptr<3>
  nvvm.cp.async.bulk.global.shared.cta %g, %s, %n l2_cache_hint = %l : !llvm.ptr<1>, !llvm.ptr<3>
  nvvm.cp.async.bulk.prefetch %g, %n : !llvm.ptr<1>
  nvvm.cp.async.bulk.prefetch %g, %n l2_cache_hint = %l : !llvm.ptr<1>
  nvvm.cp.async.bulk.commit.group
  nvvm.cp.async.bulk.wait_group 1
  nvvm.cp.async.bulk.wait_group 0 {read}
  llvm.return
}
llvm.func @t(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %c: !llvm.ptr<7>, %p: !llvm.ptr, %n: i32, %h: i16, %l: i64, %b: i1) attributes {nvvm.kernel} {
  nvvm.cp.async.bulk.tensor.shared.cluster.global %c, %p, %s, box[%n] : !llvm.ptr<7>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.shared.cluster.global %c, %p, %s, box[%n, %n] multicast_mask = %h l2_cache_hint = %l : !llvm.ptr<7>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.shared.cluster.global %c, %p, %s, box[%n, %n, %n] im2col[%h] {mode = #nvvm.tma_load_mode<im2col>} : !llvm.ptr<7>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.shared.cluster.global %c, %p, %s, box[%n, %n] predicate = %b : !llvm.ptr<7>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.shared.cluster.global %s, %p, %s, box[%n, %n] {isCTAOnly = true} : !llvm.ptr<3>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.global.shared.cta %p, %s, box[%n, %n] : !llvm.ptr, !llvm.ptr<3>
  nvvm.cp.async.bulk.tensor.global.shared.cta %p, %s, box[%n, %n] l2_cache_hint = %l : !llvm.ptr, !llvm.ptr<3>
  nvvm.cp.async.bulk.tensor.global.shared.cta %p, %s, box[%n, %n], predicate = %b : !llvm.ptr, !llvm.ptr<3>
  nvvm.cp.async.bulk.tensor.global.shared.cta %p, %s, box[%n, %n, %n] {mode = #nvvm.tma_store_mode<im2col>} : !llvm.ptr, !llvm.ptr<3>
  nvvm.cp.async.bulk.tensor.prefetch %p, box[%n, %n] l2_cache_hint = %l : !llvm.ptr
  nvvm.cp.async.bulk.tensor.prefetch %p, box[%n, %n, %n, %n] im2col[%h, %h] {mode = #nvvm.tma_load_mode<im2col>} : !llvm.ptr
  nvvm.cp.async.bulk.tensor.reduce %p, %s, box[%n, %n] {redKind = #nvvm.tma_redux_kind<add>} : !llvm.ptr, !llvm.ptr<3>
  nvvm.cp.async.bulk.tensor.reduce %p, %s, box[%n, %n, %n] l2_cache_hint = %l {redKind = #nvvm.tma_redux_kind<xor>, mode = #nvvm.tma_store_mode<im2col>} : !llvm.ptr, !llvm.ptr<3>
  nvvm.prefetch tensormap, %p : !llvm.ptr
  nvvm.prefetch tensormap, %p, predicate = %b : !llvm.ptr, i1
  llvm.return
}
llvm.func @f(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %c: !llvm.ptr<7>, %p: !llvm.ptr, %n: i32, %h: i16, %l: i64, %b: i1) attributes {nvvm.kernel} {
  nvvm.fence.sc.cluster
  nvvm.fence.sync_restrict {order = #nvvm.mem_order<acquire>}
  nvvm.fence.sync_restrict {order = #nvvm.mem_order<release>}
  nvvm.fence.mbarrier.init
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<alias>}
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.global>}
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cluster>}
  %z = llvm.mlir.constant(128 : i32) : i32
  nvvm.fence.proxy.acquire #nvvm.mem_scope<sys> %p, %z
  nvvm.fence.proxy.acquire #nvvm.mem_scope<gpu> %p, %z
  nvvm.fence.proxy.release #nvvm.mem_scope<cta>
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<acquire>}
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<release>}
  nvvm.memory.barrier #nvvm.mem_scope<gpu>
  nvvm.cluster.arrive
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.arrive.relaxed
  nvvm.cluster.wait {aligned}
  nvvm.barrier0
  nvvm.griddepcontrol wait
  nvvm.griddepcontrol launch_dependents
  nvvm.setmaxregister decrease 40
  nvvm.setmaxregister increase 232
  %0 = nvvm.elect.sync -> i1
  %1 = nvvm.mapa %s, %n : !llvm.ptr<3> -> !llvm.ptr<7>
  %2 = nvvm.mapa %p, %n : !llvm.ptr -> !llvm.ptr
  nvvm.mbarrier.init %2, %n, predicate = %0 : !llvm.ptr, i32, i1
  nvvm.cp.async.bulk.shared.cluster.global %1, %g, %s, %n : !llvm.ptr<7>, !llvm.ptr<1>
  nvvm.stmatrix %s, %n, %n {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : !llvm.ptr<3>, i32, i32
  llvm.return
}
llvm.func @w(%a: i64, %b: i64, %o: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %r = llvm.load %o : !llvm.ptr<1> -> !llvm.struct<(f32,f32,f32,f32)>
  %s = llvm.load %o : !llvm.ptr<1> -> !llvm.struct<(i32,i32,i32,i32)>
  nvvm.wgmma.fence.aligned
  %0 = nvvm.wgmma.mma_async %a, %b, %r, <m = 64, n = 8, k = 16>, D[<f32>, <zero>], A[<f16>, <neg>, <col>], B[<f16>, <one>, <col>] : !llvm.struct<(f32,f32,f32,f32)> -> !llvm.struct<(f32,f32,f32,f32)>
  %3 = nvvm.wgmma.mma_async %a, %b, %0, <m = 64, n = 8, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <row>] : !llvm.struct<(f32,f32,f32,f32)> -> !llvm.struct<(f32,f32,f32,f32)>
  %1 = nvvm.wgmma.mma_async %a, %b, %s, #nvvm.shape<m = 64, n = 8, k = 32>, D[<s32>, #nvvm.wgmma_scale_out<one>, <satfinite>], A[<s8>, <one>, <row>], B[<u8>, <one>, <col>] : !llvm.struct<(i32,i32,i32,i32)> -> !llvm.struct<(i32,i32,i32,i32)>
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.wait.group.sync.aligned 0
  llvm.store %3, %o : !llvm.struct<(f32,f32,f32,f32)>, !llvm.ptr<1>
  llvm.store %1, %o : !llvm.struct<(i32,i32,i32,i32)>, !llvm.ptr<1>
  llvm.return
}
llvm.func @sp(%h: vector<2xf16>, %i: i32, %o: !llvm.ptr<1>, %o2: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %sel = llvm.mlir.constant(0 : i32) : i32
  %0 = nvvm.mma.sp.sync A[%h, %h] B[%h, %h] C[%h, %h] sparseMetadata[%i] selector[%sel] {shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  %1 = nvvm.mma.sp.sync A[%i, %i, %i, %i] B[%i, %i, %i, %i] C[%i, %i, %i, %i] sparseMetadata[%i] selector[%sel] {orderedMetadata, intOverflowBehavior = #nvvm.mma_int_overflow<satfinite>, multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<s8>, shape = #nvvm.shape<m = 16, n = 8, k = 64>} : (i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
  llvm.store %0, %o : !llvm.struct<(vector<2xf16>, vector<2xf16>)>, !llvm.ptr<1>
  llvm.store %1, %o2 : !llvm.struct<(i32, i32, i32, i32)>, !llvm.ptr<1>
  llvm.return
}
llvm.func @wmma_f16(%p: !llvm.ptr<3>, %g: !llvm.ptr<1>, %s: i32) attributes {nvvm.kernel} {
  %a = nvvm.wmma.load %p, %s {eltype = #nvvm.mma_type<f16>, frag = #nvvm.mma_frag<a>, k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : (!llvm.ptr<3>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>
  %c = nvvm.wmma.load %g, %s {eltype = #nvvm.mma_type<f32>, frag = #nvvm.mma_frag<c>, k = 16 : i32, layout = #nvvm.mma_layout<col>, m = 16 : i32, n = 16 : i32} : (!llvm.ptr<1>) -> !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>
  %x = llvm.extractvalue %c[0] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>
  %y = llvm.extractvalue %a[0] : !llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>
  %d = nvvm.wmma.mma %y, %y, %y, %y, %y, %y, %y, %y, %y, %y, %y, %y, %y, %y, %y, %y, %x, %x, %x, %x, %x, %x, %x, %x {eltypeA = #nvvm.mma_type<f16>, eltypeB = #nvvm.mma_type<f32>, k = 16 : i32, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, m = 16 : i32, n = 16 : i32} : (vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, f32, f32, f32, f32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>
  %z = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>
  nvvm.wmma.store %p, %s, %z, %z, %z, %z, %z, %z, %z, %z {eltype = #nvvm.mma_type<f32>, k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : !llvm.ptr<3>, f32, f32, f32, f32, f32, f32, f32, f32
  llvm.return
}
llvm.func @wmma_s8(%p: !llvm.ptr<3>, %g: !llvm.ptr, %s: i32) attributes {nvvm.kernel} {
  %a = nvvm.wmma.load %p, %s {eltype = #nvvm.mma_type<s8>, frag = #nvvm.mma_frag<a>, k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
  %b = nvvm.wmma.load %g, %s {eltype = #nvvm.mma_type<s8>, frag = #nvvm.mma_frag<b>, k = 16 : i32, layout = #nvvm.mma_layout<col>, m = 16 : i32, n = 16 : i32} : (!llvm.ptr) -> !llvm.struct<(i32, i32)>
  %x = llvm.extractvalue %a[0] : !llvm.struct<(i32, i32)>
  %y = llvm.extractvalue %b[0] : !llvm.struct<(i32, i32)>
  %d = nvvm.wmma.mma %x, %x, %y, %y, %x, %x, %x, %x, %x, %x, %x, %x {eltypeA = #nvvm.mma_type<s8>, eltypeB = #nvvm.mma_type<s32>, k = 16 : i32, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, m = 16 : i32, n = 16 : i32} : (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32, i32, i32, i32, i32)>
  %z = llvm.extractvalue %d[0] : !llvm.struct<(i32, i32, i32, i32, i32, i32, i32, i32)>
  nvvm.wmma.store %g, %s, %z, %z, %z, %z, %z, %z, %z, %z {eltype = #nvvm.mma_type<s32>, k = 16 : i32, layout = #nvvm.mma_layout<col>, m = 16 : i32, n = 16 : i32} : !llvm.ptr, i32, i32, i32, i32, i32, i32, i32, i32
  llvm.return
}
llvm.func @wmma_f64(%p: !llvm.ptr<3>, %s: i32) attributes {nvvm.kernel} {
  %a = nvvm.wmma.load %p, %s {eltype = #nvvm.mma_type<f64>, frag = #nvvm.mma_frag<a>, k = 4 : i32, layout = #nvvm.mma_layout<row>, m = 8 : i32, n = 8 : i32} : (!llvm.ptr<3>) -> f64
  %d = nvvm.wmma.mma %a, %a, %a, %a {eltypeA = #nvvm.mma_type<f64>, eltypeB = #nvvm.mma_type<f64>, k = 4 : i32, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, m = 8 : i32, n = 8 : i32} : (f64, f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %z = llvm.extractvalue %d[0] : !llvm.struct<(f64, f64)>
  nvvm.wmma.store %p, %s, %z, %z {eltype = #nvvm.mma_type<f64>, k = 4 : i32, layout = #nvvm.mma_layout<row>, m = 8 : i32, n = 8 : i32} : !llvm.ptr<3>, f64, f64
  llvm.return
}
llvm.func @wmma_tf32(%p: !llvm.ptr<3>, %s: i32, %x: f32) attributes {nvvm.kernel} {
  %a = nvvm.wmma.load %p, %s {eltype = #nvvm.mma_type<tf32>, frag = #nvvm.mma_frag<a>, k = 8 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
  %y = llvm.extractvalue %a[0] : !llvm.struct<(i32, i32, i32, i32)>
  %d = nvvm.wmma.mma %y, %y, %y, %y, %y, %y, %y, %y, %x, %x, %x, %x, %x, %x, %x, %x {eltypeA = #nvvm.mma_type<tf32>, eltypeB = #nvvm.mma_type<f32>, k = 8 : i32, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, m = 16 : i32, n = 16 : i32} : (i32, i32, i32, i32, i32, i32, i32, i32, f32, f32, f32, f32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>
  %z = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>
  nvvm.wmma.store %p, %s, %z, %z, %z, %z, %z, %z, %z, %z {eltype = #nvvm.mma_type<f32>, k = 8 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : !llvm.ptr<3>, f32, f32, f32, f32, f32, f32, f32, f32
  llvm.return
}
