// PASSES: --convert-arith-to-llvm
func.func @flags(%x: f64, %y: f32, %v: vector<2xf64>, %i: i64) -> (f32, f32, f16, vector<2xf32>, f64, i32) {
  %0 = arith.truncf %x fastmath<nnan> : f64 to f32
  %1 = arith.truncf %x to_nearest_away fastmath<nnan,ninf> : f64 to f32
  %2 = arith.truncf %y downward : f32 to f16
  %3 = arith.truncf %v fastmath<fast> : vector<2xf64> to vector<2xf32>
  %4 = arith.extf %y fastmath<nsz> : f32 to f64
  %5 = arith.trunci %i overflow<nsw, nuw> : i64 to i32
  return %0, %1, %2, %3, %4, %5 : f32, f32, f16, vector<2xf32>, f64, i32
}
