llvm.func @declared(i32, !llvm.ptr) -> f32
llvm.func @nothing()
llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func fastcc @f(%a: i32) -> i32 comdat(@c::@f) attributes {no_unwind, target_cpu = "skylake", target_features = #llvm.target_features<["+sse4.1", "+avx2"]>, memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, vscale_range = #llvm.vscale_range<minRange = 1 : i32, maxRange = 2 : i32>, frame_pointer = #llvm.framePointerKind<all>, uwtable_kind = #llvm.uwtableKind<async>, no_inline, garbageCollector = "x", alignment = 16 : i64, section = "t", function_entry_count = 3 : i64, no_infs_fp_math = true, personality = @declared} {
  llvm.return %a : i32
}
llvm.comdat @c {
  llvm.comdat_selector @f any
  llvm.comdat_selector @t nodeduplicate
}
llvm.mlir.global external hidden thread_local local_unnamed_addr @t(0 : i32) comdat(@c::@t) : i32
llvm.func @address() -> !llvm.ptr {
  %1 = llvm.mlir.addressof @t : !llvm.ptr
  %2 = llvm.mlir.addressof @calls : !llvm.ptr
  llvm.store %2, %1 : !llvm.ptr, !llvm.ptr
  llvm.return %1 : !llvm.ptr
}
llvm.func @calls(%f: !llvm.ptr, %i: i32) -> i32 {
  %0 = llvm.call @declared(%i, %f) : (i32, !llvm.ptr) -> f32
  llvm.call @nothing() {x} : () -> ()
  %1 = llvm.call %f(%i) : !llvm.ptr, (i32) -> i32
  llvm.call %f() : !llvm.ptr, () -> ()
  %2 = llvm.call @printf(%f, %i, %i) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32, i32) -> i32
  llvm.call tail @nothing() : () -> ()
  llvm.call notail @nothing() : () -> ()
  %3 = llvm.call fastcc @f(%i) : (i32) -> i32
  %4 = llvm.call @declared(%i, %f) {no_unwind, no_inline, fastmathFlags = #llvm.fastmath<nnan, ninf>} : (i32 {llvm.noundef}, !llvm.ptr) -> (f32 {llvm.noundef})
  llvm.call %f(%i) vararg(!llvm.func<void (...)>) : !llvm.ptr, (i32) -> ()
  llvm.call @nothing() ["a"(%i : i32), "b"()] : () -> ()
  llvm.return %3 : i32
}
llvm.func @flow(%c: i1, %i: i32) -> i32 {
  llvm.cond_br %c, ^bb1, ^bb2(%i : i32)
^bb1:
  llvm.cond_br %c weights([5, 10]), ^bb1, ^bb2(%i : i32)
^bb2(%x: i32):
  llvm.switch %x : i32, ^bb3 [
    1: ^bb4(%x : i32),
    -2: ^bb1
  ]
^bb3:
  llvm.switch %x : i32, ^bb5(%x : i32) [
    7: ^bb4(%i : i32)
  ] {branch_weights = array<i32: 1, 2>}
^bb4(%y: i32):
  llvm.br ^bb5(%y : i32)
^bb5(%z: i32):
  llvm.br ^bb6(%z, %i : i32, i32)
^bb6(%u: i32, %w: i32):
  llvm.br ^bb7
^bb7:
  llvm.return %u : i32
}
llvm.func @coro(%i: i32, %c: i1, %n: i64) attributes {passthrough = ["presplitcoroutine", ["k", "v"], "other"]} {
  %p = llvm.mlir.zero : !llvm.ptr
  %align = llvm.mlir.constant(16 : i32) : i32
  %false = llvm.mlir.constant(false) : i1
  %0 = llvm.intr.coro.id %align, %p, %p, %p : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %size = llvm.intr.coro.size : i64
  %a = llvm.intr.coro.align : i64
  %m = llvm.alloca %size x i8 : (i64) -> !llvm.ptr
  %1 = llvm.intr.coro.begin %0, %m : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %4 = llvm.intr.coro.save %1 : (!llvm.ptr) -> !llvm.token
  %5 = llvm.intr.coro.suspend %4, %false : i8
  %7 = llvm.intr.coro.free %0, %1 : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %n0 = llvm.mlir.none : !llvm.token
  llvm.intr.coro.end %1, %false, %n0 : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.intr.coro.resume %1 : !llvm.ptr
  %8 = llvm.intr.coro.promise %1, %align, %false : (!llvm.ptr, i32, i1) -> !llvm.ptr
  llvm.return
}
llvm.func @memory(%p: !llvm.ptr, %q: !llvm.ptr<3>, %b: i8, %n: i64, %v: vector<4xf32>, %m: vector<4xi1>, %ps: vector<4x!llvm.ptr>) {
  %c = llvm.mlir.constant(true) : i1
  %one = llvm.mlir.constant(1 : i64) : i64
  %s = llvm.alloca %one x !llvm.struct<"pair", (i32, array<4 x f32>, struct<packed (i8, i64)>)> {alignment = 16 : i64} : (i64) -> !llvm.ptr
  llvm.intr.lifetime.start %s : !llvm.ptr
  "llvm.intr.memcpy"(%s, %p, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memcpy"(%q, %p, %n) <{isVolatile = true}> : (!llvm.ptr<3>, !llvm.ptr, i64) -> ()
  "llvm.intr.memset"(%p, %b, %n) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  llvm.intr.assume %c ["align"(%p, %n : !llvm.ptr, i64)] : i1
  %0 = llvm.intr.masked.load %p, %m, %v {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.intr.masked.store %0, %p, %m {alignment = 8 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
  %1 = llvm.intr.masked.gather %ps, %m, %v {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.intr.masked.scatter %1, %ps, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
  "llvm.intr.prefetch"(%p) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
  llvm.intr.lifetime.end %s : !llvm.ptr
  %3 = llvm.intr.stacksave : !llvm.ptr
  llvm.intr.stackrestore %3 : !llvm.ptr
  llvm.return
}
llvm.mlir.global internal constant @table(dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>) : !llvm.array<2 x array<3 x i32>>
llvm.mlir.global external @floats(dense<[1.5, -0.0, 0x7FC00001, 0x7F800000]> : tensor<4xf32>) : !llvm.array<4 x f32>
llvm.mlir.global external @halves(dense<[1.5, -0.0]> : tensor<2xf16>) : !llvm.array<2 x f16>
llvm.mlir.global external @brains(dense<[1.5, -0.0]> : tensor<2xbf16>) : !llvm.array<2 x bf16>
llvm.mlir.global external @same(dense<7> : tensor<8xi8>) : !llvm.array<8 x i8>
llvm.mlir.global external @pointer() : !llvm.ptr {
  %0 = llvm.mlir.addressof @table : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.func @constants(%a: vector<4xf32>, %b: vector<2xf32>) -> !llvm.struct<(i32, f32)> {
  %0 = llvm.mlir.constant(-5 : i128) : i128
  %1 = llvm.mlir.constant(0.1 : f64) : f64
  %2 = llvm.mlir.constant(dense<[1.0, 2.0]> : vector<2xf32>) : vector<2xf32>
  %3 = llvm.mlir.constant(dense<3.0> : vector<4xf32>) : vector<4xf32>
  %4 = llvm.fadd %3, %a : vector<4xf32>
  %5 = llvm.fmul %2, %b {fastmathFlags = #llvm.fastmath<contract, reassoc>} : vector<2xf32>
  %p = llvm.mlir.addressof @floats : !llvm.ptr
  llvm.store %0, %p : i128, !llvm.ptr
  llvm.store %1, %p : f64, !llvm.ptr
  llvm.store %4, %p : vector<4xf32>, !llvm.ptr
  llvm.store %5, %p : vector<2xf32>, !llvm.ptr
  %6 = llvm.mlir.constant([1 : i32, 2.5 : f32]) : !llvm.struct<(i32, f32)>
  %7 = llvm.mlir.constant(255 : i8) : i8
  llvm.store %7, %p : i8, !llvm.ptr
  llvm.return %6 : !llvm.struct<(i32, f32)>
}
