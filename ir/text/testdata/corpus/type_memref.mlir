// Covers memref types: shapes, layouts (identity, affine maps, strided), memory spaces, unranked.

#transposed = affine_map<(d0, d1) -> (d1, d0)>
#tiled = affine_map<(d0, d1)[s0] -> (d0 floordiv 32, d1 floordiv s0, d0 mod 32, d1 mod s0)>
#space = 7 : i32

func.func private @shapes(memref<f32>, memref<4xf32>, memref<4x8x16xi8>, memref<?xf32>, memref<?x4x?xindex>, memref<0xf32>, memref<1x0xi1>)
func.func private @elements(memref<2xcomplex<f32>>, memref<4xvector<8xf32>>, memref<2xmemref<?xf32>>, memref<3xmemref<*xf32, 2>>, memref<8xf8E5M2>, memref<3xi5>)
func.func private @unranked(memref<*xf32>, memref<*xi8, 3>, memref<*xf32, "space">)
// An identity layout is dropped; maps of the same text are the same layout.
func.func private @layouts(memref<4x8xf32, affine_map<(d0, d1) -> (d0, d1)>>, memref<4x8xf32, #transposed>, memref<64x?xf32, #tiled>, memref<8xf32, affine_map<(d0) -> (d0 * 2 + 1)>>, memref<2x3xf32, affine_map<(i, j) -> (j, i)>>)
func.func private @strided(
  memref<4xf32, strided<[1]>>, memref<4x8xf32, strided<[8, 1]>>, memref<4x8xf32, strided<[16, 2], offset: 3>>, memref<?x?xf32, strided<[?, 1], offset: ?>>,
  memref<?x?xf32, strided<[?, ?]>>, memref<f32, strided<[], offset: 5>>, memref<4xf32, strided<[0]>>, memref<4x4xf32, strided<[4, 1], offset: 0>>
)
// Memory space zero is the default and is dropped.
func.func private @spaces(memref<4xf32, 0>, memref<4xf32, 1>, memref<4xf32, 3 : i8>, memref<4xf32, "global">, memref<4xf32, {kind = "fast"}>, memref<4xf32, #space>)
func.func private @both(memref<4x8xf32, #transposed, 2>, memref<?xf32, strided<[?], offset: ?>, 1>, memref<4x8xf32, affine_map<(d0, d1) -> (d0, d1)>, "l1">)
