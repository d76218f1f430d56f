; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%pair = type { i32, ptr }

declare ptr @malloc(i64)

declare i32 @printf(ptr, ...)

declare void @free(ptr captures(none) noundef) #0

@str = internal constant [7 x i8] c"hello\0A\00"
@x = global i32 42, align 8
@dense = private global [3 x float] [float 0x3FF0000000000000, float 0x4004000000000000, float 0x8000000000000000]
@dense2 = private global [2 x [2 x i64]] [[2 x i64] [i64 1, i64 2], [2 x i64] [i64 3, i64 4]]
@ext = external global ptr
@tls = internal thread_local unnamed_addr global %pair { i32 7, ptr @x }
define internal cc 8 float @loop(i64 noundef %0, ptr align 16 noalias %1) #1 {
  br label %3

3:
  %4 = phi i64 [ 0, %2 ], [ %12, %8 ]
  %5 = phi float [ 0x3FB99999A0000000, %2 ], [ %11, %8 ]
  %6 = icmp slt i64 %4, %0
  br i1 %6, label %8, label %7, !prof !0

7:
  ret float %5

8:
  %9 = getelementptr inbounds nuw float, ptr %1, i64 %4
  %10 = load float, ptr %9, align 4, !nontemporal !1
  %11 = fadd reassoc nnan float %5, %10
  %12 = add nuw nsw i64 %4, 1
  store float %11, ptr %9
  br label %3, !llvm.loop !2
}

define { float, i32 } @misc(<4 x float> %0, <4 x float> %1, ptr %2, i64 %3) {
  %5 = call float @llvm.vector.reduce.fadd.v4f32(float 0x0000000000000000, <4 x float> %0)
  %6 = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %0)
  %7 = call float @llvm.vector.reduce.fmax.v4f32(<4 x float> %6)
  %8 = shufflevector <4 x float> %0, <4 x float> %1, <4 x i32> <i32 0, i32 4, i32 poison, i32 5>
  %9 = extractelement <4 x float> %8, i32 2
  %10 = insertelement <4 x float> %8, float %9, i32 2
  %11 = call <4 x float> @llvm.fma.v4f32(<4 x float> %10, <4 x float> <float 0x3FF0000000000000, float 0x4000000000000000, float 0x4008000000000000, float 0x4010000000000000>, <4 x float> splat (float 0x3FF8000000000000))
  store <4 x float> %11, ptr %2, align 16
  call void @llvm.memcpy.p0.p0.i64(ptr %2, ptr %2, i64 %3, i1 false)
  %12 = alloca double, i32 2, align 32
  %13 = atomicrmw add ptr %2, i32 2 monotonic
  %14 = cmpxchg ptr %2, i32 2, i32 %13 acq_rel monotonic
  fence seq_cst
  %15 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %13, i32 2)
  %16 = call i32 @llvm.abs.i32(i32 %13, i1 false)
  %17 = call { float, i32 } @misc(<4 x float> %0, <4 x float> %1, ptr %12, i64 %3)
  %18 = call i32 (ptr, ...) @printf(ptr @str, i32 %16)
  %19 = load atomic i64, ptr %2 acquire, align 8
  %20 = insertvalue { float, i32 } undef, float %7, 0
  %21 = insertvalue { float, i32 } %20, i32 %18, 1
  %22 = call float %2(i64 %3)
  %23 = fcmp oge float %22, 0x0000000000000000
  %24 = select i1 %23, float %22, float %5
  %25 = trunc nsw i64 %3 to i8
  %26 = zext nneg i8 %25 to i32
  %27 = insertvalue { float, i32 } %21, float %24, 0
  %28 = insertvalue { float, i32 } %27, i32 %26, 1
  ret { float, i32 } %28
}

define ptr @coro(i64 %0) #2 {
  %2 = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %3 = call i64 @llvm.coro.size.i64()
  %4 = call i64 @llvm.coro.align.i64()
  %5 = call ptr @malloc(i64 %3)
  %6 = call ptr @llvm.coro.begin(token %2, ptr %5)
  %7 = call token @llvm.coro.save(ptr %6)
  %8 = call i8 @llvm.coro.suspend(token %7, i1 false)
  %9 = sext i8 %8 to i32
  switch i32 %9, label %12 [
    i32 0, label %10
    i32 1, label %10
  ]

10:
  %11 = call ptr @llvm.coro.free(token %2, ptr %6)
  call void @free(ptr %11)
  br label %12

12:
  call void @llvm.coro.end(ptr %6, i1 false, token none)
  ret ptr %6
}

declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)

declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)

declare float @llvm.vector.reduce.fmax.v4f32(<4 x float>)

declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)

declare i32 @llvm.abs.i32(i32, i1)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)

declare i64 @llvm.coro.size.i64()

declare i64 @llvm.coro.align.i64()

declare ptr @llvm.coro.begin(token, ptr)

declare token @llvm.coro.save(ptr)

declare i8 @llvm.coro.suspend(token, i1)

declare ptr @llvm.coro.free(token, ptr)

declare void @llvm.coro.end(ptr, i1, token)

attributes #0 = { memory(argmem: readwrite, inaccessiblemem: readwrite) nounwind }
attributes #1 = { "no-x"="y" "target-cpu"="skylake" "target-features"="+avx,-sse" nounwind }
attributes #2 = { presplitcoroutine }

!0 = !{!"branch_weights", i32 99, i32 1}
!1 = !{i32 1}
!2 = distinct !{!2, !3, !4}
!3 = !{!"llvm.loop.mustprogress"}
!4 = !{!"llvm.loop.unroll.disable"}
