// Only read and printed: vectors of a length that the machine gives.
func.func @add(%a: vector<[4]xf32>, %b: vector<[4]xf32>, %c: vector<2x[4]xi1>) -> vector<[4]xf32> {
  %0 = arith.addf %a, %b fastmath<contract,nnan> : vector<[4]xf32>
  return %0 : vector<[4]xf32>
}
