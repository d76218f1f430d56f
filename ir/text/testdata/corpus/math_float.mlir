// Covers the floating-point ops of math: unary, binary, ternary, classification, with and without fast-math flags.

func.func @unary(%x: f32) {
  %0 = math.absf %x : f32
  %1 = math.acos %x : f32
  %2 = math.acosh %x : f32
  %3 = math.asin %x : f32
  %4 = math.asinh %x : f32
  %5 = math.atan %x : f32
  %6 = math.atanh %x : f32
  %7 = math.cbrt %x : f32
  %8 = math.ceil %x : f32
  %9 = math.cos %x : f32
  %10 = math.cosh %x : f32
  %11 = math.erf %x : f32
  %12 = math.erfc %x : f32
  %13 = math.exp %x : f32
  %14 = math.exp2 %x : f32
  %15 = math.expm1 %x : f32
  %16 = math.floor %x : f32
  %17 = math.log %x : f32
  %18 = math.log10 %x : f32
  %19 = math.log1p %x : f32
  %20 = math.log2 %x : f32
  %21 = math.round %x : f32
  %22 = math.roundeven %x : f32
  %23 = math.rsqrt %x : f32
  %24 = math.sin %x : f32
  %25 = math.sinh %x : f32
  %26 = math.sqrt %x : f32
  %27 = math.tan %x : f32
  %28 = math.tanh %x : f32
  %29 = math.trunc %x : f32
  return
}

func.func @several_operands(%x: f64, %y: f64, %z: f64) {
  %0 = math.atan2 %y, %x : f64
  %1 = math.copysign %x, %y : f64
  %2 = math.powf %x, %y : f64
  %3 = math.fma %x, %y, %z : f64
  %4 = math.clampf %x to [%y, %z] : f64
  return
}

// Two results, and results of another type than the operand.
func.func @two_results(%x: f32, %v: vector<4xf16>) {
  %s, %c = math.sincos %x : f32
  %sc:2 = math.sincos %v fastmath<afn> : vector<4xf16>
  return
}
func.func @classify(%x: f32, %t: tensor<?xf64>) {
  %0 = math.isfinite %x : f32
  %1 = math.isinf %x : f32
  %2 = math.isnan %x : f32
  %3 = math.isnormal %t : tensor<?xf64>
  return
}

func.func @integer_exponent(%x: f32, %n: i32, %v: vector<2xf64>, %w: vector<2xi8>) {
  %0 = math.fpowi %x, %n : f32, i32
  %1 = math.fpowi %v, %w fastmath<fast> : vector<2xf64>, vector<2xi8>
  return
}

func.func @fastmath(%x: f32, %y: f32, %z: f32) {
  %0 = math.exp %x fastmath<fast> : f32
  %1 = math.sqrt %x fastmath<nnan,ninf> : f32
  %2 = math.powf %x, %y fastmath<reassoc> : f32
  %3 = math.fma %x, %y, %z fastmath<contract> : f32
  %4 = math.clampf %x to [%y, %z] fastmath<nsz> : f32
  %5 = math.atan2 %x, %y fastmath<none> {doc.note} : f32
  // The classification ops have the flags but no syntax for them.
  %6 = math.isnan %x {fastmath = #arith.fastmath<ninf>} : f32
  return
}

func.func @shapes(%h: f16, %b: bf16, %v: vector<8x[4]xf32>, %t: tensor<4x?xf64>, %u: tensor<*xf32>) {
  %0 = math.tanh %h : f16
  %1 = math.tanh %b : bf16
  %2 = math.tanh %v : vector<8x[4]xf32>
  %3 = math.tanh %t : tensor<4x?xf64>
  %4 = math.tanh %u : tensor<*xf32>
  return
}
