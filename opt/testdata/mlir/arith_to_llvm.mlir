// PASSES: --convert-arith-to-llvm
func.func @f(%a: index, %b: index, %c: i1, %i: i32, %x: f32, %v: vector<4xf32>, %w: vector<2x4xf32>, %vi: vector<4xindex>, %vv: vector<2x4xindex>) -> index {
  %0 = arith.addi %a, %b : index
  %1 = arith.muli %0, %a overflow<nsw> : index
  cf.cond_br %c, ^bb1(%1 : index), ^bb2(%0 : index)
^bb1(%k: index):
  %c1 = arith.constant 1 : index
  %2 = arith.addi %k, %c1 : index
  cf.br ^bb2(%2 : index)
^bb2(%l: index):
  %3 = arith.cmpi slt, %l, %b : index
  %4 = arith.select %3, %l, %b : index
  %5 = arith.index_cast %4 : index to i32
  %6 = arith.index_castui %i : i32 to index
  %7 = arith.index_cast %4 : index to i64
  %8 = arith.addf %w, %w : vector<2x4xf32>
  %9 = arith.addi %vi, %vi : vector<4xindex>
  %10 = arith.cmpi eq, %vv, %vv : vector<2x4xindex>
  %11 = arith.constant dense<1.0> : vector<2x4xf32>
  %12 = arith.constant dense<1> : vector<4xindex>
  %13 = arith.maximumf %x, %x fastmath<nnan> : f32
  %14 = arith.maxnumf %x, %x : f32
  %15 = arith.remf %x, %x : f32
  %16 = arith.negf %x : f32
  %17, %18 = arith.addui_extended %i, %i : i32, i1
  %19, %20 = arith.mulsi_extended %i, %i : i32
  %21 = arith.floordivsi %i, %i : i32
  %22 = arith.ceildivsi %i, %i : i32
  %23 = arith.extf %x : f32 to f64
  %24 = arith.truncf %23 : f64 to f32
  %25 = arith.bitcast %x : f32 to i32
  %26 = arith.sitofp %i : i32 to f32
  %27 = arith.extui %c : i1 to i32
  %28 = arith.cmpf ogt, %x, %x : f32
  %29 = arith.select %28, %w, %w : vector<2x4xf32>
  %30 = arith.extf %w : vector<2x4xf32> to vector<2x4xf64>
  %31 = arith.divsi %i, %i : i32
  %32 = arith.shrui %i, %i exact : i32
  %33 = arith.minsi %i, %i : i32
  %34 = arith.trunci %i : i32 to i8
  return %6 : index
}
