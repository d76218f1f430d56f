// Covers the integer ops of arith: add, sub, mul, div, rem, min, max, shifts, bitwise, extended; overflow and exact flags.

func.func @overflow_flags(%a: i32, %b: i32, %l: i64) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %a, %b overflow<none> : i32
  %2 = arith.addi %a, %b overflow<nsw> : i32
  %3 = arith.addi %a, %b overflow<nuw> : i32
  %4 = arith.addi %a, %b overflow<nsw, nuw> : i32
  %5 = arith.addi %a, %b overflow<nuw, nsw> : i32
  %6 = arith.subi %a, %b overflow<nsw> : i32
  %7 = arith.muli %a, %b overflow<nuw> : i32
  %8 = arith.shli %a, %b overflow<nsw, nuw> : i32
  %9 = arith.trunci %l overflow<nsw, nuw> : i64 to i32
  // Flags and a dictionary.
  %10 = arith.muli %a, %b overflow<nsw> {doc.note = "both"} : i32
  return
}

func.func @exact_flags(%a: i32, %b: i32) {
  %0 = arith.divsi %a, %b exact : i32
  %1 = arith.divui %a, %b exact : i32
  %2 = arith.shrsi %a, %b exact : i32
  %3 = arith.shrui %a, %b exact : i32
  %4 = arith.divsi %a, %b : i32
  %5 = arith.divui %a, %b : i32
  %6 = arith.shrsi %a, %b : i32
  %7 = arith.shrui %a, %b : i32
  return
}

func.func @plain(%a: i64, %b: i64) {
  %0 = arith.subi %a, %b : i64
  %1 = arith.muli %a, %b : i64
  %2 = arith.ceildivsi %a, %b : i64
  %3 = arith.ceildivui %a, %b : i64
  %4 = arith.floordivsi %a, %b : i64
  %5 = arith.remsi %a, %b : i64
  %6 = arith.remui %a, %b : i64
  %7 = arith.andi %a, %b : i64
  %8 = arith.ori %a, %b : i64
  %9 = arith.xori %a, %b : i64
  %10 = arith.shli %a, %b : i64
  %11 = arith.maxsi %a, %b : i64
  %12 = arith.maxui %a, %b : i64
  %13 = arith.minsi %a, %b : i64
  %14 = arith.minui %a, %b : i64
  return
}

func.func @extended(%a: i32, %b: i32, %v: vector<4xi16>) {
  %sum, %overflow = arith.addui_extended %a, %b : i32, i1
  %sums:2 = arith.addui_extended %v, %v : vector<4xi16>, vector<4xi1>
  %low, %high = arith.mulsi_extended %a, %b : i32
  %ulow, %uhigh = arith.mului_extended %v, %v {doc.wide} : vector<4xi16>
  return
}

// Every integer op also works on index, vectors and tensors, fixed, scalable and dynamic.
func.func @shapes(%i: index, %v: vector<2x3xi8>, %s: vector<[4]xi32>, %t: tensor<?x4xi64>, %u: tensor<*xi1>) {
  %0 = arith.addi %i, %i : index
  %1 = arith.addi %v, %v : vector<2x3xi8>
  %2 = arith.addi %s, %s overflow<nsw> : vector<[4]xi32>
  %3 = arith.addi %t, %t : tensor<?x4xi64>
  %4 = arith.xori %u, %u : tensor<*xi1>
  return
}
