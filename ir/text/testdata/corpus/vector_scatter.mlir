// Covers vector.scatter into a tensor, whose result is used or not.
func.func @scatter(%t: tensor<?xf32>, %i: index, %v: vector<4xf32>, %k: vector<4xi1>, %at: vector<4xi32>) -> tensor<?xf32> {
  %0 = vector.scatter %t[%i][%at], %k, %v : tensor<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> -> tensor<?xf32>
  %1 = vector.scatter %t[%i] [%at], %k, %v {alignment = 8 : i64} : tensor<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
