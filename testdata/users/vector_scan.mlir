// Not run upstream, whose passes leave scans and masked contractions: sums along a dimension, and a product without some terms.
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @main() {
  %a = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
  %b = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : vector<3x2xf32>
  %z = arith.constant dense<100.0> : vector<2x2xf32>
  %k = arith.constant dense<[[[true, false, true], [true, true, true]], [[false, false, false], [true, true, false]]]> : vector<2x2x3xi1>
  %r = vector.mask %k { vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %z : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32> } : vector<2x2x3xi1> -> vector<2x2xf32>
  vector.print %r : vector<2x2xf32>
  %v = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : vector<2x3xi32>
  %i = arith.constant dense<[10, 20]> : vector<2xi32>
  %s:2 = vector.scan <add>, %v, %i {inclusive = false, reduction_dim = 1 : i64} : vector<2x3xi32>, vector<2xi32>
  vector.print %s#0 : vector<2x3xi32>
  vector.print %s#1 : vector<2xi32>
  %w = arith.constant dense<[1, 2, 3]> : vector<3xi32>
  %j = arith.constant dense<5> : vector<i32>
  %t:2 = vector.scan <mul>, %w, %j {inclusive = true, reduction_dim = 0 : i64} : vector<3xi32>, vector<i32>
  vector.print %t#0 : vector<3xi32>
  vector.print %t#1 : vector<i32>
  return
}
