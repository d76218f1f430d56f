func.func @main() {
  %v = arith.constant dense<[1, 2]> : vector<2xi32>
  %w = arith.constant dense<[3, 4]> : vector<2xi32>
  %a = vector.interleave %v, %w : vector<2xi32> -> vector<4xi32>
  vector.print %a : vector<4xi32>
  %b, %c = vector.deinterleave %a : vector<4xi32> -> vector<2xi32>
  vector.print %c : vector<2xi32>
  return
}
