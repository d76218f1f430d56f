// Covers the llvm dialect: intrinsics.
llvm.func @coro(%p: !llvm.ptr, %i: i32, %c: i1, %n: i64) {
  %0 = llvm.intr.coro.id %i, %p, %p, %p : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %1 = llvm.intr.coro.begin %0, %p {x} : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %2 = llvm.intr.coro.size : i64
  %3 = llvm.intr.coro.align {x} : i32
  %4 = llvm.intr.coro.save %1 : (!llvm.ptr) -> !llvm.token
  %5 = llvm.intr.coro.suspend %4, %c : i8
  %n0 = llvm.mlir.none : !llvm.token
  %6 = llvm.intr.coro.end %1, %c, %n0 : (!llvm.ptr, i1, !llvm.token) -> i1
  %7 = llvm.intr.coro.free %0, %1 : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  llvm.intr.coro.resume %1 : !llvm.ptr
  %8 = llvm.intr.coro.promise %1, %i, %c : (!llvm.ptr, i32, i1) -> !llvm.ptr
  llvm.return
}
llvm.func @memory(%p: !llvm.ptr, %q: !llvm.ptr<3>, %i: i32, %b: i8, %c: i1, %n: i64, %v: vector<4xf32>, %m: vector<4xi1>, %ps: vector<4x!llvm.ptr>) {
  "llvm.intr.memcpy"(%p, %q, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr<3>, i64) -> ()
  "llvm.intr.memmove"(%p, %q, %n) <{isVolatile = true}> {x} : (!llvm.ptr, !llvm.ptr<3>, i64) -> ()
  "llvm.intr.memset"(%p, %b, %n) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  "llvm.intr.memcpy.inline"(%p, %q) <{isVolatile = false, len = 4 : i64}> : (!llvm.ptr, !llvm.ptr<3>) -> ()
  "llvm.intr.memset.inline"(%p, %b) <{isVolatile = false, len = 4 : i64}> : (!llvm.ptr, i8) -> ()
  llvm.intr.lifetime.start %p : !llvm.ptr
  llvm.intr.lifetime.end %q {x} : !llvm.ptr<3>
  %0 = llvm.intr.stacksave : !llvm.ptr
  llvm.intr.stackrestore %0 : !llvm.ptr
  llvm.intr.assume %c : i1
  llvm.intr.assume %c ["align"(%p, %n : !llvm.ptr, i64)] : i1
  llvm.intr.assume %c ["align"(%p, %n : !llvm.ptr, i64), "nonnull"(%p : !llvm.ptr)] : i1 {x}
  "llvm.intr.prefetch"(%p) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
  %1 = llvm.intr.masked.load %p, %m, %v {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  %2 = llvm.intr.masked.load %p, %m {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>) -> vector<4xf32>
  llvm.intr.masked.store %v, %p, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
  %3 = llvm.intr.masked.gather %ps, %m, %v {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.intr.masked.scatter %v, %ps, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
  %4 = "llvm.intr.masked.expandload"(%p, %m, %v) : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  "llvm.intr.masked.compressstore"(%v, %p, %m) : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
  %5 = llvm.intr.get.active.lane.mask %i, %i : i32, i32 to vector<4xi1>
  %6 = "llvm.intr.vscale"() : () -> i64
  %7 = llvm.intr.stepvector : vector<4xi32>
  %8 = llvm.intr.expect %c, %c : i1
  %9 = llvm.intr.expect.with.probability %c, %c, 5.0e-1 : i1
  %10 = llvm.intr.vector.insert %v, %v[0] : vector<4xf32> into vector<4xf32>
  %11 = llvm.intr.vector.extract %v[0] : vector<2xf32> from vector<4xf32>
  %12 = llvm.intr.ptrmask %p, %n : (!llvm.ptr, i64) -> !llvm.ptr
  %13 = llvm.intr.invariant.start 1, %p : !llvm.ptr
  llvm.intr.invariant.end %13, 1, %p : !llvm.ptr
  %14 = llvm.intr.launder.invariant.group %p : !llvm.ptr
  llvm.intr.trap
  llvm.intr.debugtrap
  %15 = "llvm.intr.threadlocal.address"(%p) : (!llvm.ptr) -> !llvm.ptr
  %16 = "llvm.intr.is.constant"(%n) : (i64) -> i1
  %17 = llvm.intr.ssa.copy %n : i64
  llvm.return
}
llvm.func @math(%x: f32, %y: f32, %v: vector<4xf32>, %i: i32, %j: i32, %w: vector<4xi32>) {
  %0 = llvm.intr.fabs(%x) : (f32) -> f32
  %1 = llvm.intr.sqrt(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %2 = llvm.intr.exp(%v) : (vector<4xf32>) -> vector<4xf32>
  %3 = llvm.intr.pow(%x, %y) : (f32, f32) -> f32
  %4 = llvm.intr.fma(%x, %y, %x) : (f32, f32, f32) -> f32
  %5 = llvm.intr.fmuladd(%x, %y, %x) : (f32, f32, f32) -> f32
  %6 = llvm.intr.minnum(%x, %y) : (f32, f32) -> f32
  %7 = llvm.intr.maximum(%x, %y) : (f32, f32) -> f32
  %8 = "llvm.intr.abs"(%i) <{is_int_min_poison = false}> : (i32) -> i32
  %9 = "llvm.intr.ctlz"(%i) <{is_zero_poison = false}> : (i32) -> i32
  %10 = "llvm.intr.cttz"(%w) <{is_zero_poison = true}> : (vector<4xi32>) -> vector<4xi32>
  %11 = llvm.intr.ctpop(%i) : (i32) -> i32
  %12 = llvm.intr.smax(%i, %j) : (i32, i32) -> i32
  %13 = llvm.intr.powi(%x, %i) : (f32, i32) -> f32
  %14 = llvm.intr.fshl(%i, %i, %j) : (i32, i32, i32) -> i32
  %15 = "llvm.intr.sadd.with.overflow"(%i, %j) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %16 = llvm.intr.sadd.sat(%i, %j) : (i32, i32) -> i32
  %17 = "llvm.intr.is.fpclass"(%x) <{bit = 3 : i32}> : (f32) -> i1
  %18 = llvm.intr.lround(%x) : (f32) -> i64
  %19 = llvm.intr.copysign(%x, %y) {x} : (f32, f32) -> f32
  %20 = "llvm.intr.vector.reduce.add"(%w) : (vector<4xi32>) -> i32
  %21 = llvm.intr.vector.reduce.fmax(%v) : (vector<4xf32>) -> f32
  %22 = "llvm.intr.vector.reduce.fadd"(%x, %v) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
  %23 = llvm.intr.sincos(%x) : (f32) -> !llvm.struct<(f32, f32)>
  %24 = llvm.intr.frexp(%x) : (f32) -> !llvm.struct<(f32, i32)>
  %25 = llvm.intr.scmp(%i, %j) : (i32, i32) -> i2
  %26 = llvm.intr.bitreverse(%i) : (i32) -> i32
  %27 = llvm.intr.ldexp(%x, %i) : (f32, i32) -> f32
  llvm.return
}
