// PASSES: --convert-arith-to-llvm
func.func @f(%a: index, %i: i32, %j: i32, %x: f32, %y: f32, %v: vector<4xf32>, %w: vector<2x4xf32>, %vv: vector<2x4xi32>, %wi: vector<2x4xindex>, %c: i1, %k: i64, %a2: index, %vi: vector<4xi32>, %vi2: vector<4xi32>, %f8: f8E5M2, %sc: f8E8M0FNU, %bf: bf16, %sv: vector<4xi1>, %v2: vector<4xf32>, %wi2: vector<2x4xindex>, %w2: vector<2x4xf32>) {
  %0 = arith.cmpi eq, %wi, %wi2 : vector<2x4xindex>
  %1 = arith.cmpf olt, %w, %w2 fastmath<nnan> : vector<2x4xf32>
  %2 = arith.select %c, %w, %w2 : vector<2x4xf32>
  %3 = arith.maximumf %x, %y fastmath<nnan> : f32
  %4 = arith.maxnumf %x, %y : f32
  %5 = arith.minimumf %x, %y : f32
  %6 = arith.minnumf %v, %v2 : vector<4xf32>
  %7 = arith.maxsi %i, %j : i32
  %8 = arith.minui %i, %j : i32
  %9 = arith.divf %x, %y fastmath<fast> : f32
  %10 = arith.ceildivui %i, %j : i32
  %11, %12 = arith.mului_extended %i, %j : i32
  %13 = arith.index_cast %vv : vector<2x4xi32> to vector<2x4xindex>
  %14 = arith.index_cast %k : i64 to index
  %15 = arith.extsi %i : i32 to i64
  %16 = arith.truncf %x : f32 to f16
  %17 = arith.truncf %x to_nearest_even : f32 to bf16
  %18 = arith.fptosi %x : f32 to i32
  %21 = arith.constant 1.0 : f32
  %22 = arith.constant dense<[[1.0, 2.0]]> : vector<1x2xf32>
  %23 = arith.addi %i, %j overflow<nsw, nuw> {foo = 1 : i32} : i32
  %24 = arith.shli %i, %j : i32
  %25 = arith.divui %i, %j exact : i32
  %26 = arith.mulf %x, %y fastmath<contract, reassoc> : f32
  %27 = arith.constant dense<1> : tensor<2xi32>
  %28 = arith.trunci %i overflow<nsw> : i32 to i8
  %29 = arith.cmpi ult, %i, %j : i32
  %30 = arith.select %sv, %v, %v2 : vector<4xi1>, vector<4xf32>
  %31:2 = arith.mulsi_extended %vi, %vi2 : vector<4xi32>
  %32, %33 = arith.addui_extended %vi, %vi2 : vector<4xi32>, vector<4xi1>
  %34 = arith.bitcast %v : vector<4xf32> to vector<4xi32>
  %35 = arith.xori %i, %j : i32
  %36, %37 = arith.mulsi_extended %a, %a2 : index
  %38 = arith.ceildivsi %a, %a2 : index
  %39 = arith.floordivsi %a, %a2 : index
  %40 = arith.ceildivui %a, %a2 : index
  %41 = arith.scaling_extf %f8, %sc : f8E5M2, f8E8M0FNU to f32
  %42 = arith.extf %bf : bf16 to f32
  %43 = arith.floordivsi %vi, %vi2 : vector<4xi32>
  %44 = arith.constant false
  %45 = arith.constant 5 : index
  return
}
