module attributes {llvm.data_layout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128", llvm.target_triple = "x86_64-unknown-linux-gnu"} {
  llvm.func @malloc(i64) -> !llvm.ptr
  llvm.func @printf(!llvm.ptr, ...) -> i32
  llvm.func @free(!llvm.ptr {llvm.nocapture, llvm.noundef}) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = readwrite, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind}
  llvm.mlir.global internal constant @str("hello\0A\00") {addr_space = 0 : i32}
  llvm.mlir.global external @x(42 : i32) {alignment = 8 : i64} : i32
  llvm.mlir.global private @dense(dense<[1.0, 2.5, -0.0]> : tensor<3xf32>) : !llvm.array<3 x f32>
  llvm.mlir.global private @dense2(dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>) : !llvm.array<2 x array<2 x i64>>
  llvm.mlir.global external @ext() : !llvm.ptr
  llvm.mlir.global internal thread_local unnamed_addr @tls() : !llvm.struct<"pair", (i32, ptr)> {
    %0 = llvm.mlir.undef : !llvm.struct<"pair", (i32, ptr)>
    %1 = llvm.mlir.constant(7 : i32) : i32
    %2 = llvm.insertvalue %1, %0[0] : !llvm.struct<"pair", (i32, ptr)>
    %4 = llvm.mlir.addressof @x : !llvm.ptr
    %5 = llvm.insertvalue %4, %2[1] : !llvm.struct<"pair", (i32, ptr)>
    llvm.return %5 : !llvm.struct<"pair", (i32, ptr)>
  }
  llvm.func internal fastcc @loop(%n: i64 {llvm.noundef}, %a: !llvm.ptr {llvm.noalias, llvm.align = 16 : i64}) -> f32 attributes {passthrough = ["nounwind", ["target-cpu", "skylake"], ["no-x", "y"]], target_features = #llvm.target_features<["+avx", "-sse"]>} {
    %c0 = llvm.mlir.constant(0 : i64) : i64
    %c1 = llvm.mlir.constant(1 : i64) : i64
    %f0 = llvm.mlir.constant(0.1 : f32) : f32
    llvm.br ^head(%c0, %f0 : i64, f32)
  ^head(%i: i64, %s: f32):
    %lt = llvm.icmp "slt" %i, %n : i64
    llvm.cond_br %lt weights([99, 1]), ^body, ^exit
  ^exit:
    llvm.return %s : f32
  ^body:
    %p = llvm.getelementptr inbounds|nuw %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p {alignment = 4 : i64, nontemporal} : !llvm.ptr -> f32
    %t = llvm.fadd %s, %v {fastmathFlags = #llvm.fastmath<nnan, reassoc>} : f32
    %j = llvm.add %i, %c1 overflow<nsw, nuw> : i64
    llvm.store %t, %p : f32, !llvm.ptr
    llvm.br ^head(%j, %t : i64, f32) {loop_annotation = #llvm.loop_annotation<mustProgress = true, unroll = <disable = true>>}
  }
  llvm.func @misc(%v: vector<4xf32>, %w: vector<4xf32>, %p: !llvm.ptr, %k: i64) -> !llvm.struct<(f32, i32)> {
    %z = llvm.mlir.constant(0.0 : f32) : f32
    %two = llvm.mlir.constant(2 : i32) : i32
    %r = "llvm.intr.vector.reduce.fadd"(%z, %v) : (f32, vector<4xf32>) -> f32
    %sq = llvm.intr.sqrt(%v) : (vector<4xf32>) -> vector<4xf32>
    %m = llvm.intr.vector.reduce.fmax(%sq) : (vector<4xf32>) -> f32
    %sh = llvm.shufflevector %v, %w [0, 4, -1, 5] : vector<4xf32>
    %e = llvm.extractelement %sh[%two : i32] : vector<4xf32>
    %ins = llvm.insertelement %e, %sh[%two : i32] : vector<4xf32>
    %cst = llvm.mlir.constant(dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>) : vector<4xf32>
    %spl = llvm.mlir.constant(dense<1.5> : vector<4xf32>) : vector<4xf32>
    %fma = llvm.intr.fma(%ins, %cst, %spl) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    llvm.store %fma, %p {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr
    "llvm.intr.memcpy"(%p, %p, %k) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    %al = llvm.alloca %two x f64 {alignment = 32 : i64} : (i32) -> !llvm.ptr
    %old = llvm.atomicrmw add %p, %two monotonic : !llvm.ptr, i32
    %cx = llvm.cmpxchg %p, %two, %old acq_rel monotonic : !llvm.ptr, i32
    llvm.fence seq_cst
    %ov = "llvm.intr.sadd.with.overflow"(%old, %two) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %ab = "llvm.intr.abs"(%old) <{is_int_min_poison = false}> : (i32) -> i32
    %call = llvm.call @misc(%v, %w, %al, %k) : (vector<4xf32>, vector<4xf32>, !llvm.ptr, i64) -> !llvm.struct<(f32, i32)>
    %s = llvm.mlir.addressof @str : !llvm.ptr
    %pr = llvm.call @printf(%s, %ab) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32) -> i32
    %at = llvm.load %p atomic acquire {alignment = 8 : i64} : !llvm.ptr -> i64
    %u = llvm.mlir.undef : !llvm.struct<(f32, i32)>
    %s1 = llvm.insertvalue %m, %u[0] : !llvm.struct<(f32, i32)>
    %s2 = llvm.insertvalue %pr, %s1[1] : !llvm.struct<(f32, i32)>
    %g = llvm.call %p(%k) : !llvm.ptr, (i64) -> f32
    %cm = llvm.fcmp "oge" %g, %z : f32
    %sel = llvm.select %cm, %g, %r : i1, f32
    %tr = llvm.trunc %k overflow<nsw> : i64 to i8
    %ze = llvm.zext nneg %tr : i8 to i32
    %s3 = llvm.insertvalue %sel, %s2[0] : !llvm.struct<(f32, i32)>
    %s4 = llvm.insertvalue %ze, %s3[1] : !llvm.struct<(f32, i32)>
    llvm.return %s4 : !llvm.struct<(f32, i32)>
  }
  llvm.func @coro(%n: i64) -> !llvm.ptr attributes {passthrough = ["presplitcoroutine"]} {
    %false = llvm.mlir.constant(false) : i1
    %0 = llvm.mlir.constant(0 : i32) : i32
    %null = llvm.mlir.zero : !llvm.ptr
    %id = llvm.intr.coro.id %0, %null, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
    %size = llvm.intr.coro.size : i64
    %align = llvm.intr.coro.align : i64
    %mem = llvm.call @malloc(%size) : (i64) -> !llvm.ptr
    %hdl = llvm.intr.coro.begin %id, %mem : (!llvm.token, !llvm.ptr) -> !llvm.ptr
    %save = llvm.intr.coro.save %hdl : (!llvm.ptr) -> !llvm.token
    %s = llvm.intr.coro.suspend %save, %false : i8
    %sx = llvm.sext %s : i8 to i32
    llvm.switch %sx : i32, ^suspend [
      0: ^cleanup,
      1: ^cleanup
    ]
  ^cleanup:
    %m = llvm.intr.coro.free %id, %hdl : (!llvm.token, !llvm.ptr) -> !llvm.ptr
    llvm.call @free(%m) : (!llvm.ptr) -> ()
    llvm.br ^suspend
  ^suspend:
    %none = llvm.mlir.none : !llvm.token
    %e = llvm.intr.coro.end %hdl, %false, %none : (!llvm.ptr, i1, !llvm.token) -> i1
    llvm.return %hdl : !llvm.ptr
  }
}
