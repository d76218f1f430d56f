// Covers memref.dim, rank, reshape, expand_shape, collapse_shape, extract_strided_metadata and extract_aligned_pointer_as_index.

func.func @query(%i: index, %a: memref<4x?xf32>, %u: memref<*xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // The dictionary comes before the operands.
  %0 = memref.dim %a, %c1 : memref<4x?xf32>
  %1 = memref.dim %a, %c0 : memref<4x?xf32>
  %2 = memref.dim %u, %i : memref<*xi8>
  %3 = memref.dim {doc.note} %u, %i : memref<*xi8>
  %4 = memref.rank %u : memref<*xi8>
  %5 = memref.rank %a {doc.note} : memref<4x?xf32>
  return
}

func.func @reshape(%a: memref<4x1xf32>, %u: memref<*xf32>, %one: memref<1xi32>, %two: memref<2xindex>, %any: memref<?xindex>) {
  %0 = memref.reshape %a(%one) : (memref<4x1xf32>, memref<1xi32>) -> memref<4xf32>
  %1 = memref.reshape %u(%two) : (memref<*xf32>, memref<2xindex>) -> memref<?x2xf32>
  %2 = memref.reshape %a(%any) {doc.note} : (memref<4x1xf32>, memref<?xindex>) -> memref<*xf32>
  return
}

func.func @expand(%n: index, %m: index, %a: memref<12x?xf32>, %z: memref<f32>, %s: memref<8x4xf32, strided<[8, 2], offset: 3>>) {
  %0 = memref.expand_shape %a [[0, 1], [2]] output_shape [3, 4, %n] : memref<12x?xf32> into memref<3x4x?xf32>
  %1 = memref.expand_shape %a [[0], [1, 2, 3]] output_shape [12, %n, 1, %m] : memref<12x?xf32> into memref<12x?x1x?xf32>
  %2 = memref.expand_shape %z [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
  %3 = memref.expand_shape %s [[0, 1], [2]] output_shape [2, 4, 4] {doc.note} : memref<8x4xf32, strided<[8, 2], offset: 3>> into memref<2x4x4xf32, strided<[32, 8, 2], offset: 3>>
  return
}

func.func @collapse(%a: memref<3x4x?xf32>, %o: memref<1x1xf32>, %s: memref<2x4x4xf32, strided<[32, 8, 2], offset: 3>>) {
  %0 = memref.collapse_shape %a [[0, 1], [2]] : memref<3x4x?xf32> into memref<12x?xf32>
  %1 = memref.collapse_shape %a [[0, 1, 2]] : memref<3x4x?xf32> into memref<?xf32>
  %2 = memref.collapse_shape %o [] : memref<1x1xf32> into memref<f32>
  %3 = memref.collapse_shape %s [[0, 1], [2]] {doc.note} : memref<2x4x4xf32, strided<[32, 8, 2], offset: 3>> into memref<8x4xf32, strided<[8, 2], offset: 3>>
  return
}

func.func @metadata(%a: memref<10x?xf32>, %z: memref<f32>, %u: memref<*xf32>, %s: memref<8xf32, strided<[?], offset: 2>, 1>) {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a : memref<10x?xf32> -> memref<f32>, index, index, index, index, index
  %0:2 = memref.extract_strided_metadata %z : memref<f32> -> memref<f32>, index
  %1:4 = memref.extract_strided_metadata %s : memref<8xf32, strided<[?], offset: 2>, 1> -> memref<f32, 1>, index, index, index {doc.note}
  %2 = memref.extract_aligned_pointer_as_index %a : memref<10x?xf32> -> index
  %3 = memref.extract_aligned_pointer_as_index %u : memref<*xf32> -> index {doc.note}
  %4 = memref.reinterpret_cast %base to offset: [%offset], sizes: [%sizes#0, %sizes#1], strides: [%strides#0, %strides#1] : memref<f32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return
}
