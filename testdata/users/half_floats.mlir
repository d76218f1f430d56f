func.func @main() {
  %a = arith.constant 1.5 : f16
  %b = arith.constant 3.0 : bf16
  %0 = arith.extf %a : f16 to f32
  vector.print %0 : f32
  %1 = arith.mulf %b, %b : bf16
  %2 = arith.extf %1 : bf16 to f32
  vector.print %2 : f32
  %c = arith.constant 65504.0 : f16
  %3 = arith.addf %c, %c : f16
  %4 = arith.extf %3 : f16 to f32
  vector.print %4 : f32
  return
}
