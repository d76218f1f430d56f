func.func @main() {
  %a = arith.constant -7 : i32
  %b = arith.constant 2 : i32
  %0 = arith.divsi %a, %b : i32
  vector.print %0 : i32
  %1 = arith.remsi %a, %b : i32
  vector.print %1 : i32
  %2 = arith.floordivsi %a, %b : i32
  vector.print %2 : i32
  %3 = arith.ceildivsi %a, %b : i32
  vector.print %3 : i32
  %4 = arith.shrsi %a, %b : i32
  vector.print %4 : i32
  %5 = arith.shrui %a, %b : i32
  vector.print %5 : i32
  %6 = arith.divui %a, %b : i32
  vector.print %6 : i32
  %l, %h = arith.mulsi_extended %a, %b : i32
  vector.print %h : i32
  %s, %o = arith.addui_extended %a, %a : i32, i1
  vector.print %o : i1
  vector.print %s : i32
  %7 = arith.minui %a, %b : i32
  vector.print %7 : i32
  %8 = arith.maxsi %a, %b : i32
  vector.print %8 : i32
  %9 = arith.xori %a, %b : i32
  vector.print %9 : i32
  return
}
