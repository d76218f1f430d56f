func.func @main() {
  %four = arith.constant 4.0 : f64
  %m = arith.constant -2.5 : f64
  %z = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %0 = math.sqrt %four : f64
  vector.print %0 : f64
  %1 = math.absf %m : f64
  vector.print %1 : f64
  %2 = math.floor %m : f64
  vector.print %2 : f64
  %3 = math.ceil %m : f64
  vector.print %3 : f64
  %4 = math.exp %z : f64
  vector.print %4 : f64
  %5 = math.log %one : f64
  vector.print %5 : f64
  %6 = math.powf %four, %0 : f64
  vector.print %6 : f64
  %7 = math.copysign %four, %m : f64
  vector.print %7 : f64
  %8 = math.roundeven %m : f64
  vector.print %8 : f64
  %9 = math.trunc %m : f64
  vector.print %9 : f64
  %10 = math.log2 %four : f64
  vector.print %10 : f64
  %11 = math.fma %four, %m, %one : f64
  vector.print %11 : f64
  %12 = math.tanh %z : f64
  vector.print %12 : f64
  %13 = math.cos %z : f64
  vector.print %13 : f64
  %i = arith.constant 40 : i32
  %14 = math.ctpop %i : i32
  vector.print %14 : i32
  %15 = math.ctlz %i : i32
  vector.print %15 : i32
  %16 = math.cttz %i : i32
  vector.print %16 : i32
  return
}
