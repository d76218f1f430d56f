// Covers layouts that are the same, written in different ways, and those with symbols.
#transposed = affine_map<(d0, d1)[s0] -> (d0 + d1 * s0)>
#rows = affine_map<(d0, d1) -> (d0 * 16 + d1)>
func.func @symbols(%n: index, %s: index, %o: index) -> (memref<?xi32, strided<[?], offset: ?>>, memref<?x?xi32, strided<[?, 1]>>, memref<4xi32, strided<[2], offset: ?>>, memref<?xi32, strided<[?], offset: ?>>) {
  %0 = memref.alloc(%n)[%s, %o] : memref<?xi32, strided<[?], offset: ?>>
  %1 = memref.alloca(%n, %n)[%s] : memref<?x?xi32, strided<[?, 1]>>
  %2 = memref.alloc()[%o] : memref<4xi32, strided<[2], offset: ?>>
  %3 = gpu.alloc (%n)[%s, %o] : memref<?xi32, strided<[?], offset: ?>>
  return %0, %1, %2, %3 : memref<?xi32, strided<[?], offset: ?>>, memref<?x?xi32, strided<[?, 1]>>, memref<4xi32, strided<[2], offset: ?>>, memref<?xi32, strided<[?], offset: ?>>
}
func.func @identity(%m: memref<?xf32, strided<[1]>, 3>, %n: index, %b: memref<64xi8, strided<[1]>>, %shape: memref<2xindex>) -> (memref<1x?xf32, 3>, memref<?xf32, 3>, memref<2x2xf32>, memref<8xf32, strided<[1]>>) {
  %0 = memref.expand_shape %m [[0, 1]] output_shape [1, %n] : memref<?xf32, strided<[1]>, 3> into memref<1x?xf32, 3>
  %1 = memref.collapse_shape %m [[0]] : memref<?xf32, strided<[1]>, 3> into memref<?xf32, 3>
  %2 = memref.view %b[%n][] : memref<64xi8, strided<[1]>> to memref<4xf32, strided<[1]>>
  %3 = memref.reshape %2(%shape) : (memref<4xf32, strided<[1]>>, memref<2xindex>) -> memref<2x2xf32>
  %4 = memref.realloc %2 : memref<4xf32, strided<[1]>> to memref<8xf32, strided<[1]>>
  return %0, %1, %3, %4 : memref<1x?xf32, 3>, memref<?xf32, 3>, memref<2x2xf32>, memref<8xf32, strided<[1]>>
}
func.func @maps(%m: memref<?x?xf32>, %s: memref<4x16xf32, strided<[16, 1]>>, %r: memref<8x16xf32, #rows>) -> (memref<?x?xf32, #transposed>, memref<?x?xf32, strided<[?, 1]>>, memref<4x16xf32>, memref<8x16xf32>, memref<4x4xf32, #rows>) {
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<?x?xf32> to memref<?x?xf32, #transposed>
  %1 = memref.transpose %m (i, j) -> (i, j) : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  %2 = memref.transpose %s (i, j) -> (i, j) : memref<4x16xf32, strided<[16, 1]>> to memref<4x16xf32>
  %3 = memref.cast %r : memref<8x16xf32, #rows> to memref<8x16xf32>
  %4 = memref.subview %r[0, 0] [4, 4] [1, 1] : memref<8x16xf32, #rows> to memref<4x4xf32, #rows>
  return %0, %1, %2, %3, %4 : memref<?x?xf32, #transposed>, memref<?x?xf32, strided<[?, 1]>>, memref<4x16xf32>, memref<8x16xf32>, memref<4x4xf32, #rows>
}
