func.func @main() {
  %z = arith.constant 0.0 : f64
  %o = arith.constant 1.0 : f64
  %i = arith.constant -5 : i32
  %0 = math.sin %z : f64
  vector.print %0 : f64
  %1 = math.atan2 %z, %o : f64
  vector.print %1 : f64
  %2 = math.erf %z : f64
  vector.print %2 : f64
  %3 = math.expm1 %z : f64
  vector.print %3 : f64
  %4 = math.log1p %z : f64
  vector.print %4 : f64
  %5 = math.rsqrt %o : f64
  vector.print %5 : f64
  %6 = math.cbrt %o : f64
  vector.print %6 : f64
  %7 = math.absi %i : i32
  vector.print %7 : i32
  %8 = math.ipowi %i, %i : i32
  vector.print %8 : i32
  %9 = math.round %o : f64
  vector.print %9 : f64
  %10 = math.isnan %o : f64
  vector.print %10 : i1
  %11 = math.exp2 %o : f64
  vector.print %11 : f64
  return
}
