llvm.func @assembly(%a: i32) -> i32 {
  %0 = llvm.inline_asm has_side_effects is_align_stack tail_call_kind = <tail> asm_dialect = intel "mov $0, $1", "=r,r" %a : (i32) -> i32
  llvm.return %0 : i32
}
llvm.func @intrinsics(%x: f32, %y: f32, %v: vector<4xf32>) {
  %exp2 = llvm.intr.exp2(%x) : (f32) -> f32
  %exp10 = llvm.intr.exp10(%x) : (f32) -> f32
  %ceil = llvm.intr.ceil(%x) : (f32) -> f32
  %floor = llvm.intr.floor(%x) : (f32) -> f32
  %log = llvm.intr.log(%x) : (f32) -> f32
  %log10 = llvm.intr.log10(%x) : (f32) -> f32
  %log2 = llvm.intr.log2(%x) : (f32) -> f32
  %roundeven = llvm.intr.roundeven(%x) : (f32) -> f32
  %round = llvm.intr.round(%x) : (f32) -> f32
  %trunc = llvm.intr.trunc(%x) : (f32) -> f32
  %rint = llvm.intr.rint(%x) : (f32) -> f32
  %nearbyint = llvm.intr.nearbyint(%x) : (f32) -> f32
  %sin = llvm.intr.sin(%x) : (f32) -> f32
  %cos = llvm.intr.cos(%x) : (f32) -> f32
  %tan = llvm.intr.tan(%x) : (f32) -> f32
  %asin = llvm.intr.asin(%x) : (f32) -> f32
  %acos = llvm.intr.acos(%x) : (f32) -> f32
  %atan = llvm.intr.atan(%x) : (f32) -> f32
  %sinh = llvm.intr.sinh(%x) : (f32) -> f32
  %cosh = llvm.intr.cosh(%x) : (f32) -> f32
  %tanh = llvm.intr.tanh(%x) : (f32) -> f32
  %maxnum = llvm.intr.maxnum(%x, %y) : (f32, f32) -> f32
  %minimum = llvm.intr.minimum(%x, %y) : (f32, f32) -> f32
  %atan2 = llvm.intr.atan2(%x, %y) : (f32, f32) -> f32
  %fmin = llvm.intr.vector.reduce.fmin(%v) : (vector<4xf32>) -> f32
  %fmaximum = llvm.intr.vector.reduce.fmaximum(%v) : (vector<4xf32>) -> f32
  %fminimum = llvm.intr.vector.reduce.fminimum(%v) : (vector<4xf32>) -> f32
  %fmul = "llvm.intr.vector.reduce.fmul"(%x, %v) : (f32, vector<4xf32>) -> f32
  llvm.return
}
