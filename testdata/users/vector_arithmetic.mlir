func.func @main() {
  %a = arith.constant dense<[1, -2, 3, -4]> : vector<4xi32>
  %b = vector.step : vector<4xindex>
  vector.print %b : vector<4xindex>
  %z = arith.constant dense<0> : vector<4xi32>
  %n = arith.cmpi slt, %a, %z : vector<4xi32>
  vector.print %n : vector<4xi1>
  %m = arith.subi %z, %a : vector<4xi32>
  %s = arith.select %n, %m, %a : vector<4xi1>, vector<4xi32>
  vector.print %s : vector<4xi32>
  %f = arith.sitofp %s : vector<4xi32> to vector<4xf32>
  %q = math.sqrt %f : vector<4xf32>
  %y = vector.fma %q, %q, %f : vector<4xf32>
  %i = arith.fptosi %f : vector<4xf32> to vector<4xi32>
  vector.print %i : vector<4xi32>
  %bc = vector.bitcast %a : vector<4xi32> to vector<8xi16>
  vector.print %bc : vector<8xi16>
  return
}
