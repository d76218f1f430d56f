; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

@f16 = constant half 0xH3E00
@bf16 = constant bfloat 0xRC000
@inf = constant float 0x7FF0000000000000
@nan = constant float 0x7FF8000020000000
@snan = constant float 0x7FF0000020000000
@denormal = constant float 0x36A0000000000000
@denormal2 = constant float 0x380FFFFFC0000000
@double = constant double 0x3FB999999999999A
@f80 = constant x86_fp80 0xK3FFFC000000000000000
@f128 = constant fp128 0xL00000000000000003FFF800000000000
@wide = constant i128 123456789012345678901234567890
@negative = constant i64 -1
@small = constant i5 -3
@bools = constant <4 x i1> <i1 true, i1 false, i1 true, i1 true>
@true = constant i1 true
@splat = constant <4 x i32> splat (i32 7)
@zeros = constant [1000 x i32] zeroinitializer
@filled = constant [4 x i16] [i16 3, i16 3, i16 3, i16 3]
@bytes = constant [5 x i8] c"\01\02\22\5C\FF"
@nested = constant [2 x [2 x [2 x double]]] [[2 x [2 x double]] [[2 x double] [double 0x3FF0000000000000, double 0x4000000000000000], [2 x double] [double 0x4008000000000000, double 0x4010000000000000]], [2 x [2 x double]] [[2 x double] [double 0x4014000000000000, double 0x4018000000000000], [2 x double] [double 0x401C000000000000, double 0x4020000000000000]]]
@struct = constant <{ i32, float }> <{ i32 1, float 0x4000000000000000 }>
@"odd name" = constant [4 x i8] c"\22\5C\00\FF"
@weak = weak_odr dso_local hidden constant i8 1, section ".data.x"
@maybe = extern_weak global i32
@shared = common global i32 0
@undefined = constant { i32, [2 x i8] } poison
define void @early() {
  ret void
}

@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 0, ptr @early, ptr null }]
