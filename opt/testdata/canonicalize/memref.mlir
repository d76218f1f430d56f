// PASSES: --canonicalize

func.func @dims(%n: index, %m: memref<?x4xf32>) -> (index,index,index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<?x4xf32>
  %0 = memref.dim %a, %c0 : memref<?x4xf32>
  %1 = memref.dim %a, %c1 : memref<?x4xf32>
  %c = memref.cast %m : memref<?x4xf32> to memref<?x?xf32>
  %2 = memref.dim %c, %c0 : memref<?x?xf32>
  return %0,%1,%2 : index,index,index
}

func.func @dimsub(%m: memref<?x?xf32>, %n: index, %k: index) -> (index,index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.subview %m[%k, 0] [%n, 4] [1, 1] : memref<?x?xf32> to memref<?x4xf32, strided<[?, 1], offset: ?>>
  %0 = memref.dim %a, %c0 : memref<?x4xf32, strided<[?, 1], offset: ?>>
  %1 = memref.dim %a, %c1 : memref<?x4xf32, strided<[?, 1], offset: ?>>
  return %0,%1 : index,index
}

func.func @allocconst() -> memref<?xf32> {
  %c = arith.constant 8 : index
  %a = memref.alloc(%c) : memref<?xf32>
  return %a : memref<?xf32>
}

func.func @allocaconst(%x: f32) -> f32 {
  %c = arith.constant 8 : index
  %c0 = arith.constant 0 : index
  %a = memref.alloca(%c) : memref<?xf32>
  memref.store %x, %a[%c0] : memref<?xf32>
  %0 = memref.load %a[%c0] : memref<?xf32>
  return %0 : f32
}

func.func @dead(%x: f32) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xf32>
  memref.store %x, %a[%c0] : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  %c = memref.alloca() : memref<4xf32>
  return
}

func.func @loadcast(%m: memref<4xf32>, %x: f32, %i: index) -> f32 {
  %c = memref.cast %m : memref<4xf32> to memref<?xf32>
  memref.store %x, %c[%i] : memref<?xf32>
  %0 = memref.load %c[%i] : memref<?xf32>
  return %0 : f32
}

func.func @casts(%m: memref<4xf32>) -> (memref<4xf32>, memref<?xf32>, memref<*xf32>) {
  %c = memref.cast %m : memref<4xf32> to memref<?xf32>
  %d = memref.cast %c : memref<?xf32> to memref<4xf32>
  %e = memref.cast %c : memref<?xf32> to memref<*xf32>
  %g = memref.cast %e : memref<*xf32> to memref<?xf32>
  return %d,%g,%e : memref<4xf32>, memref<?xf32>, memref<*xf32>
}

func.func @dealloccast(%m: memref<4xf32>) {
  %c = memref.cast %m : memref<4xf32> to memref<?xf32>
  memref.dealloc %c : memref<?xf32>
  return
}

func.func @copyself(%m: memref<4xf32>, %n: memref<4xf32>) {
  memref.copy %m, %m : memref<4xf32> to memref<4xf32>
  %c = memref.cast %m : memref<4xf32> to memref<?xf32>
  %d = memref.cast %n : memref<4xf32> to memref<?xf32>
  memref.copy %c, %d : memref<?xf32> to memref<?xf32>
  return
}

func.func @copyempty(%m: memref<0x4xf32>, %n: memref<0x4xf32>) {
  memref.copy %m, %n : memref<0x4xf32> to memref<0x4xf32>
  return
}

func.func @subconst(%m: memref<16x16xf32>) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %a = memref.subview %m[%c2, %c2] [%c4, %c4] [%c1, %c1] : memref<16x16xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %a : memref<?x?xf32, strided<[?, ?], offset: ?>>
}

func.func @subfull(%m: memref<16x16xf32>) -> memref<16x16xf32, strided<[16, 1]>> {
  %a = memref.subview %m[0, 0] [16, 16] [1, 1] : memref<16x16xf32> to memref<16x16xf32, strided<[16, 1]>>
  return %a : memref<16x16xf32, strided<[16, 1]>>
}

func.func @subcast(%m: memref<16x16xf32>, %i: index) -> memref<4x4xf32, strided<[?, 1], offset: ?>> {
  %c = memref.cast %m : memref<16x16xf32> to memref<?x?xf32>
  %a = memref.subview %c[%i, 0] [4, 4] [1, 1] : memref<?x?xf32> to memref<4x4xf32, strided<[?, 1], offset: ?>>
  return %a : memref<4x4xf32, strided<[?, 1], offset: ?>>
}

func.func @subsub(%m: memref<16x16xf32>, %i: index) -> memref<2x2xf32, strided<[16, 1], offset: ?>> {
  %a = memref.subview %m[%i, 0] [4, 4] [1, 1] : memref<16x16xf32> to memref<4x4xf32, strided<[16, 1], offset: ?>>
  %b = memref.subview %a[1, 1] [2, 2] [1, 1] : memref<4x4xf32, strided<[16, 1], offset: ?>> to memref<2x2xf32, strided<[16, 1], offset: ?>>
  return %b : memref<2x2xf32, strided<[16, 1], offset: ?>>
}

func.func @subrank(%m: memref<16x16xf32>) -> memref<4xf32, strided<[1], offset: ?>> {
  %c3 = arith.constant 3 : index
  %a = memref.subview %m[%c3, 0] [1, 4] [1, 1] : memref<16x16xf32> to memref<4xf32, strided<[1], offset: ?>>
  return %a : memref<4xf32, strided<[1], offset: ?>>
}

func.func @colcol(%m: memref<2x4x8xf32>) -> (memref<64xf32>, memref<2x4x2x4xf32>) {
  %c = memref.collapse_shape %m [[0, 1], [2]] : memref<2x4x8xf32> into memref<8x8xf32>
  %d = memref.collapse_shape %c [[0, 1]] : memref<8x8xf32> into memref<64xf32>
  %e = memref.expand_shape %c [[0, 1], [2]] output_shape [2, 4, 8] : memref<8x8xf32> into memref<2x4x8xf32>
  %g = memref.expand_shape %e [[0], [1], [2, 3]] output_shape [2, 4, 2, 4] : memref<2x4x8xf32> into memref<2x4x2x4xf32>
  return %d, %g : memref<64xf32>, memref<2x4x2x4xf32>
}

func.func @colcast(%m: memref<4x8xf32>) -> (memref<?xf32>) {
  %c = memref.cast %m : memref<4x8xf32> to memref<?x8xf32>
  %e = memref.collapse_shape %c [[0, 1]] : memref<?x8xf32> into memref<?xf32>
  return %e : memref<?xf32>
}

func.func @reint(%m: memref<32xf32>) -> (memref<32xf32>, memref<?xf32, strided<[?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %e = memref.reinterpret_cast %m to offset: [0], sizes: [32], strides: [1] : memref<32xf32> to memref<32xf32>
  %g = memref.reinterpret_cast %m to offset: [%c0], sizes: [%c32], strides: [%c1] : memref<32xf32> to memref<?xf32, strided<[?], offset: ?>>
  return %e, %g : memref<32xf32>, memref<?xf32, strided<[?], offset: ?>>
}

func.func @reint2(%m: memref<32xf32>, %s: index) -> (memref<8xf32>) {
  %v = memref.subview %m[%s] [4] [1] : memref<32xf32> to memref<4xf32, strided<[1], offset: ?>>
  %c = memref.cast %m : memref<32xf32> to memref<?xf32>
  %e = memref.reinterpret_cast %v to offset: [0], sizes: [8], strides: [1] : memref<4xf32, strided<[1], offset: ?>> to memref<8xf32>
  return %e : memref<8xf32>
}

func.func @reintmeta(%m: memref<?x?xf32>) -> (memref<?x?xf32, strided<[?, ?], offset: ?>>, index) {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<?x?xf32> -> memref<f32>, index, index, index, index, index
  %e = memref.reinterpret_cast %b to offset: [%o], sizes: [%s#0, %s#1], strides: [%t#0, %t#1] : memref<f32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %e, %o : memref<?x?xf32, strided<[?, ?], offset: ?>>, index
}

func.func @meta(%m: memref<4x8xf32>) -> (index,index,index,index) {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<4x8xf32> -> memref<f32>, index, index, index, index, index
  return %o, %s#0, %s#1, %t#0 : index,index,index,index
}

func.func @view(%m: memref<2048xi8>) -> (memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %e = memref.view %m[%c0][%c16, %c16] : memref<2048xi8> to memref<?x?xf32>
  return %e : memref<?x?xf32>
}

func.func @viewalloc() -> (memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 2048 : index
  %m = memref.alloc(%c16) : memref<?xi8>
  %e = memref.view %m[%c0][] : memref<?xi8> to memref<4xf32>
  return %e : memref<4xf32>
}

func.func @rank(%m: memref<4x8xf32>, %u: memref<*xf32>) -> (index,index) {
  %0 = memref.rank %m : memref<4x8xf32>
  %1 = memref.rank %u : memref<*xf32>
  return %0, %1 : index,index
}

func.func @transp(%m: memref<4x8xf32>) -> memref<4x8xf32, strided<[8, 1]>> {
  %0 = memref.transpose %m (i, j) -> (i, j) : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  return %0 : memref<4x8xf32, strided<[8, 1]>>
}

func.func @transp2(%m: memref<4x8xf32>) -> memref<4x8xf32, strided<[8, 1]>> {
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
  %1 = memref.transpose %0 (i, j) -> (j, i) : memref<8x4xf32, strided<[1, 8]>> to memref<4x8xf32, strided<[8, 1]>>
  return %1 : memref<4x8xf32, strided<[8, 1]>>
}

func.func @reshape(%m: memref<?xf32>, %s: memref<2xindex>) -> (index) {
  %c1 = arith.constant 1 : index
  %0 = memref.reshape %m(%s) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
  %1 = memref.dim %0, %c1 : memref<?x?xf32>
  return %1 : index
}

func.func @atomic(%m: memref<4xf32>, %x: f32, %i: index) -> f32 {
  %c = memref.cast %m : memref<4xf32> to memref<?xf32>
  %0 = memref.atomic_rmw addf %x, %c[%i] : (f32, memref<?xf32>) -> f32
  return %0 : f32
}

func.func @scope(%x: f32) -> f32 {
  %0 = memref.alloca_scope -> (f32) {
    memref.alloca_scope.return %x : f32
  }
  return %0 : f32
}

func.func @scope2(%x: f32) {
  %c0 = arith.constant 0 : index
  memref.alloca_scope {
    %a = memref.alloca() : memref<4xf32>
    "test.use"(%a) : (memref<4xf32>) -> ()
  }
  return
}

func.func @scopefor(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
  memref.alloca_scope {
    %a = memref.alloca() : memref<4xf32>
    "test.use"(%a) : (memref<4xf32>) -> ()
  }
  }
  return
}

func.func @align(%m: memref<4xf32>) -> memref<4xf32> {
  %0 = memref.assume_alignment %m, 16 : memref<4xf32>
  return %0 : memref<4xf32>
}

func.func @dimfor(%m: memref<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %m) -> memref<?xf32> {
    "test.use"(%a) : (memref<?xf32>) -> ()
    scf.yield %a : memref<?xf32>
  }
  %d = memref.dim %r, %c0 : memref<?xf32>
  return %d : index
}

func.func @globals() -> (index) {
  %0 = memref.get_global @g : memref<4xf32>
  %c0 = arith.constant 0 : index
  %d = memref.dim %0, %c0 : memref<4xf32>
  return %d : index }
memref.global "private" @g : memref<4xf32> = dense<0.0>

func.func @subdyn(%m: memref<?xf32>, %n: index) -> memref<?xf32, strided<[1], offset: ?>> {
  %c0 = arith.constant 0 : index
  %d = memref.dim %m, %c0 : memref<?xf32>
  %a = memref.subview %m[%n] [%d] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
  return %a : memref<?xf32, strided<[1], offset: ?>>
}

func.func @submin(%m: memref<4x4xf32>, %x: f32) {
  %v = memref.subview %m[0, 0] [2, 2] [1, 1] : memref<4x4xf32> to memref<2x2xf32, strided<[4, 1]>>
  %c = memref.cast %v : memref<2x2xf32, strided<[4, 1]>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %c0 = arith.constant 0 : index
  memref.store %x, %c[%c0, %c0] : memref<?x?xf32, strided<[?, ?], offset: ?>>
  return
}

func.func @collcastdyn(%m: memref<2x?xf32>) -> (index) {
  %c0 = arith.constant 0 : index
  %e = memref.collapse_shape %m [[0, 1]] : memref<2x?xf32> into memref<?xf32>
  %d = memref.dim %e, %c0 : memref<?xf32>
  return %d : index
}
