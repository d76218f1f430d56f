// PASSES: --expand-strided-metadata
func.func @sub(%m: memref<8x16xf32, strided<[?, 1], offset: ?>>, %i: index, %n: index, %s: memref<64x64xf32>) {
  %0 = memref.subview %m[%i, 2] [4, %n] [1, 2] : memref<8x16xf32, strided<[?, 1], offset: ?>> to memref<4x?xf32, strided<[?, 2], offset: ?>>
  %1 = memref.subview %s[4, 4] [8, 8] [1, 1] : memref<64x64xf32> to memref<8x8xf32, strided<[64, 1], offset: 260>>
  %2 = memref.subview %s[%i, 0] [1, 64] [1, 1] : memref<64x64xf32> to memref<64xf32, strided<[1], offset: ?>>
  %3 = memref.subview %s[%i, %n] [%i, %n] [%i, %n] : memref<64x64xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  "use"(%0, %1, %2, %3) : (memref<4x?xf32, strided<[?, 2], offset: ?>>, memref<8x8xf32, strided<[64, 1], offset: 260>>, memref<64xf32, strided<[1], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>) -> ()
  return
}
func.func @shape(%m: memref<8x16xf32>, %d: memref<?x?xf32>, %e: memref<?xf32>, %n: index, %st: memref<4x8xf32, strided<[?, ?], offset: ?>>, %z: memref<1x1xf32>, %k: memref<?x4x?xf32>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<8x16xf32> into memref<128xf32>
  %1 = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 4, 16] : memref<8x16xf32> into memref<2x4x16xf32>
  %2 = memref.collapse_shape %d [[0, 1]] : memref<?x?xf32> into memref<?xf32>
  %3 = memref.expand_shape %e [[0, 1]] output_shape [%n, 4] : memref<?xf32> into memref<?x4xf32>
  %4 = memref.expand_shape %st [[0, 1], [2]] output_shape [2, 2, 8] : memref<4x8xf32, strided<[?, ?], offset: ?>> into memref<2x2x8xf32, strided<[?, ?, ?], offset: ?>>
  %5 = memref.collapse_shape %z [] : memref<1x1xf32> into memref<f32>
  %6 = memref.collapse_shape %k [[0], [1, 2]] : memref<?x4x?xf32> into memref<?x?xf32>
  "use"(%0, %1, %2, %3, %4, %5, %6) : (memref<128xf32>, memref<2x4x16xf32>, memref<?xf32>, memref<?x4xf32>, memref<2x2x8xf32, strided<[?, ?, ?], offset: ?>>, memref<f32>, memref<?x?xf32>) -> ()
  return
}
memref.global "private" @g : memref<4x4xf32> = dense<1.0>
func.func @meta(%m: memref<8x16xf32>, %n: index, %c: memref<?xf32>, %v: memref<64xi8>) {
  %a = memref.alloc(%n) : memref<?x4xf32>
  %b0, %o0, %s0:2, %t0:2 = memref.extract_strided_metadata %a : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
  "use"(%b0, %o0, %s0#0, %s0#1, %t0#0) : (memref<f32>, index, index, index, index) -> ()
  %g = memref.get_global @g : memref<4x4xf32>
  %b1, %o1, %s1:2, %t1:2 = memref.extract_strided_metadata %g : memref<4x4xf32> -> memref<f32>, index, index, index, index, index
  "use"(%b1, %o1, %s1#0, %s1#1, %t1#0) : (memref<f32>, index, index, index, index) -> ()
  %r = memref.reinterpret_cast %c to offset: [%n], sizes: [4], strides: [2] : memref<?xf32> to memref<4xf32, strided<[2], offset: ?>>
  %b3, %o3, %s3, %t3 = memref.extract_strided_metadata %r : memref<4xf32, strided<[2], offset: ?>> -> memref<f32>, index, index, index
  "use"(%b3, %o3, %s3, %t3) : (memref<f32>, index, index, index) -> ()
  return
}
