// PASSES: --convert-math-to-llvm=approximate-log1p=false
func.func @f(%x: f32, %y: f32, %i: i32, %v: vector<4xf32>, %w: vector<2x4xf32>, %w2: vector<2x4xi32>, %d: f64, %n: index) {
  %0 = math.absf %x : f32
  %1 = math.absi %i : i32
  %2 = math.ctlz %i : i32
  %3 = math.cttz %i : i32
  %4 = math.ctpop %i : i32
  %5 = math.sqrt %x fastmath<fast> : f32
  %6 = math.rsqrt %x : f32
  %7 = math.exp %w : vector<2x4xf32>
  %8 = math.expm1 %x : f32
  %9 = math.log1p %x : f32
  %10 = math.fma %x, %y, %x : f32
  %11 = math.powf %x, %y : f32
  %12 = math.fpowi %x, %i : f32, i32
  %13 = math.tanh %x : f32
  %14 = math.copysign %x, %y : f32
  %15 = math.floor %v : vector<4xf32>
  %16 = math.ceil %x : f32
  %17 = math.round %x : f32
  %18 = math.roundeven %x : f32
  %19 = math.trunc %x : f32
  %20 = math.log %x : f32
  %21 = math.log2 %x : f32
  %22 = math.log10 %x : f32
  %23 = math.exp2 %x : f32
  %24 = math.sin %x : f32
  %25 = math.cos %x : f32
  %26 = math.tan %x : f32
  %27 = math.atan %x : f32
  %28 = math.atan2 %x, %y : f32
  %29 = math.isnan %x : f32
  %30 = math.isinf %x : f32
  %31 = math.isfinite %x : f32
  %32 = math.isnormal %x : f32
  %33 = math.sinh %x : f32
  %34 = math.cbrt %x : f32
  %35 = math.erf %x : f32
  %36, %37 = math.sincos %x : f32
  %38 = math.rsqrt %w : vector<2x4xf32>
  %39 = math.expm1 %w : vector<2x4xf32>
  %40 = math.log1p %w : vector<2x4xf32>
  %42 = math.asin %x : f32
  %43 = math.acosh %x : f32
  %44 = math.ipowi %i, %i : i32
  return
}
