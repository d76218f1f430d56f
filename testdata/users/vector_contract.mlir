#map_a = affine_map<(i, j, k) -> (i, k)>
#map_b = affine_map<(i, j, k) -> (k, j)>
#map_c = affine_map<(i, j, k) -> (i, j)>
#matmul_trait = {
  indexing_maps = [#map_a, #map_b, #map_c],
  iterator_types = ["parallel", "parallel", "reduction"]
}
func.func @main() {
  %a = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
  %b = arith.constant dense<[[1.0, 0.0], [0.0, 1.0], [2.0, -1.0]]> : vector<3x2xf32>
  %c = arith.constant dense<0.5> : vector<2x2xf32>
  %d = vector.contract #matmul_trait %a, %b, %c : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32>
  vector.print %d : vector<2x2xf32>
  return
}
