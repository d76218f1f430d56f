// with n=8 s=-2
func.func @main(%a: memref<16xf32>, %r: memref<4x8xf32>, %n: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %v = memref.reinterpret_cast %a to offset: [15], sizes: [8], strides: [-1] : memref<16xf32> to memref<8xf32, strided<[-1], offset: 15>>
  %w = memref.reinterpret_cast %a to offset: [15], sizes: [%n], strides: [%s] : memref<16xf32> to memref<?xf32, strided<[?], offset: 15>>
  %m = memref.reinterpret_cast %a to offset: [12], sizes: [4, %c2], strides: [-4, 3] : memref<16xf32> to memref<4x?xf32, strided<[-4, 3], offset: 12>>
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %v[%i] : memref<8xf32, strided<[-1], offset: 15>>
    memref.store %x, %r[%c0, %i] : memref<4x8xf32>
    %y = memref.load %w[%i] : memref<?xf32, strided<[?], offset: 15>>
    memref.store %y, %r[%c1, %i] : memref<4x8xf32>
  }
  scf.for %i = %c0 to %c4 step %c1 {
    %y = memref.load %m[%i, %c1] : memref<4x?xf32, strided<[-4, 3], offset: 12>>
    memref.store %y, %r[%c2, %i] : memref<4x8xf32>
  }
  return
}
