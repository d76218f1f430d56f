// Covers memref.subview, reinterpret_cast, view, cast, memory_space_cast and transpose.

func.func @subview(%o: index, %s: index, %t: index, %a: memref<64x4xf32>, %b: memref<?x?xf32, strided<[?, ?], offset: ?>>, %c: memref<8x16x4xf32, 1>) {
  // All static, all dynamic, mixed.
  %0 = memref.subview %a[4, 2] [8, 2] [3, 1] : memref<64x4xf32> to memref<8x2xf32, strided<[12, 1], offset: 18>>
  %1 = memref.subview %a[%o, %o] [%s, %s] [%t, %t] : memref<64x4xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %2 = memref.subview %b[%o, 0] [4, %s] [1, %t] : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<4x?xf32, strided<[?, ?], offset: ?>>
  // Rank-reducing.
  %3 = memref.subview %c[0, 0, 0] [1, 16, 4] [1, 1, 1] : memref<8x16x4xf32, 1> to memref<16x4xf32, 1>
  %4 = memref.subview %c[3, 4, 2] [1, 6, 1] [1, 1, 1] : memref<8x16x4xf32, 1> to memref<6xf32, strided<[4], offset: 210>, 1>
  // The whole of it, and a static offset of a dynamic one.
  %5 = memref.subview %a[0, 0] [64, 4] [1, 1] : memref<64x4xf32> to memref<64x4xf32>
  %6 = memref.subview %a[%o, 0] [8, 4] [1, 1] {doc.note} : memref<64x4xf32> to memref<8x4xf32, strided<[4, 1], offset: ?>>
  // No spaces between the lists.
  %7 = memref.subview %a[0,0][2,2][1,1] : memref<64x4xf32> to memref<2x2xf32, strided<[4, 1]>>
  return
}

func.func @reinterpret_cast(%o: index, %s: index, %t: index, %a: memref<8x8xf32>, %u: memref<*xf32>, %z: memref<f32>) {
  %0 = memref.reinterpret_cast %a to offset: [9], sizes: [4, 4], strides: [16, 2] : memref<8x8xf32> to memref<4x4xf32, strided<[16, 2], offset: 9>>
  %1 = memref.reinterpret_cast %u to offset: [%o], sizes: [%s, %s], strides: [%t, 1] : memref<*xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  %2 = memref.reinterpret_cast %z to offset: [0], sizes: [%s, 10], strides: [1, %t] : memref<f32> to memref<?x10xf32, strided<[1, ?]>>
  // Rank zero has empty lists.
  %3 = memref.reinterpret_cast %a to offset: [%o], sizes: [], strides: [] {doc.note} : memref<8x8xf32> to memref<f32, strided<[], offset: ?>>
  return
}

func.func @view(%shift: index, %n: index, %bytes: memref<2048xi8>, %local: memref<?xi8, 3>) {
  %0 = memref.view %bytes[%shift][] : memref<2048xi8> to memref<64x4xf32>
  %1 = memref.view %bytes[%shift][%n, %n] : memref<2048xi8> to memref<?x4x?xf32>
  %2 = memref.view %local[%shift][%n] {doc.note} : memref<?xi8, 3> to memref<?xi64, 3>
  return
}

func.func @casts(%a: memref<4x?xf32>, %b: memref<?x?xf32, strided<[?, ?], offset: ?>>, %u: memref<*xf32, 5>, %p: memref<?xf32, 5>) {
  %0 = memref.cast %a : memref<4x?xf32> to memref<?x8xf32>
  %1 = memref.cast %a : memref<4x?xf32> to memref<*xf32>
  %2 = memref.cast %b : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32, strided<[12, 1], offset: 4>>
  %3 = memref.cast %1 {doc.note} : memref<*xf32> to memref<?x4xf32>
  %4 = memref.memory_space_cast %p : memref<?xf32, 5> to memref<?xf32>
  %5 = memref.memory_space_cast %u : memref<*xf32, 5> to memref<*xf32, 3>
  %6 = memref.memory_space_cast %p {doc.note} : memref<?xf32, 5> to memref<?xf32, "shared">
  return
}

func.func @transpose(%a: memref<2x3xf32>, %b: memref<?x?x?xf32>) {
  %0 = memref.transpose %a (i, j) -> (j, i) : memref<2x3xf32> to memref<3x2xf32, strided<[1, 3]>>
  %1 = memref.transpose %b (d0, d1, d2) -> (d2, d0, d1) {doc.note} : memref<?x?x?xf32> to memref<?x?x?xf32, strided<[1, ?, ?]>>
  return
}
