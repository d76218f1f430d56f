// PASSES: --convert-ub-to-llvm
func.func @poison() -> (i32, vector<4xf32>, index, memref<?xf32>, tensor<4xi8>) {
  %0 = ub.poison : i32
  %1 = ub.poison <#ub.poison> : vector<4xf32>
  %2 = "ub.poison"() : () -> index
  %3 = "ub.poison"() <{value = #ub.poison}> : () -> memref<?xf32>
  %4 = ub.poison {a.note} : tensor<4xi8>
  return %0, %1, %2, %3, %4 : i32, vector<4xf32>, index, memref<?xf32>, tensor<4xi8>
}

func.func @never(%c: i1, %i: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  ub.unreachable
^bb2:
  return %i : i32
}

func.func private @attribute() attributes {a.value = #ub.poison}
