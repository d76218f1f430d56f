// PASSES: --convert-math-to-libm
func.func private @tanf(%x: f32) -> f32
func.func @all(%x: f32, %y: f64) -> f32 {
  %0 = math.absf %x : f32
  %1 = math.acos %0 : f32
  %2 = math.cbrt %1 : f32
  %3 = math.erf %2 : f32
  %4 = math.log1p %3 : f32
  %5 = math.tan %4 : f32
  %6 = math.atan2 %5, %0 fastmath<fast> : f32
  %7 = math.powf %6, %0 : f32
  %8 = math.fma %7, %6, %0 : f32
  %9 = math.powf %y, %y : f64
  %10 = math.erf %8 : f32
  return %10 : f32
}
func.func @other(%h: f16, %v: vector<2x2xbf16>, %w: vector<3xf64>) -> (f16, vector<2x2xbf16>, vector<3xf64>) {
  %0 = math.tanh %h : f16
  %1 = math.roundeven %v : vector<2x2xbf16>
  %2 = math.atan2 %w, %w : vector<3xf64>
  return %0, %1, %2 : f16, vector<2x2xbf16>, vector<3xf64>
}
