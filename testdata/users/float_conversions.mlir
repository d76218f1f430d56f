func.func @main() {
  %a = arith.constant 2.75 : f32
  %n = arith.constant -2.75 : f32
  %0 = arith.fptosi %n : f32 to i32
  vector.print %0 : i32
  %1 = arith.fptoui %a : f32 to i8
  vector.print %1 : i8
  %2 = arith.extf %a : f32 to f64
  vector.print %2 : f64
  %3 = arith.constant 0.1 : f64
  %4 = arith.truncf %3 : f64 to f32
  %5 = arith.extf %4 : f32 to f64
  vector.print %5 : f64
  %6 = arith.bitcast %a : f32 to i32
  vector.print %6 : i32
  %7 = arith.negf %a : f32
  vector.print %7 : f32
  %8 = arith.remf %n, %a : f32
  vector.print %8 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %9 = arith.cmpf uno, %nan, %a : f32
  vector.print %9 : i1
  %10 = arith.maxnumf %nan, %a : f32
  vector.print %10 : f32
  %inf = arith.constant 0x7F800000 : f32
  vector.print %inf : f32
  %u = arith.constant -1 : i32
  %11 = arith.uitofp %u : i32 to f64
  vector.print %11 : f64
  return
}
