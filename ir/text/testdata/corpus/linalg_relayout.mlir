// Covers linalg.pack and linalg.unpack: padding, permutations, tiles and extents that are values, attributes.
func.func @pack(%a: tensor<8x16xf32>, %d: tensor<1x2x8x8xf32>, %e: tensor<8x15xf32>, %p: f32) -> (tensor<1x2x8x8xf32>, tensor<1x2x8x8xf32>) {
  %0 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %d : tensor<8x16xf32> -> tensor<1x2x8x8xf32>
  %1 = linalg.pack %e padding_value(%p : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %d {foo} : tensor<8x15xf32> -> tensor<1x2x8x8xf32>
  return %0, %1 : tensor<1x2x8x8xf32>, tensor<1x2x8x8xf32>
}
func.func @pack_of_values(%a: tensor<?x?xf32>, %d: tensor<?x2x?x8xf32>, %n: index, %s: tensor<8x16xf32>, %t: tensor<8x4x4xf32>, %u: tensor<4x8x4xf32>) {
  %0 = linalg.pack %a outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [%n, 8] into %d : tensor<?x?xf32> -> tensor<?x2x?x8xf32>
  %1 = linalg.pack %s inner_dims_pos = [1] inner_tiles = [4] into %t : tensor<8x16xf32> -> tensor<8x4x4xf32>
  %2 = linalg.pack %t outer_dims_perm = [2, 0, 1] inner_dims_pos = [] inner_tiles = [] into %u : tensor<8x4x4xf32> -> tensor<4x8x4xf32>
  return
}
func.func @unpack(%a: tensor<8x15xf32>, %d: tensor<1x2x8x8xf32>, %b: tensor<?x?xf32>, %e: tensor<?x?x?x8xf32>, %n: index) -> tensor<8x15xf32> {
  %0 = linalg.unpack %d inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %a {foo} : tensor<1x2x8x8xf32> -> tensor<8x15xf32>
  %1 = linalg.unpack %e outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [%n, 8] into %b : tensor<?x?x?x8xf32> -> tensor<?x?xf32>
  return %0 : tensor<8x15xf32>
}
