// Covers arith.cmpi and arith.cmpf with every predicate, and arith.select in both spellings.

func.func @integers(%a: i32, %b: i32, %i: index, %v: vector<4xi8>) {
  %0 = arith.cmpi eq, %a, %b : i32
  %1 = arith.cmpi ne, %a, %b : i32
  %2 = arith.cmpi slt, %a, %b : i32
  %3 = arith.cmpi sle, %a, %b : i32
  %4 = arith.cmpi sgt, %a, %b : i32
  %5 = arith.cmpi sge, %a, %b : i32
  %6 = arith.cmpi ult, %a, %b : i32
  %7 = arith.cmpi ule, %a, %b : i32
  %8 = arith.cmpi ugt, %a, %b : i32
  %9 = arith.cmpi uge, %a, %b : i32
  // A predicate may also be a string.
  %10 = arith.cmpi "eq", %i, %i : index
  %11 = arith.cmpi slt, %v, %v {doc.note} : vector<4xi8>
  return
}

func.func @floats(%a: f32, %b: f32, %t: tensor<2x2xf64>) {
  %0 = arith.cmpf false, %a, %b : f32
  %1 = arith.cmpf oeq, %a, %b : f32
  %2 = arith.cmpf ogt, %a, %b : f32
  %3 = arith.cmpf oge, %a, %b : f32
  %4 = arith.cmpf olt, %a, %b : f32
  %5 = arith.cmpf ole, %a, %b : f32
  %6 = arith.cmpf one, %a, %b : f32
  %7 = arith.cmpf ord, %a, %b : f32
  %8 = arith.cmpf ueq, %a, %b : f32
  %9 = arith.cmpf ugt, %a, %b : f32
  %10 = arith.cmpf uge, %a, %b : f32
  %11 = arith.cmpf ult, %a, %b : f32
  %12 = arith.cmpf ule, %a, %b : f32
  %13 = arith.cmpf une, %a, %b : f32
  %14 = arith.cmpf uno, %a, %b : f32
  %15 = arith.cmpf true, %a, %b : f32
  %16 = arith.cmpf oeq, %t, %t fastmath<nnan> : tensor<2x2xf64>
  return
}

func.func @select(%c: i1, %a: i32, %b: i32, %m: memref<4xf32>, %cv: vector<4xi1>, %v: vector<4xf32>, %ct: tensor<?xi1>, %t: tensor<?xi8>) {
  // One condition for the whole value.
  %0 = arith.select %c, %a, %b : i32
  %1 = arith.select %c, %m, %m : memref<4xf32>
  %2 = arith.select %c, %v, %v : vector<4xf32>
  // One condition per element: its type comes first.
  %3 = arith.select %cv, %v, %v : vector<4xi1>, vector<4xf32>
  %4 = arith.select %ct, %t, %t {doc.note} : tensor<?xi1>, tensor<?xi8>
  return
}
