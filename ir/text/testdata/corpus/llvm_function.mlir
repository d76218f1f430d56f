// Covers the llvm dialect: functions, calls, globals, control flow.
llvm.func @declared(i32, !llvm.ptr) -> f32
llvm.func @nothing()
llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func @vararg(...)
llvm.func internal @internal(%x: i32) attributes {dso_local} {
  llvm.return
}
llvm.func linkonce_odr hidden local_unnamed_addr @l(%arg0: !llvm.ptr {llvm.noalias, llvm.align = 8 : i64}) -> (i32 {llvm.noundef}) attributes {passthrough = ["presplitcoroutine", ["a", "b"]], foo} {
  %0 = llvm.mlir.constant(1 : i32) : i32
  llvm.return %0 : i32
}
llvm.func external protected unnamed_addr fastcc @f(%a: i32, ...) -> i32 comdat(@c::@f) attributes {sym_visibility = "private", no_unwind, target_cpu = "skylake", target_features = #llvm.target_features<["+sse4.1", "+avx2"]>, memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, vscale_range = #llvm.vscale_range<minRange = 1 : i32, maxRange = 2 : i32>, frame_pointer = #llvm.framePointerKind<all>, uwtable_kind = #llvm.uwtableKind<async>, no_inline, garbageCollector = "x", alignment = 16 : i64, section = "t", function_entry_count = 3 : i64, no_infs_fp_math = true, personality = @declared} {
  llvm.return %a : i32
}
llvm.comdat @c {
  llvm.comdat_selector @f any
}
llvm.func @calls(%f: !llvm.ptr, %i: i32) -> i32 {
  %0 = llvm.call @declared(%i, %f) : (i32, !llvm.ptr) -> f32
  llvm.call @nothing() {x} : () -> ()
  %1 = llvm.call %f(%i) : !llvm.ptr, (i32) -> i32
  llvm.call %f() : !llvm.ptr, () -> ()
  %2 = llvm.call @printf(%f, %i, %i) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32, i32) -> i32
  %3 = llvm.call fastcc @f(%i) vararg(!llvm.func<i32 (i32, ...)>) {fastmathFlags = #llvm.fastmath<fast>} : (i32) -> i32
  llvm.call tail @nothing() : () -> ()
  llvm.call musttail @nothing() : () -> ()
  llvm.call fastcc notail @nothing() : () -> ()
  %4 = llvm.call @declared(%i, %f) {no_unwind, no_inline} : (i32 {llvm.noundef}, !llvm.ptr) -> (f32 {llvm.noundef})
  llvm.call %f(%i) vararg(!llvm.func<void (...)>) : !llvm.ptr, (i32) -> ()
  llvm.call @nothing() ["a"(%i : i32), "b"()] : () -> ()
  llvm.return %1 : i32
}
llvm.func @flow(%c: i1, %i: i32) -> i32 {
  llvm.cond_br %c, ^bb1, ^bb2(%i : i32)
^bb1:
  llvm.cond_br %c weights([5, 10]), ^bb1, ^bb2(%i : i32) {x}
^bb2(%x: i32):
  llvm.switch %x : i32, ^bb3 [
    1: ^bb4(%x : i32),
    -2: ^bb1
  ]
^bb3:
  llvm.switch %x : i32, ^bb5(%x : i32) [
  ]
^bb4(%y: i32):
  llvm.switch %x : i32, ^bb5(%x : i32) [
    1: ^bb4(%y : i32)
  ] {branch_weights = array<i32: 1, 2>}
^bb5(%z: i32):
  llvm.br ^bb6(%z, %i : i32, i32) 
^bb6(%u: i32, %w: i32):
  llvm.br ^bb7
^bb7:
  llvm.unreachable
}
llvm.mlir.global external @g() : i32
llvm.mlir.global internal constant @str("abc\00") {addr_space = 0 : i32} : !llvm.array<4 x i8>
llvm.mlir.global private unnamed_addr constant @k(42 : i64) {alignment = 16 : i64, dso_local} : i64
llvm.mlir.global internal @h() {addr_space = 3 : i32, section = "s"} : !llvm.array<4 x f32> {
  %0 = llvm.mlir.zero : !llvm.array<4 x f32>
  llvm.return %0 : !llvm.array<4 x f32>
}
llvm.mlir.global common hidden thread_local local_unnamed_addr @t(0 : i32) comdat(@c::@f) : i32
llvm.mlir.global weak @d(dense<[1, 2]> : tensor<2xi32>) : !llvm.array<2 x i32>
llvm.mlir.global external @f32(1.5 : f32) : f32
llvm.mlir.global external @infer("abc")
llvm.mlir.global external @infer2(42 : i64) : i64
llvm.func @address() -> !llvm.ptr {
  %0 = llvm.mlir.addressof @g : !llvm.ptr
  %1 = llvm.mlir.addressof @h {x} : !llvm.ptr<3>
  %2 = llvm.mlir.addressof @calls : !llvm.ptr
  llvm.return {x} %0 : !llvm.ptr
}
llvm.mlir.global_ctors ctors = [@calls], priorities = [0 : i32], data = [#llvm.zero]
llvm.mlir.global_dtors dtors = [@calls], priorities = [0 : i32], data = [#llvm.zero]
