// Covers memref.global (visibility, constant, uninitialized, initial values, alignment) and memref.get_global.

// External: no initial value.
memref.global "private" @external : memref<4xi32>
memref.global @public_external : memref<2xf32, 3>
// Defined, but uninitialized.
memref.global @scratch : memref<3xf16> = uninitialized
memref.global "nested" @nested : memref<8xi8> = uninitialized
// Initialized: a splat, nested lists, rank zero, hex data, another memory space.
memref.global "private" @splat : memref<2x3xf32> = dense<1.5>
memref.global "public" @table : memref<2x2xi32> = dense<[[1, 2], [3, 4]]>
memref.global constant @scalar : memref<i64> = dense<-1>
memref.global "private" constant @flags : memref<4xi1> = dense<[true, false, true, true]>
memref.global "private" constant @bytes : memref<4xi16> = dense<"0x0100020003000400">
memref.global "private" constant @aligned : memref<2xf32, 1> = dense<[0.0, 2.0]> {alignment = 64}
memref.global "private" @noted : memref<1xindex> = dense<0> {alignment = 8, doc.note = "x"}
memref.global "private" @"odd name!" : memref<1xi32> = uninitialized
memref.global "private" constant @wide : memref<2xcomplex<f32>> = dense<[(1.0, 2.0), (3.0, 4.0)]>
memref.global "private" constant @scattered : memref<4x4xi32> = sparse<[[0, 1], [3, 3]], [5, 6]>

func.func @use() -> f32 {
  %0 = memref.get_global @table : memref<2x2xi32>
  %1 = memref.get_global @aligned : memref<2xf32, 1> {doc.note}
  %2 = memref.get_global @"odd name!" : memref<1xi32>
  %c1 = arith.constant 1 : index
  %3 = memref.load %1[%c1] : memref<2xf32, 1>
  return %3 : f32
}
