// Covers memref.alloc, alloca, alloca_scope, alloca_scope.return, realloc, dealloc, assume_alignment and distinct_objects.

#shift = affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>
#tiled = affine_map<(d0) -> (d0 floordiv 32, d0 mod 32)>

func.func @alloc(%n: index, %m: index) {
  %0 = memref.alloc() : memref<8x64xf32>
  %1 = memref.alloc() : memref<f32>
  %2 = memref.alloc(%n) : memref<8x?xf32, 1>
  %3 = memref.alloc(%n, %m) : memref<?x16x?xi8>
  // Symbol operands bind the symbols of the layout.
  %4 = memref.alloc()[%n] : memref<8x64xf32, #shift>
  %5 = memref.alloc(%n)[%m] : memref<8x?xf32, #shift, 1>
  %6 = memref.alloc() {alignment = 64} : memref<128xf32, #tiled>
  %7 = memref.alloc(%n) {alignment = 8, doc.note} : memref<?xf64>
  memref.dealloc %0 : memref<8x64xf32>
  memref.dealloc %2 {doc.note} : memref<8x?xf32, 1>
  return
}

func.func @alloca(%n: index) {
  %0 = memref.alloca() : memref<4xi1>
  %1 = memref.alloca(%n) {alignment = 16} : memref<?xf32>
  %2 = memref.alloca()[%n] : memref<2x2xf32, #shift, 5>
  return
}

func.func @scope(%x: f32) -> f32 {
  // The terminator is implied when there is nothing to return.
  memref.alloca_scope {
    %a = memref.alloca() : memref<4x3xf32>
  }
  memref.alloca_scope {
    memref.alloca_scope.return
  }
  %r = memref.alloca_scope -> (f32) {
    %a = memref.alloca() : memref<1xf32>
    memref.alloca_scope.return %x : f32
  }
  %s:2 = memref.alloca_scope -> (f32, i32) {
    %k = arith.constant 1 : i32
    memref.alloca_scope.return {doc.note} %r, %k : f32, i32
  } {doc.outer}
  return %s#0 : f32
}

func.func @realloc(%n: index, %a: memref<64xf32>, %b: memref<?xf32>) {
  %0 = memref.realloc %a : memref<64xf32> to memref<128xf32>
  %1 = memref.realloc %b : memref<?xf32> to memref<32xf32>
  %2 = memref.realloc %b(%n) : memref<?xf32> to memref<?xf32>
  %3 = memref.realloc %a(%n) {alignment = 32} : memref<64xf32> to memref<?xf32>
  return
}

func.func @promises(%a: memref<?xf32>, %b: memref<8xi32, 2>, %c: memref<?xf32>, %u: memref<*xf32>) {
  %0 = memref.assume_alignment %a, 16 : memref<?xf32>
  %1 = memref.assume_alignment %b, 1 {doc.note} : memref<8xi32, 2>
  %2, %3, %4 = memref.distinct_objects %0, %1, %c : memref<?xf32>, memref<8xi32, 2>, memref<?xf32>
  %5 = memref.distinct_objects %c {doc.note} : memref<?xf32>
  memref.dealloc %u : memref<*xf32>
  return
}
