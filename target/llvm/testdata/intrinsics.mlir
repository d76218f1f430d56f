module {
  llvm.func @all(%f: f32, %v: vector<4xf32>, %i: i32, %vi: vector<4xi32>, %b: i1, %m: vector<4xi1>, %p: !llvm.ptr, %vp: vector<4x!llvm.ptr>, %n: i64, %i8: i8) {
    %r1 = llvm.intr.acos(%f) : (f32) -> f32
    %r2 = llvm.intr.acos(%v) : (vector<4xf32>) -> vector<4xf32>
    %r3 = llvm.intr.asin(%f) : (f32) -> f32
    %r4 = llvm.intr.asin(%v) : (vector<4xf32>) -> vector<4xf32>
    %r5 = llvm.intr.atan(%f) : (f32) -> f32
    %r6 = llvm.intr.atan(%v) : (vector<4xf32>) -> vector<4xf32>
    %r7 = llvm.intr.bitreverse(%i) : (i32) -> i32
    %r8 = llvm.intr.bswap(%i) : (i32) -> i32
    %r9 = llvm.intr.cos(%f) : (f32) -> f32
    %r10 = llvm.intr.cos(%v) : (vector<4xf32>) -> vector<4xf32>
    %r11 = llvm.intr.cosh(%f) : (f32) -> f32
    %r12 = llvm.intr.cosh(%v) : (vector<4xf32>) -> vector<4xf32>
    %r13 = llvm.intr.ctpop(%i) : (i32) -> i32
    %r14 = llvm.intr.exp(%f) : (f32) -> f32
    %r15 = llvm.intr.exp(%v) : (vector<4xf32>) -> vector<4xf32>
    %r16 = llvm.intr.exp2(%f) : (f32) -> f32
    %r17 = llvm.intr.exp2(%v) : (vector<4xf32>) -> vector<4xf32>
    %r18 = llvm.intr.exp10(%f) : (f32) -> f32
    %r19 = llvm.intr.exp10(%v) : (vector<4xf32>) -> vector<4xf32>
    %r20 = llvm.intr.fabs(%f) : (f32) -> f32
    %r21 = llvm.intr.fabs(%v) : (vector<4xf32>) -> vector<4xf32>
    %r22 = llvm.intr.ceil(%f) : (f32) -> f32
    %r23 = llvm.intr.ceil(%v) : (vector<4xf32>) -> vector<4xf32>
    %r24 = llvm.intr.floor(%f) : (f32) -> f32
    %r25 = llvm.intr.floor(%v) : (vector<4xf32>) -> vector<4xf32>
    %r26 = llvm.intr.trunc(%f) : (f32) -> f32
    %r27 = llvm.intr.trunc(%v) : (vector<4xf32>) -> vector<4xf32>
    %r28 = llvm.intr.log(%f) : (f32) -> f32
    %r29 = llvm.intr.log(%v) : (vector<4xf32>) -> vector<4xf32>
    %r30 = llvm.intr.log2(%f) : (f32) -> f32
    %r31 = llvm.intr.log2(%v) : (vector<4xf32>) -> vector<4xf32>
    %r32 = llvm.intr.log10(%f) : (f32) -> f32
    %r33 = llvm.intr.log10(%v) : (vector<4xf32>) -> vector<4xf32>
    %r34 = llvm.intr.nearbyint(%f) : (f32) -> f32
    %r35 = llvm.intr.nearbyint(%v) : (vector<4xf32>) -> vector<4xf32>
    %r36 = llvm.intr.rint(%f) : (f32) -> f32
    %r37 = llvm.intr.rint(%v) : (vector<4xf32>) -> vector<4xf32>
    %r38 = llvm.intr.round(%f) : (f32) -> f32
    %r39 = llvm.intr.round(%v) : (vector<4xf32>) -> vector<4xf32>
    %r40 = llvm.intr.roundeven(%f) : (f32) -> f32
    %r41 = llvm.intr.roundeven(%v) : (vector<4xf32>) -> vector<4xf32>
    %r42 = llvm.intr.sin(%f) : (f32) -> f32
    %r43 = llvm.intr.sin(%v) : (vector<4xf32>) -> vector<4xf32>
    %r44 = llvm.intr.sinh(%f) : (f32) -> f32
    %r45 = llvm.intr.sinh(%v) : (vector<4xf32>) -> vector<4xf32>
    %r46 = llvm.intr.sqrt(%f) : (f32) -> f32
    %r47 = llvm.intr.sqrt(%v) : (vector<4xf32>) -> vector<4xf32>
    %r48 = llvm.intr.tan(%f) : (f32) -> f32
    %r49 = llvm.intr.tan(%v) : (vector<4xf32>) -> vector<4xf32>
    %r50 = llvm.intr.tanh(%f) : (f32) -> f32
    %r51 = llvm.intr.tanh(%v) : (vector<4xf32>) -> vector<4xf32>
    %r52 = llvm.intr.copysign(%f, %f) {fastmathFlags = #llvm.fastmath<fast>} : (f32, f32) -> f32
    %r53 = llvm.intr.maxnum(%f, %f) {fastmathFlags = #llvm.fastmath<fast>} : (f32, f32) -> f32
    %r54 = llvm.intr.maximum(%f, %f) {fastmathFlags = #llvm.fastmath<fast>} : (f32, f32) -> f32
    %r55 = llvm.intr.minnum(%f, %f) {fastmathFlags = #llvm.fastmath<fast>} : (f32, f32) -> f32
    %r56 = llvm.intr.minimum(%f, %f) {fastmathFlags = #llvm.fastmath<fast>} : (f32, f32) -> f32
    %r57 = llvm.intr.pow(%f, %f) {fastmathFlags = #llvm.fastmath<fast>} : (f32, f32) -> f32
    %r58 = llvm.intr.atan2(%f, %f) {fastmathFlags = #llvm.fastmath<fast>} : (f32, f32) -> f32
    %r59 = llvm.intr.sadd.sat(%i, %i) : (i32, i32) -> i32
    %r60 = llvm.intr.smax(%i, %i) : (i32, i32) -> i32
    %r61 = llvm.intr.smin(%i, %i) : (i32, i32) -> i32
    %r62 = llvm.intr.ssub.sat(%i, %i) : (i32, i32) -> i32
    %r63 = llvm.intr.sshl.sat(%i, %i) : (i32, i32) -> i32
    %r64 = llvm.intr.uadd.sat(%i, %i) : (i32, i32) -> i32
    %r65 = llvm.intr.umax(%i, %i) : (i32, i32) -> i32
    %r66 = llvm.intr.umin(%i, %i) : (i32, i32) -> i32
    %r67 = llvm.intr.usub.sat(%i, %i) : (i32, i32) -> i32
    %r68 = llvm.intr.ushl.sat(%i, %i) : (i32, i32) -> i32
    %r69 = llvm.intr.fma(%f, %f, %f) : (f32, f32, f32) -> f32
    %r70 = llvm.intr.fmuladd(%f, %f, %f) : (f32, f32, f32) -> f32
    %r71 = llvm.intr.fshl(%i, %i, %i) : (i32, i32, i32) -> i32
    %r72 = llvm.intr.fshr(%i, %i, %i) : (i32, i32, i32) -> i32
    %r73 = "llvm.intr.vector.reduce.add"(%vi) : (vector<4xi32>) -> i32
    %r74 = "llvm.intr.vector.reduce.and"(%vi) : (vector<4xi32>) -> i32
    %r75 = "llvm.intr.vector.reduce.mul"(%vi) : (vector<4xi32>) -> i32
    %r76 = "llvm.intr.vector.reduce.or"(%vi) : (vector<4xi32>) -> i32
    %r77 = "llvm.intr.vector.reduce.smax"(%vi) : (vector<4xi32>) -> i32
    %r78 = "llvm.intr.vector.reduce.smin"(%vi) : (vector<4xi32>) -> i32
    %r79 = "llvm.intr.vector.reduce.umax"(%vi) : (vector<4xi32>) -> i32
    %r80 = "llvm.intr.vector.reduce.umin"(%vi) : (vector<4xi32>) -> i32
    %r81 = "llvm.intr.vector.reduce.xor"(%vi) : (vector<4xi32>) -> i32
    %r82 = llvm.intr.vector.reduce.fmax(%v) : (vector<4xf32>) -> f32
    %r83 = llvm.intr.vector.reduce.fmin(%v) : (vector<4xf32>) -> f32
    %r84 = llvm.intr.vector.reduce.fmaximum(%v) : (vector<4xf32>) -> f32
    %r85 = llvm.intr.vector.reduce.fminimum(%v) : (vector<4xf32>) -> f32
    %r86 = "llvm.intr.vector.reduce.fadd"(%f, %v) : (f32, vector<4xf32>) -> f32
    %r87 = "llvm.intr.vector.reduce.fmul"(%f, %v) : (f32, vector<4xf32>) -> f32
    %r88 = "llvm.intr.sadd.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %r89 = "llvm.intr.ssub.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %r90 = "llvm.intr.smul.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %r91 = "llvm.intr.uadd.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %r92 = "llvm.intr.usub.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %r93 = "llvm.intr.umul.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %r94 = llvm.intr.powi(%f, %i) : (f32, i32) -> f32
    %r95 = "llvm.intr.ctlz"(%i) <{is_zero_poison = false}> : (i32) -> i32
    %r96 = "llvm.intr.cttz"(%i) <{is_zero_poison = true}> : (i32) -> i32
    %r97 = "llvm.intr.abs"(%vi) <{is_int_min_poison = true}> : (vector<4xi32>) -> vector<4xi32>
    %r98 = "llvm.intr.is.fpclass"(%f) <{bit = 5 : i32}> : (f32) -> i1
    %r99 = llvm.intr.expect %i, %i : i32
    llvm.intr.assume %b : i1
    "llvm.intr.memset"(%p, %i8, %n) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
    "llvm.intr.memmove"(%p, %p, %n) <{isVolatile = true}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    "llvm.intr.memcpy.inline"(%p, %p) <{isVolatile = false, len = 16 : i64}> : (!llvm.ptr, !llvm.ptr) -> ()
    "llvm.intr.prefetch"(%p) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
    %slot = llvm.alloca %i x i32 : (i32) -> !llvm.ptr
    llvm.intr.lifetime.start %slot : !llvm.ptr
    llvm.intr.lifetime.end %slot : !llvm.ptr
    %r107 = llvm.intr.stacksave : !llvm.ptr
    llvm.intr.stackrestore %r107 : !llvm.ptr
    %r109 = llvm.intr.masked.load %p, %m, %v {alignment = 16 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
    llvm.intr.masked.store %v, %p, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
    %r111 = llvm.intr.masked.gather %vp, %m, %v {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
    llvm.intr.masked.scatter %v, %vp, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
    %r113 = "llvm.intr.masked.expandload"(%p, %m, %v) : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
    "llvm.intr.masked.compressstore"(%v, %p, %m) : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
    %r115 = llvm.intr.get.active.lane.mask %n, %n : i64, i64 to vector<4xi1>
    %r116 = llvm.intr.vector.extract %v[0] : vector<2xf32> from vector<4xf32>
    %r117 = "llvm.intr.vscale"() : () -> i64
    %r118 = llvm.intr.stepvector : vector<4xi32>
    %r119 = "llvm.intr.vp.add"(%vi, %vi, %m, %i) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
    %r120 = "llvm.intr.vp.load"(%p, %m, %i) : (!llvm.ptr, vector<4xi1>, i32) -> vector<4xf32>
    "llvm.intr.trap"() : () -> ()
    llvm.return
  }
}
