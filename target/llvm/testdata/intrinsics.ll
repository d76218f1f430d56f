; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

define void @all(float %0, <4 x float> %1, i32 %2, <4 x i32> %3, i1 %4, <4 x i1> %5, ptr %6, <4 x ptr> %7, i64 %8, i8 %9) {
  %11 = call float @llvm.acos.f32(float %0)
  %12 = call <4 x float> @llvm.acos.v4f32(<4 x float> %1)
  %13 = call float @llvm.asin.f32(float %0)
  %14 = call <4 x float> @llvm.asin.v4f32(<4 x float> %1)
  %15 = call float @llvm.atan.f32(float %0)
  %16 = call <4 x float> @llvm.atan.v4f32(<4 x float> %1)
  %17 = call i32 @llvm.bitreverse.i32(i32 %2)
  %18 = call i32 @llvm.bswap.i32(i32 %2)
  %19 = call float @llvm.cos.f32(float %0)
  %20 = call <4 x float> @llvm.cos.v4f32(<4 x float> %1)
  %21 = call float @llvm.cosh.f32(float %0)
  %22 = call <4 x float> @llvm.cosh.v4f32(<4 x float> %1)
  %23 = call i32 @llvm.ctpop.i32(i32 %2)
  %24 = call float @llvm.exp.f32(float %0)
  %25 = call <4 x float> @llvm.exp.v4f32(<4 x float> %1)
  %26 = call float @llvm.exp2.f32(float %0)
  %27 = call <4 x float> @llvm.exp2.v4f32(<4 x float> %1)
  %28 = call float @llvm.exp10.f32(float %0)
  %29 = call <4 x float> @llvm.exp10.v4f32(<4 x float> %1)
  %30 = call float @llvm.fabs.f32(float %0)
  %31 = call <4 x float> @llvm.fabs.v4f32(<4 x float> %1)
  %32 = call float @llvm.ceil.f32(float %0)
  %33 = call <4 x float> @llvm.ceil.v4f32(<4 x float> %1)
  %34 = call float @llvm.floor.f32(float %0)
  %35 = call <4 x float> @llvm.floor.v4f32(<4 x float> %1)
  %36 = call float @llvm.trunc.f32(float %0)
  %37 = call <4 x float> @llvm.trunc.v4f32(<4 x float> %1)
  %38 = call float @llvm.log.f32(float %0)
  %39 = call <4 x float> @llvm.log.v4f32(<4 x float> %1)
  %40 = call float @llvm.log2.f32(float %0)
  %41 = call <4 x float> @llvm.log2.v4f32(<4 x float> %1)
  %42 = call float @llvm.log10.f32(float %0)
  %43 = call <4 x float> @llvm.log10.v4f32(<4 x float> %1)
  %44 = call float @llvm.nearbyint.f32(float %0)
  %45 = call <4 x float> @llvm.nearbyint.v4f32(<4 x float> %1)
  %46 = call float @llvm.rint.f32(float %0)
  %47 = call <4 x float> @llvm.rint.v4f32(<4 x float> %1)
  %48 = call float @llvm.round.f32(float %0)
  %49 = call <4 x float> @llvm.round.v4f32(<4 x float> %1)
  %50 = call float @llvm.roundeven.f32(float %0)
  %51 = call <4 x float> @llvm.roundeven.v4f32(<4 x float> %1)
  %52 = call float @llvm.sin.f32(float %0)
  %53 = call <4 x float> @llvm.sin.v4f32(<4 x float> %1)
  %54 = call float @llvm.sinh.f32(float %0)
  %55 = call <4 x float> @llvm.sinh.v4f32(<4 x float> %1)
  %56 = call float @llvm.sqrt.f32(float %0)
  %57 = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %1)
  %58 = call float @llvm.tan.f32(float %0)
  %59 = call <4 x float> @llvm.tan.v4f32(<4 x float> %1)
  %60 = call float @llvm.tanh.f32(float %0)
  %61 = call <4 x float> @llvm.tanh.v4f32(<4 x float> %1)
  %62 = call fast float @llvm.copysign.f32(float %0, float %0)
  %63 = call fast float @llvm.maxnum.f32(float %0, float %0)
  %64 = call fast float @llvm.maximum.f32(float %0, float %0)
  %65 = call fast float @llvm.minnum.f32(float %0, float %0)
  %66 = call fast float @llvm.minimum.f32(float %0, float %0)
  %67 = call fast float @llvm.pow.f32(float %0, float %0)
  %68 = call fast float @llvm.atan2.f32(float %0, float %0)
  %69 = call i32 @llvm.sadd.sat.i32(i32 %2, i32 %2)
  %70 = call i32 @llvm.smax.i32(i32 %2, i32 %2)
  %71 = call i32 @llvm.smin.i32(i32 %2, i32 %2)
  %72 = call i32 @llvm.ssub.sat.i32(i32 %2, i32 %2)
  %73 = call i32 @llvm.sshl.sat.i32(i32 %2, i32 %2)
  %74 = call i32 @llvm.uadd.sat.i32(i32 %2, i32 %2)
  %75 = call i32 @llvm.umax.i32(i32 %2, i32 %2)
  %76 = call i32 @llvm.umin.i32(i32 %2, i32 %2)
  %77 = call i32 @llvm.usub.sat.i32(i32 %2, i32 %2)
  %78 = call i32 @llvm.ushl.sat.i32(i32 %2, i32 %2)
  %79 = call float @llvm.fma.f32(float %0, float %0, float %0)
  %80 = call float @llvm.fmuladd.f32(float %0, float %0, float %0)
  %81 = call i32 @llvm.fshl.i32(i32 %2, i32 %2, i32 %2)
  %82 = call i32 @llvm.fshr.i32(i32 %2, i32 %2, i32 %2)
  %83 = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %3)
  %84 = call i32 @llvm.vector.reduce.and.v4i32(<4 x i32> %3)
  %85 = call i32 @llvm.vector.reduce.mul.v4i32(<4 x i32> %3)
  %86 = call i32 @llvm.vector.reduce.or.v4i32(<4 x i32> %3)
  %87 = call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> %3)
  %88 = call i32 @llvm.vector.reduce.smin.v4i32(<4 x i32> %3)
  %89 = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> %3)
  %90 = call i32 @llvm.vector.reduce.umin.v4i32(<4 x i32> %3)
  %91 = call i32 @llvm.vector.reduce.xor.v4i32(<4 x i32> %3)
  %92 = call float @llvm.vector.reduce.fmax.v4f32(<4 x float> %1)
  %93 = call float @llvm.vector.reduce.fmin.v4f32(<4 x float> %1)
  %94 = call float @llvm.vector.reduce.fmaximum.v4f32(<4 x float> %1)
  %95 = call float @llvm.vector.reduce.fminimum.v4f32(<4 x float> %1)
  %96 = call float @llvm.vector.reduce.fadd.v4f32(float %0, <4 x float> %1)
  %97 = call float @llvm.vector.reduce.fmul.v4f32(float %0, <4 x float> %1)
  %98 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %2, i32 %2)
  %99 = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %2, i32 %2)
  %100 = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %2, i32 %2)
  %101 = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %2, i32 %2)
  %102 = call { i32, i1 } @llvm.usub.with.overflow.i32(i32 %2, i32 %2)
  %103 = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %2, i32 %2)
  %104 = call float @llvm.powi.f32.i32(float %0, i32 %2)
  %105 = call i32 @llvm.ctlz.i32(i32 %2, i1 false)
  %106 = call i32 @llvm.cttz.i32(i32 %2, i1 true)
  %107 = call <4 x i32> @llvm.abs.v4i32(<4 x i32> %3, i1 true)
  %108 = call i1 @llvm.is.fpclass.f32(float %0, i32 5)
  %109 = call i32 @llvm.expect.i32(i32 %2, i32 %2)
  call void @llvm.assume(i1 %4)
  call void @llvm.memset.p0.i64(ptr %6, i8 %9, i64 %8, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr %6, ptr %6, i64 %8, i1 true)
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %6, ptr %6, i64 16, i1 false)
  call void @llvm.prefetch.p0(ptr %6, i32 0, i32 3, i32 1)
  %110 = alloca i32, i32 %2
  call void @llvm.lifetime.start.p0(ptr %110)
  call void @llvm.lifetime.end.p0(ptr %110)
  %111 = call ptr @llvm.stacksave.p0()
  call void @llvm.stackrestore.p0(ptr %111)
  %112 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 16 %6, <4 x i1> %5, <4 x float> %1)
  call void @llvm.masked.store.v4f32.p0(<4 x float> %1, ptr align 4 %6, <4 x i1> %5)
  %113 = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %7, <4 x i1> %5, <4 x float> %1)
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %1, <4 x ptr> align 4 %7, <4 x i1> %5)
  %114 = call <4 x float> @llvm.masked.expandload.v4f32(ptr %6, <4 x i1> %5, <4 x float> %1)
  call void @llvm.masked.compressstore.v4f32(<4 x float> %1, ptr %6, <4 x i1> %5)
  %115 = call <4 x i1> @llvm.get.active.lane.mask.v4i1.i64(i64 %8, i64 %8)
  %116 = call <2 x float> @llvm.vector.extract.v2f32.v4f32(<4 x float> %1, i64 0)
  %117 = call i64 @llvm.vscale.i64()
  %118 = call <4 x i32> @llvm.stepvector.v4i32()
  %119 = call <4 x i32> @llvm.vp.add.v4i32(<4 x i32> %3, <4 x i32> %3, <4 x i1> %5, i32 %2)
  %120 = call <4 x float> @llvm.vp.load.v4f32.p0(ptr %6, <4 x i1> %5, i32 %2)
  call void @llvm.trap()
  ret void
}

declare float @llvm.acos.f32(float)

declare <4 x float> @llvm.acos.v4f32(<4 x float>)

declare float @llvm.asin.f32(float)

declare <4 x float> @llvm.asin.v4f32(<4 x float>)

declare float @llvm.atan.f32(float)

declare <4 x float> @llvm.atan.v4f32(<4 x float>)

declare i32 @llvm.bitreverse.i32(i32)

declare i32 @llvm.bswap.i32(i32)

declare float @llvm.cos.f32(float)

declare <4 x float> @llvm.cos.v4f32(<4 x float>)

declare float @llvm.cosh.f32(float)

declare <4 x float> @llvm.cosh.v4f32(<4 x float>)

declare i32 @llvm.ctpop.i32(i32)

declare float @llvm.exp.f32(float)

declare <4 x float> @llvm.exp.v4f32(<4 x float>)

declare float @llvm.exp2.f32(float)

declare <4 x float> @llvm.exp2.v4f32(<4 x float>)

declare float @llvm.exp10.f32(float)

declare <4 x float> @llvm.exp10.v4f32(<4 x float>)

declare float @llvm.fabs.f32(float)

declare <4 x float> @llvm.fabs.v4f32(<4 x float>)

declare float @llvm.ceil.f32(float)

declare <4 x float> @llvm.ceil.v4f32(<4 x float>)

declare float @llvm.floor.f32(float)

declare <4 x float> @llvm.floor.v4f32(<4 x float>)

declare float @llvm.trunc.f32(float)

declare <4 x float> @llvm.trunc.v4f32(<4 x float>)

declare float @llvm.log.f32(float)

declare <4 x float> @llvm.log.v4f32(<4 x float>)

declare float @llvm.log2.f32(float)

declare <4 x float> @llvm.log2.v4f32(<4 x float>)

declare float @llvm.log10.f32(float)

declare <4 x float> @llvm.log10.v4f32(<4 x float>)

declare float @llvm.nearbyint.f32(float)

declare <4 x float> @llvm.nearbyint.v4f32(<4 x float>)

declare float @llvm.rint.f32(float)

declare <4 x float> @llvm.rint.v4f32(<4 x float>)

declare float @llvm.round.f32(float)

declare <4 x float> @llvm.round.v4f32(<4 x float>)

declare float @llvm.roundeven.f32(float)

declare <4 x float> @llvm.roundeven.v4f32(<4 x float>)

declare float @llvm.sin.f32(float)

declare <4 x float> @llvm.sin.v4f32(<4 x float>)

declare float @llvm.sinh.f32(float)

declare <4 x float> @llvm.sinh.v4f32(<4 x float>)

declare float @llvm.sqrt.f32(float)

declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)

declare float @llvm.tan.f32(float)

declare <4 x float> @llvm.tan.v4f32(<4 x float>)

declare float @llvm.tanh.f32(float)

declare <4 x float> @llvm.tanh.v4f32(<4 x float>)

declare float @llvm.copysign.f32(float, float)

declare float @llvm.maxnum.f32(float, float)

declare float @llvm.maximum.f32(float, float)

declare float @llvm.minnum.f32(float, float)

declare float @llvm.minimum.f32(float, float)

declare float @llvm.pow.f32(float, float)

declare float @llvm.atan2.f32(float, float)

declare i32 @llvm.sadd.sat.i32(i32, i32)

declare i32 @llvm.smax.i32(i32, i32)

declare i32 @llvm.smin.i32(i32, i32)

declare i32 @llvm.ssub.sat.i32(i32, i32)

declare i32 @llvm.sshl.sat.i32(i32, i32)

declare i32 @llvm.uadd.sat.i32(i32, i32)

declare i32 @llvm.umax.i32(i32, i32)

declare i32 @llvm.umin.i32(i32, i32)

declare i32 @llvm.usub.sat.i32(i32, i32)

declare i32 @llvm.ushl.sat.i32(i32, i32)

declare float @llvm.fma.f32(float, float, float)

declare float @llvm.fmuladd.f32(float, float, float)

declare i32 @llvm.fshl.i32(i32, i32, i32)

declare i32 @llvm.fshr.i32(i32, i32, i32)

declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)

declare i32 @llvm.vector.reduce.and.v4i32(<4 x i32>)

declare i32 @llvm.vector.reduce.mul.v4i32(<4 x i32>)

declare i32 @llvm.vector.reduce.or.v4i32(<4 x i32>)

declare i32 @llvm.vector.reduce.smax.v4i32(<4 x i32>)

declare i32 @llvm.vector.reduce.smin.v4i32(<4 x i32>)

declare i32 @llvm.vector.reduce.umax.v4i32(<4 x i32>)

declare i32 @llvm.vector.reduce.umin.v4i32(<4 x i32>)

declare i32 @llvm.vector.reduce.xor.v4i32(<4 x i32>)

declare float @llvm.vector.reduce.fmax.v4f32(<4 x float>)

declare float @llvm.vector.reduce.fmin.v4f32(<4 x float>)

declare float @llvm.vector.reduce.fmaximum.v4f32(<4 x float>)

declare float @llvm.vector.reduce.fminimum.v4f32(<4 x float>)

declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)

declare float @llvm.vector.reduce.fmul.v4f32(float, <4 x float>)

declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)

declare { i32, i1 } @llvm.ssub.with.overflow.i32(i32, i32)

declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32)

declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)

declare { i32, i1 } @llvm.usub.with.overflow.i32(i32, i32)

declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32)

declare float @llvm.powi.f32.i32(float, i32)

declare i32 @llvm.ctlz.i32(i32, i1)

declare i32 @llvm.cttz.i32(i32, i1)

declare <4 x i32> @llvm.abs.v4i32(<4 x i32>, i1)

declare i1 @llvm.is.fpclass.f32(float, i32)

declare i32 @llvm.expect.i32(i32, i32)

declare void @llvm.assume(i1)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)

declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)

declare void @llvm.prefetch.p0(ptr, i32, i32, i32)

declare void @llvm.lifetime.start.p0(ptr)

declare void @llvm.lifetime.end.p0(ptr)

declare ptr @llvm.stacksave.p0()

declare void @llvm.stackrestore.p0(ptr)

declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, <4 x i1>, <4 x float>)

declare void @llvm.masked.store.v4f32.p0(<4 x float>, ptr, <4 x i1>)

declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, <4 x i1>, <4 x float>)

declare void @llvm.masked.scatter.v4f32.v4p0(<4 x float>, <4 x ptr>, <4 x i1>)

declare <4 x float> @llvm.masked.expandload.v4f32(ptr, <4 x i1>, <4 x float>)

declare void @llvm.masked.compressstore.v4f32(<4 x float>, ptr, <4 x i1>)

declare <4 x i1> @llvm.get.active.lane.mask.v4i1.i64(i64, i64)

declare <2 x float> @llvm.vector.extract.v2f32.v4f32(<4 x float>, i64)

declare i64 @llvm.vscale.i64()

declare <4 x i32> @llvm.stepvector.v4i32()

declare <4 x i32> @llvm.vp.add.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)

declare <4 x float> @llvm.vp.load.v4f32.p0(ptr, <4 x i1>, i32)

declare void @llvm.trap()

