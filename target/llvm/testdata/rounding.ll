; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

define <4 x bfloat> @narrow(double %0, <4 x float> %1) {
  %3 = fptrunc double %0 to float
  %4 = fptrunc <4 x float> %1 to <4 x bfloat>
  ret <4 x bfloat> %4
}

define <4 x float> @numbers(i64 %0, <4 x i32> %1) {
  %3 = sitofp i64 %0 to float
  %4 = uitofp <4 x i32> %1 to <4 x float>
  ret <4 x float> %4
}

